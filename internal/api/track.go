package api

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/errs"
)

// trackOrder returns what an order number and its phone may know: how far it is,
// and for a while its events (ORD-02). Names, address and lines need the token.
func (s *Server) trackOrder(ctx context.Context, in *trackInput) (*trackOutput, error) {
	phone, err := oneOf(in.HeaderPhone, in.Phone, "phone")
	if err != nil {
		return nil, err
	}
	if phone == "" {
		return nil, errs.New(errs.Invalid, "Phone Number is required").On("phone")
	}
	if err := s.checkPhone(ctx, in, phone); err != nil {
		return nil, err
	}
	t, err := s.Orders.Track(ctx, in.OrderID)
	if err != nil {
		return nil, err
	}
	out := new(trackOutput)
	out.Body.Tracking = viewProgress(t)
	out.Body.EventsToken = s.Orders.Tokens.Events(in.OrderID)
	return out, nil
}

// Caller is where a call comes from: the network that wrong tries are counted by.
type Caller struct {
	address string
}

// Resolve notes the address. It runs before the handler does.
func (c *Caller) Resolve(ctx huma.Context) []error {
	c.address = hostOf(ctx.RemoteAddr())
	return nil
}

// How many wrong tries in triesWindow are taken from one address: about one
// order, with one phone, and in all. Each is counted together with the address,
// so that nobody shuts out somebody at another.
const (
	triesWindow     = 10 * time.Minute
	triesPerOrder   = 10
	triesPerPhone   = 10
	triesPerAddress = 60
)

// checkPhone refuses a phone that is not the order's, and does not look when too
// many wrong ones have come before. Right ones do not count.
func (s *Server) checkPhone(ctx context.Context, in *trackInput, phone string) error {
	if !s.RateLimits {
		return s.Orders.ByPhone(ctx, in.OrderID, phone)
	}
	number, err := s.Orders.ReadPhone(ctx, phone)
	if err != nil {
		return err
	}
	limits := []limit{
		{fmt.Sprintf("order %d from %s", in.OrderID, in.address), triesPerOrder},
		{fmt.Sprintf("phone %s from %s", number, in.address), triesPerPhone},
		{"from " + in.address, triesPerAddress},
	}
	if wait := s.wrongTries.take(limits); wait > 0 {
		return errs.New(errs.TooMany, "Too many requests. Please wait a moment and try again.").After(wait)
	}
	err = s.Orders.ByPhone(ctx, in.OrderID, phone)
	if !errs.Is(err, errs.NotFound) {
		s.wrongTries.giveBack(limits)
	}
	return err
}

// limit is how many tries a key may have.
type limit struct {
	key  string
	most int
}

// tries counts wrong tries by key, in windows of triesWindow. The zero tries has
// counted none. Safe for concurrent use.
type tries struct {
	mu     sync.Mutex
	ends   time.Time // of the window
	counts map[string]int
}

// take counts a try before its outcome is known, so that many at once are
// counted too. Where a limit is reached it counts nothing and returns how long
// to wait.
func (t *tries) take(limits []limit) (wait time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := time.Now()
	if !now.Before(t.ends) {
		t.ends, t.counts = now.Add(triesWindow), map[string]int{}
	}
	for _, l := range limits {
		if t.counts[l.key] >= l.most {
			return t.ends.Sub(now)
		}
	}
	for _, l := range limits {
		t.counts[l.key]++
	}
	return 0
}

// giveBack takes a try back that was not wrong.
func (t *tries) giveBack(limits []limit) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, l := range limits {
		t.counts[l.key] = max(t.counts[l.key]-1, 0)
	}
}
