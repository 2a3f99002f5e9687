package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// growth measures what calls cost in towns of several sizes. It compares CPU,
// because unlike time it hardly depends on other load on the machine.
type growth struct {
	ctx       context.Context
	scales    []int
	only      string // what to measure, and write nothing; "": everything
	load      load
	customers int
	orders    int
	plain     string // address of the plain handler
}

// grown has the results of one engine.
type grown struct {
	engine db.Dialect
	plain  call // a plain handler under the same load: how much of p99 is the machine
	sizes  []*size
}

// size is a town of so many items.
type size struct {
	items   int
	imports imported
	idle    time.Duration // CPU a second, without a request
	calm    time.Duration // CPU a second, with two requests a second
	calls   []call

	options   db.Options
	customer  http.Header // says who asks
	server    *process    // while calls are measured
	scenarios []scenario
}

// call has the cost of one call in a town.
type call struct {
	name string
	cpu  time.Duration // of the server and of PostgreSQL, a request
	rate float64       // requests a second
	figure
}

func (g growth) run(page, chart string) error {
	before, stolen := loadAverage(), stolenSince()
	plain, err := startPlain(g.ctx)
	if err != nil {
		return fmt.Errorf("start the plain handler: %w", err)
	}
	defer plain.stop()
	g.plain = plain.url
	var all []grown
	for _, engine := range []db.Dialect{db.SQLite, db.Postgres} {
		one, err := g.measure(engine)
		if err != nil {
			return fmt.Errorf("%s: %w", engine, err)
		}
		all = append(all, one)
	}
	if g.only != "" {
		return nil
	}
	if err := os.WriteFile(chart, []byte(drawChart(all)), 0o644); err != nil {
		return err
	}
	return writeSection(page, growthHeading, g.section(all, before, stolen()))
}

// measure fills a town of each size, and then compares their calls.
func (g growth) measure(engine db.Dialect) (grown, error) {
	result := grown{engine: engine}
	var postgres *dbtest.Server
	if engine == db.Postgres {
		var err error
		if postgres, err = dbtest.StartPostgres(true); err != nil {
			return result, err
		}
		defer func() { _ = postgres.Stop() }()
	}
	folder, err := os.MkdirTemp("", "hawker-growth-")
	if err != nil {
		return result, err
	}
	defer os.RemoveAll(folder)
	for _, scale := range g.scales {
		log.Printf("— %s, scale %d", engine, scale)
		one, err := g.fill(filepath.Join(folder, strconv.Itoa(scale)), scale, postgres)
		if err != nil {
			return result, fmt.Errorf("scale %d: %w", scale, err)
		}
		result.sizes = append(result.sizes, one)
	}
	err = g.compare(&result, postgres)
	return result, err
}

// fill creates a town of one size, and measures its import and its cost at rest.
func (g growth) fill(data string, scale int, postgres *dbtest.Server) (one *size, err error) {
	one = &size{options: db.Options{Dir: data}}
	emptyURL := ""
	if postgres != nil {
		if one.options.URL, err = otherDatabase(g.ctx, postgres.URL, "growth"+strconv.Itoa(scale)); err != nil {
			return nil, err
		}
		if emptyURL, err = otherDatabase(g.ctx, postgres.URL, "empty"+strconv.Itoa(scale)); err != nil {
			return nil, err
		}
	}
	server, err := startHawker(g.ctx, data, one.options.URL, scale)
	if err != nil {
		return nil, err
	}
	defer server.stop()
	if g.measures("import") {
		if one.imports, err = importTown(g.ctx, data, one.options.URL, emptyURL); err != nil {
			return nil, fmt.Errorf("import: %w", err)
		}
		log.Printf("  imported %v", one.imports)
	}
	shop, err := g.visit(server.url)
	if err != nil {
		return nil, fmt.Errorf("look around the town: %w", err)
	}
	if one.customer, err = shop.signUp(); err != nil {
		return nil, fmt.Errorf("sign up: %w", err)
	}
	began := time.Now()
	if one.items, err = (seed{customers: g.customers, orders: g.orders}).plant(g.ctx, one.options); err != nil {
		return nil, fmt.Errorf("make customers and orders: %w", err)
	}
	log.Printf("  %d items; %d customers and %d orders in %v", one.items, g.customers, g.orders, time.Since(began).Round(time.Millisecond))
	cpu := func() time.Duration { return server.cpu() + cpuOf(postgres) }
	one.idle = g.rest(cpu, func() {})
	one.calm = g.rest(cpu, func() {
		var ignored json.RawMessage
		_ = shop.read("/items?limit=20", &ignored)
		_ = shop.read("/categories", &ignored)
	})
	return one, nil
}

// measures reports whether a part was selected.
func (g growth) measures(name string) bool { return strings.Contains(name, g.only) }

// visit waits until the server has read the catalogue into memory, and then visits it.
func (g growth) visit(url string) (shop *shop, err error) {
	for range 20 {
		if shop, err = visit(g.ctx, url); err == nil || g.ctx.Err() != nil {
			break
		}
	}
	return shop, err
}

