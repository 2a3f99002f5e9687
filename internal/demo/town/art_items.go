package town

// itemArt: name, main emoji, then palette:accents of each variant. Things that
// fill a whole menu have several, so that neighbours on a page differ.
const itemArt = `
burger      hamburger  mint:tomato,french-fries  peach:cheese-wedge,bacon  lemon:leafy-green,onion
hotdog      hot-dog  rose:french-fries,tomato  aqua:onion,cucumber
fries       french-fries  lemon:tomato,salt  aqua:hamburger,cheese-wedge
chicken     poultry-leg  peach:hot-pepper,lemon  mint:french-fries,leafy-green
ribs        meat-on-bone  sand:ear-of-corn,fire  lemon:hot-pepper,onion
steak       cut-of-meat  rose:herb,garlic  mint:mushroom,salt
sandwich    sandwich  aqua:tomato,cheese-wedge  lemon:leafy-green,bacon
bagel       bagel  sand:cheese-wedge,cucumber
baguette    baguette-bread  sky:butter,cheese-wedge  rose:tomato,olive
bread       bread  lemon:butter,sheaf-of-rice  lilac:honey-pot,egg
croissant   croissant  rose:butter,hot-beverage  sky:chocolate-bar,strawberry
pretzel     pretzel  mint:salt,butter
waffle      waffle  peach:strawberry,butter  sky:blueberries,honey-pot
pancakes    pancakes  lilac:blueberries,butter  mint:banana,honey-pot
eggs        cooking  sky:bacon,tomato  lemon:avocado,bread  rose:mushroom,herb
bacon       bacon  rose:egg,tomato
pizza       pizza  lemon:tomato,cheese-wedge  mint:herb,olive  peach:hot-pepper,mushroom
pasta       spaghetti  peach:tomato,herb  aqua:cheese-wedge,garlic  lilac:mushroom,olive
pan         shallow-pan-of-food  peach:shrimp,lemon  lilac:bell-pepper,onion
curry       curry-rice  lemon:hot-pepper,ginger-root  mint:coconut,lime  rose:carrot,potato
rice        cooked-rice  aqua:egg,pea-pod  sand:chopsticks,carrot
ramen       steaming-bowl  rose:egg,hot-pepper  sand:mushroom,chopsticks  sky:ear-of-corn,leafy-green
stew        pot-of-food  peach:carrot,potato  lilac:bread,herb  aqua:fish,lime
soup        bowl-with-spoon  mint:herb,bread  sand:tomato,garlic
salad       green-salad  lilac:avocado,lemon  lemon:tomato,cucumber  rose:kiwi-fruit,olive
sushi       sushi  sky:avocado,ginger-root  rose:cucumber,fish  mint:shrimp,lemon
onigiri     rice-ball  mint:fish,cucumber
tempura     fried-shrimp  peach:lemon,chopsticks  aqua:shrimp,herb
prawn       shrimp  mint:lemon,garlic  sky:lime,hot-pepper
lobster     lobster  sky:lemon,butter
crab        crab  aqua:lemon,herb
squid       squid  lemon:lime,garlic
oyster      oyster  lilac:lemon,ice
fish        fish  peach:lemon,herb  lemon:potato,salt  rose:tomato,lime
dumpling    dumpling  sky:chopsticks,ginger-root  rose:hot-pepper,garlic  mint:leafy-green,mushroom
bento       bento-box  peach:sushi,egg  mint:cooked-rice,fried-shrimp  lilac:green-salad,fish
takeout     takeout-box  sky:chopsticks,shrimp  lilac:bell-pepper,egg  sand:mushroom,hot-pepper
taco        taco  rose:avocado,lime  sky:tomato,hot-pepper  lilac:onion,ear-of-corn
burrito     burrito  peach:avocado,beans  aqua:hot-pepper,cheese-wedge
kebab       stuffed-flatbread  mint:tomato,onion  rose:cucumber,hot-pepper  lemon:falafel,leafy-green
falafel     falafel  lilac:lemon,herb  sand:tomato,olive
flatbread   flatbread  mint:garlic,herb  peach:olive,tomato
cake        shortcake  rose:strawberry,cherries  aqua:blueberries,lemon  lemon:coconut,mango
party-cake  birthday-cake  sky:balloon,candy
cupcake     cupcake  aqua:strawberry,candy  lemon:cherries,cookie
pie         pie  mint:red-apple,cherries  lilac:blueberries,pear
doughnut    doughnut  sky:candy,strawberry  mint:chocolate-bar,hot-beverage
cookie      cookie  peach:chocolate-bar,glass-of-milk  aqua:peanuts,butter
icecream    ice-cream  rose:strawberry,cherries  aqua:mango,cookie  lilac:chocolate-bar,chestnut
softserve   soft-ice-cream  sky:cherries,chocolate-bar
shaved-ice  shaved-ice  lemon:mango,strawberry  lilac:watermelon,coconut
custard     custard  sky:egg,honey-pot
dango       dango  mint:cherry-blossom,honey-pot
chocolate   chocolate-bar  sand:chestnut,cookie
candy       candy  sky:lollipop,strawberry
bubble-tea  bubble-tea  sand:mango,ice  lilac:blueberries,cookie  mint:peach,coconut
juice       tropical-drink  aqua:tangerine,mango  peach:pineapple,strawberry  lilac:watermelon,lime
soda        cup-with-straw  rose:lemon,ice  sky:cherries,lime
coffee      hot-beverage  sand:croissant,cookie  peach:chocolate-bar,doughnut
tea         teapot  mint:lemon,honey-pot
milk        glass-of-milk  sky:cookie,cow
carton      beverage-box  lemon:tangerine,red-apple
coconut     coconut  aqua:palm-tree,lime
avocado     avocado  lemon:lime,bread

apple       red-apple  mint:green-apple,leaf-fluttering-in-wind
green-apple green-apple  rose:red-apple,pear
banana      banana  sky:kiwi-fruit,strawberry
orange      tangerine  aqua:lemon,leafy-green
lemon       lemon  lilac:lime,herb
lime        lime  peach:lemon,ice
pear        pear  peach:green-apple,grapes
peach       peach  mint:cherries,strawberry
cherries    cherries  lemon:strawberry,peach
strawberry  strawberry  aqua:blueberries,cherries
grapes      grapes  lemon:pear,cherries
melon       melon  rose:watermelon,kiwi-fruit
watermelon  watermelon  sky:lime,strawberry
pineapple   pineapple  aqua:coconut,mango
mango       mango  mint:pineapple,lime
kiwi        kiwi-fruit  peach:banana,strawberry
blueberries blueberries  lemon:strawberry,cherries
tomato      tomato  lemon:herb,garlic
potato      potato  mint:onion,carrot
carrot      carrot  sky:leafy-green,pea-pod
broccoli    broccoli  peach:carrot,lemon
cucumber    cucumber  sand:tomato,lemon
greens      leafy-green  rose:tomato,cucumber
pepper      bell-pepper  lilac:hot-pepper,tomato
chili       hot-pepper  aqua:lime,garlic
corn        ear-of-corn  mint:butter,salt
eggplant    eggplant  lemon:tomato,garlic
garlic      garlic  lilac:onion,herb
onion       onion  sky:garlic,carrot
ginger      ginger-root  rose:lemon,honey-pot
mushroom    brown-mushroom  aqua:herb,garlic
peas        pea-pod  peach:carrot,potato
beans       beans  sky:hot-pepper,canned-food
sweet-potato roasted-sweet-potato  aqua:butter,herb
herb        herb  rose:lemon,garlic
olive       olive  peach:lemon,cheese-wedge
egg         egg  sky:nest-with-eggs,sheaf-of-rice
cheese      cheese-wedge  rose:grapes,bread
butter      butter  mint:bread,glass-of-milk
can         canned-food  aqua:tomato,beans
jar         jar  peach:strawberry,olive
honey       honey-pot  lilac:honeybee,blossom
salt        salt  aqua:hot-pepper,herb
nuts        peanuts  mint:chestnut,chocolate-bar
grain       sheaf-of-rice  lemon:cooked-rice,bread
soap        soap  lilac:bubbles,lotus
sponge      sponge  sky:bubbles,bucket
paper       roll-of-paper  mint:bubbles,soap
basket      basket  peach:red-apple,carrot

pill        pill  sky:glass-of-milk,herb  mint:sun,tangerine  rose:heart-suit,droplet
plaster     adhesive-bandage  aqua:medical-symbol,droplet
kit         toolbox  rose:adhesive-bandage,medical-symbol
thermometer thermometer  peach:snowflake,sun
lotion      lotion-bottle  lilac:lotus,bubbles  mint:leafy-green,cucumber  peach:sun,coconut
toothbrush  toothbrush  aqua:tooth,bubbles
baby-bottle  baby-bottle  rose:teddy-bear,glass-of-milk  sky:baby-chick,cloud
droplet     droplet  lemon:bubbles,eye
tube        test-tube  mint:bubbles,microscope
razor       razor  sky:bubbles,soap
lipstick    lipstick  peach:rose,mirror
comb        hair-pick  lilac:bubbles,ribbon
sun-care    sun  sky:palm-tree,umbrella-on-ground
mortar      potted-plant  lemon:herb,honey-pot
`

