package setting

import "hawker/internal/money"

// Wallet has the rules of paying into wallets (WAL-01).
type Wallet struct {
	MinTopUp money.Amount `json:"least_top_up"`
	MaxTopUp money.Amount `json:"most_top_up"` // 0: no limit
	Bonuses  []Bonus      `json:"bonuses"`
}

// Bonus is what the shop adds when somebody pays into their wallet.
type Bonus struct {
	ID          string       `json:"id"`
	Title       string       `json:"title"`
	Description string       `json:"description"`
	Percent     money.Rate   `json:"percent"` // of the payment; 0: Amount is added
	Amount      money.Amount `json:"amount"`
	MinTopUp    money.Amount `json:"least_top_up"`
	MaxBonus    money.Amount `json:"most_bonus"`   // of a percentage; 0: no limit
	Start       string       `json:"start"`        // the first day, as 2006-01-02 in the town's time; "": at once
	End         string       `json:"end"`          // the last day; "": never
	PerCustomer int64        `json:"per_customer"` // how often a customer gets it; 0: no limit
}

// For returns what the bonus adds to a payment on a day.
func (b Bonus) For(payment money.Amount, day string) money.Amount {
	if payment < b.MinTopUp || !b.RunsOn(day) {
		return 0
	}
	if b.Percent == 0 {
		return b.Amount
	}
	bonus := payment.Percent(b.Percent)
	if b.MaxBonus > 0 {
		bonus = min(bonus, b.MaxBonus)
	}
	return bonus
}

// RunsOn reports whether the bonus is given on a day, as 2006-01-02.
func (b Bonus) RunsOn(day string) bool {
	return (b.Start == "" || b.Start <= day) && (b.End == "" || day <= b.End)
}
