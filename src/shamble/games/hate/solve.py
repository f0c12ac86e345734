"""The ring of I Hate Zombies solved exactly: the humans' chance under best play on both sides, or under random play.

Two sides, the default rules, no powers. Throws are mixed evenly: win, loss and tie are each as likely, and neither side
can do better, since each throw beats one and loses to one. So of a ring only the wounds matter, and it is written as a
word over five letters clockwise: 0, 1 a human with so many wounds; 2, 3, 4 a zombie with none, one, two. Every wound
adds 1 to a letter, and every death shortens the word: so all words are settled, shorter ones first and then downwards
as numbers to base 5, each after all that can follow it. Words that are rotations of each other are one; each is handled
at its least rotation, whose followers' least rotations are greater. Ties only pass the turn: with m zombies in a row
attacking for a_0 … a_{m-1} (win plus loss), v_k = (a_k + v_{k+1}) / 3 around the ring, which is solved in closed form.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

LARGEST: Final = 12  # characters; the table for 12 takes 1.4 GB and some minutes
BEST: Final = 0
RANDOM: Final = 1


class Ring:
    """The values of all rings of up to so many characters, built up length by length.

    `values[L]` holds, for every word of L letters that begins with the zombie to attack, the humans' chance to win; its
    index is the first letter less 2, then the other letters, as a number to base 5.
    """

    def __init__(self, play: i64) -> None:
        self.play = play
        self.length: i64 = 1
        self.words: i64 = 0  # words settled
        self._values: vec[float] = vec[float]()
        self._shorter: vec[float] = vec[float]([0.0, 0.0, 0.0])  # one letter: a lone zombie, no human lives
        self._powers: vec[i64] = vec[i64]([1])
        self._letters: vec[i64] = vec[i64]()
        self._turned: vec[i64] = vec[i64]()
        self._wins: vec[float] = vec[float]()

    def grow(self) -> None:
        """Settle all words one letter longer than before."""
        if self.length > 1:
            self._shorter = self._values
        self.length += 1
        n: i64 = self.length
        self._powers = append(self._powers, self._powers[n - 2] * 5)
        self._values = vec[float](capacity=3 * self._powers[n - 1])
        k: i64 = 0
        while k < 3 * self._powers[n - 1]:
            self._values = append(self._values, 0.0)
            k += 1
        self._letters = vec[i64]()
        self._turned = vec[i64]()
        self._wins = vec[float]()
        k = 0
        while k < n:
            self._letters = append(self._letters, 0)
            self._turned = append(self._turned, 0)
            self._wins = append(self._wins, 0.0)
            k += 1
        word: i64 = self._powers[n - 1] * 5 - 1
        while word >= 0:
            if self._is_least(word):
                self._settle(word)
            word -= 1

    def value(self, letters: vec[i64]) -> float:
        """The humans' chance where the first of these letters, a zombie, is to attack; the length is the last grown."""
        index: i64 = 0
        for letter in letters:
            index = index * 5 + letter
        return self._values[index - 2 * self._powers[self.length - 1]]

    def parts(self, letters: vec[i64]) -> list[float]:
        """The humans' chance after each outcome of the first zombie's attack: a win to the left, a win to the right."""
        n: i64 = self.length
        k: i64 = 0
        word: i64 = 0
        while k < n:
            word = word * 5 + letters[k]
            k += 1
        self._unfold(word)
        found: list[float] = []
        for step in (1, n - 1):
            target: i64 = self._human(0, step)
            found.append(self._wounded(0, target) if target >= 0 else 0.0)
        return found

    # -- one word ------------------------------------------------------------------------------------------------

    def _is_least(self, word: i64) -> bool:
        n: i64 = self.length
        top: i64 = self._powers[n - 1]
        turned: i64 = word
        k: i64 = 1
        while k < n:
            turned = turned // 5 + turned % 5 * top
            if turned < word:
                return False
            k += 1
        return True

    def _unfold(self, word: i64) -> None:
        """The letters of a word, and the words it becomes when turned to begin at each place."""
        n: i64 = self.length
        rest: i64 = word
        k: i64 = n - 1
        while k >= 0:
            self._letters[k] = rest % 5
            rest = rest // 5
            k -= 1
        top: i64 = self._powers[n - 1]
        turned: i64 = word
        k = 0
        while k < n:
            self._turned[k] = turned
            first: i64 = self._letters[k]
            turned = (turned - first * top) * 5 + first
            k += 1

    def _settle(self, word: i64) -> None:
        """The values of a word for each of its zombies, if it has zombies and humans."""
        self._unfold(word)
        n: i64 = self.length
        zombies: i64 = 0
        humans: i64 = 0
        k: i64 = 0
        while k < n:
            if self._letters[k] >= 2:
                zombies += 1
            else:
                humans += 1
            k += 1
        if zombies == 0:
            return
        self.words += 1
        base: i64 = 2 * self._powers[n - 1]
        if humans == 0:
            return  # the zombies have won: 0
        total: float = 0.0
        weight: float = 1.0 / 3.0
        first: i64 = -1
        k = 0
        while k < n:
            if self._letters[k] >= 2:
                if first < 0:
                    first = k
                gain: float = self._attack(k)
                self._wins[k] = gain
                total += gain * weight
                weight = weight / 3.0
            k += 1
        after: float = total / (1.0 - weight * 3.0)  # the value of the first zombie's turn
        self._values[self._turned[first] - base] = after
        k = n - 1
        while k > first:
            if self._letters[k] >= 2:
                after = (self._wins[k] + after) / 3.0
                self._values[self._turned[k] - base] = after
            k -= 1

    def _attack(self, k: i64) -> float:
        """A zombie's attack: the value after its win plus that after its loss, in the direction it takes."""
        n: i64 = self.length
        left: float = self._wounded(k, self._human(k, 1))
        right: float = self._wounded(k, self._human(k, n - 1))
        loss: float = self._struck(k)
        if self.play == RANDOM:
            return (left + right) / 2.0 + loss
        return (left if left < right else right) + loss

    def _human(self, k: i64, step: i64) -> i64:
        """The nearest human from a place, by steps of `step` around the ring; -1 where there is none."""
        n: i64 = self.length
        at: i64 = (k + step) % n
        while at != k:
            if self._letters[at] < 2:
                return at
            at = (at + step) % n
        return -1

    def _wounded(self, k: i64, target: i64) -> float:
        """The value after a human's wound: it lives with one, or is a zombie now; the next zombie attacks."""
        n: i64 = self.length
        at: i64 = (k + 1) % n
        while at != k and self._letters[at] < 2 and not (at == target and self._letters[at] == 1):
            at = (at + 1) % n
        index: i64 = self._turned[at] + self._powers[n - 1 - (target - at + n) % n]
        return self._values[index - 2 * self._powers[n - 1]]

    def _struck(self, k: i64) -> float:
        """The value after the attacker's wound; at its third it is removed, and a human may be healed."""
        n: i64 = self.length
        next_one: i64 = (k + 1) % n
        while self._letters[next_one] < 2:
            next_one = (next_one + 1) % n
        if self._letters[k] < 4:
            index: i64 = self._turned[next_one] + self._powers[n - 1 - (k - next_one + n) % n]
            return self._values[index - 2 * self._powers[n - 1]]
        if next_one == k:
            return 1.0  # the last zombie is gone
        word: i64 = 0
        place: i64 = n - 2
        at: i64 = next_one
        while place >= 0:
            if at != k:
                word += self._letters[at] * self._powers[place]
                place -= 1
            at = (at + 1) % n
        base: i64 = 2 * self._powers[n - 2]
        best: float = self._shorter[word - base]
        total: float = best
        choices: i64 = 1
        place = n - 2
        at = next_one
        while place >= 0:
            if at != k:
                if self._letters[at] == 1:
                    healed: float = self._shorter[word - base - self._powers[place]]
                    total += healed
                    choices += 1
                    if healed > best:
                        best = healed
                place -= 1
            at = (at + 1) % n
        return total / float(choices) if self.play == RANDOM else best


def solve_ring(size: i64, play: i64) -> tuple[float, int]:
    """The humans' chance in a fresh ring of `size` characters (even, 2 … 12), and the number of words settled."""
    ring = Ring(play)
    while ring.length < size:
        ring.grow()
    letters = vec[i64]()
    k: i64 = 0
    while k < size:
        letters = append(letters, 2 if k % 2 == 0 else 0)
        k += 1
    return ring.value(letters), ring.words
