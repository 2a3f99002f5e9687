package townfile

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Campaign is an offer for some days: of stores (basic), or of an item at a price and
// with a stock of its own (item) (BRW-07). Days and times are those of the zone.
type Campaign struct {
	Slug        string   `json:"slug"`
	Type        string   `json:"type"` // basic or item
	Module      string   `json:"module"`
	Title       string   `json:"title"`
	Description string   `json:"description"`
	Picture     string   `json:"picture"`         // picture key
	Zones       []string `json:"zones,omitzero"`  // absent: every zone
	Stores      []string `json:"stores,omitzero"` // of a basic campaign

	Item        string  `json:"item,omitzero"`          // of an item campaign
	Price       Decimal `json:"price,omitzero"`         // replaces the item's
	Stock       *int    `json:"stock,omitzero"`         // absent: unlimited
	MaxPerOrder int     `json:"max_per_order,omitzero"` // 0: no limit

	FirstDay  Day    `json:"first_day"`
	LastDay   Day    `json:"last_day"`
	DailyFrom string `json:"daily_from,omitzero"` // with DailyTo; absent: all day
	DailyTo   string `json:"daily_to,omitzero"`
	Position  int    `json:"position"`
	Active    bool   `json:"active"`
}

// FlashSale gives items a discount for a short time, while units are left (BRW-07).
type FlashSale struct {
	Slug   string      `json:"slug"`
	Module string      `json:"module"`
	Title  string      `json:"title"`
	Zones  []string    `json:"zones,omitzero"` // absent: every zone
	Begins Clock       `json:"begins"`
	Ends   Clock       `json:"ends"`
	Active bool        `json:"active"`
	Items  []FlashItem `json:"items"` // in their order on the page
}

// FlashItem is what a flash sale offers of an item. Units counts all that it offers,
// with those that are sold already.
type FlashItem struct {
	Item     string `json:"item"`
	Discount Rebate `json:"discount"`
	Units    int    `json:"units"`
}

// Clock is a day and a time on the clock of a zone: "2026-01-31T18:00", or with a Day
// that counts from loading "+1dT18:00". Seconds may follow.
type Clock string

// At returns the time for a town that is loaded at loaded, as 2006-01-02T15:04:05. Pass
// loaded in the time zone of the zone.
func (c Clock) At(loaded time.Time) (string, error) {
	day, clock, found := strings.Cut(string(c), "T")
	date, err := Day(day).On(loaded)
	if err != nil {
		return "", err
	}
	for _, layout := range []string{"15:04", "15:04:05"} {
		if t, err := time.Parse(layout, clock); found && err == nil && len(clock) == len(layout) {
			return date + "T" + t.Format(time.TimeOnly), nil
		}
	}
	return "", fmt.Errorf("%q is neither a time like 2026-01-31T18:00 nor an offset like +1dT18:00", string(c))
}

func (k Campaign) key() string { return k.Slug }

func (k Campaign) check(c *checker) {
	c.oneOf("type", k.Type, "basic", "item")
	c.ref(ModulesFile, k.Module)
	c.required("title", k.Title)
	c.picture("picture", k.Picture)
	c.refs(ZonesFile, k.Zones)
	if k.Type == "item" {
		k.checkItem(c)
	} else {
		k.checkStores(c)
	}
	c.day("first_day", k.FirstDay)
	c.day("last_day", k.LastDay)
	c.inOrder("last_day", string(k.FirstDay), string(k.LastDay))
	c.window("daily_from and daily_to", k.DailyFrom, k.DailyTo)
}

func (k Campaign) checkItem(c *checker) {
	if len(k.Stores) > 0 {
		c.add("stores are for a basic campaign")
	}
	c.offered(k.Item, k.Module, k.Zones)
	if k.Price == "" {
		c.add("price is missing")
	}
	c.amount("price", k.Price)
	c.stock(k.Stock)
	c.atLeast("max_per_order", k.MaxPerOrder, 0)
	if !k.Active {
		return
	}
	if other := c.campaignOf[k.Item]; other != "" {
		c.add("item %q is in the active campaign %q too", k.Item, other)
	}
	c.campaignOf[k.Item] = k.Slug
}

func (k Campaign) checkStores(c *checker) {
	if k.Item != "" || k.Price != "" || k.Stock != nil || k.MaxPerOrder != 0 {
		c.add("item, price, stock and max_per_order are for an item campaign")
	}
	if len(k.Stores) == 0 {
		c.add("stores are missing")
	}
	for _, slug := range k.Stores {
		c.offeredBy(slug, k.Module, k.Zones)
	}
}

func (s FlashSale) key() string { return s.Slug }

func (s FlashSale) check(c *checker) {
	c.ref(ModulesFile, s.Module)
	c.required("title", s.Title)
	c.refs(ZonesFile, s.Zones)
	c.clock("begins", s.Begins)
	c.clock("ends", s.Ends)
	c.inOrder("ends", string(s.Begins), string(s.Ends))
	if len(s.Items) == 0 {
		c.add("items are missing")
	}
	seen := map[string]bool{}
	for _, i := range s.Items {
		if seen[i.Item] {
			c.add("item %q is in the sale twice", i.Item)
		}
		seen[i.Item] = true
		c.offered(i.Item, s.Module, s.Zones)
		c.rebate("discount", i.Discount)
		if i.Discount.Type == "" {
			c.add("discount of %q is missing", i.Item)
		}
		c.atLeast("units", i.Units, 1)
	}
}

func (c *checker) clock(field string, t Clock) {
	if _, err := t.At(time.Time{}); err != nil {
		c.add("%s: %s", field, err)
	}
}

// inOrder checks that the second of two days or times is not before the first. A time
// relative to loading is not compared with a date.
func (c *checker) inOrder(field, first, second string) {
	relative := func(text string) bool { return strings.HasPrefix(text, "+") || strings.HasPrefix(text, "-") }
	if relative(first) != relative(second) {
		return
	}
	loaded := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	value := func(text string) string {
		if at, err := Clock(text).At(loaded); err == nil {
			return at
		}
		on, _ := Day(text).On(loaded)
		return on
	}
	if a, b := value(first), value(second); a != "" && b != "" && b < a {
		c.add("%s %q is before %q", field, second, first)
	}
}

// offered checks that an item is sold in a module and in one of the zones.
func (c *checker) offered(item, module string, zones []string) {
	c.ref(ItemsFile, item)
	if store, known := c.storeOf[item]; known {
		c.offeredBy(store, module, zones)
	}
}

// offeredBy checks that a store is of a module and in one of the zones.
func (c *checker) offeredBy(store, module string, zones []string) {
	c.ref(StoresFile, store)
	at, known := c.places[store]
	if !known {
		return
	}
	if at.module != module {
		c.add("store %q is not of module %q", store, module)
	}
	if len(zones) > 0 && !slices.Contains(zones, at.zone) {
		c.add("store %q is in none of the zones", store)
	}
}
