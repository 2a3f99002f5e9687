package setting

import "hawker/internal/money"

// Rewards are the rules by which customers get something back (WAL-03, WAL-04, WAL-06).
// The switches in Storefront say which of them hold.
type Rewards struct {
	Points   PointRules      `json:"points"`
	Referral ReferralRules   `json:"referral"`
	Cashback []CashbackOffer `json:"cashback"`
}

// PointRules say how points are earned and what they are worth.
type PointRules struct {
	PerUnit      int64 `json:"per_unit"` // points for each whole unit of the currency that was paid
	UnitFor      int64 `json:"unit_for"` // how many points are one unit of the currency; 0: points cannot be converted
	MinToConvert int64 `json:"least"`    // points to convert at once
}

// ReferralRules say what a customer and a friend get after the friend's first order.
type ReferralRules struct {
	Referrer money.Amount `json:"referrer"`    // who shared the code
	Friend   money.Amount `json:"friend"`      // who signed up with it
	MinOrder money.Amount `json:"least_order"` // total of the order that counts
}

// CashbackOffer gives a part of an order back into the wallet.
type CashbackOffer struct {
	ID          string       `json:"id"`
	Title       string       `json:"title"`
	Percent     money.Rate   `json:"percent"` // 0: Amount
	Amount      money.Amount `json:"amount"`
	MinPurchase money.Amount `json:"min_purchase"` // total of the order
	MaxCashback money.Amount `json:"max_cashback"` // of a percentage; 0: no cap
	Starts      string       `json:"starts"`       // date in the zone's time zone; "": at once
	Ends        string       `json:"ends"`         // the last date; "": never
	PerCustomer int64        `json:"per_customer"` // 0: no limit
	Modules     []string     `json:"modules"`      // slugs; none: every module
}
