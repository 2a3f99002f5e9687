package main

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"
)

// hostileRequests returns requests that are expensive to refuse, as an attacker
// sends them.
func hostileRequests() []request {
	var fields strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&fields, `"f%d":1,`, i)
	}
	var all []request
	for _, body := range []string{
		"{" + fields.String() + `"x":1}`,
		`{"variation":[` + strings.Repeat("7,", 450_000) + `7]}`,
		`{"email_or_phone":"` + strings.Repeat("x", 450_000) + `","Email_Or_Phone":"` + strings.Repeat("x", 450_000) + `"}`,
		strings.Repeat(`{"line":`, 100_000),
	} {
		all = append(all, request{method: "POST", path: prefix + "/auth/login", header: http.Header{"Content-Type": {"application/json"}}, body: []byte(body)})
	}
	return all
}

// besideHostile measures a load of few clients while 60 hostile requests arrive
// in three waves of 20.
func (b *bench) besideHostile(url string, few load, next func(int) request) figure {
	const waves, atOnce = 3, 20
	flood, hostile := load{clients: atOnce}, cycle(hostileRequests())
	var sending sync.WaitGroup
	sending.Go(func() {
		for wave := range waves {
			if wave > 0 {
				time.Sleep(few.each / waves)
			}
			sending.Go(func() { // their refusals are not what is measured
				flood.send(b.ctx, url, hostile, time.Now().Add(time.Minute), atOnce)
			})
		}
	})
	defer sending.Wait()
	return few.send(b.ctx, url, next, time.Now().Add(few.each), -1)
}

// hostility measures the same load without and with hostile requests.
func (b *bench) hostility(result *engineReport, url, plain string, next func(int) request) {
	few := load{clients: 4, each: b.load.each}
	reference := few.run(b.ctx, plain, always("GET", "/", nil))
	result.add("uncached list, 4 clients", few.run(b.ctx, url, next), reference)
	result.add("the same beside 60 hostile", b.besideHostile(url, few, next), reference)
}
