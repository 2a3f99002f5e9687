package api_test

import (
	"fmt"
	"strings"
	"testing"

	"hawker/internal/catalog"
	"hawker/internal/conversation"
	"hawker/internal/offlinepayment"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/upload"
)

// workplace is one store with its zone's rider, one provider of vehicles, and what they work on.
type workplace struct {
	vendor, renter, rider   string // tokens; the renter is the vendor of the provider
	pending, offered        int64  // orders
	trip, returned          int64  // returned is a trip that is completed
	accepted, item          int64
	prescribed              int64 // order that waits for the pharmacist
	sent, owed              int64 // orders whose offline payment is to be checked, to be paid back
	owedAmount              float64
	held                    int64  // charge
	stuck                   string // refund
	application             int64
	applicationImage        string
	image                   string // of its prescription
	photo                   string // of its trip
	licence                 int64  // of its driver
	front                   string // image of the licence
	delivered               int64  // order
	review                  int64  // of the store
	vehicleReview           int64
	withStore, withRider    int64 // conversations
	withSupport, reported   int64
	images                  map[int64]string // of conversations
	customer, streetOf      string           // in every order of the place
	vendorStaff, riderStaff order.Staff
}

// staffAPI has two workplaces that know nothing of each other.
type staffAPI struct {
	*accessAPI
	here, there workplace
	admin       string
	nobodies    map[string]string // tokens that open nothing, by whose they are
}

func (c *accessAPI) hire(t *testing.T) *staffAPI {
	t.Helper()
	s := &staffAPI{accessAPI: c, admin: c.SignInStaff(t, c.Admin(t))}
	s.here, s.there = s.open(t, "Anoushka", ordertest.ZoneID, nearProvider), s.open(t, "Bhaskara", ordertest.FarZoneID, farProvider)
	gone := c.Vendor(t, s.here.vendorStaff.StoreID)
	disabled := c.SignInStaff(t, gone)
	c.Exec(t, `UPDATE staff SET active = FALSE WHERE id = $1`, gone.ID)
	out := c.SignInStaff(t, c.Vendor(t, s.here.vendorStaff.StoreID))
	session, err := c.Staff.FindSession(t.Context(), out)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Staff.SignOut(t.Context(), session); err != nil {
		t.Fatal(err)
	}
	s.nobodies = map[string]string{
		"nobody": "", "a customer": c.NewCustomer(t).Token, "a disabled vendor": disabled, "a vendor who has signed out": out, "a guess": "guess",
	}
	return s
}

