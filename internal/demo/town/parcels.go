package town

import "hawker/internal/townfile"

var parcelCategories = []townfile.ParcelCategory{
	{Slug: "documents", Module: "parcel", Name: "Documents", Description: "Letters, contracts, keys in an envelope", Picture: "sprite/page-facing-up",
		MaximumWeight: "up to 1 kg", Base: "1.20", PerKm: "0.45", Minimum: "2.00", Further: "0.30", MaximumQuantity: 10, Active: true, Position: 1},
	{Slug: "small-parcels", Module: "parcel", Name: "Small parcel", Description: "What fits into a shoebox", Picture: "sprite/package",
		MaximumWeight: "up to 5 kg", Base: "1.80", PerKm: "0.60", Minimum: "2.80", Further: "0.80", MaximumQuantity: 8, Active: true, Position: 2},
	{Slug: "gifts", Module: "parcel", Name: "Gifts and flowers", Description: "Carried upright, handed over with a smile", Picture: "sprite/wrapped-gift",
		MaximumWeight: "up to 5 kg", Base: "2.20", PerKm: "0.65", Minimum: "3.20", Further: "1.00", MaximumQuantity: 6, Active: true, Position: 3},
	{Slug: "food-from-home", Module: "parcel", Name: "Food from home", Description: "A pot of soup for a friend, in a warm bag", Picture: "sprite/pot-of-food",
		MaximumWeight: "up to 6 kg", Base: "2.00", PerKm: "0.65", Minimum: "3.00", Further: "0.90", MaximumQuantity: 6, Active: true, Position: 4},
	{Slug: "big-boxes", Module: "parcel", Name: "Big box", Description: "A moving box, a suitcase, a small chair", Picture: "sprite/luggage",
		MaximumWeight: "up to 20 kg", Base: "4.50", PerKm: "0.95", Minimum: "6.00", Further: "2.50", MaximumQuantity: 4, Active: true, Position: 5},
}

var parcelInstructions = []townfile.ParcelInstruction{
	{Slug: "fragile", Text: "Fragile: please carry it upright", Position: 1},
	{Slug: "call-first", Text: "Please call before you come", Position: 2},
	{Slug: "reception", Text: "Leave it at the reception", Position: 3},
	{Slug: "in-person", Text: "Hand it over in person only", Position: 4},
}
