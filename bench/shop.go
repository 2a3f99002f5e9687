package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// shop is a client that knows the stores and items of the measured town.
type shop struct {
	ctx    context.Context
	client *http.Client
	url    string
	header http.Header

	item    int64
	tokens  []string // of customers
	simple  []item   // those that can be ordered as they are, of stores that are open
	address map[string]any
}

type item struct {
	ID      int64 `json:"id"`
	StoreID int64 `json:"store_id"`
	Stock   *int64
}

// visit finds out which items can be requested and ordered.
func visit(ctx context.Context, url string) (*shop, error) {
	s := &shop{ctx: ctx, url: url, client: &http.Client{Timeout: 10 * time.Second}, header: http.Header{}}
	var config struct {
		Location struct{ Lat, Lng float64 } `json:"default_location"`
	}
	if err := s.read("/config", &config); err != nil {
		return nil, err
	}
	var zones struct {
		IDs []int64 `json:"zone_ids"`
	}
	if err := s.read(fmt.Sprintf("/zones/lookup?lat=%v&lng=%v", config.Location.Lat, config.Location.Lng), &zones); err != nil {
		return nil, err
	}
	zoneIDs, _ := json.Marshal(zones.IDs)
	s.header.Set("Zoneid", string(zoneIDs))
	s.header.Set("Moduleid", "10")
	s.header.Set("Content-Type", "application/json")
	s.address = map[string]any{"address": "1 Bench Road", "latitude": config.Location.Lat, "longitude": config.Location.Lng,
		"contact_person_name": "Bench", "contact_person_number": "+12025550123"}
	return s, s.findItems()
}

// findItems finds items without required choices in open stores that deliver.
func (s *shop) findItems() error {
	var stores struct {
		Stores []struct{ ID int64 } `json:"stores"`
	}
	if err := s.read("/stores?open_now=true&type=delivery&limit=100", &stores); err != nil {
		return err
	}
	for _, store := range stores.Stores {
		var list struct {
			Items []struct {
				item
				AvailableNow   bool              `json:"available_now"`
				Variations     []json.RawMessage `json:"variations"`
				FoodVariations []struct {
					Required string `json:"required"`
				} `json:"food_variations"`
				Max *int64 `json:"maximum_cart_quantity"`
			} `json:"items"`
		}
		if err := s.read(fmt.Sprintf("/items?store_id=%d&limit=100", store.ID), &list); err != nil {
			return err
		}
		for _, i := range list.Items {
			if i.AvailableNow && i.Stock == nil && len(i.Variations) == 0 && len(i.FoodVariations) == 0 {
				s.simple = append(s.simple, i.item)
			}
		}
	}
	var all struct {
		Items []item `json:"items"`
	}
	if err := s.read("/items?limit=20", &all); err != nil {
		return err
	}
	if len(s.simple) == 0 || len(all.Items) == 0 {
		return fmt.Errorf("nothing can be ordered: %d stores are open", len(stores.Stores))
	}
	s.item = all.Items[0].ID
	return nil
}

const prefix = "/api/v1"

type scenario struct {
	name string
	next func(int) request
}

// reads returns the most frequent calls that change nothing. Uncached means that
// no response comes from the response cache: every request has its own language,
// which is part of the cache key and changes nothing else. For an unseen query the
// query cache is of no use either: every request has its own price limits, so wide
// that they exclude almost nothing.
func (s *shop) reads() []scenario {
	words := []string{"burger", "rice", "chi", "salad bowl", "tea", "milk", "choc", "fresh", "spicy", "lemon"}
	same := func(path string) func(int) string { return func(int) string { return path } }
	unasked := func(path func(int) string) func(int) string {
		return func(i int) string {
			return fmt.Sprintf("%s&min_price=%.2f&max_price=%.2f", path(i), float64(i%100+1)/100, 900+float64(i/100%100)/100)
		}
	}
	found := func(i int) string { return "/search?limit=20&q=" + url.QueryEscape(words[i%len(words)]) }
	return []scenario{
		{"config", cycle([]request{s.get("/config")})},
		{"item list of 20", cycle([]request{s.get("/items?limit=20")})},
		{"item list of 20, uncached", s.uncachedList()},
		{"item list of 20, unseen query", s.uncached(unasked(same("/items?limit=20")))},
		{"item detail", cycle([]request{s.get(fmt.Sprintf("/items/%d", s.item))})},
		{"item detail, uncached", s.uncached(func(i int) string { return fmt.Sprintf("/items/%d", s.simple[i%len(s.simple)].ID) })},
		{"search, uncached", s.uncached(found)},
		{"search, unseen query", s.uncached(unasked(found))},
	}
}

