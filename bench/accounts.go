package main

import (
	"fmt"
	"net/http"
)

// The demo's first customer.
const sampleEmail, samplePassword = "asha@port-saffron.example", "mango-lane-12"

// accounts are the calls of somebody who has an account. Signing in hashes a
// password, which is meant to be slow, and as many at a time as there are cores.
func (s *shop) accounts() ([]scenario, error) {
	signIn := s.post("/auth/login", map[string]any{"login_type": "manual", "email_or_phone": sampleEmail, "password": samplePassword})
	var session struct {
		Token string `json:"token"`
	}
	if err := s.ask(signIn, &session); err != nil {
		return nil, err
	}
	mine := func(r request) request {
		r.header = s.header.Clone()
		r.header.Set("Authorization", "Bearer "+session.Token)
		return r
	}
	var shelves struct {
		Categories []struct{ ID int64 } `json:"categories"`
	}
	if err := s.read("/categories?featured=1", &shelves); err != nil {
		return nil, err
	}
	if len(shelves.Categories) < 2 {
		return nil, fmt.Errorf("there are %d categories to be interested in", len(shelves.Categories))
	}
	interests := mine(s.post("/customer/interests", map[string]any{"interest": []int64{shelves.Categories[0].ID, shelves.Categories[1].ID}}))
	interests.method = http.MethodPut
	var done struct{}
	if err := s.ask(interests, &done); err != nil {
		return nil, err
	}
	return []scenario{
		{"customer info", cycle([]request{mine(s.get("/customer/info"))})},
		{"recommended, by interests", cycle([]request{mine(s.get("/items/recommended?limit=20"))})},
		{"sign in by password", cycle([]request{signIn})},
	}, nil
}
