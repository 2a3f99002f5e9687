package shopping_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"hawker/internal/api/apitest"
)

// concurrently sends requests at the same time and returns their responses.
func concurrently(t *testing.T, c *apitest.GuestAPI, n int, request func(i int) (method, path, body string, headers []string)) []apitest.Response {
	t.Helper()
	answers := make([]apitest.Response, n)
	var all sync.WaitGroup
	start := make(chan struct{})
	for i := range n {
		all.Go(func() {
			method, path, body, headers := request(i)
			<-start
			answers[i] = c.Call(t, method, path, body, headers...)
		})
	}
	close(start)
	all.Wait()
	return answers
}

func TestCheckout_TRAP_S1_theLastUnitsAreSoldOnce(t *testing.T) {
	apitest.WithGuestAPI(t, func(t *testing.T, c *apitest.GuestAPI) {
		const guests, units = 60, 20
		item := c.Item(t, c.Store(t, nil), 1000, units, nil)
		bodies := make([]string, guests)
		for i := range bodies {
			c.GuestID = c.NewGuest(t)
			c.AddToCart(t, item.ID, 1)
			bodies[i] = c.AgreedBody(t, nil)
		}
		answers := concurrently(t, c, guests, func(i int) (string, string, string, []string) {
			return "POST", "/orders", bodies[i], []string{"Idempotency-Key", fmt.Sprintf("key-%05d", i)}
		})
		count := map[int]int{}
		for _, a := range answers {
			count[a.Status]++
			if a.Status != 200 {
				if got := a.Errors(t); len(got) != 1 || !strings.HasPrefix(got[0], "out_of_stock: Out of Stock") {
					t.Errorf("a loser is told %d %q", a.Status, got)
				}
			}
		}
		if count[200] != units || count[409] != guests-units {
			t.Errorf("statuses %v, want %d times 200 and %d times 409", count, units, guests-units)
		}
		if n := c.Number(t, `SELECT COUNT(*) FROM orders`); n != units {
			t.Errorf("%d orders", n)
		}
	})
}

func TestCheckout_CHK04_concurrentRequestsPlaceOneOrder(t *testing.T) {
	apitest.WithGuestAPI(t, func(t *testing.T, c *apitest.GuestAPI) {
		item := c.Item(t, c.Store(t, nil), 1000, 100, nil)
		c.AddToCart(t, item.ID, 1)
		body := c.AgreedBody(t, nil)
		answers := concurrently(t, c, 50, func(int) (string, string, string, []string) {
			return "POST", "/orders", body, []string{"Idempotency-Key", "key-00001"}
		})
		for _, a := range answers {
			if a.Status != 200 || a.Body != answers[0].Body {
				t.Fatalf("%d %s\nthe first: %d %s", a.Status, a.Body, answers[0].Status, answers[0].Body)
			}
		}
		if n := c.Number(t, `SELECT COUNT(*) FROM orders`); n != 1 {
			t.Errorf("%d orders", n)
		}
	})
}
