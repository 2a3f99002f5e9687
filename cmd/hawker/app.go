package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"hawker/internal/account"
	mapsadapter "hawker/internal/adapter/maps"
	"hawker/internal/address"
	"hawker/internal/api"
	"hawker/internal/api/public"
	"hawker/internal/blob"
	"hawker/internal/bus"
	"hawker/internal/cart"
	"hawker/internal/catalog"
	"hawker/internal/clock"
	"hawker/internal/contact"
	"hawker/internal/content"
	"hawker/internal/credential"
	"hawker/internal/db"
	"hawker/internal/demo"
	"hawker/internal/jobs"
	"hawker/internal/maps"
	"hawker/internal/order"
	"hawker/internal/page"
	"hawker/internal/passkey"
	secrets "hawker/internal/secret"
	"hawker/internal/server"
	"hawker/internal/setting"
	"hawker/internal/shopper"
	"hawker/internal/signin"
	"hawker/internal/wishlist"
	"hawker/internal/zone"
	"hawker/web"
)

// app is the pieces of a running town, joined. Everything that runs beside the
// server is started by background and ends with its context.
type app struct {
	flags    serverFlags
	town     town
	db       *db.DB
	bus      bus.Bus
	jobs     *jobs.Queue
	settings *setting.Service
	catalog  *catalog.Service
	orders   *order.Service
	accounts *account.Service
	api      *api.Server
	health   *server.Health
	metrics  *server.Metrics

	background sync.WaitGroup
	runs       []func(context.Context)
}

// town is what a command adds to the pieces.
type town struct {
	outside
	demo     bool
	codes    bool                 // answered to whoever asks for one: the demo alone (D8)
	accounts []public.DemoAccount // shown on the sign-in page
	outbox   http.Handler         // the page of what was not sent; nil: everything is
}

// newApp opens the database, brings it to this version, and joins the pieces.
func newApp(ctx context.Context, data dataFlags, flags serverFlags, t town) (*app, error) {
	if err := data.keepPrivate(slog.Default()); err != nil {
		return nil, err
	}
	d, err := db.Open(ctx, data.options())
	if err != nil {
		return nil, err
	}
	a := &app{flags: flags, db: d, town: t, metrics: server.NewMetrics(), health: server.NewHealth()}
	a.health.Require("database", d.Ping)
	if err := db.Migrate(ctx, d); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	if err := a.join(ctx, data); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return a, nil
}

// join makes every service and hands each what it needs.
func (a *app) join(ctx context.Context, data dataFlags) error {
	now, log := clock.System, slog.Default()
	a.bus = a.newBus(data, log)
	a.jobs = jobs.New(a.db, now, log)
	a.health.Require("jobs", a.jobs.Ready)
	a.metrics.Registry().MustRegister(jobFigures{a.jobs}, prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "hawker_streams", Help: "Event streams that are open.",
	}, func() float64 { return float64(a.api.Streams()) }))
	a.settings = setting.New(a.db, now, a.bus)
	a.catalog = catalog.New(a.db, now)
	a.health.Require("catalogue", a.catalog.Ready)
	a.catalog.PicturesFrom(a.flags.origin())
	zones := zone.New(a.db, now)
	ways := maps.New(mapsadapter.NewTown(a.db, now), now)
	tokens, err := order.NewTokens(ctx, a.db, now)
	if err != nil {
		return fmt.Errorf("read the server's secret: %w", err)
	}
	accountSecret, err := secrets.Read(ctx, a.db, now, credential.SecretName)
	if err != nil {
		return err
	}
	files, err := blob.Open(data.blobDir())
	if err != nil {
		return err
	}
	cache := api.NewCache(now)
	shoppers, carts := shopper.New(a.db, now), cart.New(a.db, now)
	shopper.NewPruner(shopper.PruneDeps{DB: a.db, Clock: now, Settings: a.settings, Jobs: a.jobs})
	addresses, wishlists := address.New(a.db, now, a.settings, zones), wishlist.New(a.db, now)
	a.orders = order.New(order.Deps{
		DB: a.db, Clock: now, Settings: a.settings, Zones: zones, Maps: ways,
		Bus: a.bus, Jobs: a.jobs, Tokens: tokens, StockListener: shelves{a.catalog, cache}, Log: log,
		RateLimits: a.flags.RateLimits == "on",
	})
	news := content.NewNewsletter(content.NewsletterDeps{
		DB: a.db, Clock: now, Settings: a.settings, Jobs: a.jobs, Mail: a.town.mail(), Origin: a.linkOrigin(),
	})
	credentials := credential.New(credential.Deps{
		DB: a.db, Clock: now, Jobs: a.jobs, Log: log, Secret: accountSecret, Passkeys: passkey.Open(a.linkOrigin()),
		RateLimits: a.flags.RateLimits == "on", ShowCodes: a.town.codes,
	})
	a.accounts = account.New(account.Deps{
		DB: a.db, Clock: now, Settings: a.settings, Jobs: a.jobs, Log: log, Credentials: credentials,
		Shoppers: shoppers, Carts: carts, Orders: a.orders, Erasers: []account.Eraser{addresses, wishlists}, News: news, Files: files,
		Mailer: a.town.mailer, Texter: a.town.texter, Phones: a.town.phones,
	})
	signIn := signin.New(signin.Deps{
		DB: a.db, Settings: a.settings, Credentials: credentials, Accounts: a.accounts, Shoppers: shoppers, Carts: carts,
		Providers: a.town.providers,
	})
	a.api = api.New(api.Deps{
		Settings: a.settings, Zones: zones, Catalog: a.catalog, Content: content.New(a.db, now), News: news, Maps: ways,
		Shoppers: shoppers, Carts: carts, Orders: a.orders,
		Credentials: credentials, Accounts: a.accounts, SignIn: signIn, Addresses: addresses, Wishlists: wishlists,
		Social: a.town.socialClients, Phones: a.town.phoneClient, DemoAccounts: a.town.accounts,
		Cache: cache, Draining: a.health.Draining(), MaxStreams: a.flags.Streams,
		RateLimits: a.flags.RateLimits == "on", Secure: strings.HasPrefix(a.flags.origin(), "https://"), Demo: a.town.demo,
	})
	a.run(a.catalog.Run)
	a.run(a.jobs.Run)
	a.run(a.orders.Run)
	a.run(a.settings.Follow)
	a.run(tokens.Follow)
	a.run(accountSecret.Follow)
	return nil
}

