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
	"hawker/internal/adapter/sandbox"
	"hawker/internal/address"
	"hawker/internal/api"
	"hawker/internal/api/public"
	"hawker/internal/application"
	"hawker/internal/blob"
	"hawker/internal/booking"
	"hawker/internal/bus"
	"hawker/internal/cart"
	"hawker/internal/catalog"
	"hawker/internal/clock"
	"hawker/internal/contact"
	"hawker/internal/content"
	"hawker/internal/conversation"
	"hawker/internal/coupon"
	"hawker/internal/credential"
	"hawker/internal/db"
	"hawker/internal/demo"
	"hawker/internal/jobs"
	"hawker/internal/licence"
	"hawker/internal/maps"
	"hawker/internal/notification"
	"hawker/internal/offlinepayment"
	"hawker/internal/order"
	"hawker/internal/ordertoken"
	"hawker/internal/page"
	"hawker/internal/parcel"
	"hawker/internal/passkey"
	"hawker/internal/payment"
	"hawker/internal/purchase"
	"hawker/internal/review"
	"hawker/internal/reward"
	secrets "hawker/internal/secret"
	"hawker/internal/server"
	"hawker/internal/setting"
	"hawker/internal/shopper"
	"hawker/internal/signin"
	"hawker/internal/staff"
	"hawker/internal/trip"
	"hawker/internal/tripcart"
	"hawker/internal/upload"
	"hawker/internal/vehicle"
	"hawker/internal/wallet"
	"hawker/internal/wishlist"
	"hawker/internal/zone"
	"hawker/web"
)

