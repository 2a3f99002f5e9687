package townfile

import (
	"regexp"
	"strings"
)

// CouponsFile has a coupon on each line.
const CouponsFile = "coupons.jsonl"

// Coupon takes something off an order (PRC-03). Its days are those of its first zone, of
// the zone of its first store, or of the town.
type Coupon struct {
	Slug        string   `json:"slug"`
	Code        string   `json:"code"` // what shoppers type, in any case
	Title       string   `json:"title"`
	Type        string   `json:"type"`              // zone_wise, store_wise, free_delivery or default
	Zones       []string `json:"zones,omitzero"`    // zone_wise, and free_delivery if it is not for every zone
	Stores      []string `json:"stores,omitzero"`   // store_wise, and free_delivery if it is not for every store
	Modules     []string `json:"modules,omitzero"`  // absent: every module
	Discount    Rebate   `json:"discount,omitzero"` // an amount is off the order, not off each unit
	MinPurchase Decimal  `json:"min_purchase,omitzero"`
	MaxDiscount Decimal  `json:"max_discount,omitzero"` // of a percentage; 0: no cap
	Start       Day      `json:"start,omitzero"`        // absent: at once
	End         Day      `json:"end,omitzero"`          // the last day; absent: never
	UseLimit    int      `json:"use_limit,omitzero"`    // 0: none
	PerCustomer int      `json:"per_customer,omitzero"` // uses of one customer; 0: no limit
	FirstOrder  bool     `json:"first_order,omitzero"`  // for a shopper's first order only
	PaidBy      string   `json:"paid_by"`               // shop or store
	Listed      bool     `json:"listed"`                // false: only who knows the code can use it
	Active      bool     `json:"active"`
}

func (k Coupon) key() string { return k.Slug }

var codeForm = regexp.MustCompile(`^[A-Z0-9]([A-Z0-9_-]{1,38}[A-Z0-9])$`)

func (k Coupon) check(c *checker) {
	c.code(k.Code)
	c.required("title", k.Title)
	k.checkPlaces(c)
	k.checkDiscount(c)
	c.amount("min_purchase", k.MinPurchase)
	k.checkDays(c)
	c.atLeast("use_limit", k.UseLimit, 0)
	c.atLeast("per_customer", k.PerCustomer, 0)
	c.oneOf("paid_by", k.PaidBy, "shop", "store")
}

// code refuses a code of another form, and one that another coupon has. Shoppers may
// type it in any case.
func (c *checker) code(code string) {
	folded := strings.ToUpper(code)
	if !codeForm.MatchString(folded) {
		c.add("code %q is not 3 to 40 letters, digits, dashes and underscores", code)
	}
	if c.codes == nil {
		c.codes = map[string]bool{}
	}
	if c.codes[folded] {
		c.add("code %q is another coupon's", code)
	}
	c.codes[folded] = true
}

func (k Coupon) checkPlaces(c *checker) {
	c.refs(ZonesFile, k.Zones)
	c.refs(StoresFile, k.Stores)
	c.refs(ModulesFile, k.Modules)
	c.oneOf("type", k.Type, "zone_wise", "store_wise", "free_delivery", "default")
	if k.Type == "free_delivery" {
		return
	}
	if (k.Type == "zone_wise") != (len(k.Zones) > 0) {
		c.add("zones belong to a zone_wise coupon, which needs at least one")
	}
	if (k.Type == "store_wise") != (len(k.Stores) > 0) {
		c.add("stores belong to a store_wise coupon, which needs at least one")
	}
}

func (k Coupon) checkDiscount(c *checker) {
	c.rebate("discount", k.Discount)
	c.amount("max_discount", k.MaxDiscount)
	if worth, err := k.Discount.Value.Float64(); k.Type != "free_delivery" && (k.Discount.Type == "" || err == nil && worth == 0) {
		c.add("discount is missing")
	}
	if k.Type == "free_delivery" && k.Discount != (Rebate{}) {
		c.add("a free_delivery coupon has no discount")
	}
	if k.MaxDiscount != "" && k.Discount.Type != "percent" {
		c.add("max_discount belongs to a percentage")
	}
}

func (k Coupon) checkDays(c *checker) {
	if k.Start != "" {
		c.day("start", k.Start)
	}
	if k.End != "" {
		c.day("end", k.End)
	}
	if k.Start == "" || k.End == "" || k.Start.isOffset() != k.End.isOffset() {
		return
	}
	start, errStart := k.Start.On(someDay)
	end, errEnd := k.End.On(someDay)
	if errStart == nil && errEnd == nil && end < start {
		c.add("end %q is before start %q", k.End, k.Start)
	}
}
