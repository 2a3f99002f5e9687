// Command bench measures the built binary on both engines, next to a plain net/http
// handler in the same run, and writes the figures to docs/benchmarks.md. Machines
// differ and are noisy: compare the ratios, not the times.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"os/signal"
	"time"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

func main() {
	log.SetFlags(0)
	plain := flag.Bool("plain", false, "be the plain handler that everything is compared with")
	scale := flag.Int("scale", 7, "how many times the demo's catalogue; 7 is about 10,500 items")
	growTo := flag.Int("growth", 0, "measure how the cost of calls grows from the demo's catalogue to so many times it, and nothing else")
	only := flag.String("only", "", "write nothing; with -growth, measure only the calls with this in their names, or \"import\", in that one size; else only the search for free \"vehicles\", or open \"streams\"")
	clients := flag.Int("clients", 16, "requests under way at once")
	each := flag.Duration("each", 3*time.Second, "how long each call is measured")
	orders := flag.Int("orders", 2000, "how many orders are placed")
	out := flag.String("out", "docs/benchmarks.md", "where the figures are written")
	flag.Parse()

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if *plain {
		log.Fatal(servePlain())
	}
	if *growTo > 0 {
		scales := []int{1, 7, *growTo}
		if *only != "" {
			scales = scales[2:]
		}
		g := growth{
			ctx: ctx, scales: scales, only: *only, load: load{clients: *clients, each: *each / rounds},
			customers: 50_000, orders: 100_000,
		}
		if err := g.run(*out, "docs/growth.svg"); err != nil {
			log.Fatal(err)
		}
		return
	}
	b := bench{ctx: ctx, scale: *scale, load: load{clients: *clients, each: *each}, orders: *orders, only: *only}
	if err := b.run(*out); err != nil {
		log.Fatal(err)
	}
}

// bench is one run over both engines.
type bench struct {
	ctx    context.Context
	scale  int
	load   load
	orders int
	report report

	only string // "vehicles" or "streams": measures them alone, and writes nothing

	postgres *dbtest.Server       // nil: SQLite is measured
	cpu      func() time.Duration // of the server that is measured, and of PostgreSQL
}

func (b *bench) run(out string) error {
	b.report.load = loadAverage()
	plain, err := startPlain(b.ctx)
	if err != nil {
		return fmt.Errorf("start the plain handler: %w", err)
	}
	defer plain.stop()
	if err := b.measure(db.SQLite, "", plain.url); err != nil {
		return err
	}
	postgres, err := dbtest.StartPostgres(true)
	if err != nil {
		return err
	}
	defer func() { _ = postgres.Stop() }()
	b.postgres = postgres
	if err := b.measure(db.Postgres, postgres.URL, plain.url); err != nil {
		return err
	}
	if b.only != "" {
		return nil
	}
	if err := b.report.write(out); err != nil {
		return err
	}
	if n := b.report.failed(); n > 0 {
		return fmt.Errorf("%d requests failed: these figures are not to be trusted", n)
	}
	return nil
}

// measure runs every scenario against one engine.
func (b *bench) measure(engine db.Dialect, databaseURL, plain string) error {
	log.Printf("— %s", engine)
	result := engineReport{engine: engine}
	if err := b.starts(&result, databaseURL); err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "hawker-bench-town-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	town, empty := db.Options{Dir: folder}, ""
	if databaseURL != "" {
		if empty, err = otherDatabase(b.ctx, databaseURL, "empty"); err != nil {
			return err
		}
		if town.URL, err = otherDatabase(b.ctx, databaseURL, "bench"); err != nil {
			return err
		}
	}
	server, err := startHawker(b.ctx, town.Dir, town.URL, b.scale)
	if err != nil {
		return err
	}
	defer server.stop()
	result.startScaled = server.took
	b.cpu = func() time.Duration { return server.cpu() + cpuOf(b.postgres) }
	shop, err := visit(b.ctx, server.url)
	if err != nil {
		return fmt.Errorf("look around the town: %w", err)
	}
	switch b.only {
	case "vehicles":
		return b.fleet(&result, shop, town, plain)
	case "streams":
		if _, err := shop.accounts(4 * b.load.clients); err != nil {
			return fmt.Errorf("sign in: %w", err)
		}
		return b.streams(&result, server, shop)
	}
	if result.imports, err = importTown(b.ctx, town.Dir, town.URL, empty); err != nil {
		return fmt.Errorf("import: %w", err)
	}
	if err := b.calls(&result, server, shop, town, plain); err != nil {
		return err
	}
	result.memoryLoaded = server.memory()
	b.report.engines = append(b.report.engines, result)
	return nil
}