// uncached requests each path in its own language, so that no cached response fits.
func (s *shop) uncached(path func(i int) string) func(int) request {
	return func(i int) request {
		r := s.get(path(i))
		r.header = s.header.Clone()
		r.header.Set("X-Localization", "en-x-"+strconv.Itoa(i))
		return r
	}
}

func (s *shop) uncachedList() func(int) request {
	return s.uncached(func(int) string { return "/items?limit=20" })
}

func (s *shop) get(path string) request {
	return request{method: http.MethodGet, path: prefix + path, header: s.header}
}

func (s *shop) post(path string, body any) request {
	text, _ := json.Marshal(body) // maps of plain values always encode
	return request{method: http.MethodPost, path: prefix + path, header: s.header, body: text}
}

// read gets a path and decodes the response.
func (s *shop) read(path string, into any) error {
	return s.ask(s.get(path), into)
}

func (s *shop) ask(r request, into any) error {
	var body bytes.Buffer
	status, err := exchange(s.ctx, s.client, s.url, r, &body)
	if err != nil {
		return err
	}
	if status >= 300 {
		return fmt.Errorf("%s %s answered %d: %.300s", r.method, r.path, status, body.String())
	}
	return json.Unmarshal(body.Bytes(), into)
}

func (s *shop) guests(n int) ([]string, error) {
	ids := make([]string, n)
	for i := range ids {
		var guest struct {
			ID string `json:"guest_id"`
		}
		if err := s.ask(s.post("/auth/guest", map[string]any{}), &guest); err != nil {
			return nil, err
		}
		ids[i] = guest.ID
	}
	return ids, nil
}

// cartAdds adds to the carts of a few guests, over and over.
func (s *shop) cartAdds(guests []string) func(int) request {
	return func(i int) request {
		chosen := s.simple[0] // one store: another's items would be refused
		return s.post("/cart", map[string]any{"guest_id": guests[i%len(guests)], "item_id": chosen.ID, "quantity": 1, "clear_other": true})
	}
}

// prepared are orders ready to be quoted and placed.
type prepared struct{ quotes, places []request }

// prepareOrders quotes n orders of one item each, so that placing them is one
// request. Hot: all of them take the same item.
func (s *shop) prepareOrders(n int, hot bool) (prepared, error) {
	guests, err := s.guests(n)
	if err != nil {
		return prepared{}, err
	}
	return s.prepare(n, fmt.Sprint("hot-", hot), func(i int) (map[string]any, http.Header) {
		chosen := s.simple[0]
		if !hot {
			chosen = s.simple[i%len(s.simple)]
		}
		return s.buyNow(chosen.ID, map[string]any{"guest_id": guests[i], "payment_method": "cash_on_delivery"}), s.header.Clone()
	})
}

// prepareOwnOrders quotes n orders of customers, by a payment method.
func (s *shop) prepareOwnOrders(n int, method string) (prepared, error) {
	return s.prepare(n, method, func(i int) (map[string]any, http.Header) {
		header := s.header.Clone()
		header.Set("Authorization", "Bearer "+s.tokens[i%len(s.tokens)])
		return s.buyNow(s.simple[i%len(s.simple)].ID, map[string]any{"payment_method": method}), header
	})
}

// buyNow is the body of an order of five of an item.
func (s *shop) buyNow(itemID int64, more map[string]any) map[string]any {
	more["source"], more["order_type"], more["address"] = "buy_now", "delivery", s.address
	more["line"] = map[string]any{"item_id": itemID, "quantity": 5}
	return more
}

// prepare quotes n orders. key is unique among the calls.
func (s *shop) prepare(n int, key string, order func(i int) (body map[string]any, header http.Header)) (prepared, error) {
	var p prepared
	for i := range n {
		body, header := order(i)
		quote := s.post("/checkout/quote", body)
		quote.header = header
		var answer struct {
			Total    float64           `json:"total"`
			Digest   string            `json:"digest"`
			Problems []json.RawMessage `json:"problems"`
		}
		if err := s.ask(quote, &answer); err != nil {
			return p, err
		}
		if len(answer.Problems) > 0 {
			continue // below the store's minimum, say
		}
		body["accepted_total"], body["quote_digest"] = answer.Total, answer.Digest
		place := s.post("/orders", body)
		place.header = header.Clone()
		place.header.Set("Idempotency-Key", "bench-"+strconv.Itoa(i)+"-"+key)
		p.quotes, p.places = append(p.quotes, quote), append(p.places, place)
	}
	if len(p.places) < n {
		log.Printf("  %d of %d orders can be placed; the others are refused at the quote, as below the store's minimum", len(p.places), n)
	}
	if len(p.places) < n/2 {
		return p, fmt.Errorf("only %d of %d orders can be placed", len(p.places), n)
	}
	return p, nil
}
