package main

import (
	"fmt"
	"net/http"
)

// accounts returns the calls of customers. Signing in hashes a password, which is
// slow on purpose. Each of n customers signs in to their own account, because the
// attempts at one account are limited.
func (s *shop) accounts(n int) ([]scenario, error) {
	var session struct {
		Token string `json:"token"`
	}
	const password = "a-bench-in-the-park"
	signIns := make([]request, n)
	for i := range signIns {
		email := fmt.Sprintf("bench%d@example.com", i)
		signUp := s.post("/auth/sign-up", map[string]any{
			"name": "Bench", "email": email, "phone": fmt.Sprintf("+1202556%04d", i), "password": password, "confirm_password": password, "tandc": true,
		})
		if err := s.ask(signUp, &session); err != nil {
			return nil, err
		}
		s.tokens = append(s.tokens, session.Token)
		signIns[i] = s.post("/auth/login", map[string]any{"login_type": "manual", "email_or_phone": email, "password": password})
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
		{"sign in by password", cycle(signIns)},
	}, nil
}
