package townfile

// Wallet has the rules of paying into wallets (WAL-01).
type Wallet struct {
	MinTopUp Decimal `json:"least_top_up,omitzero"`
	MaxTopUp Decimal `json:"most_top_up,omitzero"` // absent: no limit
	Bonuses  []Bonus `json:"bonuses,omitzero"`
}

// Bonus is what the shop adds when somebody pays into their wallet. Its days are those of
// the town.
type Bonus struct {
	ID          string  `json:"id"` // payments refer to it: do not change it
	Title       string  `json:"title"`
	Description string  `json:"description,omitzero"`
	Bonus       Rebate  `json:"bonus"`
	MinTopUp    Decimal `json:"least_top_up,omitzero"`
	MaxBonus    Decimal `json:"most_bonus,omitzero"`   // of a percentage; absent: no limit
	Start       Day     `json:"start,omitzero"`        // absent: at once
	End         Day     `json:"end,omitzero"`          // the last day; absent: never
	PerCustomer int     `json:"per_customer,omitzero"` // how often a customer gets it; 0: no limit
}

func (w Wallet) check(c *checker) {
	c.amount("least_top_up", w.MinTopUp)
	c.amount("most_top_up", w.MaxTopUp)
	if len(w.Bonuses) > maxMethods {
		c.add("bonuses are %d, but may be at most %d", len(w.Bonuses), maxMethods)
	}
	seen := map[string]bool{}
	for _, b := range w.Bonuses {
		if seen[b.ID] {
			c.add("two bonuses have the id %q", b.ID)
		}
		seen[b.ID] = true
		b.check(c)
	}
}

func (b Bonus) check(c *checker) {
	c.methodID("the id of a bonus", b.ID)
	c.words("title of "+b.ID, b.Title, maxNameLength)
	c.rebate("bonus of "+b.ID, b.Bonus)
	c.amount("least_top_up of "+b.ID, b.MinTopUp)
	c.amount("most_bonus of "+b.ID, b.MaxBonus)
	c.atLeast("per_customer of "+b.ID, b.PerCustomer, 0)
	if b.Start != "" {
		c.day("start of "+b.ID, b.Start)
	}
	if b.End != "" {
		c.day("end of "+b.ID, b.End)
	}
}
