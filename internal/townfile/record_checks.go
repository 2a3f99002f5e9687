package townfile

import (
	"strings"

	"hawker/internal/link"
)

// The rules of each kind of record.

func (s Settings) check(c *checker) {
	c.required("business name", s.Business.Name)
	c.required("currency code", s.Currency.Code)
	c.required("currency symbol", s.Currency.Symbol)
	c.oneOf("symbol_side", s.Currency.SymbolSide, "left", "right")
	if n := s.Login.MinPasswordLength; n != 0 && (n < 6 || n > 64) {
		c.add("least_password is %d, but must be 6 to 64", n)
	}
	c.currencyCode(s.Currency.Code)
	c.required("country", s.Location.Country)
	c.country(s.Location.Country)
	c.timeZone(s.Location.TimeZone)
	c.point(s.Location.Default)
	c.notExchanged("default", s.Location.Default)
	c.phone(s.Business.Phone)
	c.email(s.Business.Email)
	if s.Business.Logo != "" {
		c.picture("logo", s.Business.Logo)
	}
	if s.Business.Icon != "" {
		c.picture("icon", s.Business.Icon)
	}
	c.amount("free_delivery_over", s.Checkout.FreeDeliveryOver)
	c.amount("cod_maximum_order_amount", s.Checkout.CODMaximum)
	c.amount("additional_charge", s.Checkout.AdditionalChargeSum)
	c.amount("extra_packaging", s.Checkout.ExtraPackagingSum)
	for _, page := range s.Business.SocialMedia {
		c.link("social_media "+page.Name, page.Link)
	}
	if apps := s.Landing.AppLinks; apps.PlayStore != "" {
		c.link("playstore_url", apps.PlayStore)
	}
	if apps := s.Landing.AppLinks; apps.AppStore != "" {
		c.link("apple_store_url", apps.AppStore)
	}
	s.Payments.check(c)
	s.Wallet.check(c)
	if s.Rewards != nil {
		s.Rewards.check(c)
	}
	s.Limits.check(c)
	s.Rental.check(c)
	c.languages(s.Languages)
	s.Joining.check(c)
	s.Parcel.check(c)
}

func (l Limits) check(c *checker) {
	for name, limit := range map[string]*int64{
		"waiting_orders_per_shopper": l.WaitingPerShopper, "waiting_orders_per_phone": l.WaitingPerPhone,
		"waiting_orders_per_address": l.WaitingPerAddress, "waiting_units": l.WaitingUnits, "waiting_vehicles": l.WaitingVehicles,
		"unconfirmed_days": l.UnconfirmedDays, "guest_days": l.GuestDays, "prescription_days": l.PrescriptionDays, "chat_days": l.ChatDays,
	} {
		if limit != nil {
			c.atLeast(name, int(*limit), 0)
		}
	}
}

func (m Module) key() string { return m.Slug }

func (m Module) check(c *checker) {
	c.atLeast("id", int(m.ID), 1)
	if other := c.moduleIDs[m.ID]; other != "" {
		c.add("id %d is that of module %q", m.ID, other)
	}
	c.moduleIDs[m.ID] = m.Slug
	c.oneOf("type", m.Type, "food", "grocery", "pharmacy", "ecommerce", "parcel", "rental")
	c.required("name", m.Name)
	c.picture("picture", m.Picture)
}

func (z Zone) key() string { return z.Slug }

func (z Zone) check(c *checker) {
	c.required("name", z.Name)
	c.timeZone(z.TimeZone)
	c.geometry(z.Area, Polygon)
	if _, err := outline(z.Area); err != nil {
		c.add("area: %s", err)
	}
	served := map[string]bool{}
	for _, t := range z.Tariffs {
		c.ref(ModulesFile, t.Module)
		if served[t.Module] {
			c.add("tariffs: module %q has two", t.Module)
		}
		served[t.Module] = true
		c.price("per_km", t.PerKm)
		c.amount("minimum", t.Minimum)
		c.amount("maximum", t.Maximum)
		c.surge(t.Surge)
		if minimum, maximum := c.minor(t.Minimum), c.minor(t.Maximum); maximum > 0 && maximum < minimum {
			c.add("maximum %s is below minimum %s", t.Maximum, t.Minimum)
		}
	}
}

func (k Category) key() string { return k.Slug }

func (k Category) check(c *checker) {
	c.former(CategoriesFile, k.FormerSlugs)
	c.ref(ModulesFile, k.Module)
	if k.Parent != "" {
		c.ref(CategoriesFile, k.Parent)
		c.categoryOf("parent", k.Parent, k.Module)
		if c.categoryParents[k.Parent] != "" {
			c.add("parent %q has a parent itself: there are at most two levels", k.Parent)
		}
	}
	c.required("name", k.Name)
	c.picture("picture", k.Picture)
}

