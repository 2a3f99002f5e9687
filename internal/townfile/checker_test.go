package townfile

import (
	"strings"
	"testing"

	"hawker/internal/translation"
)

// rentals returns the village with a provider and a vehicle.
func rentals() *Town {
	v := village()
	v.Providers = []Provider{{Slug: "wheels", Zone: "green", PickupZones: []string{"green"}, Name: "Wheels", Logo: "logo/w", Cover: "store/w", Point: Point{Lat: 0.3, Lng: 0.6}}}
	v.Modules = append(v.Modules, Module{Slug: "rental", ID: 15, Type: "rental", Name: "Rental", Picture: "module/rental"}, Module{Slug: "parcel", ID: 16, Type: "parcel", Name: "Parcel", Picture: "module/parcel"})
	v.Categories = append(v.Categories, Category{Slug: "vans", Module: "rental", Name: "Vans", Picture: "sprite/van"})
	v.ParcelCategories = []ParcelCategory{{Slug: "documents", Module: "parcel", Name: "Documents", Picture: "module/parcel", Base: "1.20", MaximumQuantity: 10, Active: true}}
	v.ParcelInstructions = []ParcelInstruction{{Slug: "fragile", Text: "Fragile"}}
	v.Translations = []Translation{
		{Kind: "item", Of: v.Items[0].Slug, Language: "ar", Texts: translation.Texts{Name: "برغر", Words: []translation.Word{{Of: v.Items[0].AddOns[0].Name, Text: "جبن"}}}},
		{Kind: "settings", Language: "pt-BR", Texts: translation.Texts{Words: []translation.Word{{Of: v.Settings.Business.Name, Text: "Loja"}}}},
		{Kind: "vehicle", Of: "van", Language: "ar", Texts: translation.Texts{Words: []translation.Word{{Of: "Minibus", Text: "حافلة صغيرة"}, {Of: "Diesel", Text: "ديزل"}}}},
	}
	v.VehicleReviews = []VehicleReview{{Slug: "vr1", Vehicle: "van", Author: "Bo", Rating: 5, Text: "Good", At: "-5h"}}
	v.Vehicles = []Vehicle{{
		Slug: "van", Provider: "wheels", Category: "vans", Name: "Van", Pictures: []string{"vehicle/van"},
		Type: "Minibus", Fuel: "Diesel", Seats: 1, Transmission: "manual", HourlyPrice: "9", Count: 1, Added: "-1d",
	}}
	return v
}

