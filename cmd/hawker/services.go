package main

import (
	"context"
	"fmt"
	"log/slog"
	"strings"

	"hawker/internal/account"
	"hawker/internal/address"
	"hawker/internal/api"
	"hawker/internal/api/answercache"
	"hawker/internal/application"
	"hawker/internal/blob"
	"hawker/internal/booking"
	"hawker/internal/bus"
	"hawker/internal/cart"
	"hawker/internal/catalog"
	"hawker/internal/clock"
	"hawker/internal/content"
	"hawker/internal/conversation"
	"hawker/internal/coupon"
	"hawker/internal/credential"
	"hawker/internal/fileowner"
	"hawker/internal/idempotency"
	"hawker/internal/jobs"
	"hawker/internal/licence"
	"hawker/internal/maps"
	"hawker/internal/notification"
	"hawker/internal/offlinepayment"
	"hawker/internal/order"
	"hawker/internal/orderhistory"
	"hawker/internal/parcel"
	"hawker/internal/passkey"
	"hawker/internal/payment"
	"hawker/internal/purchase"
	"hawker/internal/review"
	"hawker/internal/reward"
	secrets "hawker/internal/secret"
	"hawker/internal/setting"
	"hawker/internal/shopper"
	"hawker/internal/signedtoken"
	"hawker/internal/signin"
	"hawker/internal/staff"
	"hawker/internal/trip"
	"hawker/internal/tripcart"
	"hawker/internal/upload"
	"hawker/internal/vehicle"
	"hawker/internal/wallet"
	"hawker/internal/wishlist"
	"hawker/internal/zone"
)

// services are what an app consists of. createServices makes one of each; most need only
// those above them.
type services struct {
	// What the others stand on.
	bus           bus.Bus
	jobs          *jobs.Queue
	settings      *setting.Service
	tokens        *signedtoken.Tokens
	accountSecret *secrets.Key
	files         *blob.Store

	// The town, and what there is to buy and to rent.
	zones    *zone.Service
	maps     *maps.Service
	catalog  *catalog.Service
	cache    *answercache.Cache
	bookings *booking.Service
	vehicles *vehicle.Service

	// The shoppers, and what they keep.
	shoppers  *shopper.Service
	carts     *cart.Service
	tripCarts *tripcart.Service
	addresses *address.Service
	wishlists *wishlist.Service
	uploads   *upload.Service
	licences  *licence.Service

	// What is written to them.
	texts         texts
	notifications *notification.Service
	conversations *conversation.Service
	news          *content.Newsletter

	// What they buy, and how they pay.
	payments        *payment.Service
	purchases       *purchase.Service
	offlinePayments *offlinepayment.Service
	responses       *idempotency.Responses
	wallets         *wallet.Service
	rewards         *reward.Service
	orders          *order.Service
	trips           *trip.Service
	reviews         *review.Service

	// Who signs in.
	credentials  *credential.Service
	accounts     *account.Service
	signIn       *signin.Service
	staff        *staff.Service
	applications *application.Service
}

// createServices creates every service, and passes each what it needs.
func (a *app) createServices(ctx context.Context, data dataFlags) error {
	if err := a.createGround(ctx, data); err != nil {
		return err
	}
	if err := a.createTown(); err != nil {
		return err
	}
	a.createShoppers()
	if err := a.createMessages(); err != nil {
		return err
	}
	if err := a.createPurchases(ctx); err != nil {
		return err
	}
	a.createAccounts()
	a.createAPI()
	a.registerMetrics()
	a.run(a.db.FollowReplica)
	a.run(a.catalog.Run)
	a.run(a.vehicles.Run)
	a.run(a.jobs.Run)
	a.run(a.orders.Run)
	a.run(a.trips.Run)
	a.run(a.conversations.Run)
	a.run(a.settings.Follow)
	a.run(a.tokens.Follow)
	a.run(a.accountSecret.Follow)
	return nil
}

// createGround creates what the other services stand on: the bus, the jobs, the settings,
// the secrets and the files.
func (a *app) createGround(ctx context.Context, data dataFlags) (err error) {
	now, log := clock.System, slog.Default()
	a.bus = a.newBus(data, log)
	a.jobs = jobs.New(a.db, now, log)
	if spans := a.traces.Provider(); spans != nil {
		a.jobs.Trace(spans)
	}
	a.health.Require("jobs", a.jobs.Ready)
	a.settings = setting.New(a.db, now, a.bus)
	if a.tokens, err = signedtoken.New(ctx, a.db, now); err != nil {
		return fmt.Errorf("read the server's secret: %w", err)
	}
	if a.accountSecret, err = secrets.Read(ctx, a.db, now, credential.SecretName); err != nil {
		return err
	}
	a.files, err = data.openCheckedFiles(ctx)
	return err
}

