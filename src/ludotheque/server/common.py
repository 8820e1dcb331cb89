"""Common passwords, which attackers try first.

Rules detect keyboard rows, repetitions, dates and the person's own name; a list holds the words
that speakers of our four languages choose most, first names and brands among them. Adding digits or
symbols around a word, writing it backwards or with an accent, or digits for letters, does not help.
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
    *("1q2w3e4r5t6y7u8i9o0p", "1a2z3e4r5t6y7u8i9o0p", "1q2w3e4r5t6z7u8i9o0p"),
    *("q1w2e3r4t5y6u7i8o9p0", "a1z2e3r4t5y6u7i8o9p0", "q1w2e3r4t5z6u7i8o9p0"),
    *("a1b2c3d4e5f6g7h8i9j0", "1a2b3c4d5e6f7g8h9i0j"),
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
    aaron abigail adam adrian adrien agathe agnes aidan alain alan albert alberto aleksandra alessandro alex alexandra
    alexia alexis alfred alice alicia alina aline alison alize amber amelia amelie amina amy anais anastasia andre
    andrea angela angelika angelina angelique anita anja anke anneke annelies annemarie annette annika antje antoine
    antonia antonio arnaud arne arno arthur astrid audrey aurelie aurelien
    barbara bart bastian bastien beate beatrice beatrix benedikt benjamin benoit bernadette bernard bernd bernhard
    bertrand bettina bianca birgit bjorn blanche boris bradley bram brandon brenda brian brigitte britta bruno bryan
    caitlin cameron camilla capucine carina carine carl carla carlos carmen carol carole carolin caroline carsten caspar
    cassandra catherine cecile celine chantal charles charlotte cheyenne christa christel christelle christiane
    christina christine christoph christophe christopher cindy clara clarisse claire claude clement clementine colette
    connor corentin corinna corinne cornelia courtney cynthia cyril
    dagmar damien daniela danielle danny david deborah delphine denis denise dennis diana diane didier diego dieter
    dimitri dirk dolores dominic dominik dominique donald dorian dorothea dorothee douglas dylan eduard edward edwin
    eleanor elena eleonore elias eline elisa elisabeth elise elizabeth elke ellen elodie eloise elsa emanuel emilie
    emily emmanuel emmanuelle eric erica erik erika ernst erwin esther estelle etienne eugen eugenie eva evelien eveline
    evelyn fabian fabien fabienne fabrice fanny fatima felicia felix ferdinand fernando fiona flavie florence florent
    florian floriane floris francesca francis francisco franck francois francoise frank frans franz fraukje frederic
    frederik frederique friedrich
    gabriel gabriela gabriele gabrielle gaelle geoffrey georg georges gerald gerard gerda gerhard gerrit ghislaine
    gilles giovanni gisela gregor gregory guido guillaume guillermo gunter gustav hanna hannelore hannes harald harold
    heather heidi heike heiko heinrich heinz helen helena helene helga helmut hendrik henri henrik henry herbert hermann
    hilde holger howard hubert hugo ibrahim ilse imane ines inge irene irina iris isabel isabella isabelle ivan
    jackson jacob jacqueline jacques jakob james jamie janine janneke jaqueline jasmin jasmine jason jasper javier
    jeannette jeffrey jelena jelle jenny jens jeremie jeremy jeroen jerome jesse jessie joachim joanna joelle johanna
    johannes john johnny jonas jonathan jorg joris jose josefine joseph josephine joyce juan judith julian juliane
    julien juliet juliette juline jurgen justin justine
    karim karin karina karine karl karolina karsten katarina katharina katherine kathleen kathrin katja katrin kayla
    kelly kenneth kerstin kevin kilian kimberly kirsten koen konrad kristin kristina kurt kyle laetitia lara lars lasse
    laurence laurens laurent laurie lauren lea leander leila lena lennart leo leon leonard leonardo leonie leopold
    leslie liam lieke liesbeth lilian liliane lilly linda lindsay lindsey linus lionel loic lorena lorenzo lothar louise
    luca lucia lucie lucien ludovic luisa lukas luna lutz lydia madeleine madison magdalena magali manfred manon manuel
    manuela marc marcel marcella marcus margaret margaux margot marguerite mariana marianne marieke marijke marina
    marine marion marissa marjorie markus marleen marlene marlies marlon marta martha martijn martina martine mathias
    mathieu mathilde matthias maud maureen maurice mauricio mauritz max maximilian megan melanie melina melissa melvin
    micha michaela michele micheline mike mila milan mireille miriam mohamed mohammed moritz mustafa mylene
    nadia nadine nadja naomi natacha natalia natalie natascha natasha nathalie nathan nathaniel nelly nicholas nick
    nicola nicolaas nicolette niels nikita niklas nikolaus nina noah noelle noemie nora norbert norman oceane odile olaf
    oliver olivia olivier ophelie oscar oskar otto pamela pascal pascale patrice patricia patricio patrick patrizia paul
    paula pauline pauls penelope perrine peggy philip philipp philippe phillip pierrick priscilla quentin rachel rafael
    rainer ralf ralph ramona raphael raphaelle raymond rebecca regina regine reinhard reinhold remi renate rene renee
    ricardo richard rick robbert roberto robin rodrigo roger roland rolf romain roman romane romy ronald ronny rosalie
    rosemarie roxane rudiger rudolf ruth ryan sabrina samantha samira samuel sandrine sandy sascha saskia savannah
    scarlett scott sean sebastian sebastien selina serge sergio severine shannon sharon sheila shirley sibylle sidonie
    siegfried sigrid silke silvia simon simone sofia solange solene sonia sonja soraya stacey stanislas stefanie steffen
    stella stephan stephane stephanie stephen steve steven stijn sunniva susan susanna susanne suzanne sven svenja
    sybille sydney sylvain sylvia sylvie
    tamara tania tanja tatiana taylor teresa teun thea theodor theodore theo theresa therese thibault thierry thijs
    thorsten tiffany tilman timothee timothy tobias tom tommy torsten tristan ulrich ulrike ursula ute uwe valentin
    valentina valentine valeria valerie vanessa vera verena veronica veronika veronique vicky victor victoire victoria
    viktor viktoria vincent viola violaine violette virginia virginie vivian viviane volker walter waltraud wendy werner
    wesley wilfried wilhelm willy wolfgang wouter xavier yann yannick yasmin yasmina yolanda yolande youri yvette yvonne
    zachary zoe
    mustang corvette camaro charger challenger viper lamborghini maserati bugatti jaguar bentley cadillac chevrolet
    chevy dodge ford fiat alfaromeo lancia opel skoda seat volvo saab subaru mazda nissan mitsubishi suzuki kawasaki
    ducati hyundai tesla vespa jeep landrover mini smart trabant wartburg deuxchevaux twingo clio megane golfgti
    scirocco passat polo beetle kaefer kafer
    garfield snoopy asterix obelix tintin kuifje lucky luckyluke gaston spirou marsupilami mickey mickeymouse minnie
    donaldduck goofy bambi dumbo nemo simba mufasa shrek scooby scoobydoo tweety bugsbunny simpson simpsons homer
    bartsimpson southpark futurama barbie hellokitty totoro doraemon dragonball goku vegeta sasuke itachi onepiece luffy
    godzilla kingkong
    einstein newton darwin galileo mozart beethoven bach chopin picasso rembrandt vangogh shakespeare goethe schiller
    voltaire moliere napoleon caesar cleopatra spartacus socrates platon aristoteles
    arschloch arsch scheisse scheiss fotze wichser hurensohn schlampe mistkerl idiot idioot klootzak kutwijf kanker
    godverdomme verdomme hoer lul eikel connard connasse putain merde salope enculer encule enfoire bordel batard niquer
    nique bitch bastard asshole bullshit fuck fucker fucking fuckoff motherfucker shit pussy dick penis boobs sexy sex
    drowssap passwords wachtwoorden motdepass monmotdepasse mypassword meinpasswort mijnwachtwoord thepassword
    newpassword neuespasswort nieuwwachtwoord nouveau letmeinplease whatthefuck nopassword keinpasswort geenwachtwoord
    ohnepasswort kennworter zugangsdaten codesecret geheimcode toegang identifiant superwoman wonderwoman catwoman
    ironman hulk thor loki captain captainamerica avengers avenger wolverine xmen deadpool joker skywalker lukeskywalker
    darthvader vader yoda chewbacca chewie hansolo jedi sith stormtrooper startrek enterprise spock picard bilbo legolas
    aragorn sauron gollum hermione dumbledore voldemort snape slytherin gryffindor ravenclaw hufflepuff twilight neo
    trinity terminator rambo rocky jamesbond bond alien predator titanic avatar gladiator highlander
    adidas puma nike reebok lacoste gucci prada chanel dior versace rolex cartier ikea lidl aldi carrefour auchan
    albertheijn heineken guinness cocacola pepsi nutella haribo milka lego playmobil ravensburger amazon netflix spotify
    paypal twitter snapchat whatsapp tiktok discord telegram skype yahoo hotmail gmail outlook firefox chrome safari
    opera mozilla adobe oracle cisco intel nvidia siemens philips sony panasonic toshiba nokia motorola blackberry
    huawei xiaomi macbook ipad ipod imac macintosh wordpress github gitlab docker ubuntu debian fedora python
    counterstrike callofduty battlefield halo warcraft worldofwarcraft starcraft diablo league leagueoflegends dota
    skyrim fallout witcher tetris pacman roblox amongus assassin assassinscreed finalfantasy kingdomhearts pokemongo
    charizard bulbasaur eevee megaman metroid kirby yoshi bowser peach monopoly scrabble catan settlers siedler
    carcassonne stratego risk uno skat doppelkopf klaverjas belote tarot petanque backgammon domino poker blackjack
    roulette casino jackpot
    manchesterunited mancity tottenham everton leicester newcastle celtic rangers bayernmunich bayernmuenchen
    bayernmunchen fcbayern werder werderbremen gladbach leverkusen hertha eintracht stpauli hannover nurnberg borussia
    borussiadortmund juve inter acmilan intermilan roma napoli lazio benfica porto sporting real fcbarcelona barca
    atletico sevilla valencia saintetienne lille nantes bordeaux rennes monaco lens strasbourg toulouse clubbrugge
    brugge genk gent standardliege twente heerenveen groningen vitesse sparta messi ronaldo cristiano neymar mbappe
    zidane zizou beckham rooney maradona pele ronaldinho cruijff cruyff vanbasten lewandowski klopp federer nadal
    schumacher verstappen hamilton senna lakers bulls celtics yankees redsox cowboys packers steelers raiders patriots
    eagles broncos dolphins
    toulon nice grenoble dijon angers reims bretagne normandie alsace corse provence munchen munich frankfurt stuttgart
    dusseldorf duesseldorf dresden leipzig bremen essen duisburg bochum bonn mannheim karlsruhe freiburg augsburg koln
    cologne zurich bern basel geneve genf lausanne luzern salzburg innsbruck graz linz denhaag haarlem eindhoven tilburg
    breda nijmegen arnhem maastricht leiden delft leuven mechelen oostende liege luik namur charleroi rome madrid lisbon
    lisbonne lissabon dublin edinburgh glasgow cardiff oxford cambridge birmingham bristol leeds sheffield chicago
    boston dallas houston denver seattle miami orlando atlanta detroit philadelphia brooklyn manhattan losangeles
    sanfrancisco lasvegas california florida alaska canada quebec montreal toronto vancouver melbourne brisbane
    australia australie newzealand scotland ireland irland irlande wales brittany italy italia italie italien spain
    espagne spanien spanje portugal schweiz suisse switzerland zwitserland osterreich oesterreich austria autriche
    oostenrijk belgien luxembourg luxemburg danmark sweden schweden norway norwegen finland poland polska pologne russia
    russland russie moscow moskau moscou japan japon tokyo china chine chinese brazil bresil brasilien mexico argentina
    africa afrique afrika europa europe
    fruhling marz lowe kase schon konigin koenigin konig koenig roi reine koning koningin king queen kingdom kaiser
    knight ritter chevalier ridder wizard zauberer sorcier tovenaar witch hexe sorciere heks magic magie zauber dracula
    vampire vampir werewolf werwolf draak dragons drachen dino dinosaur dinosaure dinosaurus trex robot robots rocket
    rakete fusee raket astronaut galaxy galaxie universe univers universum planet planete saturn jupiter venus mercury
    merkur neptune pluto uranus earth erde terre aarde fire feuer feu vuur water wasser eau ice thunder donner tonnerre
    donder lightning blitz eclair bliksem storm sturm tempete snow schnee neige sneeuw snowball snowflake snoopdogg
    ocean ozean mountain montagne berg forest wald foret island insel
    abcdefg qwe asd zxc qweasd qweasdzxc qweqwe asdasd zxczxc azeazer azeqsd azeqsdwxc aqwzsx aqwzsxedc wsxedc edcrfv
    zaqxsw xswzaq poiuy poiuytrewq lkjhg lkjhgfdsa mnbvcxz mnbvc qwertasdfg qwertzasdf azertqsdfg qwerasdf asdfqwer
    asdfjkl asdfghjk jklm hjkl yxcv zxcv wxcv qwermnbv zxcvqwer
    sweethome home homesweethome maison zuhause thuis house haus huis garden garten jardin tuin kitchen school schule
    ecole student etudiant teacher lehrer professeur leraar doctor doktor docteur dokter nurse police polizei politie
    policier firefighter feuerwehr pompier brandweer soldier soldat army armee leger marines airborne airforce pilot
    pilote piloot kapitan kapitein capitaine boss chef chief director manager secretary mother mutter mere moeder father
    vater pere sister schwester soeur zus brother bruder frere broer daughter tochter fille dochter husband wife friend
    friends freund freunde freundin ami amis amie copain vriend vrienden vriendin bestfriend bestfriends beautiful
    schoen belle mooi pretty handsome happy glucklich gluecklich heureux gelukkig happyness happiness gluck glueck
    bonheur geluk luck chance blessed blessing jesus jesuschrist christ god gott dieu heaven himmel ciel hemel angels
    engelchen madonna allah inshallah bismillah amen faith hope trust peace frieden paix vrede justice power strong
    together zusammen ensemble samen
    snickers twix bonbon candy bonbons snoep snoepje lolipop lollipop cupcake muffin pancake pannenkoek crepe crepes
    waffle gaufre wafel croissant baguette brot brood pain butter beurre boter burger hamburger pizza pasta spaghetti
    lasagne lasagna sushi sandwich frites friet pommes kartoffel patate aardappel tomato tomate tomaat carrot karotte
    carotte wortel onion zwiebel oignon salad salat salade lemon zitrone citron melon melone meloen pineapple ananas
    mango kiwi grape traube raisin druif raspberry himbeere framboise framboos blueberry blaubeere myrtille pfirsich
    peche perzik pear birne poire peer coconut whiskey whisky vodka wodka wine wein vin wijn beer bier biere champagne
    tequila martini
    purple lila violet paars yellow gelb jaune geel green grun gruen vert groen blue blau bleu blauw black schwarz noir
    zwart white weiss blanc brown braun brun bruin pink rosa roze red rot rouge rood grey gray grau gris grijs blackcat
    blackbird blackhawk redbull reddevil redrose bluesky bluebird whitewolf greenday pinkfloyd linkinpark coldplay
    rammstein acdc ironmaiden slipknot abba rihanna beyonce shakira britney adele ladygaga taylorswift justinbieber
    onedirection michaeljackson elvis elvispresley bobmarley reggae hiphop rapper techno trance
    buddy buster rex bello hasso waldi bailey molly maggie smokey minou minouche filou milou idefix medor pupuce titi
    tigrou poupette puce bichon caramel cannelle chipie noisette reglisse gizmo tommie wodan boomer snuffel kanjer
    moppie knuffel knuddel mausi hasi haschen haeschen barchen baerchen spatz spatzi mausebar teddy teddybear teddybaer
    teddybar nounours poussin biquet biche coeur kusje kuss bisou kisses kiss bussi zoen
    keyboard tastatur clavier toetsenbord monitor bildschirm ecran scherm telephone telefon telefoon mobile handy
    portable window fenster fenetre raam accesscode network netzwerk reseau netwerk wireless wifi wlan modem router
    firewall hacker hacking hackme cyber cyberpunk digital virtual monster cookiemonster undertaker wrestling superstar
    rockstar rockyou rocknroll rockon skateboard skater surfer surfing snowboard biker cycling fahrrad velo fiets
    swimming schwimmen natation zwemmen volleyball handball handbal karate judo taekwondo boxing boxen boxe fishing
    angeln hunting jagd chasse running
    """.split()  # noqa: SIM905 (a list of so many strings would be hard to read)
)


def is_common(password: str, name: str = "") -> bool:
    """Return whether a password is one of the first that an attacker would try."""
    text, own = folded(password), BETWEEN.sub("", folded(name))
    forms = (text, text.translate(LETTERS), AROUND.sub("", text).translate(LETTERS))
    return is_row(text) or any(is_word(form, own) for form in forms)


def folded(text: str) -> str:
    """Return a text in lower case and without accents."""
    parts = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


def is_row(text: str) -> bool:
    """Return whether a password just follows the keyboard, or uses few different keys."""
    steps = sum(pair not in NEIGHBORS and pair[0] != pair[1] for pair in itertools.pairwise(text))
    is_number = len(text) < DIGITS and BETWEEN.sub("", text).isdigit()
    return len(set(text)) < FEWEST or steps <= STEPS_LEFT or is_number


def is_word(text: str, own: str) -> bool:
    """Return whether this is one common word, repeated or backwards or with digits around too."""
    core = BETWEEN.sub("", AROUND.sub("", text))
    unit = found[1] if (found := REPEATED.fullmatch(core)) else core
    return unit in WORDS or unit[::-1] in WORDS or (unit != "" and unit == own)
