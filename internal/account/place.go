package account

import "fmt"

// place is where a try comes from, as tries are counted and wait.
type place struct {
	key   string // "": not counted
	known bool   // somebody signed in to this account from here before
}

// queueAt is the place that a visitor waits at, where floods are refused.
func (s *Service) queueAt(at place) place {
	if !s.RateLimits {
		return place{}
	}
	return at
}

// place is where a visitor asks from, before anything is known of them.
func (v Visitor) place() place { return place{key: v.Address} }

// place is where a customer asks from who is signed in.
func (c Customer) place() place { return place{key: fmt.Sprintf("customer %d", c.ID), known: true} }