// createTown creates the services of the town: its zones and its map, and what is sold and
// rented out in it.
func (a *app) createTown() (err error) {
	now := clock.System
	a.zones = zone.New(a.db, now)
	if a.maps, err = a.newMaps(now, a.zones); err != nil {
		return err
	}
	if err := a.openTiles(); err != nil {
		return err
	}
	a.catalog = catalog.New(a.db, now)
	a.health.Require("catalogue", a.catalog.Ready)
	a.catalog.PicturesFrom(a.flags.origin())
	a.cache = api.NewCache(now)
	a.bookings = booking.New(a.db, now)
	a.vehicles = vehicle.New(a.db, now, a.bookings)
	return nil
}

// createShoppers creates the services of what shoppers keep: their carts, places, wishes
// and files.
func (a *app) createShoppers() {
	now := clock.System
	a.shoppers, a.carts = shopper.New(a.db, now), cart.New(a.db, now)
	a.tripCarts = &tripcart.Service{DB: a.db, Clock: now, Settings: a.settings, Zones: a.zones, Maps: a.maps}
	shopper.NewPruner(shopper.PruneDeps{DB: a.db, Clock: now, Settings: a.settings, Jobs: a.jobs})
	a.addresses, a.wishlists = address.New(a.db, now, a.settings, a.zones), wishlist.New(a.db, now)
	a.uploads = upload.New(upload.Deps{DB: a.db, Clock: now, Settings: a.settings, Jobs: a.jobs, Files: a.files})
	(&fileowner.Pruner{DB: a.db, Clock: now, Files: a.files, Jobs: a.jobs, Log: slog.Default()}).Register()
	a.licences = licence.New(licence.Deps{DB: a.db, Clock: now, Jobs: a.jobs})
}

// createMessages creates the services that write to people: the bell with its mails and
// pushes, conversations and the newsletter.
func (a *app) createMessages() error {
	now, log := clock.System, slog.Default()
	pusher, err := a.flags.pusher()
	if err != nil {
		return err
	}
	a.notifications = notification.New(notification.Deps{
		DB: a.db, Clock: now, Jobs: a.jobs, Settings: a.settings, Tokens: a.tokens, Log: log,
		Texts: a.texts.Texts, Mail: a.extras.notificationMail(), Push: pusher, Origin: a.linkOrigin(),
	})
	a.conversations = conversation.New(conversation.Deps{
		DB: a.db, Clock: now, Settings: a.settings, Jobs: a.jobs, Bus: a.bus, Notifications: a.notifications, Log: log,
	})
	a.news = content.NewNewsletter(content.NewsletterDeps{
		DB: a.db, Clock: now, Settings: a.settings, Jobs: a.jobs, Mail: a.extras.mail(), Origin: a.linkOrigin(),
	})
	return nil
}

// createPurchases creates the services of orders and trips, of their payments, and of what
// comes after them.
func (a *app) createPurchases(ctx context.Context) error {
	now, log := clock.System, slog.Default()
	gateways, err := a.gateways(ctx, now)
	if err != nil {
		return err
	}
	a.payments = payment.New(payment.Deps{DB: a.db, Clock: now, Settings: a.settings, Jobs: a.jobs, Gateways: gateways, Notifications: a.notifications, Log: log})
	a.purchases = purchase.New(purchase.Deps{
		DB: a.db, Clock: now, Settings: a.settings, Jobs: a.jobs, Gateways: offered(gateways), Payments: a.payments,
	})
	a.payments.Purchases = a.purchases
	a.responses = &idempotency.Responses{DB: a.db, Clock: now}
	a.offlinePayments = &offlinepayment.Service{DB: a.db, Settings: a.settings, Purchases: a.purchases}
	a.wallets = &wallet.Service{DB: a.db, Clock: now, Settings: a.settings, Payments: a.payments}
	referralSecret, err := secrets.Read(ctx, a.db, now, reward.SecretName)
	if err != nil {
		return err
	}
	a.rewards = reward.New(reward.Deps{
		DB: a.db, Clock: now, Settings: a.settings, Secret: referralSecret, Notifications: a.notifications, OneMachine: a.extras.demo,
	})
	a.orders = order.New(order.Deps{
		DB: a.db, Clock: now, Settings: a.settings, Zones: a.zones, Maps: a.maps,
		Bus: a.bus, Jobs: a.jobs, Tokens: a.tokens, StockListener: stockListeners{a.catalog, a.cache}, Listener: order.Listeners{a.notifications, a.rewards}, Log: log,
		Purchases:  a.purchases,
		RateLimits: a.flags.RateLimits == "on", VerifiesPhones: a.extras.verifiesPhones(),
	})
	a.trips = trip.New(trip.Deps{
		DB: a.db, Clock: now, Settings: a.settings, Zones: a.zones, Bookings: a.bookings, Jobs: a.jobs, Purchases: a.purchases, Tokens: a.tokens,
		Bus: a.bus, Log: log, Listener: a.notifications,
		RateLimits: a.flags.RateLimits == "on", VerifiesPhones: a.extras.verifiesPhones(),
	})
	a.notifications.Orders, a.notifications.Trips = a.orders, a.trips
	a.reviews = review.New(a.db, now)
	return nil
}

