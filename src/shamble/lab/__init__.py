"""Bulk work: many games at once, and how fast the engine is."""
