package town

// storeArt: name, palette, the emoji in the middle and the two beside it.
const storeArt = `
burgers     rose   hamburger french-fries cup-with-straw
pizza       lemon  pizza tomato cheese-wedge
sushi       sky    sushi fish avocado
noodles     peach  takeout-box chopsticks shrimp
ramen       sand   steaming-bowl egg mushroom
curry       lemon  curry-rice hot-pepper ginger-root
seafood     peach  shallow-pan-of-food shrimp lobster
tacos       lilac  taco avocado hot-pepper
salads      mint   green-salad avocado kiwi-fruit
breakfast   sky    cooking bacon croissant
bakery      sand   bread croissant baguette-bread
desserts    rose   shortcake cupcake doughnut
bubble-tea  lilac  bubble-tea peach mango
juice       aqua   tropical-drink pineapple watermelon
bbq         peach  meat-on-bone fire ear-of-corn
vegan       mint   avocado broccoli carrot
dumplings   aqua   dumpling chopsticks takeout-box
kebab       sand   stuffed-flatbread tomato falafel
fish-chips  sky    fish french-fries lemon
chicken     lemon  poultry-leg french-fries hot-pepper
sandwiches  mint   sandwich pretzel tomato
coffee      sand   hot-beverage croissant cookie
ice-cream   aqua   ice-cream shaved-ice cherries
pasta       peach  spaghetti tomato cheese-wedge
bento       lilac  bento-box sushi fried-shrimp
home-cooking rose  pot-of-food bread carrot
greengrocer mint   red-apple broccoli carrot
supermarket sky    shopping-cart basket canned-food
fishmonger  aqua   fish crab oyster
dairy       lemon  cheese-wedge glass-of-milk egg
organic     peach  basket leafy-green tomato
pantry      sand   jar hot-pepper honey-pot
pharmacy    sky    pill adhesive-bandage thermometer
wellness    mint   herb pill honey-pot
skincare    rose   lotion-bottle soap baby-bottle
gadgets     lilac  laptop headphone mobile-phone
clothes     sand   t-shirt jeans running-shoe
toys        lemon  teddy-bear kite puzzle-piece
books       peach  books pencil glasses
home        aqua   couch-and-lamp candle framed-picture
sport       sky    soccer-ball tennis running-shoe
garden      mint   potted-plant sunflower tulip
rentals     sky    sport-utility-vehicle luggage motor-scooter
`

// logoArt: name, palette, emoji.
const logoArt = `
burger     peach  hamburger
pizza      mint   pizza
sushi      rose   sushi
bowl       lemon  steaming-bowl
curry      sand   curry-rice
shrimp     sky    shrimp
taco       aqua   taco
salad      peach  green-salad
sunrise    lemon  sunrise
croissant  lilac  croissant
cupcake    mint   cupcake
cup        rose   bubble-tea
palm       sky    palm-tree
fire       sand   fire
leaf       lemon  herb
dumpling   peach  dumpling
chef       sky    cook
fish       mint   tropical-fish
rooster    lemon  rooster
coffee     rose   hot-beverage
pot        aqua   pot-of-food
carrot     mint   carrot
basket     lemon  basket
cow        sky    cow
jar        rose   jar
cross      mint   mending-heart
lotus      lilac  lotus
plug       sky    high-voltage
hanger     rose   t-shirt
kite       lemon  kite
book       peach  open-book
lamp       aqua   light-bulb
ball       sand   basketball
tulip      lilac  tulip
wheel      sky    wheel
anchor     aqua   anchor
`

// vehicleArt: name, palette, main emoji, accents. Each vehicle has a second picture, in town.
const vehicleArt = `
hatchback   mint   automobile palm-tree sun
saloon      sky    oncoming-automobile cityscape cloud
suv         lemon  sport-utility-vehicle mountain sun
pickup      sand   pickup-truck tent wood
minibus     aqua   minibus luggage palm-tree
scooter     rose   motor-scooter sun palm-tree
motorcycle  lilac  motorcycle mountain cloud
bicycle     peach  bicycle sun sunflower
kick-scooter mint  kick-scooter cityscape sun
van         lilac  delivery-truck package couch-and-lamp
hatchback-town   lemon automobile cityscape cloud
saloon-town      rose  oncoming-automobile palm-tree sun
suv-town         mint  sport-utility-vehicle luggage palm-tree
pickup-town      sky   pickup-truck package mountain
minibus-town     peach minibus cityscape sun
scooter-town     aqua  motor-scooter cityscape cloud
motorcycle-town  lemon motorcycle palm-tree sun
bicycle-town     mint  bicycle cityscape cloud
kick-scooter-town lilac kick-scooter palm-tree cloud
van-town         sand  delivery-truck cityscape wood
`

// moduleArt: module type, emoji.
const moduleArt = `
food      pot-of-food
grocery   leafy-green
pharmacy  pill
ecommerce shopping-bags
parcel    package
rental    sport-utility-vehicle
`

// heroArt: name, the large emoji and those around it.
const heroArt = `
food        hamburger pizza bubble-tea avocado
food-late   steaming-bowl dumpling chopsticks
food-sweet  shortcake doughnut cherries
grocery     red-apple broccoli carrot banana
grocery-sea fish shrimp lemon
grocery-milk cheese-wedge glass-of-milk egg
pharmacy    pill lotion-bottle adhesive-bandage
pharmacy-baby baby-bottle teddy-bear
pharmacy-sun sun lotion-bottle
ecommerce   headphone running-shoe laptop watch
ecommerce-garden potted-plant sunflower
ecommerce-play teddy-bear kite soccer-ball
rental      sport-utility-vehicle motor-scooter luggage palm-tree
rental-family minibus teddy-bear
rental-quiet kick-scooter sun
landing     motor-scooter hamburger red-apple package
`

// emptyArt: what is empty or went wrong, emoji.
const emptyArt = `
cart     shopping-cart
search   magnifying-glass-tilted-left
orders   receipt
store    convenience-store
offline  satellite-antenna
error    wrench
location world-map
module   puzzle-piece
wishlist red-heart
address  house-with-garden
`

// spriteArt: emoji of the categories.
const spriteArt = `
hamburger pizza sushi steaming-bowl curry-rice lobster taco green-salad cooking
bread shortcake bubble-tea tropical-drink hot-beverage meat-on-bone dumpling
stuffed-flatbread poultry-leg sandwich ice-cream spaghetti bento-box
french-fries cup-with-straw pot-of-food
red-apple strawberry carrot herb basket fish cheese-wedge egg canned-food jar honey-pot
peanuts soap sheaf-of-rice shopping-cart
pill thermometer adhesive-bandage tangerine lotion-bottle baby-bottle
toothbrush razor sun potted-plant mending-heart
mobile-phone laptop headphone video-game t-shirt jeans running-shoe backpack
page-facing-up package wrapped-gift luggage
teddy-bear puzzle-piece books pencil couch-and-lamp candle soccer-ball tent
tulip seedling hammer-and-wrench
automobile sport-utility-vehicle motor-scooter bicycle minibus delivery-truck
`