// goodsArt: the same for goods. They have a page each, where people look closely, so
// they get a zoom. Drawing it takes as long as all their other sizes.
const goodsArt = `
phone       mobile-phone  sky:battery,headphone  lilac:camera,electric-plug
laptop      laptop  peach:computer-mouse,hot-beverage
headphone   headphone  rose:musical-notes,mobile-phone  mint:musical-note,microphone
watch       watch  lemon:running-shoe,heart-suit  aqua:mobile-phone,sun
camera      camera  mint:film-frames,sunflower
keyboard    keyboard  aqua:computer-mouse,laptop
mouse       computer-mouse  rose:keyboard,laptop
screen      television  lemon:video-game,popcorn
gamepad     video-game  sky:joystick,television
battery     battery  peach:electric-plug,high-voltage
charger     electric-plug  mint:mobile-phone,high-voltage
radio       radio  sand:musical-notes,sun
lamp        light-bulb  lilac:books,couch-and-lamp
tshirt      t-shirt  sand:sun,sunglasses  aqua:jeans,running-shoe  rose:palm-tree,billed-cap
jeans       jeans  lemon:t-shirt,mans-shoe  mint:billed-cap,running-shoe
dress       dress  mint:flat-shoe,hibiscus  sand:sunglasses,ribbon
coat        coat  sky:umbrella,scarf
shorts      shorts  peach:sun,t-shirt
socks       socks  lilac:yarn,running-shoe
scarf       scarf  sand:gloves,snowflake
cap         billed-cap  lemon:sun,t-shirt
sunglasses  sunglasses  aqua:sun,palm-tree
handbag     handbag  rose:lipstick,scarf
backpack    backpack  lemon:books,compass
sneaker     running-shoe  mint:socks,stopwatch  peach:billed-cap,sun
boot        hiking-boot  sand:mountain,compass
books       books  sky:glasses,hot-beverage  peach:candle,bookmark  mint:pencil,leaf-fluttering-in-wind
notebook    notebook-with-decorative-cover  lilac:pen,paperclip
pencil      pencil  lemon:straight-ruler,notebook
palette     artist-palette  sky:paintbrush,crayon
teddy       teddy-bear  rose:balloon,heart-suit
puzzle      puzzle-piece  lemon:game-die,teddy-bear
dice        game-die  mint:chess-pawn,puzzle-piece
kite        kite  peach:cloud,sun
robot       robot  aqua:gear,battery
car-toy     racing-car  lilac:chequered-flag,stopwatch
blocks      nesting-dolls  sand:teddy-bear,star
ball        soccer-ball  mint:goal-net,running-shoe
basketball  basketball  sky:running-shirt,stopwatch
racket      tennis  peach:badminton,socks
yoga        person-in-lotus-position  lilac:sun,water-wave
tent        tent  sky:fire,mountain
mask        diving-mask  lemon:tropical-fish,coral
rod         fishing-pole  aqua:fish,water-wave
skateboard  skateboard  rose:running-shoe,billed-cap
bicycle     bicycle  mint:sun,wrench
glove       boxing-glove  sand:running-shirt,stopwatch
dumbbell    person-lifting-weights  aqua:stopwatch,droplet
couch       couch-and-lamp  mint:potted-plant,books
candle      candle  lilac:rose,fire
yarn        yarn  peach:socks,scarf
mirror      mirror  sky:ribbon,candle
frame       framed-picture  sand:artist-palette,paintbrush
mug         teacup-without-handle  peach:teapot,honey-pot
pan-steel   cooking  mint:egg,salt
towel       bathtub  sky:bubbles,soap
plant       potted-plant  peach:seedling,sun  sky:droplet,sun
cactus      cactus  rose:sun,potted-plant
tulip       tulip  sky:bouquet,butterfly
bouquet     bouquet  lemon:rose,ribbon
sunflower   sunflower  aqua:honeybee,sun
seedling    seedling  sand:droplet,sun
bucket      bucket  lemon:seedling,droplet
tool        hammer-and-wrench  sand:toolbox,nut-and-bolt
umbrella    umbrella  lemon:cloud-with-rain,droplet
suitcase    luggage  sky:airplane,world-map
`