func (s Store) key() string { return s.Slug }

func (s Store) check(c *checker) {
	c.former(StoresFile, s.FormerSlugs)
	c.ref(ModulesFile, s.Module)
	c.ref(ZonesFile, s.Zone)
	c.required("name", s.Name)
	c.picture("logo", s.Logo)
	c.picture("cover", s.Cover)
	c.required("address", s.Address)
	c.phone(s.Phone)
	c.point(s.Point)
	if s.Active { // a zone may have been redrawn since a store has closed
		c.inZone("point", s.Point, s.Zone)
	}
	s.Hours.check(c)
	c.amount("minimum_order", s.MinimumOrder)
	c.percent("tax", s.Tax)
	c.atLeast("preparation_minutes", s.PreparationMinutes, 0)
	c.atLeast("delivery_minutes_min", s.DeliveryMinutesMin, 0)
	c.atLeast("delivery_minutes_max", s.DeliveryMinutesMax, s.DeliveryMinutesMin)
	if !s.Delivery && !s.TakeAway {
		c.add("the store offers neither delivery nor take-away")
	}
	if s.Plan != "" {
		c.methodID("plan", s.Plan)
	}
	c.storeDiscount(s.Discount)
	c.past(s.Past)
	c.when("added", s.Added)
}

func (h Hours) check(c *checker) {
	for _, o := range h.Week {
		if o.Day < 0 || o.Day > 6 {
			c.add("day %d is not 0 (Sunday) to 6", o.Day)
		}
		c.timeOfDay("opens", o.Opens)
		c.timeOfDay("closes", o.Closes)
	}
	for _, k := range h.Closures {
		c.day("closed from", k.From)
		c.day("closed to", k.To)
		c.inOrder("closed to", string(k.From), string(k.To))
	}
}

func (i Item) key() string { return i.Slug }

func (i Item) check(c *checker) {
	c.former(ItemsFile, i.FormerSlugs)
	c.ref(StoresFile, i.Store)
	c.ref(CategoriesFile, i.Category)
	c.required("name", i.Name)
	if store, known := c.places[i.Store]; known {
		c.categoryOf("category", i.Category, store.module)
	}
	c.price("price", i.Price)
	c.rebate("discount", i.Discount)
	c.pictures(i.Pictures)
	c.stock(i.Stock)
	i.checkVariations(c)
	i.checkOptions(c)
	c.atLeast("max_cart_quantity", i.MaxCartQuantity, 0)
	c.window("available", i.AvailableFrom, i.AvailableTo)
	c.past(i.Past)
	c.when("added", i.Added)
}

// checkVariations requires that every variation can be chosen.
func (i Item) checkVariations(c *checker) {
	types := map[string]bool{"": true}
	for _, axis := range i.ChoiceOptions {
		c.required("choice option title", axis.Title)
		longer := make(map[string]bool, len(types)*len(axis.Options))
		for head := range types {
			for _, o := range axis.Options {
				longer[undashed(head+o)] = true
			}
		}
		types = longer
	}
	ids, seen := map[int64]bool{}, map[string]bool{}
	for _, v := range i.Variations {
		switch form := undashed(v.Type); {
		case !types[form]:
			c.add("variation %q is not a combination of the choice options", v.Type)
		case seen[form]: // a label would match both (D3)
			c.add("variation %q is in the item twice", v.Type)
		default:
			seen[form] = true
		}
		c.id(ids, "variation", v.ID)
		c.price("variation price", v.Price)
		c.stock(v.Stock)
	}
}

// undashed returns a variation's type as clients compare it (ITEM-06).
func undashed(variation string) string { return dashesAndSpaces.Replace(variation) }

var dashesAndSpaces = strings.NewReplacer("-", "", " ", "")

// checkOptions requires that every group can be chosen from (ITEM-04).
func (i Item) checkOptions(c *checker) {
	groups, values, addOns := map[int64]bool{}, map[int64]bool{}, map[int64]bool{}
	for _, g := range i.FoodVariations {
		c.id(groups, "option group", g.ID)
		c.required("option group name", g.Name)
		c.oneOf("option group type", g.Type, "single", "multi")
		if g.Type == "multi" && (g.Min < 0 || g.Min > g.Max || g.Max > len(g.Values) || g.Max == 0) {
			c.add("option group %q: minimum %d, maximum %d, values %d", g.Name, g.Min, g.Max, len(g.Values))
		}
		if len(g.Values) == 0 {
			c.add("option group %q has no values", g.Name)
		}
		for _, o := range g.Values {
			c.id(values, "option", o.ID)
			c.required("option label", o.Label)
			c.amount("option price", o.Price)
		}
	}
	for _, a := range i.AddOns {
		c.id(addOns, "add-on", a.ID)
		c.required("add-on name", a.Name)
		c.amount("add-on price", a.Price)
	}
}

