package town

import "hawker/internal/townfile"

// categoryTable lists the categories of each module type: slug, name, emoji of the
// sprite, parent, and whether it is featured. Menus have this order, too: main things
// first, extras last.
var categoryTable = map[string][]struct {
	slug, name, sprite, parent string
	featured                   bool
}{
	"food": {
		{"noodles", "Noodles", "steaming-bowl", "", true},
		{"burgers", "Burgers", "hamburger", "", true},
		{"pizza", "Pizza", "pizza", "", true},
		{"sushi", "Sushi", "sushi", "", true},
		{"salads", "Salads", "green-salad", "", true},
		{"curry", "Curry", "curry-rice", "", true},
		{"breakfast", "Breakfast", "cooking", "", true},
		{"tacos", "Tacos", "taco", "", true},
		{"seafood", "Seafood", "lobster", "", true},
		{"chicken", "Chicken", "poultry-leg", "", true},
		{"grills", "Grills", "meat-on-bone", "", true},
		{"dumplings", "Dumplings", "dumpling", "", true},
		{"sandwiches", "Sandwiches", "sandwich", "", true},
		{"vegan", "Vegan", "herb", "", true},
		{"pasta", "Pasta", "spaghetti", "", true},
		{"rice-bowls", "Rice bowls", "bento-box", "", true},
		{"soups", "Soups & stews", "pot-of-food", "", false},
		{"sides", "Sides", "french-fries", "", false},
		{"bakery", "Bakery", "bread", "", true},
		{"desserts", "Desserts", "shortcake", "", true},
		{"ice-cream", "Ice cream", "ice-cream", "desserts", false},
		{"drinks", "Drinks", "cup-with-straw", "", true},
		{"bubble-tea", "Bubble tea", "bubble-tea", "drinks", false},
		{"coffee-tea", "Coffee & tea", "hot-beverage", "drinks", false},
		{"juices", "Juices", "tropical-drink", "drinks", false},
	},
	"grocery": {
		{"fruit-vegetables", "Fruit & vegetables", "red-apple", "", true},
		{"fruit", "Fruit", "strawberry", "fruit-vegetables", false},
		{"vegetables", "Vegetables", "carrot", "fruit-vegetables", false},
		{"fish-meat", "Fish & seafood", "fish", "", true},
		{"dairy", "Dairy & eggs", "cheese-wedge", "", true},
		{"organic", "Organic", "basket", "", true},
		{"pantry", "Pantry & spices", "jar", "", true},
		{"household", "Household", "soap", "", true},
	},
	"pharmacy": {
		{"medicine", "Medicine", "pill", "", true},
		{"pain-fever", "Pain & fever", "thermometer", "medicine", true},
		{"cold-allergy", "Cold & allergy", "tangerine", "medicine", false},
		{"digestion", "Digestion", "mending-heart", "medicine", false},
		{"prescription", "On prescription", "pill", "medicine", false},
		{"first-aid", "First aid", "adhesive-bandage", "", true},
		{"vitamins", "Vitamins", "sun", "", true},
		{"herbal", "Herbal", "potted-plant", "", true},
		{"skin-care", "Skin care", "lotion-bottle", "", true},
		{"baby", "Baby care", "baby-bottle", "", true},
		{"oral-care", "Oral care", "toothbrush", "", true},
		{"personal-care", "Personal care", "razor", "", true},
	},
	"ecommerce": {
		{"electronics", "Electronics", "laptop", "", true},
		{"phones", "Phones", "mobile-phone", "electronics", true},
		{"computers", "Computers", "laptop", "electronics", false},
		{"audio", "Audio", "headphone", "electronics", true},
		{"gaming", "Gaming & watches", "video-game", "electronics", false},
		{"fashion", "Fashion", "t-shirt", "", true},
		{"women-men", "Women & men", "jeans", "fashion", false},
		{"shoes-bags", "Shoes & bags", "running-shoe", "fashion", true},
		{"kids-clothes", "Children's clothes", "t-shirt", "fashion", false},
		{"toys-games", "Toys & games", "teddy-bear", "", true},
		{"toys", "Toys", "teddy-bear", "toys-games", false},
		{"games-puzzles", "Games & puzzles", "puzzle-piece", "toys-games", false},
		{"art-craft", "Art & craft", "pencil", "toys-games", false},
		{"books", "Books", "books", "", true},
		{"novels", "Novels & poems", "books", "books", false},
		{"cookbooks", "Cookbooks", "books", "books", false},
		{"children", "Children's books", "books", "books", false},
		{"stationery", "Stationery", "pencil", "books", false},
		{"home", "Home", "couch-and-lamp", "", true},
		{"living", "Living", "couch-and-lamp", "home", false},
		{"kitchen", "Kitchen", "cooking", "home", false},
		{"bath", "Bath", "soap", "home", false},
		{"sport-outdoor", "Sport & outdoor", "soccer-ball", "", true},
		{"sport", "Sport", "soccer-ball", "sport-outdoor", false},
		{"outdoor", "Outdoor", "tent", "sport-outdoor", false},
		{"garden", "Garden & flowers", "seedling", "", true},
		{"flowers", "Flowers", "tulip", "garden", false},
		{"plants", "Plants", "potted-plant", "garden", false},
		{"garden-tools", "Tools & seeds", "hammer-and-wrench", "garden", false},
	},
	"rental": {
		{"economy-cars", "Economy", "automobile", "", true},
		{"family-cars", "Family & SUV", "sport-utility-vehicle", "", true},
		{"vans", "Vans & minibuses", "minibus", "", true},
		{"two-wheels", "Scooters & motorcycles", "motor-scooter", "", true},
		{"bicycles", "Bicycles", "bicycle", "", true},
	},
}

func categories() []townfile.Category {
	var all []townfile.Category
	for _, m := range modules {
		for i, s := range categoryTable[m.Type] {
			all = append(all, townfile.Category{
				Slug: s.slug, Module: m.Slug, Parent: s.parent, Name: s.name,
				Picture: "sprite/" + s.sprite, Featured: s.featured, Position: i + 1,
			})
		}
	}
	return all
}

// categoryName returns the visible name, for tags.
func categoryName(slug string) string {
	for _, kind := range categoryTable {
		for _, s := range kind {
			if s.slug == slug {
				return s.name
			}
		}
	}
	panic("no category " + slug)
}
