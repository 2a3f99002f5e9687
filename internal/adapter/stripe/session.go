package stripe

import (
	"encoding/json"
	"regexp"

	"hawker/internal/payment"
)

// sessionID matches the id of a page, which becomes a part of a path.
var sessionID = regexp.MustCompile(`^cs_[A-Za-z0-9_]{1,250}$`)

// session is a page as Stripe returns it.
type session struct {
	ID            string
	URL           string
	Mode          string
	Status        string // open, complete or expired
	PaymentStatus string `json:"payment_status"` // paid, unpaid or no_payment_required
	PaymentIntent intent `json:"payment_intent"`
	AmountTotal   int64  `json:"amount_total"`
	Currency      string
	Metadata      metadata
}

// metadata is what we note on things at Stripe. A shopper cannot set it, while an address of
// a page can set client_reference_id.
type metadata struct {
	PaymentID string `json:"payment_id"`
	RefundID  string `json:"refund_id"`
}

// intent is a payment intent. Stripe sends its id alone, unless the call expands it.
type intent struct {
	ID     string
	Status string // "": unknown
}

// UnmarshalJSON implements json.Unmarshaler.
func (i *intent) UnmarshalJSON(text []byte) error {
	if len(text) > 0 && text[0] == '"' {
		return json.Unmarshal(text, &i.ID)
	}
	type plain intent
	return json.Unmarshal(text, (*plain)(i))
}

// state returns how far the payment is. A completed page whose money does not come stays
// complete and unpaid: only its intent says so.
func (s session) state() payment.State {
	switch {
	case s.PaymentStatus == "paid":
		return payment.Paid
	case s.Status == "expired":
		return payment.Expired
	case s.Status != "complete":
		return payment.Open
	case s.PaymentIntent.Status == "requires_payment_method" || s.PaymentIntent.Status == "canceled":
		return payment.Failed
	}
	return payment.Pending
}

// report returns the report of a page in this state.
func (s session) report(state payment.State) payment.Report {
	r := payment.Report{Session: s.ID, PaymentID: s.Metadata.PaymentID, State: state}
	if state == payment.Paid {
		r.Charges = []payment.Charge{{Ref: s.PaymentIntent.ID, Money: fromStripe(s.AmountTotal, s.Currency)}}
	}
	return r
}