func (c *checker) id(seen map[int64]bool, what string, id int64) {
	if id < 1 || seen[id] {
		c.add("%s id %d is below 1 or used twice", what, id)
	}
	seen[id] = true
}

func (r Review) key() string { return r.Slug }

func (r Review) check(c *checker) {
	c.ref(StoresFile, r.Store)
	if r.Item != "" {
		c.ref(ItemsFile, r.Item)
		if store, known := c.storeOf[r.Item]; known && store != r.Store {
			c.add("item %q is of store %q, and not of %q", r.Item, store, r.Store)
		}
	}
	c.review(r.Rating, r.At, r.Pictures)
}

func (r VehicleReview) key() string { return r.Slug }

func (r VehicleReview) check(c *checker) {
	c.ref(VehiclesFile, r.Vehicle)
	c.review(r.Rating, r.At, r.Pictures)
}

// review checks what reviews of all kinds have.
func (c *checker) review(rating int, at When, pictures []string) {
	if rating < 1 || rating > 5 {
		c.add("rating %d is not 1 to 5", rating)
	}
	c.when("at", at)
	if len(pictures) > 3 {
		c.add("%d pictures, at most 3 are allowed", len(pictures))
	}
	for _, key := range pictures {
		c.picture("pictures", key)
	}
}

func (b Banner) key() string { return b.Slug }

func (b Banner) check(c *checker) {
	c.ref(ModulesFile, b.Module)
	if b.Zone != "" {
		c.ref(ZonesFile, b.Zone)
	}
	c.oneOf("style", b.Style, "mango", "ink", "mint", "rose")
	c.required("title", b.Title)
	c.required("button", b.Button)
	c.picture("picture", b.Picture)
	b.Target.check(c)
	if b.SecondLabel != "" {
		b.Second.check(c)
	}
}

func (t Target) check(c *checker) {
	files := map[string]string{"store": StoresFile, "category": CategoriesFile, "item": ItemsFile, "module": ModulesFile, "campaign": CampaignsFile, "flash_sale": FlashSalesFile}
	switch file, isSlug := files[t.Kind]; {
	case isSlug:
		c.ref(file, t.Value)
	case t.Kind == "search":
		c.required("search words", t.Value)
	case t.Kind == "link":
		if !link.IsHTTPS(t.Value) {
			c.add("target link %q is not an https:// address", t.Value)
		}
	case t.Kind != "path" || !link.IsPath(t.Value):
		c.add("target %s %q is not a page of the storefront", t.Kind, t.Value)
	}
}

func (p Page) key() string { return p.Slug }

func (p Page) check(c *checker) {
	c.required("title", p.Title)
	c.required("body", p.Body)
}

func (f Feature) key() string { return f.Slug }

func (f Feature) check(c *checker) {
	switch f.Class {
	case "main", "secondary", "lane", "path":
		c.geometry(f.Geometry, LineString)
	case "shore", "water", "park", "square", "building":
		c.geometry(f.Geometry, Polygon)
	default:
		c.add("class %q is unknown", f.Class)
	}
}

func (p Place) key() string { return p.Slug }

func (p Place) check(c *checker) {
	c.required("name", p.Name)
	c.oneOf("kind", p.Kind, "landmark", "square", "park", "street", "quarter", "store")
	c.point(p.Point)
	c.notExchanged("point", p.Point)
}

func (p Provider) key() string { return p.Slug }

func (p Provider) check(c *checker) {
	c.ref(ZonesFile, p.Zone)
	c.refs(ZonesFile, p.PickupZones)
	c.required("name", p.Name)
	c.picture("logo", p.Logo)
	c.picture("cover", p.Cover)
	c.phone(p.Phone)
	c.point(p.Point)
	if !p.Archived {
		c.inZone("point", p.Point, p.Zone)
	}
	c.percent("tax", p.Tax)
	c.storeDiscount(p.Discount)
	c.past(p.Past)
}

func (v Vehicle) key() string { return v.Slug }

func (v Vehicle) check(c *checker) {
	c.ref(ProvidersFile, v.Provider)
	c.ref(CategoriesFile, v.Category)
	c.rentalCategory(v.Category)
	c.required("name", v.Name)
	c.pictures(v.Pictures)
	c.atLeast("seats", v.Seats, 1)
	c.oneOf("transmission", v.Transmission, "automatic", "manual")
	c.amount("hourly_price", v.HourlyPrice)
	c.amount("distance_price", v.DistancePrice)
	c.amount("deposit", v.Deposit)
	if c.isZero(v.HourlyPrice) && c.isZero(v.DistancePrice) {
		c.add("the vehicle has no price")
	}
	c.rebate("discount", v.Discount)
	c.atLeast("count", v.Count, 1)
	c.past(v.Past)
	c.when("added", v.Added)
}
