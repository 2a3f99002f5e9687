package town

import "hawker/internal/townfile"

func settings() townfile.Settings {
	return townfile.Settings{
		Business: townfile.Business{
			Name: "Hawker", Email: "hello@port-saffron.example", Phone: "+12025550100",
			Address:    "1 Saffron Circus, Saffron Centre, Port Saffron",
			FooterText: "© Hawker, Port Saffron. A demonstration town: nothing here is for sale, and nobody will ring your bell.",
		},
		Currency: townfile.Currency{Code: "USD", Digits: currency.Digits, Symbol: currency.Symbol, SymbolSide: "left"},
		Location: townfile.Location{
			Country: "US", TimeZone: TimeZone, Default: xy{0, -40}.point(), Address: "Saffron Square, Port Saffron",
		},
		Storefront: townfile.Storefront{VegFilter: true, CountryPicker: true, CustomerWallet: true, LoyaltyPoints: true, ReferralEarning: true, RefundPolicy: true, CancellationPolicy: true, ShippingPolicy: true},
		Checkout: townfile.Checkout{
			GuestCheckout: true, FreeDeliveryOver: "25.00", CODMaximum: "300.00", CashOnDelivery: true, PartialPayment: true,
		},
		Payments: townfile.Payments{OfflineMinutes: 60, Offline: []townfile.OfflineMethod{
			{ID: "bank-transfer", Name: "Bank transfer", Proof: "optional",
				Instructions: "Account: Hawker of Port Saffron\nIBAN: SF00 0000 1234 5678 9000\nBank: First Bank of the Bay\n\nWrite the number of your order as the reference. This is a demonstration: please do not send any money.",
				Fields:       []townfile.OfflineField{{ID: "reference", Label: "Transfer number", Required: true}, {ID: "name", Label: "Account holder"}}},
			{ID: "mobile-money", Name: "Mobile money", Proof: "required",
				Instructions: "Send the total to +1 202 555 0100 and upload the screen that confirms it. This is a demonstration: please do not send any money.",
				Fields:       []townfile.OfflineField{{ID: "phone", Label: "Your mobile money number", Required: true}}},
		}},
		Wallet: townfile.Wallet{MinTopUp: "1.00", MaxTopUp: "1000.00", Bonuses: []townfile.Bonus{
			{ID: "first-hundred", Title: "10% on top", Description: "Add $50 or more and we add 10%, up to $15. Three times for everybody.",
				Bonus: townfile.Rebate{Type: "percent", Value: "10"}, MinTopUp: "50.00", MaxBonus: "15.00", End: "+20d", PerCustomer: 3},
			{ID: "small-thanks", Title: "$2 extra", Description: "For every payment of $30 or more.", Bonus: townfile.Rebate{Type: "amount", Value: "2.00"}, MinTopUp: "30.00"},
		}},
		Parcel: townfile.Parcel{Tax: "5", PickupMinutes: new(int64(12))},
		Rental: townfile.Rental{Photos: new(true), DriverLicence: new(true), Deposits: new(true), ExtensionHours: new(int64(12)), LatePercent: new(int64(150))},
		Joining: townfile.Joining{Stores: true, Riders: true, Plans: []townfile.Plan{
			{ID: "stall", Name: "Stall", Price: "12% of each order", Reviews: true, Description: "Your shop window, orders at the desk, and reviews of your customers. Nothing to pay in a month without orders."},
			{ID: "corner-shop", Name: "Corner shop", Price: "$39 a month and 6% of each order", Reviews: true, Description: "For shops that sell every day: a lower share of each order, and everything that a stall has."},
			{ID: "quiet", Name: "Quiet", Price: "9% of each order", Description: "Everything that a stall has, but without reviews: nobody rates what you sell, and no stars are shown."},
		}},
		Rewards: &townfile.Rewards{
			Points:   townfile.Points{PerUnit: 5, UnitFor: 100, MinToConvert: 100},
			Referral: townfile.Referral{Referrer: "5.00", Friend: "3.00", MinOrder: "10.00"},
			Cashback: []townfile.Cashback{
				{ID: "big-basket", Title: "5% back on big baskets", Discount: townfile.Rebate{Type: "percent", Value: "5"}, MinPurchase: "40.00", MaxCashback: "6.00", End: "+13d"},
				{ID: "first-meals", Title: "$2 back on your first three meals", Discount: townfile.Rebate{Type: "amount", Value: "2.00"}, MinPurchase: "15.00", PerCustomer: 3, Modules: []string{"food"}},
			},
		},
		Login:     townfile.Login{Manual: true, OTP: true, Social: true, Google: true, Facebook: true, Apple: true},
		Languages: []string{"en", "ar"},
		Landing: townfile.Landing{
			Title:    "The whole street, at your door",
			SubTitle: "Hot bowls, fresh groceries, pharmacy runs and little luxuries from every corner of Port Saffron.",
			Hero:     "hero/landing",
			Highlights: []townfile.Highlight{
				{Title: "One town, one cart", Text: "Kitchens, markets, pharmacies and shops, each with its own hours and its own best seller.", Picture: "module/food"},
				{Title: "Prices you see are prices you pay", Text: "Delivery, tax and every discount stand on their own line before you agree.", Picture: "module/ecommerce"},
				{Title: "Followed to the door", Text: "Watch your order from the stove to your street, with or without an account.", Picture: "module/parcel"},
			},
			FooterDescription: "Hawker brings the stalls, shops and kitchens of Port Saffron to your door.",
			NewsletterTitle:   "Deals worth opening",
			NewsletterText:    "One short email a week. Unsubscribe any time.",
		},
	}
}

