package main

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"hawker/internal/db/dbtest"
)

// rounds is how often each call is measured; its figures are the medians.
const rounds = 3

// compare measures each call in all sizes alternately, so that other load on the
// machine affects all of them.
func (g growth) compare(result *grown, postgres *dbtest.Server) error {
	for n, one := range result.sizes {
		if err := g.open(one, g.scales[n]); err != nil {
			return fmt.Errorf("open the town of %d items: %w", one.items, err)
		}
		defer one.server.stop()
	}
	var plain []call
	for range rounds {
		f := g.load.run(g.ctx, g.plain, always("GET", "/", nil))
		plain = append(plain, call{rate: f.perSecond(), figure: f})
	}
	result.plain = median(plain)
	fmt.Printf("  a plain handler: p50 %v, p99 %v\n", result.plain.p50.Round(10*time.Microsecond), result.plain.p99.Round(10*time.Microsecond))
	for i, s := range result.sizes[0].scenarios {
		if !g.measures(s.name) {
			continue
		}
		measured := make([][]call, len(result.sizes))
		for range rounds {
			for n, one := range result.sizes {
				c, err := g.call(one, one.scenarios[i], postgres)
				if err != nil {
					return err
				}
				measured[n] = append(measured[n], c)
			}
		}
		for n, one := range result.sizes {
			c := median(measured[n])
			one.calls = append(one.calls, c)
			fmt.Printf("  %-28s %7d items %6.2f ms CPU  p50 %8v  p99 %8v  %.3f of plain\n",
				c.name, one.items, ms(c.cpu), c.p50.Round(10*time.Microsecond), c.p99.Round(10*time.Microsecond), c.rate/result.plain.rate)
		}
	}
	return nil
}

// open starts the server of a filled town and visits it.
func (g growth) open(one *size, scale int) (err error) {
	if one.server, err = startHawker(g.ctx, one.options.Dir, one.options.URL, scale); err != nil {
		return err
	}
	shop, err := g.visit(one.server.url)
	if err == nil {
		one.scenarios, err = shop.growing(one.customer)
	}
	if err != nil {
		one.server.stop()
	}
	return err
}

// median returns the medians of the figures of a call.
func median(measured []call) call {
	c := measured[0]
	c.cpu = middle(measured, func(c call) time.Duration { return c.cpu })
	c.p50 = middle(measured, func(c call) time.Duration { return c.p50 })
	c.p99 = middle(measured, func(c call) time.Duration { return c.p99 })
	c.rate = middle(measured, func(c call) float64 { return c.rate })
	return c
}

func middle[V cmp.Ordered](measured []call, of func(call) V) V {
	var all []V
	for _, c := range measured {
		all = append(all, of(c))
	}
	slices.Sort(all)
	return all[len(all)/2]
}

// call measures one call under load.
func (g growth) call(one *size, s scenario, postgres *dbtest.Server) (call, error) {
	g.load.send(g.ctx, one.server.url, s.next, time.Now().Add(g.load.each/6), -1)
	cpu := func() time.Duration { return one.server.cpu() + cpuOf(postgres) }
	before := cpu()
	f := g.load.send(g.ctx, one.server.url, s.next, time.Now().Add(g.load.each), -1)
	c := call{name: s.name, cpu: (cpu() - before) / time.Duration(max(f.count, 1)), rate: f.perSecond(), figure: f}
	if c.failed > 0 {
		return c, fmt.Errorf("%s: %d requests failed: %v", c.name, c.failed, c.refused)
	}
	return c, nil
}

// rest returns the CPU a second of a server that gets one request a second.
func (g growth) rest(cpu func() time.Duration, ask func()) time.Duration {
	const seconds = 4
	ask()
	before := cpu()
	for range seconds {
		ask()
		select {
		case <-time.After(time.Second):
		case <-g.ctx.Done():
		}
	}
	return (cpu() - before) / seconds
}