// starts measures how long the demo takes to start: with an empty database, and again with
// the one that it has filled.
func (b *bench) starts(result *engineReport, databaseURL string) error {
	data, err := os.MkdirTemp("", "hawker-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(data)
	fresh, err := startHawker(b.ctx, data, databaseURL, 1)
	if err != nil {
		return err
	}
	result.startFresh, result.memoryFresh = fresh.took, fresh.memory()
	fresh.stop()
	again, err := startHawker(b.ctx, data, databaseURL, 1)
	if err != nil {
		return err
	}
	result.startAgain, result.memoryAgain = again.took, again.memory()
	again.stop()
	return nil
}

// calls measures the calls of a town: first those that read, at last those that write.
func (b *bench) calls(result *engineReport, server *process, shop *shop, town db.Options, plain string) error {
	if err := stockUp(b.ctx, town, shop.simple); err != nil {
		return fmt.Errorf("stock up: %w", err)
	}
	accounts, err := shop.accounts(4 * b.load.clients)
	if err != nil {
		return fmt.Errorf("sign in: %w", err)
	}
	if err := fillWallets(b.ctx, town); err != nil {
		return fmt.Errorf("fill wallets: %w", err)
	}
	if err := b.streams(result, server, shop); err != nil {
		return err
	}
	for _, s := range append(shop.reads(), accounts...) {
		reference := b.load.run(b.ctx, plain, always("GET", "/", nil))
		result.add(s.name, b.load.run(b.ctx, server.url, s.next), reference)
	}
	if err := b.fleet(result, shop, town, plain); err != nil {
		return err
	}
	b.hostility(result, server.url, plain, shop.uncachedList())
	return b.measureWrites(result, shop, plain)
}

// measureWrites measures the calls that write.
func (b *bench) measureWrites(result *engineReport, shop *shop, plain string) error {
	reference := b.load.run(b.ctx, plain, always("GET", "/", nil))
	guests, err := shop.guests(b.load.clients)
	if err != nil {
		return err
	}
	result.add("cart add", b.load.run(b.ctx, shop.url, shop.cartAdds(guests)), reference)
	for _, hot := range []bool{false, true} {
		ready, err := shop.prepareOrders(b.orders, hot)
		if err != nil {
			return fmt.Errorf("prepare orders: %w", err)
		}
		if !hot {
			result.add("quote", b.load.run(b.ctx, shop.url, cycle(ready.quotes)), reference)
		}
		name := "place order, many items"
		if hot {
			name = "place order, one hot item"
		}
		result.add(name, b.load.all(b.ctx, shop.url, ready.places), reference)
	}
	for _, method := range []string{"cash_on_delivery", "wallet"} {
		ready, err := shop.prepareOwnOrders(b.orders, method)
		if err != nil {
			return fmt.Errorf("prepare orders of customers: %w", err)
		}
		before := b.cpu()
		figure := b.load.all(b.ctx, shop.url, ready.places)
		log.Printf("  %.2f ms of CPU for an order of a customer by %s", float64((b.cpu()-before).Microseconds())/1000/float64(max(figure.count, 1)), method)
		result.add("place order, customers by "+method, figure, reference)
	}
	return nil
}
