"""stub"""
from collections.abc import Mapping
from typing import Any
from shamble.kernel.game import View
class HorrificWords:
    def __init__(self, data: Mapping[str, Any]) -> None: pass
    def label(self, view: View, action: str) -> str: return ""
    def explain(self, view: View, action: str) -> str: return ""
    def refuse(self, view: View, action: str) -> tuple[str, str]: return "", ""
    def asked(self, view: View) -> str: return ""
    def tell(self, before: View, who: int, action: str | None, after: View) -> list[str]: return []
    def why(self, view: View) -> str: return ""