// mail sends a mail for whoever knows no account.Mail; nil: none leaves.
func (o outside) mail() func(ctx context.Context, to contact.Email, subject, text string) error {
	if o.mailer == nil {
		return nil
	}
	return func(ctx context.Context, to contact.Email, subject, text string) error {
		return o.mailer.Send(ctx, account.Mail{To: to, Subject: subject, Text: text})
	}
}

// linkOrigin is where links in mails lead. A request's own Host is no help: it is
// whatever its sender wants. The demo, without a public address, is where it
// listens.
func (a *app) linkOrigin() string {
	if a.town.demo {
		return cmp.Or(a.flags.origin(), "http://"+a.flags.Addr)
	}
	return a.flags.origin()
}

// shelves are what shows stock from a copy; what others are made of comes first.
type shelves []order.StockListener

// StockChanged tells each of them.
func (all shelves) StockChanged(itemIDs []int64) {
	for _, s := range all {
		s.StockChanged(itemIDs)
	}
}

// newBus speaks within the process, or through PostgreSQL to every instance.
func (a *app) newBus(data dataFlags, log *slog.Logger) bus.Bus {
	if a.db.Dialect != db.Postgres {
		return bus.NewLocal()
	}
	b := bus.NewPostgres(a.db, data.options(), log)
	a.run(b.Run)
	return b
}

// run adds something that lives as long as the server.
func (a *app) run(f func(context.Context)) { a.runs = append(a.runs, f) }

// handler is what answers requests; media is where pictures are looked for.
func (a *app) handler(media page.Layers) (http.Handler, error) {
	mux := http.NewServeMux()
	a.api.Register(mux)
	calls := a.api.Handler(mux)
	pages, err := page.New(page.Config{Assets: web.Dist(), API: calls, Media: media, PublicURL: a.flags.PublicURL, Paths: a.catalog.Paths})
	if err != nil {
		return nil, err
	}
	proxies := make([]netip.Prefix, len(a.flags.TrustedProxies))
	for i, network := range a.flags.TrustedProxies {
		proxies[i] = netip.MustParsePrefix(network) // Validate has read them
	}
	return server.Handler(server.Config{
		API: calls, Page: a.withOutbox(pages), TrustedProxies: proxies, RateLimits: a.flags.RateLimits == "on",
		Origin: a.flags.origin(), Others: a.town.others,
	}, a.health, a.metrics), nil
}

// withOutbox adds the demo's own page to those of the storefront.
func (a *app) withOutbox(pages http.Handler) http.Handler {
	if a.town.outbox == nil {
		return pages
	}
	mux := http.NewServeMux()
	mux.Handle("/", pages)
	mux.Handle("GET "+demo.OutboxPath, a.town.outbox)
	mux.Handle("GET "+demo.OutboxPath+"/", a.town.outbox)
	return mux
}

// serve answers until ctx ends, drains, and waits for what runs beside it.
func (a *app) serve(ctx context.Context, e *env, h http.Handler) error {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", a.flags.Addr)
	if err != nil {
		return err
	}
	beside, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	for _, f := range a.runs {
		a.background.Go(func() { f(beside) })
	}
	if err := a.serveMetrics(beside); err != nil {
		return errors.Join(err, listener.Close())
	}
	address := "http://" + listener.Addr().String()
	fmt.Fprintln(e.stdout, "hawker is serving at", address)
	if e.ready != nil {
		e.ready <- address
	}
	err = server.Run(ctx, listener, h, a.health, a.flags.Drain)
	stop()
	a.background.Wait()
	return err
}

// serveMetrics answers figures and profiles on an address of their own.
func (a *app) serveMetrics(ctx context.Context) error {
	if a.flags.MetricsAddr == "" {
		return nil
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", a.flags.MetricsAddr)
	if err != nil {
		return fmt.Errorf("listen for metrics: %w", err)
	}
	srv := &http.Server{Handler: server.Diagnostics(a.metrics), ReadHeaderTimeout: 5 * time.Second}
	a.background.Go(func() { _ = srv.Serve(listener) })
	context.AfterFunc(ctx, func() { _ = srv.Close() })
	return nil
}

// close ends what newApp opened.
func (a *app) close() error { return a.db.Close() }

// useLog writes to stderr as text for people at a terminal, as JSON elsewhere.
func useLog(level string) {
	var least slog.Level
	_ = least.UnmarshalText([]byte(level)) // one of the flag's words
	options := &slog.HandlerOptions{Level: least}
	var h slog.Handler = slog.NewJSONHandler(os.Stderr, options)
	if info, err := os.Stderr.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
		h = slog.NewTextHandler(os.Stderr, options)
	}
	slog.SetDefault(slog.New(server.Log(h)))
}
