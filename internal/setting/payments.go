package setting

import (
	"slices"
	"time"
)

// Payments has the ways to pay outside of the shop (CHK-03).
type Payments struct {
	Offline        []OfflineMethod `json:"offline"`         // in the order in which they are offered
	OfflineMinutes int64           `json:"offline_minutes"` // how long a shopper has to pay; 0: a day
}

// OfflineMethod is a way to pay outside of the shop, such as a bank transfer.
type OfflineMethod struct {
	ID           string         `json:"id"`
	Name         string         `json:"name"`
	Instructions string         `json:"instructions"` // where to pay, and what to write
	Fields       []OfflineField `json:"fields"`       // what the shopper says about the payment
	Proof        Proof          `json:"proof"`
}

// OfflineField is something that a shopper says about their payment, such as its number.
type OfflineField struct {
	ID       string `json:"id"`
	Label    string `json:"label"`
	Required bool   `json:"required"`
}

// Proof says whether a method asks for images of the payment.
type Proof string

// The values of Proof.
const (
	ProofNone     Proof = "none"
	ProofOptional Proof = "optional"
	ProofRequired Proof = "required"
)

// Method returns the method with this id.
func (p Payments) Method(id string) (OfflineMethod, bool) {
	at := slices.IndexFunc(p.Offline, func(m OfflineMethod) bool { return m.ID == id })
	if at < 0 {
		return OfflineMethod{}, false
	}
	return p.Offline[at], true
}

// OfflineTime is how long a shopper has to pay.
func (p Payments) OfflineTime() time.Duration {
	if p.OfflineMinutes <= 0 {
		return 24 * time.Hour
	}
	return time.Duration(min(p.OfflineMinutes, longestDays*24*60)) * time.Minute
}