// Every field with a rule is refused, by its name, if it breaks the rule.
func TestCheck_RefusesEachField(t *testing.T) {
	t.Parallel()
	less := int64(-1)
	nothing := -1
	for _, tt := range []struct {
		want string
		edit func(*Town)
	}{
		{"town.json: business name is missing", func(v *Town) { v.Settings.Business.Name = " " }},
		{"town.json: currency code is missing", func(v *Town) { v.Settings.Currency.Code = "" }},
		{"town.json: currency symbol is missing", func(v *Town) { v.Settings.Currency.Symbol = "" }},
		{`town.json: symbol_side "top"`, func(v *Town) { v.Settings.Currency.SymbolSide = "top" }},
		{"town.json: least_password is 5,", func(v *Town) { v.Settings.Login.MinPasswordLength = 5 }},
		{"town.json: least_password is 65,", func(v *Town) { v.Settings.Login.MinPasswordLength = 65 }},
		{`town.json: language "english" is not a tag`, func(v *Town) { v.Settings.Languages = []string{"en", "english"} }},
		{`town.json: language "ar" is in the list twice`, func(v *Town) { v.Settings.Languages = []string{"ar", "ar"} }},
		{"town.json: country is missing", func(v *Town) { v.Settings.Location.Country = "" }},
		{`town.json: time zone ""`, func(v *Town) { v.Settings.Location.TimeZone = "" }},
		{"town.json: point 91, 0", func(v *Town) { v.Settings.Location.Default.Lat = 91 }},
		{`town.json: logo "Logo"`, func(v *Town) { v.Settings.Business.Logo = "Logo" }},
		{`town.json: icon "Icon"`, func(v *Town) { v.Settings.Business.Icon = "Icon" }},
		{"town.json: free_delivery_over -1", func(v *Town) { v.Settings.Checkout.FreeDeliveryOver = "-1" }},
		{"town.json: cod_maximum_order_amount -1", func(v *Town) { v.Settings.Checkout.CODMaximum = "-1" }},
		{"town.json: additional_charge -1", func(v *Town) { v.Settings.Checkout.AdditionalChargeSum = "-1" }},
		{"town.json: extra_packaging -1", func(v *Town) { v.Settings.Checkout.ExtraPackagingSum = "-1" }},
		{"town.json: waiting_orders_per_shopper -1", func(v *Town) { v.Settings.Limits.WaitingPerShopper = &less }},
		{"town.json: waiting_orders_per_phone -1", func(v *Town) { v.Settings.Limits.WaitingPerPhone = &less }},
		{"town.json: waiting_orders_per_address -1", func(v *Town) { v.Settings.Limits.WaitingPerAddress = &less }},
		{"town.json: waiting_vehicles -1", func(v *Town) { v.Settings.Limits.WaitingVehicles = &less }},
		{"town.json: waiting_units -1", func(v *Town) { v.Settings.Limits.WaitingUnits = &less }},

		{"modules.jsonl:1: id 0 is below 1", func(v *Town) { v.Modules[0].ID = 0 }},
		{`modules.jsonl:1: type "zoo"`, func(v *Town) { v.Modules[0].Type = "zoo" }},
		{"modules.jsonl:1: name is missing", func(v *Town) { v.Modules[0].Name = "" }},
		{`modules.jsonl:1: picture ""`, func(v *Town) { v.Modules[0].Picture = "" }},

		{"zones.jsonl:1: name is missing", func(v *Town) { v.Zones[0].Name = "" }},
		{`zones.jsonl:1: there is no "x" in modules.jsonl`, func(v *Town) { v.Zones[0].Tariffs[0].Module = "x" }},
		{"zones.jsonl:1: per_km -1", func(v *Town) { v.Zones[0].Tariffs[0].PerKm = "-1" }},
		{"zones.jsonl:1: minimum -1", func(v *Town) { v.Zones[0].Tariffs[0].Minimum = "-1" }},
		{"zones.jsonl:1: maximum -1", func(v *Town) { v.Zones[0].Tariffs[0].Maximum = "-1" }},
		{"zones.jsonl:1: surge 101 is not 0 to 100", func(v *Town) { v.Zones[0].Tariffs[0].Surge.Value = "101" }},
		{"zones.jsonl:1: surge -1 is below 0", func(v *Town) { v.Zones[0].Tariffs[0].Surge = Surge{"fixed", "-1"} }},
		{"zones.jsonl:1: surge has a value but no type", func(v *Town) { v.Zones[0].Tariffs[0].Surge.Type = "" }},
		{"zones.jsonl:1: point 0, 181", func(v *Town) { v.Zones[0].Area.Points[0].Lng = 181 }},

		{`categories.jsonl:1: there is no "x" in modules.jsonl`, func(v *Town) { v.Categories[0].Module = "x" }},
		{`categories.jsonl:1: there is no "x" in categories.jsonl`, func(v *Town) { v.Categories[0].Parent = "x" }},
		{"categories.jsonl:1: name is missing", func(v *Town) { v.Categories[0].Name = "" }},
		{`categories.jsonl:1: picture ""`, func(v *Town) { v.Categories[0].Picture = "" }},
		{`categories.jsonl:1: former slug "pies" belongs to another record`, func(v *Town) { v.Categories[0].FormerSlugs = []string{"pies"} }},
		{`categories.jsonl:1: slug "A"`, func(v *Town) { v.Categories[0].FormerSlugs = []string{"A"} }},

		{`stores.jsonl:1: there is no "x" in modules.jsonl`, func(v *Town) { v.Stores[0].Module = "x" }},
		{`stores.jsonl:1: there is no "x" in zones.jsonl`, func(v *Town) { v.Stores[0].Zone = "x" }},
		{"stores.jsonl:1: name is missing", func(v *Town) { v.Stores[0].Name = "" }},
		{`stores.jsonl:1: logo ""`, func(v *Town) { v.Stores[0].Logo = "" }},
		{`stores.jsonl:1: cover ""`, func(v *Town) { v.Stores[0].Cover = "" }},
		{"stores.jsonl:1: address is missing", func(v *Town) { v.Stores[0].Address = "" }},
		{"stores.jsonl:1: minimum_order -1", func(v *Town) { v.Stores[0].MinimumOrder = "-1" }},
		{"stores.jsonl:1: tax 101", func(v *Town) { v.Stores[0].Tax = "101" }},
		{"stores.jsonl:1: tax -1", func(v *Town) { v.Stores[0].Tax = "-1" }},
		{"stores.jsonl:1: preparation_minutes -1", func(v *Town) { v.Stores[0].PreparationMinutes = -1 }},
		{"stores.jsonl:1: min_purchase -1", func(v *Town) { v.Stores[0].Discount.MinPurchase = "-1" }},
		{"stores.jsonl:1: max_discount -1", func(v *Town) { v.Stores[0].Discount.MaxDiscount = "-1" }},
		{"stores.jsonl:1: discount 101", func(v *Town) { v.Stores[0].Discount.Value = "101" }},
		{`stores.jsonl:1: discount start: "soon"`, func(v *Town) { v.Stores[0].Discount.Start = "soon" }},
		{`stores.jsonl:1: discount end: "soon"`, func(v *Town) { v.Stores[0].Discount.End = "soon" }},
		{`stores.jsonl:1: discount times ""`, func(v *Town) { v.Stores[0].Discount.StartTime = "09:00" }},
		{"stores.jsonl:1: day -1", func(v *Town) { v.Stores[0].Hours.Week[0].Day = -1 }},
		{`stores.jsonl:1: opens "9:00"`, func(v *Town) { v.Stores[0].Hours.Week[0].Opens = "9:00" }},
		{`stores.jsonl:1: closed to: "soon"`, func(v *Town) { v.Stores[0].Hours.Closures[0].To = "soon" }},
		{"stores.jsonl:1: past", func(v *Town) { v.Stores[0].Past.Sold = -1 }},
		{`stores.jsonl:1: added: "soon"`, func(v *Town) { v.Stores[0].Added = "soon" }},

		{`items.jsonl:1: there is no "x" in stores.jsonl`, func(v *Town) { v.Items[0].Store = "x" }},
		{`items.jsonl:1: there is no "x" in categories.jsonl`, func(v *Town) { v.Items[0].Category = "x" }},
		{"items.jsonl:1: name is missing", func(v *Town) { v.Items[0].Name = "" }},
		{"items.jsonl:1: discount has a value but no type", func(v *Town) { v.Items[0].Discount.Type = "" }},
		{"items.jsonl:1: discount -1 is below 0", func(v *Town) { v.Items[0].Discount.Value = "-1" }},
		{"items.jsonl:1: choice option title is missing", func(v *Town) { v.Items[0].ChoiceOptions[0].Title = "" }},
		{"items.jsonl:1: variation id 0", func(v *Town) { v.Items[0].Variations[0].ID = 0 }},
		{"items.jsonl:1: variation price -1", func(v *Town) { v.Items[0].Variations[0].Price = "-1" }},
		{"items.jsonl:1: stock -1", func(v *Town) { v.Items[0].Variations[0].Stock = &nothing }},
		{"items.jsonl:1: option group id 0", func(v *Town) { v.Items[0].FoodVariations[0].ID = 0 }},
		{"items.jsonl:1: option group name is missing", func(v *Town) { v.Items[0].FoodVariations[0].Name = "" }},
		{`items.jsonl:1: option group type "some"`, func(v *Town) { v.Items[0].FoodVariations[0].Type = "some" }},
		{`items.jsonl:1: option group "With": minimum -1`, func(v *Town) { v.Items[0].FoodVariations[0].Min = -1 }},
		{`items.jsonl:1: option group "With": minimum 0, maximum 0`, func(v *Town) {
			v.Items[0].FoodVariations[0].Min, v.Items[0].FoodVariations[0].Max = 0, 0
		}},
		{`items.jsonl:1: option group "With" has no values`, func(v *Town) {
			v.Items[0].FoodVariations[0].Type, v.Items[0].FoodVariations[0].Values = "single", nil
		}},
		{"items.jsonl:1: option label is missing", func(v *Town) { v.Items[0].FoodVariations[0].Values[0].Label = "" }},
		{"items.jsonl:1: option price -1", func(v *Town) { v.Items[0].FoodVariations[0].Values[0].Price = "-1" }},
		{"items.jsonl:1: add-on id 0", func(v *Town) { v.Items[0].AddOns[0].ID = 0 }},
		{"items.jsonl:1: add-on name is missing", func(v *Town) { v.Items[0].AddOns[0].Name = "" }},
		{"items.jsonl:1: add-on price -1", func(v *Town) { v.Items[0].AddOns[0].Price = "-1" }},
		{"items.jsonl:1: max_cart_quantity -1", func(v *Town) { v.Items[0].MaxCartQuantity = -1 }},
		{`items.jsonl:1: available "24:00"`, func(v *Town) { v.Items[0].AvailableFrom, v.Items[0].AvailableTo = "09:00", "24:00" }},
		{"items.jsonl:1: past", func(v *Town) { v.Items[0].Past = Past{RatingCount: 2, RatingSum: 1} }},
		{`items.jsonl:1: added: "soon"`, func(v *Town) { v.Items[0].Added = "soon" }},

		{`reviews.jsonl:1: there is no "x" in stores.jsonl`, func(v *Town) { v.Reviews[0].Store = "x" }},
		{`reviews.jsonl:1: there is no "x" in items.jsonl`, func(v *Town) { v.Reviews[0].Item = "x" }},
		{"reviews.jsonl:1: 4 pictures", func(v *Town) { v.Reviews[0].Pictures = make([]string, 4) }},
		{"reviews.jsonl:1: rating 0", func(v *Town) { v.Reviews[0].Rating = 0 }},
		{`reviews.jsonl:1: at: "soon"`, func(v *Town) { v.Reviews[0].At = "soon" }},

		{`banners.jsonl:1: there is no "x" in modules.jsonl`, func(v *Town) { v.Banners[0].Module = "x" }},
		{`banners.jsonl:1: there is no "x" in zones.jsonl`, func(v *Town) { v.Banners[0].Zone = "x" }},
		{`banners.jsonl:1: style "red"`, func(v *Town) { v.Banners[0].Style = "red" }},
		{"banners.jsonl:1: title is missing", func(v *Town) { v.Banners[0].Title = "" }},
		{"banners.jsonl:1: button is missing", func(v *Town) { v.Banners[0].Button = "" }},
		{`banners.jsonl:1: picture ""`, func(v *Town) { v.Banners[0].Picture = "" }},
		{"banners.jsonl:1: search words is missing", func(v *Town) { v.Banners[0].Target = Target{"search", " "} }},
		{`banners.jsonl:1: target page "/home" is not a page of the storefront`, func(v *Town) { v.Banners[0].Target = Target{"page", "/home"} }},

		{`coupons.jsonl:1: code "a b"`, func(v *Town) { v.Coupons[0].Code = "a b" }},
		{`coupons.jsonl:2: code "pie-10" is another coupon's`, func(v *Town) { v.Coupons[1].Code = "pie-10" }},
		{"coupons.jsonl:1: title is missing", func(v *Town) { v.Coupons[0].Title = " " }},
		{`coupons.jsonl:1: type "some"`, func(v *Town) { v.Coupons[0].Type = "some" }},
		{`coupons.jsonl:1: there is no "x" in stores.jsonl`, func(v *Town) { v.Coupons[0].Stores[0] = "x" }},
		{`coupons.jsonl:1: there is no "x" in modules.jsonl`, func(v *Town) { v.Coupons[0].Modules[0] = "x" }},
		{`coupons.jsonl:2: there is no "x" in zones.jsonl`, func(v *Town) { v.Coupons[1].Zones[0] = "x" }},
		{"coupons.jsonl:1: stores belong to a store_wise coupon", func(v *Town) { v.Coupons[0].Stores = nil }},
		{"coupons.jsonl:1: zones belong to a zone_wise coupon", func(v *Town) { v.Coupons[0].Zones = []string{"green"} }},
		{"coupons.jsonl:2: zones belong to a zone_wise coupon", func(v *Town) { v.Coupons[1].Zones = nil }},
		{"coupons.jsonl:2: zones belong to a zone_wise coupon", func(v *Town) { v.Coupons[1].Type = "default" }},
		{"coupons.jsonl:1: discount 101 is not 0 to 100", func(v *Town) { v.Coupons[0].Discount.Value = "101" }},
		{"coupons.jsonl:1: discount is missing", func(v *Town) { v.Coupons[0].Discount, v.Coupons[0].MaxDiscount = Rebate{}, "" }},
		{"coupons.jsonl:2: discount is missing", func(v *Town) { v.Coupons[1].Discount.Value = "0.00" }},
		{"coupons.jsonl:2: a free_delivery coupon has no discount", func(v *Town) { v.Coupons[1].Type = "free_delivery" }},
		{"coupons.jsonl:2: max_discount belongs to a percentage", func(v *Town) { v.Coupons[1].MaxDiscount = "1" }},
		{"coupons.jsonl:1: max_discount -1", func(v *Town) { v.Coupons[0].MaxDiscount = "-1" }},
		{"coupons.jsonl:1: min_purchase -1", func(v *Town) { v.Coupons[0].MinPurchase = "-1" }},
		{`coupons.jsonl:1: start: "soon"`, func(v *Town) { v.Coupons[0].Start = "soon" }},
		{`coupons.jsonl:1: end: "soon"`, func(v *Town) { v.Coupons[0].End = "soon" }},
		{`coupons.jsonl:1: end "-2d" is before start "-1d"`, func(v *Town) { v.Coupons[0].End = "-2d" }},
		{"coupons.jsonl:1: use_limit -1", func(v *Town) { v.Coupons[0].UseLimit = -1 }},
		{"coupons.jsonl:1: per_customer -1", func(v *Town) { v.Coupons[0].PerCustomer = -1 }},
		{`coupons.jsonl:1: paid_by ""`, func(v *Town) { v.Coupons[0].PaidBy = "" }},

		{"pages.jsonl:1: title is missing", func(v *Town) { v.Pages[0].Title = "" }},
		{"pages.jsonl:1: body is missing", func(v *Town) { v.Pages[0].Body = "" }},
		{`streets.jsonl:1: class "canal"`, func(v *Town) { v.Streets[0].Class = "canal" }},
		{"streets.jsonl:1: geometry is a Polygon", func(v *Town) { v.Streets[0].Geometry.Type = Polygon }},
		{"places.jsonl:1: name is missing", func(v *Town) { v.Places[0].Name = "" }},
		{`places.jsonl:1: kind "pub"`, func(v *Town) { v.Places[0].Kind = "pub" }},
		{"places.jsonl:1: point -91,", func(v *Town) { v.Places[0].Point.Lat = -91 }},

		{`providers.jsonl:1: there is no "x" in zones.jsonl`, func(v *Town) { v.Providers[0].Zone = "x" }},
		{`providers.jsonl:1: there is no "y" in zones.jsonl`, func(v *Town) { v.Providers[0].PickupZones = []string{"green", "y"} }},
		{"providers.jsonl:1: name is missing", func(v *Town) { v.Providers[0].Name = "" }},
		{`providers.jsonl:1: logo ""`, func(v *Town) { v.Providers[0].Logo = "" }},
		{`providers.jsonl:1: cover ""`, func(v *Town) { v.Providers[0].Cover = "" }},
		{"providers.jsonl:1: point 0.3, -181", func(v *Town) { v.Providers[0].Point.Lng = -181 }},
		{"providers.jsonl:1: min_purchase -1", func(v *Town) { v.Providers[0].Discount.MinPurchase = "-1" }},
		{"providers.jsonl:1: past", func(v *Town) { v.Providers[0].Past.Sold = -1 }},

		{`vehicles.jsonl:1: there is no "x" in providers.jsonl`, func(v *Town) { v.Vehicles[0].Provider = "x" }},
		{`vehicles.jsonl:1: there is no "x" in categories.jsonl`, func(v *Town) { v.Vehicles[0].Category = "x" }},
		{"vehicles.jsonl:1: name is missing", func(v *Town) { v.Vehicles[0].Name = "" }},
		{"vehicles.jsonl:1: pictures are missing", func(v *Town) { v.Vehicles[0].Pictures = nil }},
		{"vehicles.jsonl:1: seats 0", func(v *Town) { v.Vehicles[0].Seats = 0 }},
		{`vehicles.jsonl:1: transmission "none"`, func(v *Town) { v.Vehicles[0].Transmission = "none" }},
		{"vehicles.jsonl:1: hourly_price -1", func(v *Town) { v.Vehicles[0].HourlyPrice = "-1" }},
		{"vehicles.jsonl:1: distance_price -1", func(v *Town) { v.Vehicles[0].DistancePrice = "-1" }},
		{"vehicles.jsonl:1: the vehicle has no price", func(v *Town) { v.Vehicles[0].HourlyPrice = "" }},
		{"vehicles.jsonl:1: the vehicle has no price", func(v *Town) { v.Vehicles[0].HourlyPrice = "0.00" }},
		{"providers.jsonl:1: tax 101", func(v *Town) { v.Providers[0].Tax = "101" }},
		{"vehicles.jsonl:1: discount 101", func(v *Town) { v.Vehicles[0].Discount = Rebate{"percent", "101"} }},
		{"vehicles.jsonl:1: count 0", func(v *Town) { v.Vehicles[0].Count = 0 }},
		{"vehicles.jsonl:1: past", func(v *Town) { v.Vehicles[0].Past.Sold = -1 }},
		{`vehicles.jsonl:1: added: "soon"`, func(v *Town) { v.Vehicles[0].Added = "soon" }},
		{`vehicle_reviews.jsonl:1: there is no "x" in vehicles.jsonl`, func(v *Town) { v.VehicleReviews[0].Vehicle = "x" }},
		{`stores.jsonl:1: phone "202 555"`, func(v *Town) { v.Stores[0].Phone = "202 555" }},
		{`providers.jsonl:1: phone "call us"`, func(v *Town) { v.Providers[0].Phone = "call us" }},
		{`town.json: phone "0"`, func(v *Town) { v.Settings.Business.Phone = "0" }},
		{`town.json: email "a@b, c@d"`, func(v *Town) { v.Settings.Business.Email = "a@b, c@d" }},
		{`parcel_categories.jsonl:1: there is no "x" in modules.jsonl`, func(v *Town) { v.ParcelCategories[0].Module = "x" }},
		{`parcel_categories.jsonl:1: module "food" is not of type parcel`, func(v *Town) { v.ParcelCategories[0].Module = "food" }},
		{"parcel_categories.jsonl:1: base is missing", func(v *Town) { v.ParcelCategories[0].Base = "" }},
		{"parcel_categories.jsonl:1: per_km", func(v *Town) { v.ParcelCategories[0].PerKm = "-1" }},
		{"parcel_categories.jsonl:1: maximum_quantity", func(v *Town) { v.ParcelCategories[0].MaximumQuantity = 0 }},
		{"parcel_instructions.jsonl:1: text", func(v *Town) { v.ParcelInstructions[0].Text = "" }},
		{`translations.jsonl:1: kind "dish" is not one of banner, campaign, `, func(v *Town) { v.Translations[0].Kind = "dish" }},
		{`translations.jsonl:1: language "Arabic"`, func(v *Town) { v.Translations[0].Language = "Arabic" }},
		{`translations.jsonl:1: of: there is no "x" in items.jsonl`, func(v *Town) { v.Translations[0].Of = "x" }},
		{`translations.jsonl:2: of "x": there is only one town.json`, func(v *Town) { v.Translations[1].Of = "x" }},
		{"translations.jsonl:1: tagline is not translated for the kind item", func(v *Town) { v.Translations[0].Tagline = "x" }},
		{"translations.jsonl:1: text is missing", func(v *Town) { v.Translations[0].Texts = translation.Texts{} }},
		{`translations.jsonl:1: words: "Chese" is not a text of the item`, func(v *Town) { v.Translations[0].Words[0].Of = "Chese" }},
		{`translations.jsonl:3: words: "Petrol" is not a text of the vehicle`, func(v *Town) { v.Translations[2].Words[1].Of = "Petrol" }},
		{`translations.jsonl:3: words: "Van" is not a text of the vehicle`, func(v *Town) { v.Translations[2].Words[0].Of = v.Vehicles[0].Name }}, // it has a field of its own
		{"translations.jsonl:1: text of the word is missing", func(v *Town) { v.Translations[0].Words[0].Text = " " }},
		{`translations.jsonl:2: words: "`, func(v *Town) { v.Translations[1].Words = append(v.Translations[1].Words, v.Translations[1].Words[0]) }},
		{`translations.jsonl:1: name "a\x00b" has a control character`, func(v *Town) { v.Translations[0].Name = "a\x00b" }},
		{"town.json: parcel.tax", func(v *Town) { v.Settings.Parcel.Tax = "200" }},
		{"vehicle_reviews.jsonl:1: rating 6", func(v *Town) { v.VehicleReviews[0].Rating = 6 }},
		{"vehicle_reviews.jsonl:1: 4 pictures", func(v *Town) { v.VehicleReviews[0].Pictures = make([]string, 4) }},
	} {
		v := rentals()
		tt.edit(v)
		if err := v.Check(); err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("error is %v, want %q", err, tt.want)
		}
	}
}

