"""Old beliefs about the ingredients, each in a sentence or two of our own.

The beliefs themselves come from the printed rules.
"""

from ludotheque.core.words import N_

LORE = {
    "horse droppings": N_(
        "Good against fever, they said. Stirred into brandy, the juice becomes a love potion; who had to taste it first"
        " is not recorded."
    ),
    "pine cones": N_("Under the pillow, they sent children to sleep. Nobody promised comfort."),
    "oak leaf": N_("Worn in the hat, it spared walkers sore feet. For long corridors, take two."),
    "black slug oil": N_("The oil of black slugs healed wounds of every kind. The slugs were not consulted."),
    "four-leaf clover": N_(
        "It brings luck, but only if picked in the dark and kept in a bag with bumblebee wax. Luck was never simple."
    ),
    "garlic": N_("Eat it and nobody can beat you; hang it from the ceiling and illness stays outside. So do guests."),
    "raven feather": N_("Find one and luck is on its way. Plucking it yourself does not count."),
    "henbane": N_(
        "It belongs in witches' ointment: rub it under your arms and you fly, or turn into an animal. Landing is not"
        " included."
    ),
    "spider": N_(
        "People thought it venomous, yet it brought luck if it ran across your hand. A garden spider under lock and key"
        " was even said to turn into gold."
    ),
    "skull moss": N_("Moss grown on a skull was a remedy for epilepsy. The skull had no more complaints."),
    "dried slow-worm": N_(
        "Dead, and dried in the chimney, it made a perfectly good magic wand. Sadly, it buys no extra action."
    ),
    "quartz": N_(
        "In one piece, rock crystal kept witchcraft away; ground to powder, it mended bones. Choose before you grind."
    ),
    "toad": N_(
        "Venomous when raw. Cooked in witch's fat and cream, it lets you understand the animals, who have views on the"
        " recipe."
    ),
    "fire salamander": N_("It makes you proof against fire and puts out whole blazes. That was the hope, anyway."),
    "weasel spit": N_(
        "If a weasel spat at you, you went blind or fell into two halves. Certain bones of a white one made you"
        " invisible, which helps."
    ),
    "silver thistle": N_(
        "Found on the night of the solstice, it gives enormous strength. On any other night, it pricks."
    ),
    "snake": N_("Eat its meat and you understand what the animals say. See also: toad, with cream."),
    "emerald": N_(
        "For fever, poison and epilepsy, for the eyes and the memory. Indecent behaviour makes it crack, so be good."
    ),
    "mandrake root": N_(
        "It looks like a little person and brings luck in games and in love. You are about to test the games."
    ),
    "black rooster": N_("Now and then one turns into a basilisk, whose look kills. Feed it with your eyes shut."),
    "mistletoe": N_(
        "Always green, good for the arteries, and a charm against lightning, ghosts and witches. Never eat the berries:"
        " they are poisonous."
    ),
}
