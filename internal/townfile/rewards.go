package townfile

// Rewards are the rules of points, referrals and cashback (WAL-03, WAL-04, WAL-06).
type Rewards struct {
	Points   Points     `json:"points,omitzero"`
	Referral Referral   `json:"referral,omitzero"`
	Cashback []Cashback `json:"cashback,omitzero"`
}

// Points say how points are earned and what they are worth.
type Points struct {
	PerUnit      int64 `json:"earned_per_unit"`           // for each whole unit of the currency that was paid
	UnitFor      int64 `json:"points_of_a_unit"`          // how many are one unit of the currency; 0: they cannot be converted
	MinToConvert int64 `json:"least_to_convert,omitzero"` // at once
}

// Referral says what a customer and a friend get after the friend's first order.
type Referral struct {
	Referrer Decimal `json:"referrer,omitzero"` // who shared the code
	Friend   Decimal `json:"friend,omitzero"`   // who signed up with it
	MinOrder Decimal `json:"least_order,omitzero"`
}

// Cashback gives a part of an order back into the wallet.
type Cashback struct {
	ID          string   `json:"id"` // orders refer to it: do not change it
	Title       string   `json:"title"`
	Discount    Rebate   `json:"cashback"` // how much of the order's total comes back
	MinPurchase Decimal  `json:"min_purchase,omitzero"`
	MaxCashback Decimal  `json:"max_cashback,omitzero"` // of a percentage; 0: no cap
	Start       Day      `json:"start,omitzero"`        // absent: at once
	End         Day      `json:"end,omitzero"`          // the last day; absent: never
	PerCustomer int64    `json:"per_customer,omitzero"` // 0: no limit
	Modules     []string `json:"modules,omitzero"`      // absent: every module
}

// maxCashback bounds the offers: a page shows them all, and each delivery reads them.
const maxCashback = 20

// maxPoints bounds the rules, so that no product of them overflows.
const maxPoints = 1_000_000

func (r Rewards) check(c *checker) {
	for name, points := range map[string]int64{
		"earned_per_unit": r.Points.PerUnit, "points_of_a_unit": r.Points.UnitFor, "least_to_convert": r.Points.MinToConvert,
	} {
		if points < 0 || points > maxPoints {
			c.add("%s is %d, but must be 0 to %d", name, points, maxPoints)
		}
	}
	c.amount("referral referrer", r.Referral.Referrer)
	c.amount("referral friend", r.Referral.Friend)
	c.amount("referral least_order", r.Referral.MinOrder)
	if len(r.Cashback) > maxCashback {
		c.add("cashback has %d offers, but may have at most %d", len(r.Cashback), maxCashback)
	}
	seen := map[string]bool{}
	for _, o := range r.Cashback {
		if seen[o.ID] {
			c.add("two offers of cashback have the id %q", o.ID)
		}
		seen[o.ID] = true
		o.check(c)
	}
}

func (o Cashback) check(c *checker) {
	c.methodID("the id of a cashback", o.ID)
	c.words("title of "+o.ID, o.Title, maxNameLength)
	c.rebate("cashback of "+o.ID, o.Discount)
	if worth, err := o.Discount.Value.Float64(); o.Discount.Type == "" || err == nil && worth == 0 {
		c.add("the cashback of %s is missing", o.ID)
	}
	c.amount("min_purchase of "+o.ID, o.MinPurchase)
	c.amount("max_cashback of "+o.ID, o.MaxCashback)
	if o.MaxCashback != "" && o.Discount.Type != "percent" {
		c.add("max_cashback of %s belongs to a percentage", o.ID)
	}
	c.atLeast("per_customer of "+o.ID, int(o.PerCustomer), 0)
	c.refs(ModulesFile, o.Modules)
	Coupon{Start: o.Start, End: o.End}.checkDays(c)
}
