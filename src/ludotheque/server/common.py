"""Common passwords, which attackers try first.

Rules detect keyboard rows, repetitions, dates and the person's own name; a list holds the words
that speakers of our four languages choose most. Adding digits or symbols around a word, or writing
digits for letters, does not help.
"""

import itertools
import re
import unicodedata

FEWEST = 5  # different characters
DIGITS = 12  # fewest digits in a password of digits only
STEPS_LEFT = 2  # at most this many steps that are not to a neighboring key
ROWS = (
    *("0123456789", "1234567890", "abcdefghijklmnopqrstuvwxyz"),
    *("qwertyuiop", "asdfghjkl", "zxcvbnm", "azertyuiop", "qsdfghjklm", "wxcvbn", "qwertzuiop", "yxcvbnm"),
    *("1q2w3e4r5t6y7u8i9o0p", "1a2z3e4r5t6y7u8i9o0p"),
    *("1qaz2wsx3edc4rfv5tgb6yhn7ujm", "1qay2wsx3edc4rfv5tgb6zhn7ujm"),
)
NEIGHBORS = {pair for row in ROWS for pair in itertools.pairwise(row)}
NEIGHBORS |= {(second, first) for first, second in NEIGHBORS}

LETTERS = str.maketrans("0134578@$!€", "oieastbasie")  # symbols that replace letters
REPEATED = re.compile(r"(.+?)\1+")
AROUND = re.compile(r"^[\W\d_]+|[\W\d_]+$")
BETWEEN = re.compile(r"[\W_]+")

WORDS = frozenset(
    """
    password passwort passwd pass passe motdepasse mdp wachtwoord kennwort passphrase passcode secret geheim geheimnis
    secrete geheimpje login logmein letmein openup open opensesame sesame sesam welcome willkommen bienvenue welkom
    hello hellothere bonjour salut coucou hallo hoi hallohallo goedemorgen gutentag guten admin administrator
    administrateur beheerder root toor user username guest gast invite test tester testing testtest default changeme
    change temporary temp master maitre meister superuser system server computer ordinateur laptop internet website
    security sicherheit private privat prive access zugang acces account konto compte
    qwerty qwertz azerty qwertyuiop azertyuiop qwertzuiop asdf asdfgh asdfghjkl zxcvbnm yxcvbnm wxcvbn qwer qwert
    abc abcd abcdef abcabc qazwsx qaywsx zaqwsx
    iloveyou ilove loveyou loveme lovely love lover lovers forever always jetaime jtm tuaime ichliebedich liebe liebling
    ikhouvanjou houvanjou schatz schatzi schatje liefde lieverd amour monamour moncoeur chouchou doudou loulou cherie
    cheri bisous calin princesse princess prinses prinzessin prince prins baby babygirl babyboy angel engel ange honey
    sweetie sweetheart sugar cutie darling
    sunshine sonne sonnenschein soleil zon zonnetje moonlight moon mond lune star stars stern etoile ster rainbow
    regenbogen summer sommer ete zomer winter hiver spring fruehling printemps lente autumn herbst automne herfst
    january february march april june july august september october november december januar februar maerz juni juli
    oktober dezember janvier fevrier mars avril juin juillet aout septembre octobre novembre decembre januari februari
    maart augustus monday tuesday wednesday thursday friday saturday sunday montag freitag samstag sonntag lundi
    vendredi samedi dimanche maandag vrijdag zaterdag zondag
    dragon drache monkey affe singe aap tiger tigre tijger lion loewe leeuw panther wolf fox fuchs renard bear baer ours
    horse pferd cheval paard cat katze chat kat kitty kitten poes poesje dog hund chien hond puppy doggy hase lapin
    bunny rabbit butterfly schmetterling papillon vlinder dolphin delfin dauphin eagle adler falcon spider mouse maus
    souris muis turtle panda unicorn einhorn licorne eenhoorn phoenix
    football fussball foot voetbal soccer baseball basketball hockey tennis golf rugby cricket chess schach echecs
    schaken ajax feyenoord psv bayern dortmund schalke hsv barcelona realmadrid arsenal chelsea liverpool manchester
    juventus marseille olympique paris psg anderlecht standard
    michael michel thomas daniel andrew andreas jordan joshua matthew matthieu anthony robert charlie george jennifer
    jessica ashley amanda nicole michelle hannah sophie laura sarah julia julie lisa anna marie maria martin stefan
    christian alexander alexandre nicolas maxime camille chloe emma lucas louis pierre jean jeanne hans peter klaus
    sandra sabine claudia petra jan piet kees joost sander mark pieter willem johan ingrid
    batman superman spiderman starwars matrix pokemon pikachu naruto minecraft fortnite mario luigi zelda sonic harry
    harrypotter hogwarts frodo gandalf merlin ninja samurai pirate killer hunter ranger shadow phantom ghost zombie
    trustno freedom freiheit liberte vrijheid whatever nothing nichts rien niets fuckyou
    daddy mommy papa maman mama familie family famille
    money geld argent diamond gold silver golden platinum cookie cookies chocolate schokolade chocolat chocolade coffee
    kaffee cafe koffie cheese kaese fromage kaas banana banane apple apfel pomme appel orange cherry kirsche cerise
    pepper ginger peaches strawberry flower flowers blume fleur bloem rose tulip
    mercedes porsche ferrari bmw audi volkswagen renault peugeot citroen toyota honda yamaha harley samsung google
    facebook youtube instagram microsoft windows linux android iphone nintendo playstation xbox
    berlin hamburg muenchen koeln wien zuerich london newyork amsterdam rotterdam utrecht antwerpen brussel bruxelles
    lyon france frankreich deutschland germany nederland holland belgique belgie england america texas hawaii
    blink metallica nirvana eminem beatles music musik musique muziek guitar gitarre guitare dance
    ludotheque bibliotheque boardgame boardgames brettspiel jeudesociete bordspel spiel spiele jeu jeux spel spelen game
    games gamer player spieler joueur speler winner gewinner gagnant winnaar champion
    """.split()  # noqa: SIM905 (a list of so many strings would be hard to read)
)


def is_common(password: str, name: str = "") -> bool:
    """Return whether a password is one of the first that an attacker would try."""
    text = unicodedata.normalize("NFKC", password).casefold()
    own = BETWEEN.sub("", unicodedata.normalize("NFKC", name).casefold())
    forms = (text, text.translate(LETTERS), AROUND.sub("", text).translate(LETTERS))
    return is_row(text) or any(is_word(form, own) for form in forms)


def is_row(text: str) -> bool:
    """Return whether a password just follows the keyboard, or uses few different keys."""
    steps = sum(pair not in NEIGHBORS and pair[0] != pair[1] for pair in itertools.pairwise(text))
    is_number = len(text) < DIGITS and BETWEEN.sub("", text).isdigit()
    return len(set(text)) < FEWEST or steps <= STEPS_LEFT or is_number


def is_word(text: str, own: str) -> bool:
    """Return whether this is one common word, perhaps repeated, with digits or symbols around."""
    core = BETWEEN.sub("", AROUND.sub("", text))
    unit = found[1] if (found := REPEATED.fullmatch(core)) else core
    return unit in WORDS or (unit != "" and unit == own)
