package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"sync"
	"time"

	"hawker/internal/account"
	"hawker/internal/adapter/pmtiles"
	"hawker/internal/adapter/sandbox"
	"hawker/internal/adapter/traces"
	"hawker/internal/api"
	"hawker/internal/api/public"
	"hawker/internal/bus"
	"hawker/internal/contact"
	"hawker/internal/db"
	"hawker/internal/demo"
	"hawker/internal/notification"
	"hawker/internal/order"
	"hawker/internal/page"
	"hawker/internal/server"
	"hawker/internal/translation"
	"hawker/web"
)

// app connects the services of a running town. Everything that runs besides the server
// starts in background and ends with its context.
type app struct {
	services
	flags   serverFlags
	extras  extras
	db      *db.DB
	api     *api.Server
	calls   http.Handler // of the API, without the server's limits; set by handler
	health  *server.Health
	metrics *server.Metrics
	traces  *traces.Sender // nil: nothing is traced

	sandbox  *sandbox.Gateway // of the demo; nil: none
	mapTiles *public.MapTiles // nil: none
	tileFile *pmtiles.File    // nil: the tiles are not from a file
	address  string           // at which it listens; set by serve before anything runs

	background sync.WaitGroup
	runs       []func(context.Context)
}

// extras are what a command adds to the services.
type extras struct {
	externalServices
	demo     bool
	codes    bool                 // codes are in the responses; only in the demo (D8)
	accounts []public.DemoAccount // shown on the sign-in page
	outbox   http.Handler         // the page with messages that were not sent; nil: there is none
}

// newApp opens the database, migrates it, and creates the services. A start that cannot
// succeed fails before the migration, after which an older version may not start again.
func newApp(ctx context.Context, data dataFlags, flags serverFlags, t extras) (*app, error) {
	if err := data.keepPrivate(slog.Default()); err != nil {
		return nil, err
	}
	texts, err := flags.readTexts(data.Data)
	if err != nil {
		return nil, err
	}
	sender, err := flags.openTraces(ctx)
	if err != nil {
		return nil, err
	}
	if err := flags.checkAddresses(ctx); err != nil {
		return nil, err
	}
	options := data.options()
	options.Spans, options.ReadURL = sender.Provider(), string(data.ReadURL)
	d, err := db.OpenInstance(ctx, options)
	if err != nil {
		return nil, err
	}
	a := &app{flags: flags, db: d, traces: sender, extras: t, metrics: server.NewMetrics(), health: server.NewHealth()}
	a.texts = texts
	a.health.Require("database", d.Responds)
	if err := db.Migrate(ctx, d); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	if err := a.createServices(ctx, data); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return a, nil
}

// verifiesPhones reports whether customers can verify their phones, as account.CanVerify does.
func (o externalServices) verifiesPhones() bool { return o.texter != nil || o.phones != nil }

// mail returns a function that sends a mail, for packages that do not import account. It
// is nil if mail is not set up. The language of the mail is in the context.
func (o externalServices) mail() func(ctx context.Context, to contact.Email, subject, text string) error {
	if o.mailer == nil {
		return nil
	}
	return func(ctx context.Context, to contact.Email, subject, text string) error {
		return o.mailer.Send(ctx, account.Mail{To: to, Subject: subject, Text: text, Language: translation.Language(ctx)})
	}
}

// notificationMail is mail for package notification, whose mails can be switched off.
func (o externalServices) notificationMail() func(ctx context.Context, m notification.Mail) error {
	if o.mailer == nil {
		return nil
	}
	return func(ctx context.Context, m notification.Mail) error {
		return o.mailer.Send(ctx, account.Mail{To: contact.Email(m.To), Subject: m.Subject, Text: m.Text, Language: m.Language, Unsubscribe: m.Unsubscribe})
	}
}

// linkOrigin returns the origin of links in mails. It is not the Host of a request,
// because any client can set that. Without a public URL the demo uses the address on
// which it listens.
func (a *app) linkOrigin() string {
	if a.extras.demo {
		return cmp.Or(a.flags.origin(), "http://"+a.flags.Addr)
	}
	return a.flags.origin()
}

// languages returns what the town offers. A page without the settings is in English.
func (a *app) languages(ctx context.Context) []string {
	settings, err := a.settings.Get(ctx)
	if err != nil {
		return []string{"en"}
	}
	return settings.Languages.All()
}

// stockListeners cache stock. A listener whose data others are made from comes first.
type stockListeners []order.StockListener

// StockChanged calls each of them.
func (all stockListeners) StockChanged(itemIDs []int64) {
	for _, s := range all {
		s.StockChanged(itemIDs)
	}
}

// newBus returns a bus within the process or, on PostgreSQL, between all instances.
func (a *app) newBus(data dataFlags, log *slog.Logger) bus.Bus {
	if a.db.Dialect != db.Postgres {
		return bus.NewLocal()
	}
	b := bus.NewPostgres(a.db, data.options(), log)
	a.run(b.Run)
	return b
}

// run adds a function that runs as long as the server.
func (a *app) run(f func(context.Context)) { a.runs = append(a.runs, f) }

