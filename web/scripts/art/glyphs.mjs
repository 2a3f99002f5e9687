/**
 * The 3-D set is keyed by code point, the vector set by name: this joins the
 * two for what is shown small. A name that is missing here is drawn from its
 * vector.
 */
const table = `
house-with-garden 🏡  shopping-cart 🛒  wrench 🔧  world-map 🗺  puzzle-piece 🧩  satellite-antenna 📡
receipt 🧾  magnifying-glass-tilted-left 🔍  convenience-store 🏪  red-heart ❤  shopping-bags 🛍
pot-of-food 🍲  leafy-green 🥬  package 📦  pill 💊  sport-utility-vehicle 🚙
adhesive-bandage 🩹  automobile 🚗  baby-bottle 🍼  backpack 🎒  basket 🧺  bento-box 🍱  bicycle 🚲
books 📚  bread 🍞  bubble-tea 🧋  candle 🕯  canned-food 🥫  carrot 🥕  cheese-wedge 🧀  cooking 🍳
couch-and-lamp 🛋  cup-with-straw 🥤  curry-rice 🍛  delivery-truck 🚚  dumpling 🥟  egg 🥚  fish 🐟
french-fries 🍟  green-salad 🥗  hamburger 🍔  hammer-and-wrench 🛠  headphone 🎧  herb 🌿  honey-pot 🍯
hot-beverage ☕  ice-cream 🍨  jar 🫙  jeans 👖  laptop 💻  lobster 🦞  lotion-bottle 🧴  meat-on-bone 🍖
mending-heart ❤‍🩹  minibus 🚐  mobile-phone 📱  motor-scooter 🛵  peanuts 🥜  pencil ✏  pizza 🍕
potted-plant 🪴  poultry-leg 🍗  razor 🪒  red-apple 🍎  running-shoe 👟  sandwich 🥪  seedling 🌱
sheaf-of-rice 🌾  shortcake 🍰  soap 🧼  soccer-ball ⚽  spaghetti 🍝  steaming-bowl 🍜
stuffed-flatbread 🥙  sun ☀  sushi 🍣  t-shirt 👕  taco 🌮  tangerine 🍊  teddy-bear 🧸  tent ⛺
thermometer 🌡  toothbrush 🪥  tropical-drink 🍹  tulip 🌷  video-game 🎮
`

/** Emoji characters by their name in the vector set. */
export const GLYPHS = Object.fromEntries(
  table
    .trim()
    .split(/\s{2,}|\n/)
    .map((pair) => pair.split(' ')),
)
