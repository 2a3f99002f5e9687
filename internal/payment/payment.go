// Package payment takes money through payment gateways, for purchases and for wallets.
//
// The shopper pays on a page of the gateway. What happens there arrives as webhooks, or is
// asked for when none comes. Reports may arrive late, twice and in any order, so each one
// is merged into what is known: the result does not depend on their order. Money that fits
// its payment is accepted once. A second payment goes back. What does not fit in amount or
// currency is held for a person and credits nothing.
package payment

import (
	"slices"

	"hawker/internal/db"
	"hawker/internal/money"
)

// Payment is a page of a gateway on which a shopper pays.
type Payment struct {
	ID         string // random
	Gateway    string
	PurchaseID *int64 // what it pays; nil: it goes into a wallet
	CustomerID *int64 // into whose wallet it goes; nil: it pays a purchase
	Amount     money.Amount
	Digits     int
	Currency   string
	Bonus      money.Amount // what the shop adds in the wallet
	BonusKey   string       // of the bonus in the settings; "": none
	State      State
	Session    *string // the gateway's id; nil: its page is not made yet
	URL        string  // of the page
	ReturnURL  string
	CreatedAt  int64 // Unix milliseconds
	ExpiresAt  int64 // Unix milliseconds
	UpdatedAt  int64 // Unix milliseconds
}

const columns = `id, gateway, purchase_id, customer_id, amount, digits, currency, bonus, state, session, url, return_url, created_at, expires_at, updated_at, bonus_key`

// Money is what is to be paid.
func (p Payment) Money() Money { return Money{p.Amount, p.Digits, p.Currency} }

// states are in the order in which a later one replaces an earlier one.
var states = []State{Open, Pending, Canceled, Expired, Failed, Paid}

// later returns the one of two states that replaces the other.
func later(a, b State) State {
	if slices.Index(states, b) > slices.Index(states, a) {
		return b
	}
	return a
}

// Ended reports whether the shopper can no longer pay.
func (s State) Ended() bool { return s != Open && s != Pending }

// ChargeStatus says what became of money that a gateway took.
type ChargeStatus string

// The statuses.
const (
	Accepted ChargeStatus = "accepted" // it paid what it was for
	Returned ChargeStatus = "returned" // it was paid already, or had ended: the money goes back
	Held     ChargeStatus = "held"     // it does not fit: a person must look at it
)

// Received is money that a gateway took, as we keep it.
type Received struct {
	ID        int64
	Gateway   string
	Ref       string
	PaymentID *string // nil: of no payment that we know
	Amount    money.Amount
	Digits    int
	Currency  string
	Status    ChargeStatus
	Reason    string // why it was not accepted
	SentBack  money.Amount
	CreatedAt int64  // Unix milliseconds
	SettledAt *int64 // when a person settled it outside of the shop; Unix milliseconds; nil: not
}

const chargeColumns = `id, gateway, ref, payment_id, amount, digits, currency, status, reason, sent_back, created_at, settled_at`

// storedEvent is the JSON of an event in the database.
type storedEvent = db.JSON[Event]
