package payment

import (
	"context"
	"errors"
	"time"

	"hawker/internal/money"
)

// Gateway is an outside service that takes money on a page of its own, so that no card
// number ever comes to us. Safe for concurrent use. Its calls end within a time limit.
type Gateway interface {
	// Name identifies the gateway in URLs and in the database, such as "stripe".
	Name() string
	// Takes reports whether the gateway can take exactly this amount, and send it back. It
	// calls nobody, and does not know the least amount of an account.
	Takes(m Money) bool
	// Open makes a page on which the shopper pays. Called again with the same PaymentID
	// it returns the same page.
	Open(ctx context.Context, c Checkout) (Page, error)
	// Close ends a page, so that nobody can pay on it any more. What was paid, or has
	// ended, stays as it is.
	Close(ctx context.Context, session string) error
	// Find returns what the gateway knows about a page; ErrUnknown if it has no such page.
	Find(ctx context.Context, session string) (Report, error)
	// ReadEvent checks the signature of a webhook at the time now and returns what it
	// says. It returns ErrForged for a wrong or an old signature, and calls nobody.
	ReadEvent(header Header, body []byte, now time.Time) (Event, error)
	// Refund sends money of a charge back. Called again with the same RefundID it sends
	// nothing twice.
	Refund(ctx context.Context, r RefundOrder) (RefundReport, error)
	// List calls yield for each charge and each refund that was made in the period,
	// until one of them returns an error.
	List(ctx context.Context, from, to time.Time, yield func(Record) error) error
}

// Header returns the headers of a webhook, such as an http.Header does.
type Header interface{ Get(name string) string }

// The errors of gateways. Every other error is one that may be gone at the next try.
var (
	// ErrForged is returned for a webhook that the gateway did not sign.
	ErrForged = errors.New("the signature of the webhook is wrong")
	// ErrUnknown is returned for a page that the gateway does not have.
	ErrUnknown = errors.New("the gateway does not know this payment")
	// ErrRefused is wrapped in errors of calls that would be refused at every try.
	ErrRefused = errors.New("the gateway refuses this")
)

// Money is an amount with what a gateway must know about it.
type Money struct {
	Amount   money.Amount // in units of Digits decimals
	Digits   int          // decimals of Amount
	Currency string       // ISO 4217, upper case
}

// Same reports whether both are the same money, also if their digits differ (M7).
func (m Money) Same(other Money) bool {
	if m.Digits > other.Digits {
		m, other = other, m
	}
	scaled := m.Amount
	for range other.Digits - m.Digits {
		if scaled > money.Limit/10 {
			return false
		}
		scaled *= 10
	}
	return m.Currency == other.Currency && scaled == other.Amount
}

// Checkout is what a gateway must know to take a payment.
type Checkout struct {
	PaymentID string // ours; the gateway gives it back in its events
	Money     Money
	Title     string // what is paid, for the shopper
	Email     string // of the shopper; "": unknown
	Language  string // BCP 47
	// ReturnURL is where the shopper goes afterwards, whether they paid or not.
	ReturnURL string
	ExpiresAt time.Time // the page should end then
}

// Page is a page of a gateway on which a shopper pays.
type Page struct {
	Session string // the gateway's id
	URL     string // https, or http on the own machine
}

// State is how far a payment is.
type State string

// The states, in the order in which a later one replaces an earlier one: reports may
// arrive in any order (O1).
const (
	Open     State = "open"     // nobody has paid yet
	Pending  State = "pending"  // the shopper has done their part, the money has not come
	Canceled State = "canceled" // the shopper went back
	Expired  State = "expired"  // the page has ended
	Failed   State = "failed"   // the gateway could not take the money
	Paid     State = "paid"
)

// Report is what a gateway says about a page.
type Report struct {
	Session   string
	PaymentID string // as it was given to Open; "": none
	State     State
	Charges   []Charge // money that was taken; more than one if the shopper paid twice
}

// Charge is money that a gateway took.
type Charge struct {
	Ref   string // the gateway's id
	Money Money
}

// Event is what a webhook says.
type Event struct {
	ID     string // the gateway's; the same if it is sent again
	Kind   string // the gateway's name for it
	Report *Report
	Refund *RefundReport // of an event about a refund
}

// RefundOrder is money to send back.
type RefundOrder struct {
	RefundID string // ours
	Charge   string // Ref of the charge
	Money    Money
}

// ReportedState is how far a refund is.
type ReportedState string

// The states of a refund.
const (
	ReportedPending ReportedState = "pending" // on its way
	ReportedDone    ReportedState = "done"
	ReportedFailed  ReportedState = "failed" // the money is still at the gateway
)

// RefundReport is what a gateway says about a refund.
type RefundReport struct {
	RefundID string // ours; "": one that was made elsewhere, such as in the gateway's dashboard
	Ref      string // the gateway's id
	Charge   string // Ref of the charge
	Money    Money
	State    ReportedState
	Reason   string // of a failure
}

// Record is one entry of a gateway's own list, to compare with ours.
type Record struct {
	At     time.Time
	Charge *Charge       // exactly one of them is set
	Refund *RefundReport // only those that are done
	// PaymentID is our id of the payment that the charge belongs to; "": none.
	PaymentID string
}