// Values at the edge of a rule are allowed.
func TestCheck_AllowsTheEdges(t *testing.T) {
	t.Parallel()
	v := rentals()
	zero, none := 0, int64(0)
	v.Settings.Login.MinPasswordLength = 6
	v.Settings.Location.Default = Point{Lat: 90, Lng: -180}
	v.Settings.Limits.WaitingUnits = &none
	v.Settings.Checkout.CODMaximum = "0"
	v.Zones[0].Tariffs[0].Surge.Value = "100"
	v.Stores[0].Tax = "0"
	v.Stores[0].Delivery, v.Stores[0].TakeAway = false, true
	v.Stores[0].DeliveryMinutesMin, v.Stores[0].DeliveryMinutesMax = 9, 9
	v.Stores[0].Hours.Week = []Opening{{Day: 0, Opens: "00:00", Closes: "23:59"}, {Day: 6, Opens: "20:00", Closes: "00:00"}}
	v.Stores[0].Past = Past{RatingCount: 2, RatingSum: 2}
	v.Stores[0].FormerSlugs = []string{strings.Repeat("a", 120), "24"}
	v.Reviews[0].Slug = "7" // has no address
	v.Items[0].Past = Past{RatingCount: 2, RatingSum: 10}
	v.Items[0].Stock = &zero
	v.Items[0].FoodVariations[0].Min = 2
	v.Items[0].FoodVariations = append(v.Items[0].FoodVariations, OptionGroup{ID: 2, Name: "Size", Type: "single", Values: []Option{{3, "L", "0"}}})
	v.Reviews[0].Rating, v.Reviews[0].Item = 1, ""
	if err := v.Check(); err != nil {
		t.Error(err)
	}
	v.Settings.Login.MinPasswordLength = 64
	if err := v.Check(); err != nil {
		t.Error(err)
	}
	v.Stores[0].FormerSlugs = []string{strings.Repeat("a", 121)}
	if err := v.Check(); err == nil {
		t.Error("a slug may have 121 letters")
	}
}