func to(kind, value string) townfile.Target { return townfile.Target{Kind: kind, Value: value} }

// banners returns three for each active module: a large one and two beside it.
func banners() []townfile.Banner {
	all := []townfile.Banner{
		{Slug: "food-street", Module: "food", Style: "mango", Kicker: "Free delivery over $25", Title: "The whole street, at your door in 25 minutes",
			Text: "Hot bowls, wood-fired pizza and something cold with pearls, from forty kitchens around you.", Picture: "hero/food",
			Button: "Order now", Target: to("path", "/store/popular"), SecondLabel: "See deals", Second: to("campaign", "kitchens-with-a-deal")},
		{Slug: "food-late", Module: "food", Style: "ink", Title: "Still hungry at one?", Text: "Ramen and dumplings until late.", Picture: "hero/food-late",
			Button: "See who is open", Target: to("category", "noodles")},
		{Slug: "food-sweet", Module: "food", Style: "mint", Title: "Cake counts as lunch", Picture: "hero/food-sweet",
			Button: "Choose a slice", Target: to("category", "desserts")},

		{Slug: "grocery-week", Module: "grocery", Style: "mango", Kicker: "Picked this morning", Title: "The week's shopping, carried up the hill",
			Text: "Fruit by the kilo, milk in glass, bread that was flour yesterday.", Picture: "hero/grocery",
			Button: "Shop fresh", Target: to("category", "fruit-vegetables"), SecondLabel: "See all stores", Second: to("path", "/store/latest")},
		{Slug: "grocery-boats", Module: "grocery", Style: "ink", Title: "Straight from the boats", Text: "On ice by seven, gone by five.", Picture: "hero/grocery-sea",
			Button: "See the catch", Target: to("store", "dawn-catch")},
		{Slug: "grocery-dairy", Module: "grocery", Style: "mint", Title: "Small herd, short road", Picture: "hero/grocery-milk",
			Button: "Milk, eggs, cheese", Target: to("category", "dairy")},

		{Slug: "pharmacy-night", Module: "pharmacy", Style: "mango", Kicker: "Open day and night", Title: "Feel better without leaving the bed",
			Text: "A pharmacist packs it, a rider brings it, usually within half an hour.", Picture: "hero/pharmacy",
			Button: "Find a remedy", Target: to("category", "medicine"), SecondLabel: "Vitamins", Second: to("category", "vitamins")},
		{Slug: "pharmacy-baby", Module: "pharmacy", Style: "ink", Title: "Three in the morning, again", Text: "Nappies, milk, patience.", Picture: "hero/pharmacy-baby",
			Button: "Baby care", Target: to("category", "baby")},
		{Slug: "pharmacy-sun", Module: "pharmacy", Style: "mint", Title: "Kind to skin and reef", Picture: "hero/pharmacy-sun",
			Button: "Sun care", Target: to("search", "sun cream")},

		{Slug: "shops-new", Module: "shops", Style: "mango", Kicker: "Mended for free", Title: "Good things, from people who repair them",
			Text: "Gadgets, clothes and books from sixteen shops, delivered this afternoon.", Picture: "hero/ecommerce",
			Button: "Browse shops", Target: to("path", "/store/popular"), SecondLabel: "Headphones", Second: to("search", "headphones")},
		{Slug: "shops-garden", Module: "shops", Style: "ink", Title: "A jungle on the windowsill", Text: "Plants with instructions you can follow.", Picture: "hero/ecommerce-garden",
			Button: "Pick a plant", Target: to("category", "plants")},
		{Slug: "shops-play", Module: "shops", Style: "mint", Title: "No batteries, no screens", Picture: "hero/ecommerce-play",
			Button: "Toys and games", Target: to("category", "toys-games")},

		{Slug: "rental-island", Module: "rental", Style: "mango", Kicker: "Insured, and full", Title: "The whole island before lunch",
			Text: "Cars, vans and scooters by the hour or the kilometre, from eight garages.", Picture: "hero/rental",
			Button: "Find a vehicle", Target: to("path", "/rental/vehicle-search?all_category=1"), SecondLabel: "With a discount", Second: to("path", "/rental/vehicle-search?discounted=1")},
		{Slug: "rental-family", Module: "rental", Style: "ink", Title: "Everyone fits", Text: "Seven seats and more.", Picture: "hero/rental-family",
			Button: "See the big ones", Target: to("path", "/rental/vehicle-search?seats=7")},
		{Slug: "rental-quiet", Module: "rental", Style: "mint", Title: "Quiet on the shore road", Picture: "hero/rental-quiet",
			Button: "Go electric", Target: to("path", "/rental/vehicle-search?fuels=Electric")},
	}
	for i := range all {
		all[i].Position = i%3 + 1
	}
	return all
}

