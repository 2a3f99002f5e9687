package townfile

import (
	"regexp"
	"unicode/utf8"
)

// Payments has the ways to pay outside of the shop (CHK-03).
type Payments struct {
	Offline        []OfflineMethod `json:"offline_methods"`          // in the order in which they are offered
	OfflineMinutes int64           `json:"offline_minutes,omitzero"` // how long a shopper has to pay like this; 0: a day
	OnlineMinutes  int64           `json:"online_minutes,omitzero"`  // how long they have to pay through a gateway; 0: half an hour
}

// OfflineMethod is a way to pay outside of the shop, such as a bank transfer.
type OfflineMethod struct {
	ID           string         `json:"id"` // orders refer to it: do not change it
	Name         string         `json:"name"`
	Instructions string         `json:"instructions"` // where to pay, and what to write
	Fields       []OfflineField `json:"fields"`       // what the shopper says about the payment
	Proof        string         `json:"proof"`        // whether images are asked for: none, optional, required
}

// OfflineField is something that a shopper says about their payment, such as its number.
type OfflineField struct {
	ID       string `json:"id"`
	Label    string `json:"label"`
	Required bool   `json:"required"`
}

// Bounds of the methods: a page shows them all.
const (
	maxMethods            = 10
	maxFields             = 10
	maxNameLength         = 100
	maxInstructionsLength = 2000
)

// methodID is what an id looks like.
var methodID = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]{0,39}$`)

func (p Payments) check(c *checker) {
	c.atLeast("offline_minutes", int(p.OfflineMinutes), 0)
	c.atLeast("online_minutes", int(p.OnlineMinutes), 0)
	if len(p.Offline) > maxMethods {
		c.add("offline_methods are %d, but may be at most %d", len(p.Offline), maxMethods)
	}
	seen := map[string]bool{}
	for _, m := range p.Offline {
		if seen[m.ID] {
			c.add("two offline_methods have the id %q", m.ID)
		}
		seen[m.ID] = true
		m.check(c)
	}
}

func (m OfflineMethod) check(c *checker) {
	c.methodID("the id of an offline method", m.ID)
	c.words("name of "+m.ID, m.Name, maxNameLength)
	c.words("instructions of "+m.ID, m.Instructions, maxInstructionsLength)
	c.oneOf("proof of "+m.ID, m.Proof, "none", "optional", "required")
	if len(m.Fields) > maxFields {
		c.add("the fields of %s are %d, but may be at most %d", m.ID, len(m.Fields), maxFields)
	}
	seen := map[string]bool{}
	for _, f := range m.Fields {
		c.methodID("the id of a field of "+m.ID, f.ID)
		c.words("label of a field of "+m.ID, f.Label, maxNameLength)
		if seen[f.ID] {
			c.add("two fields of %s have the id %q", m.ID, f.ID)
		}
		seen[f.ID] = true
	}
}

func (c *checker) methodID(what, id string) {
	if !methodID.MatchString(id) {
		c.add("%s is %q, but must be at most 40 small letters, digits, - and _", what, id)
	}
}

// words checks a text that must be there and has a limit.
func (c *checker) words(field, text string, maxLength int) {
	c.required(field, text)
	if n := utf8.RuneCountInString(text); n > maxLength {
		c.add("%s has %d characters, but may have at most %d", field, n, maxLength)
	}
}