// In every file a slug is unique.
func TestCheck_RefusesASlugTwice(t *testing.T) {
	t.Parallel()
	for file, again := range map[string]func(*Town){
		ModulesFile:    func(v *Town) { v.Modules = append(v.Modules[:1], v.Modules[0]) },
		ZonesFile:      func(v *Town) { v.Zones = append(v.Zones, v.Zones[0]) },
		CategoriesFile: func(v *Town) { v.Categories = append(v.Categories[:1], v.Categories[0]) },
		StoresFile:     func(v *Town) { v.Stores = append(v.Stores, v.Stores[0]) },
		ItemsFile:      func(v *Town) { v.Items = append(v.Items, v.Items[0]) },
		ReviewsFile:    func(v *Town) { v.Reviews = append(v.Reviews, v.Reviews[0]) },
		BannersFile:    func(v *Town) { v.Banners = append(v.Banners, v.Banners[0]) },
		CouponsFile: func(v *Town) {
			again := v.Coupons[0]
			again.Code = "OTHER"
			v.Coupons = []Coupon{v.Coupons[0], again}
		},
		PagesFile:              func(v *Town) { v.Pages = append(v.Pages, v.Pages[0]) },
		StreetsFile:            func(v *Town) { v.Streets = append(v.Streets, v.Streets[0]) },
		PlacesFile:             func(v *Town) { v.Places = append(v.Places, v.Places[0]) },
		ProvidersFile:          func(v *Town) { v.Providers = append(v.Providers, v.Providers[0]) },
		VehiclesFile:           func(v *Town) { v.Vehicles = append(v.Vehicles, v.Vehicles[0]) },
		ParcelCategoriesFile:   func(v *Town) { v.ParcelCategories = append(v.ParcelCategories, v.ParcelCategories[0]) },
		TranslationsFile:       func(v *Town) { v.Translations = append(v.Translations[:1], v.Translations[0]) },
		ParcelInstructionsFile: func(v *Town) { v.ParcelInstructions = append(v.ParcelInstructions, v.ParcelInstructions[0]) },
		VehicleReviewsFile:     func(v *Town) { v.VehicleReviews = append(v.VehicleReviews, v.VehicleReviews[0]) },
	} {
		v := rentals()
		again(v)
		if err := v.Check(); err == nil || !strings.HasPrefix(err.Error(), file+":2: slug ") {
			t.Errorf("%s: error is %v", file, err)
		}
	}
}