// signUp creates the customer with many orders and returns the header with their
// session.
func (s *shop) signUp() (http.Header, error) {
	var session struct {
		Token string `json:"token"`
	}
	const password = "a-bench-in-the-park"
	err := s.ask(s.post("/auth/sign-up", map[string]any{
		"name": "Bench", "email": regular, "phone": "+12025560000", "password": password, "confirm_password": password, "tandc": true,
	}), &session)
	if err == nil && session.Token == "" {
		err = fmt.Errorf("signing up gives no session")
	}
	header := s.header.Clone()
	header.Set("Authorization", "Bearer "+session.Token)
	return header, err
}

// growing returns the calls whose cost must not grow with the town. All requests
// differ, so no cache helps.
func (s *shop) growing(customer http.Header) ([]scenario, error) {
	words, err := s.words()
	if err != nil {
		return nil, err
	}
	common, err := s.commonest(words)
	if err != nil {
		return nil, err
	}
	var list struct {
		Total int `json:"total_size"`
		Limit int `json:"limit"`
	}
	if err := s.read("/items?limit=20&min_price=0.01&max_price=901", &list); err != nil {
		return nil, err
	}
	pages := max(list.Total/list.Limit, 1)            // the last full one: no size of town shows less than another
	anyPrice := func(path string) func(int) request { // but for next to none
		return s.uncached(func(int) string {
			return fmt.Sprintf("%s&min_price=%.2f&max_price=%.2f", path, 0.01+rand.Float64()/2, 900+rand.Float64()*99)
		})
	}
	search := func(words string) string { return "/search?limit=20&q=" + url.QueryEscape(words) }
	mine := func(path string) func(int) request {
		r := s.get(path)
		r.header = customer
		return cycle([]request{r})
	}
	return []scenario{
		{"unseen list", anyPrice("/items?limit=20")},
		{"its last page", anyPrice("/items?limit=20&offset=" + strconv.Itoa(pages))},
		{"vegetarian", anyPrice("/items?limit=20&veg=veg")},
		{"discounted", anyPrice("/items?limit=20&discounted=true")},
		{"price filter", s.uncached(func(int) string {
			minPrice := 1 + rand.Float64()*20
			return fmt.Sprintf("/items?limit=20&min_price=%.2f&max_price=%.2f", minPrice, minPrice+5)
		})},
		{"common word", anyPrice(search(common))},
		{"two words", func(i int) request { return anyPrice(search(words[rand.IntN(len(words))]))(i) }},
		{"misspelled", func(i int) request { return anyPrice(search(mistyped(words)))(i) }},
		{"two misspelled", func(i int) request { return anyPrice(search(mistyped(words) + " " + mistyped(words)))(i) }},
		{"one letter", func(i int) request { return anyPrice(search(string(rune('a' + rand.IntN(26)))))(i) }},
		{"suggestions", s.uncached(func(int) string {
			word := []rune(words[rand.IntN(len(words))])
			return "/items/suggest?q=" + url.QueryEscape(string(word[:min(len(word), 2+rand.IntN(3))]))
		})},
		{"my orders", mine("/orders?state=past&limit=20")},
		{"my orders, page 500", mine("/orders?state=past&limit=20&offset=500")},
		{"customer info", mine("/customer/info")},
	}, nil
}

// mistyped returns one of the words with one mistake.
func mistyped(pairs []string) string {
	var word []rune
	for len(word) < 5 { // a shorter one is hardly corrected
		pair := strings.Fields(pairs[rand.IntN(len(pairs))])
		word = []rune(pair[rand.IntN(len(pair))])
	}
	at := rand.IntN(len(word) - 1)
	switch rand.IntN(3) {
	case 0:
		word = slices.Delete(word, at, at+1)
	case 1:
		word = slices.Insert(word, at, word[at])
	default:
		word[at], word[at+1] = word[at+1], word[at]
	}
	return string(word)
}

// words returns the first two words of the names of items.
func (s *shop) words() ([]string, error) {
	var all []string
	for page := 1; page <= 5; page++ {
		var list struct {
			Items []struct {
				Name string `json:"name"`
			} `json:"items"`
		}
		if err := s.read("/items?limit=100&sort=newest&offset="+strconv.Itoa(page), &list); err != nil {
			return nil, err
		}
		for _, i := range list.Items {
			if words := strings.Fields(strings.ToLower(i.Name)); len(words) > 1 {
				all = append(all, words[0]+" "+words[1])
			}
		}
	}
	slices.Sort(all)
	all = slices.Compact(all)
	if len(all) == 0 {
		return nil, fmt.Errorf("no item has a name of two words")
	}
	return all, nil
}

// commonest returns the word that finds most items.
func (s *shop) commonest(words []string) (string, error) {
	counts := map[string]int{}
	for _, two := range words {
		for _, word := range strings.Fields(two) {
			counts[word]++
		}
	}
	candidates := []string{}
	for word := range counts {
		candidates = append(candidates, word)
	}
	slices.SortFunc(candidates, func(a, b string) int { return counts[b] - counts[a] })
	best, most := "", -1
	for _, word := range candidates[:min(10, len(candidates))] {
		var found struct {
			Total int `json:"total_size"`
		}
		if err := s.read("/search?limit=1&q="+url.QueryEscape(word), &found); err != nil {
			return "", err
		}
		if found.Total > most {
			best, most = word, found.Total
		}
	}
	return best, nil
}