// passwordHasher hashes passwords; nil: argon2id. Tests have a quicker one.
var passwordHasher credential.Hasher

// createAccounts creates the services of those who sign in: customers, the staff, and who
// applies to join them.
func (a *app) createAccounts() {
	now, log := clock.System, slog.Default()
	a.credentials = credential.New(credential.Deps{
		DB: a.db, Clock: now, Jobs: a.jobs, Log: log, Secret: a.accountSecret, Passkeys: passkey.Open(a.linkOrigin()),
		RateLimits: a.flags.RateLimits == "on", ShowCodes: a.extras.codes, Hasher: passwordHasher,
	})
	a.accounts = account.New(account.Deps{
		DB: a.db, Clock: now, Settings: a.settings, Jobs: a.jobs, Log: log, Credentials: a.credentials,
		Shoppers: a.shoppers, Carts: a.carts, TripCarts: a.tripCarts, Orders: a.orders, Trips: a.trips, Reviews: a.reviews,
		News: a.news, Files: a.files,
		Erasers:  []account.Eraser{a.addresses, a.wishlists, a.conversations, a.uploads, a.licences, a.notifications, a.offlinePayments, a.responses},
		Balances: []account.Eraser{a.wallets, a.rewards},
		Mailer:   a.extras.mailer, Texter: a.extras.texter, Phones: a.extras.phones,
	})
	a.signIn = signin.New(signin.Deps{
		DB: a.db, Settings: a.settings, Credentials: a.credentials, Accounts: a.accounts, Shoppers: a.shoppers, Carts: a.carts, TripCarts: a.tripCarts,
		Providers: a.extras.providers,
	})
	a.staff = staff.New(staff.Deps{DB: a.db, Clock: now, Jobs: a.jobs, Log: log, Credentials: a.credentials, ReleaseRider: order.ReleaseRider})
	a.applications = application.NewService(application.Deps{
		DB: a.db, Clock: now, Settings: a.settings, Jobs: a.jobs, Log: log, Zones: a.zones, Catalog: a.catalog, Staff: a.staff,
		Credentials: a.credentials, Tokens: a.tokens, Files: a.files, Texts: a.texts.Texts, Mail: a.extras.mail(), Origin: a.linkOrigin(),
	})
}

// createAPI creates the API, which calls all the others.
func (a *app) createAPI() {
	a.api = api.New(api.Deps{
		Settings: a.settings, Zones: a.zones, Catalog: a.catalog, Vehicles: a.vehicles, Maps: a.maps,
		Content: content.New(a.db, clock.System), News: a.news, Parcels: &parcel.Service{DB: a.db}, Coupons: coupon.New(a.db, clock.System),
		Shoppers: a.shoppers, Carts: a.carts, TripCarts: a.tripCarts, Addresses: a.addresses, Wishlists: a.wishlists, Uploads: a.uploads,
		Notifications: a.notifications, Conversations: a.conversations,
		Orders: a.orders, OrderHistory: &orderhistory.Service{DB: a.db}, Trips: a.trips, Purchases: a.purchases, Payments: a.payments, OfflinePayments: a.offlinePayments, Wallets: a.wallets, Rewards: a.rewards, Reviews: a.reviews,
		Credentials: a.credentials, Accounts: a.accounts, SignIn: a.signIn, Staff: a.staff, Applications: a.applications, Responses: a.responses,
		Social: a.extras.socialClients, Phones: a.extras.phoneClient, MapTiles: a.mapTiles, DemoAccounts: a.extras.accounts,
		Cache: a.cache, Draining: a.health.Draining(), MaxStreams: a.flags.Streams,
		RateLimits: a.flags.RateLimits == "on", Secure: strings.HasPrefix(a.flags.origin(), "https://"), Demo: a.extras.demo, Origin: a.flags.origin(),
	})
}