// handler returns the handler of all requests. media are the folders of pictures.
func (a *app) handler(media page.Layers) (http.Handler, error) {
	mux := http.NewServeMux()
	a.api.Register(mux)
	calls := a.api.Handler(mux)
	a.calls = calls
	pages, err := page.New(page.Config{
		Assets: web.Dist(), API: calls, Media: media, PublicURL: a.flags.PublicURL, Paths: a.catalog.Paths,
		Languages: a.languages, OwnLanguages: a.texts.own, Text: a.texts.Text,
	})
	if err != nil {
		return nil, err
	}
	proxies := make([]netip.Prefix, len(a.flags.TrustedProxies))
	for i, network := range a.flags.TrustedProxies {
		if proxies[i], err = readNetwork(network); err != nil {
			return nil, err
		}
	}
	return server.Handler(server.Config{
		API: calls, Page: a.withDemoPages(a.withTiles(pages)), TrustedProxies: proxies, RateLimits: a.flags.RateLimits == "on",
		Origin: a.flags.origin(), External: a.extras.external, Spans: a.traces.Provider(),
	}, a.health, a.metrics), nil
}

// withDemoPages adds the demo's outbox and the sandbox to the pages of the storefront.
func (a *app) withDemoPages(pages http.Handler) http.Handler {
	if !a.extras.demo {
		return pages
	}
	mux := http.NewServeMux()
	mux.Handle("/", pages)
	if a.sandbox != nil {
		mux.Handle(sandbox.Path, a.sandbox)
	}
	mux.Handle("GET "+demo.OutboxPath, a.extras.outbox)
	mux.Handle("GET "+demo.OutboxPath+"/", a.extras.outbox)
	return mux
}

// serve serves until ctx ends. Then it drains, and waits for the background functions.
func (a *app) serve(ctx context.Context, e *env, h http.Handler) error {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", a.flags.Addr)
	if err != nil {
		return err
	}
	a.address = listener.Addr().String()
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	for _, f := range a.runs {
		a.background.Go(func() { f(background) })
	}
	if err := a.serveMetrics(background, e.stdout); err != nil {
		return errors.Join(err, listener.Close())
	}
	address := "http://" + listener.Addr().String()
	fmt.Fprintln(e.stdout, "hawker is serving at", address)
	if err := errors.Join(a.printIfEmpty(ctx, e), a.printFirstStaff(ctx, e, address)); err != nil {
		return errors.Join(err, listener.Close())
	}
	if e.ready != nil {
		e.ready <- address
	}
	err = server.Run(ctx, listener, h, a.health, a.flags.Drain)
	stop()
	a.background.Wait()
	a.flushTraces()
	return err
}

// printIfEmpty says that there is no town yet, which may also mean that --data is wrong.
func (a *app) printIfEmpty(ctx context.Context, e *env) error {
	filled, err := db.One[bool](ctx, a.db.R, `SELECT EXISTS (SELECT 1 FROM zones)`)
	if err != nil || filled {
		return err
	}
	fmt.Fprintln(e.stdout, "the town is empty: fill it by `hawker import FOLDER`, or name another by --data or --database-url")
	return nil
}

// printFirstStaff says how a town without staff gets the first member, who can then work
// at the desk.
func (a *app) printFirstStaff(ctx context.Context, e *env, address string) error {
	exists, err := a.staff.Exists(ctx)
	if err != nil || exists {
		return err
	}
	fmt.Fprintf(e.stdout, "nobody of the staff has an account yet: add one by `hawker staff add`, who then works at %s/desk\n", address)
	return nil
}

// serveMetrics serves metrics and profiles on a separate address.
func (a *app) serveMetrics(ctx context.Context, stdout io.Writer) error {
	if a.flags.MetricsAddr == "" {
		return nil
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", a.flags.MetricsAddr)
	if err != nil {
		return fmt.Errorf("listen for metrics: %w", err)
	}
	fmt.Fprintf(stdout, "hawker serves its metrics at http://%s/metrics\n", listener.Addr())
	srv := &http.Server{Handler: server.Diagnostics(a.metrics), ReadHeaderTimeout: 5 * time.Second}
	a.background.Go(func() { _ = srv.Serve(listener) })
	context.AfterFunc(ctx, func() { _ = srv.Close() })
	return nil
}

// close closes what newApp opened.
func (a *app) close() error {
	err := errors.Join(a.files.Close(), a.db.Close())
	if a.tileFile != nil {
		err = errors.Join(err, a.tileFile.Close())
	}
	return err
}

// useLog logs to stderr: text at a terminal, else JSON.
func useLog(level string) {
	var minLevel slog.Level
	_ = minLevel.UnmarshalText([]byte(level)) // kong has checked the value
	options := &slog.HandlerOptions{Level: minLevel}
	var h slog.Handler = slog.NewJSONHandler(os.Stderr, options)
	if info, err := os.Stderr.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
		h = slog.NewTextHandler(os.Stderr, options)
	}
	slog.SetDefault(slog.New(server.Log(h)))
}