// app connects the services of a running town. Everything that runs besides the server
// starts in background and ends with its context.
type app struct {
	flags         serverFlags
	extras        extras
	db            *db.DB
	bus           bus.Bus
	jobs          *jobs.Queue
	settings      *setting.Service
	catalog       *catalog.Service
	orders        *order.Service
	trips         *trip.Service
	uploads       *upload.Service
	tripCarts     *tripcart.Service
	rewards       *reward.Service
	conversations *conversation.Service
	applications  *application.Service
	accounts      *account.Service
	staff         *staff.Service
	zones         *zone.Service
	words         notification.Words
	api           *api.Server
	calls         http.Handler // of the API, without the server's limits; set by handler
	health        *server.Health
	metrics       *server.Metrics

	sandbox *sandbox.Gateway // of the demo; nil: none
	address string           // at which it listens; set by serve before anything runs

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

// newApp opens the database, migrates it, and creates the services.
func newApp(ctx context.Context, data dataFlags, flags serverFlags, t extras) (*app, error) {
	if err := data.keepPrivate(slog.Default()); err != nil {
		return nil, err
	}
	d, err := db.OpenInstance(ctx, data.options())
	if err != nil {
		return nil, err
	}
	a := &app{flags: flags, db: d, extras: t, metrics: server.NewMetrics(), health: server.NewHealth()}
	a.health.Require("database", d.Ping)
	if err := db.Migrate(ctx, d); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	if err := a.createServices(ctx, data); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return a, nil
}

// createServices creates every service, and passes each what it needs.
func (a *app) createServices(ctx context.Context, data dataFlags) error {
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
	routes := maps.New(mapsadapter.NewTown(a.db, now), now)
	tokens, err := ordertoken.New(ctx, a.db, now)
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
	a.tripCarts = &tripcart.Service{DB: a.db, Clock: now, Settings: a.settings, Zones: zones, Maps: routes}
	shopper.NewPruner(shopper.PruneDeps{DB: a.db, Clock: now, Settings: a.settings, Jobs: a.jobs})
	if a.words, err = notification.ReadWords(web.Messages()); err != nil {
		return err
	}
	pusher, err := a.flags.pusher()
	if err != nil {
		return err
	}
	notifications := notification.New(notification.Deps{
		DB: a.db, Clock: now, Jobs: a.jobs, Settings: a.settings, Tokens: tokens, Log: log,
		Words: a.words, Mail: a.extras.notificationMail(), Push: pusher, Origin: a.linkOrigin(),
	})
	a.rewards = reward.New(reward.Deps{DB: a.db, Clock: now, Settings: a.settings, Notifications: notifications, OneMachine: a.extras.demo})
	addresses, wishlists := address.New(a.db, now, a.settings, zones), wishlist.New(a.db, now)
	gateways, err := a.gateways(ctx, now)
	if err != nil {
		return err
	}
	payments := payment.New(payment.Deps{DB: a.db, Clock: now, Settings: a.settings, Jobs: a.jobs, Gateways: gateways, Log: log})
	purchases := purchase.New(purchase.Deps{DB: a.db, Clock: now, Settings: a.settings, Jobs: a.jobs, Gateways: offered(gateways), Payments: payments})
	a.orders = order.New(order.Deps{
		DB: a.db, Clock: now, Settings: a.settings, Zones: zones, Maps: routes,
		Bus: a.bus, Jobs: a.jobs, Tokens: tokens, StockListener: stockListeners{a.catalog, cache}, Listener: order.Listeners{notifications, a.rewards}, Log: log,
		Purchases:  purchases,
		RateLimits: a.flags.RateLimits == "on",
	})
	notifications.Orders, payments.Purchases = a.orders, purchases
	bookings := booking.New(a.db, now)
	vehicles := vehicle.New(a.db, now, bookings)
	a.trips = trip.New(trip.Deps{
		DB: a.db, Clock: now, Settings: a.settings, Bookings: bookings, Purchases: purchases, Tokens: tokens,
		Bus: a.bus, Log: log, Listener: notifications,
		RateLimits: a.flags.RateLimits == "on",
	})
	notifications.Trips = a.trips
	wallets := &wallet.Service{DB: a.db, Clock: now, Settings: a.settings, Payments: payments}
	a.conversations = conversation.New(conversation.Deps{DB: a.db, Clock: now, Settings: a.settings, Jobs: a.jobs, Bus: a.bus, Notifications: notifications, Log: log})
	a.uploads = upload.New(upload.Deps{DB: a.db, Clock: now, Settings: a.settings, Jobs: a.jobs, Files: files})
	licences := licence.New(licence.Deps{DB: a.db, Clock: now, Jobs: a.jobs})
	reviews := review.New(a.db, now)
	offlinePayments := &offlinepayment.Service{DB: a.db, Settings: a.settings, Purchases: purchases}
	news := content.NewNewsletter(content.NewsletterDeps{
		DB: a.db, Clock: now, Settings: a.settings, Jobs: a.jobs, Mail: a.extras.mail(), Origin: a.linkOrigin(),
	})
	credentials := credential.New(credential.Deps{
		DB: a.db, Clock: now, Jobs: a.jobs, Log: log, Secret: accountSecret, Passkeys: passkey.Open(a.linkOrigin()),
		RateLimits: a.flags.RateLimits == "on", ShowCodes: a.extras.codes,
	})
	a.accounts = account.New(account.Deps{
		DB: a.db, Clock: now, Settings: a.settings, Jobs: a.jobs, Log: log, Credentials: credentials,
		Shoppers: shoppers, Carts: carts, TripCarts: a.tripCarts, Orders: a.orders, Trips: a.trips, Erasers: []account.Eraser{addresses, wishlists, a.conversations, a.uploads, licences, notifications, reviews, offlinePayments, wallets, a.rewards}, News: news, Files: files,
		Mailer: a.extras.mailer, Texter: a.extras.texter, Phones: a.extras.phones,
	})
	a.staff = staff.New(staff.Deps{DB: a.db, Clock: now, Jobs: a.jobs, Log: log, Credentials: credentials, ReleaseRider: order.ReleaseRider})
	a.zones = zones
	a.applications = application.NewService(application.Deps{
		DB: a.db, Clock: now, Settings: a.settings, Jobs: a.jobs, Log: log, Zones: zones, Catalog: a.catalog, Staff: a.staff,
		Credentials: credentials, Tokens: tokens, Files: files, Words: a.words, Mail: a.extras.mail(), Origin: a.linkOrigin(),
	})
	signIn := signin.New(signin.Deps{
		DB: a.db, Settings: a.settings, Credentials: credentials, Accounts: a.accounts, Shoppers: shoppers, Carts: carts, TripCarts: a.tripCarts,
		Providers: a.extras.providers,
	})
	a.api = api.New(api.Deps{
		Settings: a.settings, Zones: zones, Catalog: a.catalog, Vehicles: vehicles, Content: content.New(a.db, now), News: news, Parcels: &parcel.Service{DB: a.db}, Maps: routes,
		Shoppers: shoppers, Carts: carts, TripCarts: a.tripCarts, Orders: a.orders, Trips: a.trips, Purchases: purchases, Coupons: coupon.New(a.db, now),
		Credentials: credentials, Accounts: a.accounts, SignIn: signIn, Addresses: addresses, Wishlists: wishlists, Uploads: a.uploads, Reviews: reviews, Payments: payments, OfflinePayments: offlinePayments, Wallets: wallets, Origin: a.flags.origin(), Staff: a.staff, Notifications: notifications, Rewards: a.rewards, Conversations: a.conversations, Applications: a.applications,
		Social: a.extras.socialClients, Phones: a.extras.phoneClient, DemoAccounts: a.extras.accounts,
		Cache: cache, Draining: a.health.Draining(), MaxStreams: a.flags.Streams,
		RateLimits: a.flags.RateLimits == "on", Secure: strings.HasPrefix(a.flags.origin(), "https://"), Demo: a.extras.demo,
	})
	a.run(a.catalog.Run)
	a.run(a.jobs.Run)
	a.run(a.orders.Run)
	a.run(a.trips.Run)
	a.run(a.conversations.Run)
	a.run(a.settings.Follow)
	a.run(tokens.Follow)
	a.run(accountSecret.Follow)
	return nil
}

// mail returns a function that sends a mail, for packages that do not import account. It
// is nil if mail is not set up.
func (o externalServices) mail() func(ctx context.Context, to contact.Email, subject, text string) error {
	if o.mailer == nil {
		return nil
	}
	return func(ctx context.Context, to contact.Email, subject, text string) error {
		return o.mailer.Send(ctx, account.Mail{To: to, Subject: subject, Text: text})
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
		Languages: a.languages, Text: a.words.Text,
	})
	if err != nil {
		return nil, err
	}
	proxies := make([]netip.Prefix, len(a.flags.TrustedProxies))
	for i, network := range a.flags.TrustedProxies {
		proxies[i] = netip.MustParsePrefix(network) // Validate has checked it
	}
	return server.Handler(server.Config{
		API: calls, Page: a.withDemoPages(pages), TrustedProxies: proxies, RateLimits: a.flags.RateLimits == "on",
		Origin: a.flags.origin(), External: a.extras.external,
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
	if err := a.serveMetrics(background); err != nil {
		return errors.Join(err, listener.Close())
	}
	address := "http://" + listener.Addr().String()
	fmt.Fprintln(e.stdout, "hawker is serving at", address)
	if err := a.printFirstStaff(ctx, e, address); err != nil {
		return errors.Join(err, listener.Close())
	}
	if e.ready != nil {
		e.ready <- address
	}
	err = server.Run(ctx, listener, h, a.health, a.flags.Drain)
	stop()
	a.background.Wait()
	return err
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

// close closes what newApp opened.
func (a *app) close() error { return a.db.Close() }

// useLog logs to stderr: text at a terminal, else JSON.
func useLog(level string) {
	var least slog.Level
	_ = least.UnmarshalText([]byte(level)) // kong has checked the value
	options := &slog.HandlerOptions{Level: least}
	var h slog.Handler = slog.NewJSONHandler(os.Stderr, options)
	if info, err := os.Stderr.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
		h = slog.NewTextHandler(os.Stderr, options)
	}
	slog.SetDefault(slog.New(server.Log(h)))
}
