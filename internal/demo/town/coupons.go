package town

import "hawker/internal/townfile"

// coupons returns one of each type, one that has expired and one that has not begun.
// Their days count from the day on which the demo runs.
func coupons() []townfile.Coupon {
	off := func(kind string, value townfile.Decimal) townfile.Rebate {
		return townfile.Rebate{Type: kind, Value: value}
	}
	all := []townfile.Coupon{
		{Slug: "welcome", Code: "WELCOME5", Title: "$5 off your first order", Type: "default", Discount: off("amount", "5.00"),
			MinPurchase: "20.00", PerCustomer: 1, FirstOrder: true, PaidBy: "shop"},
		{Slug: "town-ten", Code: "TOWN10", Title: "10% off in the middle of town", Type: "zone_wise", Zones: []string{"harbour", "lagoon", "old-town"},
			Discount: off("percent", "10"), MinPurchase: "15.00", MaxDiscount: "6.00", Start: "-3d", End: "+4d", PaidBy: "shop"},
		{Slug: "neighbours", Code: "NEIGHBOUR", Title: "$3 off at Smash & Sons and its neighbours", Type: "store_wise",
			Stores:   []string{"smash-and-sons", "the-crooked-anchor", "hillside-greens", "little-tide", "linen-yard"},
			Discount: off("amount", "3.00"), MinPurchase: "12.00", PerCustomer: 2, End: "+10d", PaidBy: "store"},
		{Slug: "free-ride", Code: "FREERIDE", Title: "Free delivery this week", Type: "free_delivery", MinPurchase: "10.00",
			UseLimit: 500, Start: "-1d", End: "+6d", PaidBy: "shop"},
		{Slug: "last-weekend", Code: "LONGWEEKEND", Title: "15% off for the long weekend", Type: "default", Discount: off("percent", "15"),
			MaxDiscount: "8.00", Start: "-5d", End: "-2d", PaidBy: "shop"},
		{Slug: "next-weekend", Code: "FAIRDAY", Title: "20% off on the day of the fair", Type: "default", Discount: off("percent", "20"),
			MinPurchase: "25.00", MaxDiscount: "10.00", Start: "+3d", End: "+4d", PaidBy: "shop"},
	}
	for i := range all {
		all[i].Listed, all[i].Active = true, true
	}
	return all
}