var pages = []townfile.Page{
	{Slug: "about-us", Title: "About us", Body: `Hawker brings the stalls, shops and kitchens of Port Saffron to your door. The town lives from its market; we carry the bags.

# How it began

A fishmonger, a baker and a student with a bicycle shared one telephone. People rang, the student rode. Today more than eighty shops and a few dozen riders share one app, and the fishmonger still answers if you call.

# What we care about

Prices are the shop's own, and every charge stands on a line of its own before you agree. Riders are paid by the hour and by the kilometre. Nothing that we know about you is sold to anyone.

# This is a demonstration

Port Saffron exists on no map. Its shops, dishes and reviews were made up to show what the software can do. Orders you place here cook in nobody's kitchen.`},

	{Slug: "terms-and-conditions", Title: "Terms and conditions", Body: `These terms apply to every order placed through Hawker. By placing one you accept them.

# Who sells

The shop you order from sells to you; we pass the order on and bring it. The shop answers for what is in the bag, we answer for how it travels.

# Prices and payment

The total you confirm is the total you pay. If a price or the stock changes before you confirm, we show you the new total and ask again. Cash orders are limited to the amount shown at checkout.

# Allergies

Shops list the main allergens of each dish. If you live with a severe allergy, call the shop before you order.

# Your account and conduct

Order for yourself or with the consent of whoever receives it. We may refuse orders that are placed to annoy.

# If something goes wrong

Tell us within two days through help and support. We answer within one.`},

	{Slug: "privacy-policy", Title: "Privacy policy", Body: `We keep what we need to bring you things, and no more.

# What we keep

Your orders, the name and phone number for the rider, and the address you choose. Guests are known to us by a random secret in their browser, nothing else.

# Who sees it

The shop sees your order, the rider sees where to bring it. Both lose sight of it when the order is done.

# How long

Orders are kept as long as tax law asks. Delete your account and your name, number and addresses go with it.

# Location

Your position is used only when you tap the button, only to fill in an address, and is not followed.

# Cookies

We set the few that remember your language, your theme and your delivery area. There are no advertising cookies.`},

	{Slug: "refund-policy", Title: "Refund policy", Body: `If it is not what you ordered, you should not pay for it.

# Food and groceries

Tell us within two hours of delivery, with a picture if you can. Missing or wrong items are refunded in full, spoiled ones as well.

# Medicine

Medicine cannot be taken back once it has left the pharmacy, unless it was wrong or damaged.

# Everything else

Return it unused within thirty days. The rider collects it.

# How the money comes back

Cash orders are refunded in cash on the next delivery or by transfer, as you prefer, within three days.`},

	{Slug: "cancellation-policy", Title: "Cancellation policy", Body: `You can cancel free of charge for as long as the shop has not confirmed your order. The button is on the order's page.

# After confirmation

Once the kitchen has started we cannot stop it, but call us: if the shop agrees, so do we.

# When the shop cancels

Sometimes the last one has just been sold. You are told at once, pay nothing, and whatever was taken from the stock goes back.

# Scheduled orders

Cancel until the preparation begins, that is, the shop's preparation time before your slot.`},

	{Slug: "shipping-policy", Title: "Shipping policy", Body: `We deliver within the four zones of Port Saffron: Harbour, Old Town, Hillside and Lagoon.

# What it costs

A rate per kilometre along the streets, with a minimum and a maximum for each zone. Orders above the amount shown in the cart travel free, as do those of shops that offer it.

# How long it takes

The time on the shop's card counts from confirmation. In the monsoon add ten minutes and a little sympathy.

# Scheduled delivery

Choose a half-hour slot today or on one of the next six days.

# Collecting it yourself

Most shops hand over at the counter without any charge.`},

	{Slug: "help-and-support", Title: "Help & support", Body: `We are three people and a kettle, and one of us is always awake.

# Talk to us

Call the number at the top of the page or write to us; both stand in the footer, too. Have your order number ready, it starts every conversation faster.

# Where is my order?

Open Track order and enter the number of your order or trip and the phone number you gave. The page moves by itself.

# Something is missing or wrong

Keep what came, take a picture, tell us within two hours. We refund or send it again, as you like.

# I want to sell or ride

Shops and riders are welcome. Use the links in the footer and we call back within a day.`},
}
