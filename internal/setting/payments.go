package setting

import (
	"slices"
	"time"
)

// Payments has the ways to pay outside of the shop (CHK-03).
type Payments struct {
	Offline        []OfflineMethod `json:"offline"`         // in the order in which they are offered
	OfflineMinutes int64           `json:"offline_minutes"` // how long a shopper has to pay like this; 0: a day
	OnlineMinutes  int64           `json:"online_minutes"`  // how long they have to pay through a gateway; 0: half an hour
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

// OfflineTime is how long a shopper has to pay outside of the shop.
func (p Payments) OfflineTime() time.Duration { return minutes(p.OfflineMinutes, 24*time.Hour) }

// TimeFor is how long a shopper has to pay: online is through a gateway.
func (p Payments) TimeFor(online bool) time.Duration {
	if online {
		return minutes(p.OnlineMinutes, 30*time.Minute)
	}
	return p.OfflineTime()
}

// minutes returns the default for no minutes.
func minutes(n int64, byDefault time.Duration) time.Duration {
	if n <= 0 {
		return byDefault
	}
	return time.Duration(min(n, maxDays*24*60)) * time.Minute
}
