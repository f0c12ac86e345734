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

from shamble.kernel.listening import listen

LARGEST: Final = 12  # characters; the table for 12 takes 1.4 GB and some minutes
BEST: Final = 0
RANDOM: Final = 1


class Ring:
    """The values of all rings of up to so many characters, built up length by length.

    `values[L]` holds, for every word of L letters that begins with the zombie to attack, the humans' chance to win; its
    index is the first letter less 2, then the other letters, as a number to base 5.
    """

    def __init__(self, play: i64, size: i64) -> None:
        self.play = play
        self.size = size  # of the fresh ring: only words that can come of it are settled
        self.length: i64 = 1
        self.words: i64 = 0  # words settled
        self._values: vec[float] = vec[float]()
        self._shorter: vec[float] = vec[float]([0.0, 0.0, 0.0])  # one letter: a lone zombie, no human lives
        self._powers: vec[i64] = vec[i64]([1])
        self._letters: vec[i64] = vec[i64]()
        self._turned: vec[i64] = vec[i64]()
        self._wins: vec[float] = vec[float]()
        self._next: vec[i64] = vec[i64]()  # the next zombie clockwise of each place
        self._left: vec[i64] = vec[i64]()  # the next human clockwise of each place
        self._right: vec[i64] = vec[i64]()  # the next human the other way

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
            if k & 0x3FFFFF == 0:
                listen()
            k += 1
        self._letters = vec[i64]()
        self._turned = vec[i64]()
        self._wins = vec[float]()
        self._next = vec[i64]()
        self._left = vec[i64]()
        self._right = vec[i64]()
        k = 0
        while k < n:
            self._letters = append(self._letters, 0)
            self._turned = append(self._turned, 0)
            self._wins = append(self._wins, 0.0)
            self._next = append(self._next, 0)
            self._left = append(self._left, 0)
            self._right = append(self._right, 0)
            k += 1
        word: i64 = self._powers[n - 1] * 5 - 1
        while word >= 0:
            if self._is_least(word):
                self._settle(word)
            if word & 0x3FFFF == 0:
                listen()
            word -= 1

    def value(self, letters: vec[i64]) -> float:
        """The humans' chance where the first of these letters, a zombie, is to attack; the length is the last grown."""
        index: i64 = 0
        for letter in letters:
            index = index * 5 + letter
        return self._values[index - 2 * self._powers[self.length - 1]]

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
        """The values of a word for each of its zombies, if both sides live and it can come of the fresh ring."""
        self._unfold(word)
        n: i64 = self.length
        if not self._look_around():
            return
        self.words += 1
        base: i64 = 2 * self._powers[n - 1]
        total: float = 0.0
        weight: float = 1.0 / 3.0
        first: i64 = -1
        k: i64 = 0
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

    def _look_around(self) -> bool:
        """Note the neighbours of every place; False where the values are 0 or do not matter.

        They are 0 where a side is missing. They do not matter where the word cannot come of the fresh ring: there an
        odd number of zombies stood between two humans, and each gap that is even now has lost one at least."""
        n: i64 = self.length
        zombie: i64 = -1
        human: i64 = -1
        k: i64 = 2 * n - 1
        at: i64 = n - 1
        while k >= 0:
            if k < n:
                self._next[at] = zombie
                self._left[at] = human
            if self._letters[at] >= 2:
                zombie = at
            else:
                human = at
            at = at - 1 if at > 0 else n - 1
            k -= 1
        if zombie < 0 or human < 0:
            return False
        even: i64 = 0
        gap: i64 = 0
        k = 0
        at = human
        while k < n:
            at = at + 1 if at + 1 < n else 0
            self._right[at] = human
            if self._letters[at] >= 2:
                gap += 1
            else:
                human = at
                if gap % 2 == 0:
                    even += 1
                gap = 0
            k += 1
        return even <= self.size - n

    def _attack(self, k: i64) -> float:
        """A zombie's attack: the value after its win plus that after its loss, in the direction it takes."""
        left: float = self._wounded(k, self._left[k])
        right: float = self._wounded(k, self._right[k])
        loss: float = self._struck(k)
        if self.play == RANDOM:
            return (left + right) / 2.0 + loss
        return (left if left < right else right) + loss

    def _ahead(self, start: i64, end: i64) -> i64:
        """Places from one to another, clockwise."""
        return end - start if end >= start else end - start + self.length

    def _wounded(self, k: i64, target: i64) -> float:
        """The value after a human's wound: it lives with one, or is a zombie now; the next zombie attacks."""
        n: i64 = self.length
        at: i64 = self._next[k]
        if self._letters[target] == 1:
            way: i64 = self._ahead(k, at)
            if self._ahead(k, target) < (way if way > 0 else n):
                at = target  # the new zombie stands next and attacks at once (R12)
        index: i64 = self._turned[at] + self._powers[n - 1 - self._ahead(at, target)]
        return self._values[index - 2 * self._powers[n - 1]]

    def _struck(self, k: i64) -> float:
        """The value after the attacker's wound; at its third it is removed, and a human may be healed."""
        n: i64 = self.length
        start: i64 = self._next[k]
        if self._letters[k] < 4:
            index: i64 = self._turned[start] + self._powers[n - 1 - self._ahead(start, k)]
            return self._values[index - 2 * self._powers[n - 1]]
        if start == k:
            return 1.0  # the last zombie is gone
        word: i64 = 0
        place: i64 = n - 2
        at: i64 = start
        while place >= 0:
            if at != k:
                word += self._letters[at] * self._powers[place]
                place -= 1
            at = at + 1 if at + 1 < n else 0
        base: i64 = 2 * self._powers[n - 2]
        best: float = self._shorter[word - base]
        total: float = best
        choices: i64 = 1
        place = n - 2
        at = start
        while place >= 0:
            if at != k:
                if self._letters[at] == 1:
                    healed: float = self._shorter[word - base - self._powers[place]]
                    total += healed
                    choices += 1
                    if healed > best:
                        best = healed
                place -= 1
            at = at + 1 if at + 1 < n else 0
        return total / float(choices) if self.play == RANDOM else best


def solve_ring(size: i64, play: i64) -> tuple[float, int]:
    """The humans' chance in a fresh ring of `size` characters (even, 2 … 12), and the number of words settled.

    `play` is BEST for both sides, or RANDOM: directions and heals (none among them) each as likely.
    """
    ring = Ring(play, size)
    while ring.length < size:
        ring.grow()
    letters = vec[i64]()
    k: i64 = 0
    while k < size:
        letters = append(letters, 2 if k % 2 == 0 else 0)
        k += 1
    return ring.value(letters), ring.words
