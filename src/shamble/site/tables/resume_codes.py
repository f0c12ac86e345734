"""Resume codes: four words that move a seat to another device. Short, common, told apart by ear."""

import secrets

_TEXT = """
acorn actor alarm album almond amber anchor angel ankle apple apron arch arena arrow artist aspen attic autumn badge
badger bagel baker balcony ballet balloon bamboo banana bandage banjo barn barrel basil basket battery beacon beaver
bench berry bicycle biscuit blanket blossom blue bonfire bonnet border bottle bottom boulder bracelet branch bread
brick bridge broom brother bubble bucket bugle butter button cabbage cabin cable cactus camel camera candle canoe
canvas canyon captain caravan carbon cardigan carpet carrot castle cattle cedar cellar cello cement cereal chalk
chapel cheese cherry chess chestnut chicken chimney chorus cider cinema circle circus clarinet clay clover cloud
coast cobbler cocoa coconut coffee collar comet compass cookie copper coral corner cotton cousin cricket crumb
crystal cuckoo cucumber cupboard curtain cushion cymbal daisy dancer dawn delta denim desert dinner doctor dolphin
domino donkey dragon drawer drummer duckling dwarf eagle easel echo eclipse eight elbow elephant elm ember emerald
engine engineer envelope evening fable falcon farmer feather fennel fern ferry fiddle field fifteen finger finch
flame flannel flute folder forest fossil fountain fourteen fox freckle freezer frost furnace gallery garden garlic
gazelle gecko giant ginger giraffe glacier glove goblet goggles golden goose gorilla grape grass gravel green guitar
gull hammer hammock hamster harbour harp harvest hazel heather hedge helmet herald hermit heron hickory highway
holly honey hood horizon hornet hotel hunter husky iceberg igloo indigo insect iris iron island ivory jacket jaguar
jasmine jelly jersey jewel jigsaw jockey jolly journal judge jungle juniper kayak kennel ketchup kettle kidney king
kitchen kitten kiwi koala ladder lagoon lantern lark laundry lava lavender leather lemon lentil leopard letter
lighthouse lilac lily linen lizard llama lobster locket lotus lumber lunch magnet magpie mammoth mango maple marble
market marmalade meadow medal melon mermaid meteor midnight milk mirror mitten monkey morning mosaic moth mountain
muffin mushroom music mustard napkin narwhal navy nectar needle nephew nettle nickel nine noodle north notebook
nutmeg oak oasis oatmeal ocean octopus olive omelette onion opal opera orange orchard orchid organ osprey ostrich
otter oven owl oyster paddle painter palace pancake panda panther paper parade parrot parsley pasta pastry peach
peacock peanut pear pebble pelican pencil pepper piano pickle picnic pigeon pillow pilot pine pirate planet plaster
plum pocket poet polar pond pony poppy porcelain porridge postcard potato pottery powder prairie pretzel prince
printer puffin pumpkin puppet purple puzzle pyramid quail quarry quartz queen quilt quiver rabbit raccoon radio
radish railway rainbow raisin raspberry raven reef ribbon river robin rocket rosemary ruby rucksack saddle saffron
sailor salad salmon sandal sapphire sardine satin saucer scarf scarlet school scooter seagull season seven shadow
shallot shamrock shelter shepherd sherbet shoulder shovel silver singer sister sixteen skipper slipper snail snow
soldier sparrow spinach spiral sponge spring squirrel stable stadium starfish station statue stocking storm stove
strawberry stream sugar summer sunday sunset surfer swallow swan syrup table tailor tangerine teacup temple tennis
thirteen thistle thunder ticket tiger timber tinsel toffee tomato topaz torch tortoise toucan tower tractor trumpet
tulip tunnel turkey turnip turquoise turtle twelve twilight umbrella uncle unicorn valley vanilla velvet violet
violin volcano waffle wagon walnut walrus water weasel whale whisker whistle willow window winter wizard wolf
woodpecker yacht yellow yogurt zebra zeppelin zigzag
"""
WORDS = tuple(_TEXT.split())


def new_code() -> str:
    """Four words drawn at random, with spaces between: more than 35 bits."""
    return " ".join(secrets.choice(WORDS) for _ in range(4))


def tidy_code(text: str) -> str:
    """A code as a person typed it, in the form it was given out; empty if it cannot be one."""
    letters = "".join(c if c.isalpha() else " " for c in text[:200].lower()).split()
    return " ".join(letters) if len(letters) == 4 and all(word in _KNOWN for word in letters) else ""


_KNOWN = frozenset(WORDS)
