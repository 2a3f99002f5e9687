package catalog

import (
	"fmt"
	"sync"
	"time"
)

// mostAsked bounds how many questions are remembered: each is a few hundred
// bytes of SQL, and its answer less.
const mostAsked = 2048

// shortly remembers for a moment what a statement answered, by its text and
// arguments: how long a list is, and which items its pages show. What a list
// says is asked in many languages and by many filters that mean the same.
// Safe for concurrent use; nobody may change an answer.
type shortly[T any] struct {
	mu    sync.Mutex
	known map[string]answered[T]
}

type answered[T any] struct {
	answer T
	at     time.Time // before it was asked
}

func (s *shortly[T]) of(now time.Time, query string, args []any, ask func() (T, error)) (T, error) {
	key := fmt.Sprint(query, args)
	s.mu.Lock()
	known, ok := s.known[key]
	s.mu.Unlock()
	if ok && now.Sub(known.at).Abs() < maxAge {
		return known.answer, nil
	}
	answer, err := ask()
	if err != nil {
		return answer, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.known == nil || len(s.known) >= mostAsked {
		s.known = map[string]answered[T]{}
	}
	s.known[key] = answered[T]{answer, now}
	return answer, nil
}