// open is a workplace with orders in each state.
func (s *staffAPI) open(t *testing.T, shopper string, zoneID, providerID int64) workplace {
	t.Helper()
	s.OfferOffline(t)
	store := s.Store(t, nil)
	w := workplace{customer: shopper, streetOf: shopper + " Street"}
	item := s.Item(t, store, 1000, 50, nil)
	w.item = item.ID
	place := func() int64 {
		r := ordertest.BuyNow(s.Guest(t), item, 1)
		r.Address.Name, r.Address.Address = shopper+" Rao", w.streetOf
		return s.Place(t, "key", r).ID
	}
	w.pending, w.offered, w.accepted = place(), place(), place()
	renting := s.Guest(t)
	driver := s.giveLicence(t, renting, shopper)
	w.licence, w.front = driver.ID, s.Upload(t, renting, upload.Licence)
	s.Exec(t, `UPDATE driver_licences SET front = $2 WHERE id = $1`, driver.ID, w.front)
	s.Exec(t, `UPDATE uploads SET delete_at = NULL WHERE key = $1`, w.front)
	w.trip = s.bookTrip(t, renting, shopper)
	w.photo = s.photoOf(t, renting, w.trip)
	returning := s.Guest(t)
	s.giveLicence(t, returning, shopper)
	w.returned = s.bookTrip(t, returning, shopper)
	s.Exec(t, `UPDATE trips SET status = 'completed', payment_status = 'paid' WHERE id = $1`, w.returned)
	s.Exec(t, `UPDATE trips SET provider_id = $3 WHERE id IN ($1, $2)`, w.trip, w.returned, providerID)
	w.delivered = place()
	s.Exec(t, `UPDATE orders SET zone_id = $2 WHERE id = $1`, w.delivered, zoneID)
	for _, to := range []order.Status{order.Confirmed, order.Processing, order.Handover, order.PickedUp, order.Delivered} {
		s.MoveOrder(t, w.delivered, to, order.ByAdmin)
	}
	r := ordertest.BuyNow(s.Guest(t), s.Item(t, store, 1000, 50, func(i *catalog.Item) { i.Prescription = true }), 1)
	w.image = s.Upload(t, r.ShopperID, upload.Prescription)
	r.PrescriptionImages = []string{w.image}
	w.prescribed = s.Place(t, "key", r).ID
	s.Exec(t, `INSERT INTO reviews (slug, store_id, author, rating, body, reply, created_at) VALUES ($1, $2, $3, 1, 'Bad', '', 1)`, fmt.Sprint("of ", store.ID), store.ID, shopper)
	w.review = s.Number(t, `SELECT MAX(id) FROM reviews`)
	s.Exec(t, `INSERT INTO vehicle_reviews (slug, vehicle_id, provider_id, author, rating, body, reply, pictures, created_at)
		SELECT $1, id, CAST($3 AS BIGINT), $2, 1, 'Bad', '', '[]', 1 FROM vehicles`, fmt.Sprint("of ", w.trip), shopper, providerID)
	w.vehicleReview = s.Number(t, `SELECT MAX(id) FROM vehicle_reviews`)
	s.Exec(t, `INSERT INTO review_counts (store_id, item_id, rating, reviews) VALUES ($1, 0, 1, 1)`, store.ID)
	for _, id := range []*int64{&w.sent, &w.owed} {
		r := ordertest.ByBank(ordertest.BuyNow(s.Guest(t), item, 1))
		*id = s.Place(t, "key", r).ID
		if err := s.OfflinePayments.Send(t.Context(), *id, offlinepayment.Request{Fields: map[string]string{"number": "1"}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.OfflinePayments.Decide(t.Context(), offlinepayment.Admin{ID: s.Admin(t).ID}, offlinepayment.Decision{PurchaseID: w.owed, Sending: 1, Received: true}); err != nil {
		t.Fatal(err)
	}
	s.MoveOrder(t, w.owed, order.Canceled, order.ByAdmin)
	w.owedAmount = float64(s.Number(t, `SELECT total FROM orders WHERE id = $1`, w.owed)) / 100
	s.Exec(t, `INSERT INTO charges (gateway, ref, amount, digits, currency, status, reason, created_at) VALUES ('card', $1, 500, 2, 'USD', 'held', '', 1)`, fmt.Sprint("of ", w.pending))
	w.held = s.Number(t, `SELECT MAX(id) FROM charges`)
	w.stuck = fmt.Sprint("stuck-", w.held)
	s.Exec(t, `INSERT INTO payment_refunds (id, charge_id, amount, status, reason, sent_as, ref, created_at, ended_at) VALUES ($1, $2, 500, 'failed', '', $1, '', 1, 1)`, w.stuck, w.held)
	w.application, w.applicationImage = s.applyAt(t, shopper, zoneID)
	w.vendorStaff, w.riderStaff = s.Vendor(t, store.ID), s.Rider(t, zoneID)
	s.Exec(t, `UPDATE orders SET zone_id = $2 WHERE store_id = $1`, store.ID, zoneID)
	for _, id := range []int64{w.offered, w.accepted} {
		for _, to := range []order.Status{order.Confirmed, order.Processing, order.Handover} {
			s.MoveOrder(t, id, to, order.ByVendor)
		}
	}
	if _, err := s.Orders.Accept(t.Context(), w.riderStaff, w.accepted); err != nil {
		t.Fatal(err)
	}
	s.converse(t, &w, store.ID)
	w.vendor, w.rider, w.renter = s.SignInStaff(t, w.vendorStaff), s.SignInStaff(t, w.riderStaff), s.SignInStaff(t, s.ProviderVendor(t, providerID))
	return w
}

// converse lets a customer write to everybody of a workplace, with an image.
func (s *staffAPI) converse(t *testing.T, w *workplace, storeID int64) {
	t.Helper()
	who := s.NewCustomer(t)
	s.Exec(t, `UPDATE customers SET first_name = $2 WHERE id = $1`, who.ID, w.customer)
	s.Exec(t, `UPDATE orders SET shopper_id = $2 WHERE id = $1`, w.accepted, who.ShopperID)
	w.withStore = s.talk(t, w.customer, who.ShopperID, conversation.Start{With: conversation.Store, StoreID: storeID})
	w.withRider = s.talk(t, w.customer, who.ShopperID, conversation.Start{With: conversation.Rider, OrderID: w.accepted})
	w.withSupport = s.talk(t, w.customer, who.ShopperID, conversation.Start{With: conversation.Support})
	other := s.NewCustomer(t)
	w.reported = s.talk(t, w.customer, other.ShopperID, conversation.Start{With: conversation.Store, StoreID: storeID})
	s.Exec(t, `UPDATE conversations SET reported_by = 'customer', reported_at = 1 WHERE id = $1`, w.reported)
	w.images = map[int64]string{}
	for _, id := range []int64{w.withStore, w.withRider, w.withSupport} {
		w.images[id] = s.Upload(t, who.ShopperID, upload.Chat)
		s.Exec(t, `UPDATE uploads SET conversation_id = $2, delete_at = NULL WHERE key = $1`, w.images[id], id)
	}
}

// applyAt adds the application of a rider, with an image.
func (s *staffAPI) applyAt(t *testing.T, name string, zoneID int64) (id int64, image string) {
	t.Helper()
	name = fmt.Sprint(name, s.Number(t, `SELECT COUNT(*) FROM applications`))
	s.Exec(t, `INSERT INTO applications (kind, state, request_hash, name, email, email_folded, phone, password_hash, zone_id, details, language, created_at, reason)
		VALUES ('rider', 'waiting', $1, $1, $2, $2, '', 'hash', $3, '{}', '', 1, '')`, name, strings.ToLower(name)+"@rides.example", zoneID)
	id = s.Number(t, `SELECT MAX(id) FROM applications`)
	image = fmt.Sprintf("%032d", id)
	s.Exec(t, `INSERT INTO application_images (key, application_id, field) VALUES ($1, $2, 'photo')`, image, id)
	if err := s.Files.Put(t.Context(), "applications/"+image+".jpg", strings.NewReader("image"), 100); err != nil {
		t.Fatal(err)
	}
	return id, image
}

// nothingThere is a workplace of which nothing exists.
var nothingThere = workplace{application: 999999, applicationImage: strings.Repeat("0", 32), licence: 999999, front: strings.Repeat("0", 32), withStore: 999999, withRider: 999999, withSupport: 999999, reported: 999999, images: map[int64]string{999999: strings.Repeat("0", 32)}, pending: 999999, offered: 999999, accepted: 999999, trip: 999999, returned: 999999, item: 999999, sent: 999999, owed: 999999, prescribed: 999999, delivered: 999999, review: 999999, vehicleReview: 999999, held: 999999, stuck: "none", image: strings.Repeat("0", 32), photo: strings.Repeat("0", 32)}
