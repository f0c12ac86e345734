"""The laws that every game must pass (docs/architecture.md), for ours. Adding a game adds nothing to this file."""

from shamble.laws.knowledge import (
    test_greedy_chooses_legally_and_only_from_what_its_seat_knows,
    test_law_6_known_and_view_tell_apart_the_same_positions,
    test_law_6_no_leak,
    test_law_6_what_is_hidden_when_it_happens_stays_out_of_the_view,
    test_law_7_redeal_reaches_every_consistent_world,
)
from shamble.laws.moves import (
    test_law_1_conservation,
    test_law_2_exactly_the_legal_codes_are_accepted,
    test_law_3_texts_parse_back,
    test_law_4_copies_are_independent_and_replay,
    test_law_5_roll_follows_odds,
    test_law_9_same_seed_same_game,
    test_law_11_random_play_ends_and_pays,
    test_law_12_positions_read_back_and_broken_ones_are_refused,
)
from shamble.laws.telling import (
    test_every_option_names_its_ruling_and_every_ruling_stands_in_the_rules,
    test_law_14_whatever_is_not_legal_has_one_reason_the_same_in_every_redeal,
    test_words_answer_everything_from_views,
)

__all__ = [
    "test_every_option_names_its_ruling_and_every_ruling_stands_in_the_rules",
    "test_greedy_chooses_legally_and_only_from_what_its_seat_knows",
    "test_law_1_conservation",
    "test_law_2_exactly_the_legal_codes_are_accepted",
    "test_law_3_texts_parse_back",
    "test_law_4_copies_are_independent_and_replay",
    "test_law_5_roll_follows_odds",
    "test_law_6_known_and_view_tell_apart_the_same_positions",
    "test_law_6_no_leak",
    "test_law_6_what_is_hidden_when_it_happens_stays_out_of_the_view",
    "test_law_7_redeal_reaches_every_consistent_world",
    "test_law_9_same_seed_same_game",
    "test_law_11_random_play_ends_and_pays",
    "test_law_12_positions_read_back_and_broken_ones_are_refused",
    "test_law_14_whatever_is_not_legal_has_one_reason_the_same_in_every_redeal",
    "test_words_answer_everything_from_views",
]
