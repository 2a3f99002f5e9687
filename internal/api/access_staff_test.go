package api_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api"
	"hawker/internal/api/apitest"
	"hawker/internal/catalog"
	"hawker/internal/conversation"
	"hawker/internal/offlinepayment"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/setting"
	"hawker/internal/signin/signintest"
	"hawker/internal/upload"
)

// This is the same proof for the staff: every call of theirs, taken from the published
// document, is made by every kind of caller, about their own, about another store's or
// zone's, and about what does not exist.

// staffRoles are the roles that may make a call; none: it is no call of the staff.
func staffRoles(op *huma.Operation) (roles []string) {
	for _, way := range op.Security {
		for _, role := range []string{"vendor", "rider", "admin"} {
			if _, is := way[role]; is {
				roles = append(roles, role)
			}
		}
	}
	return roles
}

// staffCalls are the calls of the staff by operation id.
func staffCalls() map[string]*huma.Operation {
	calls := map[string]*huma.Operation{}
	for _, item := range api.Document(http.NewServeMux()).Paths {
		for _, op := range []*huma.Operation{item.Get, item.Post, item.Put, item.Delete, item.Patch} {
			if op != nil && len(staffRoles(op)) > 0 {
				calls[op.OperationID] = op
			}
		}
	}
	return calls
}

// workplace is one store with its zone's rider, one provider of vehicles, and what they work on.
type workplace struct {
	vendor, renter, rider   string // tokens; the renter is the vendor of the provider
	pending, offered        int64  // orders
	trip                    int64
	accepted, item          int64
	prescribed              int64  // order that waits for the pharmacist
	sent, owed              int64  // orders whose offline payment is to be checked, to be paid back
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
	known       string            // contents after the last refusal; "": a call may have changed them
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
	s.Exec(t, `UPDATE trips SET provider_id = $2 WHERE id = $1`, w.trip, providerID)
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
		SELECT $1, id, provider_id, $2, 1, 'Bad', '', '[]', 1 FROM vehicles`, fmt.Sprint("of ", w.trip), shopper)
	w.vehicleReview = s.Number(t, `SELECT MAX(id) FROM vehicle_reviews`)
	s.Exec(t, `INSERT INTO review_counts (store_id, item_id, rating, reviews) VALUES ($1, 0, 1, 1)`, store.ID)
	for _, id := range []*int64{&w.sent, &w.owed} {
		r := ordertest.ByBank(ordertest.BuyNow(s.Guest(t), item, 1))
		*id = s.Place(t, "key", r).ID
		if err := s.OfflinePayments.Send(t.Context(), *id, offlinepayment.Request{Fields: map[string]string{"number": "1"}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.OfflinePayments.Decide(t.Context(), offlinepayment.Admin{ID: s.Admin(t).ID}, offlinepayment.Decision{PurchaseID: w.owed, Received: true}); err != nil {
		t.Fatal(err)
	}
	s.MoveOrder(t, w.owed, order.Canceled, order.ByAdmin)
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
var nothingThere = workplace{application: 999999, applicationImage: strings.Repeat("0", 32), licence: 999999, front: strings.Repeat("0", 32), withStore: 999999, withRider: 999999, withSupport: 999999, reported: 999999, images: map[int64]string{999999: strings.Repeat("0", 32)}, pending: 999999, offered: 999999, accepted: 999999, trip: 999999, item: 999999, sent: 999999, owed: 999999, prescribed: 999999, delivered: 999999, review: 999999, vehicleReview: 999999, held: 999999, stuck: "none", image: strings.Repeat("0", 32), photo: strings.Repeat("0", 32)}

// staffArguments say how each call is made about a workplace, and whether it names what
// another workplace may have.
var staffArguments = map[string]struct {
	named bool
	ask   func(w workplace) (path string, body apitest.Fields)
}{
	"staffLogout":      {false, func(workplace) (string, apitest.Fields) { return "/staff/logout", nil }},
	"getStaff":         {false, func(workplace) (string, apitest.Fields) { return "/staff/me", nil }},
	"watchStaff":       {false, func(workplace) (string, apitest.Fields) { return "/staff/events", nil }},
	"listVendorOrders": {false, func(workplace) (string, apitest.Fields) { return "/vendor/orders?state=open", nil }},
	"getVendorOrder":   {true, func(w workplace) (string, apitest.Fields) { return fmt.Sprint("/vendor/orders/", w.pending), nil }},
	"moveVendorOrder":  {true, moves("vendor", func(w workplace) int64 { return w.pending }, "confirmed")},
	"listVendorItems":  {false, func(workplace) (string, apitest.Fields) { return "/vendor/items", nil }},
	"putVendorStock": {true, func(w workplace) (string, apitest.Fields) {
		return fmt.Sprintf("/vendor/items/%d/stock", w.item), apitest.Fields{"stock": 7}
	}},
	"answerVendorPrescription": {true, func(w workplace) (string, apitest.Fields) {
		return fmt.Sprint("/vendor/prescriptions/", w.prescribed), apitest.Fields{"approve": true}
	}},
	"answerAdminPrescription": {false, func(w workplace) (string, apitest.Fields) {
		return fmt.Sprint("/admin/prescriptions/", w.prescribed), apitest.Fields{"approve": false, "reason": "Too old"}
	}},
	"decideRefund": {false, func(w workplace) (string, apitest.Fields) {
		return fmt.Sprint("/admin/refunds/", w.delivered), apitest.Fields{"approve": true, "reason": "Sorry"}
	}},
	"listOfflinePayments": {false, func(workplace) (string, apitest.Fields) { return "/admin/offline-payments", nil }},
	"decideOfflinePayment": {false, func(w workplace) (string, apitest.Fields) {
		return fmt.Sprint("/admin/offline-payments/", w.sent), apitest.Fields{"received": true}
	}},
	"notePaidBack": {false, func(w workplace) (string, apitest.Fields) {
		return fmt.Sprintf("/admin/offline-payments/%d/paid-back", w.owed), nil
	}},
	"listPaymentProblems": {false, func(workplace) (string, apitest.Fields) { return "/admin/payment-problems", nil }},
	"decideCharge": {false, func(w workplace) (string, apitest.Fields) {
		return fmt.Sprint("/admin/held-charges/", w.held), apitest.Fields{"action": "settle", "note": "A note"}
	}},
	"decideFailedRefund": {false, func(w workplace) (string, apitest.Fields) {
		return "/admin/failed-refunds/" + w.stuck, apitest.Fields{"action": "settle", "note": "A note"}
	}},
	"listVendorReviews": {false, func(workplace) (string, apitest.Fields) { return "/vendor/reviews", nil }},
	"putVendorReply": {true, func(w workplace) (string, apitest.Fields) {
		return fmt.Sprintf("/vendor/reviews/%d/reply", w.review), apitest.Fields{"reply": "Sorry"}
	}},
	"listAdminReviews": {false, func(workplace) (string, apitest.Fields) { return "/admin/reviews", nil }},
	"putReviewHidden": {false, func(w workplace) (string, apitest.Fields) {
		return fmt.Sprintf("/admin/reviews/%d/hidden", w.review), apitest.Fields{"hidden": true}
	}},
	"getVendorUpload": {true, func(w workplace) (string, apitest.Fields) { return "/vendor/uploads/" + w.image, nil }},
	"getAdminUpload":  {false, func(w workplace) (string, apitest.Fields) { return "/admin/uploads/" + w.image, nil }},
	"listRiderOrders": {false, func(workplace) (string, apitest.Fields) { return "/rider/orders", nil }},
	"acceptRiderOrder": {true, func(w workplace) (string, apitest.Fields) {
		return fmt.Sprintf("/rider/orders/%d/accept", w.offered), nil
	}},
	"moveRiderOrder": {true, moves("rider", func(w workplace) int64 { return w.accepted }, "picked_up")},
	"postRiderPosition": {false, func(workplace) (string, apitest.Fields) {
		return "/rider/position", apitest.Fields{"latitude": -11.4, "longitude": 65.2}
	}},
	"listAdminOrders":         {false, func(workplace) (string, apitest.Fields) { return "/admin/orders", nil }},
	"getAdminOrder":           {false, func(w workplace) (string, apitest.Fields) { return fmt.Sprint("/admin/orders/", w.pending), nil }},
	"listAdminVehicleReviews": {false, func(workplace) (string, apitest.Fields) { return "/admin/vehicle-reviews", nil }},
	"putVehicleReviewHidden": {false, func(w workplace) (string, apitest.Fields) {
		return fmt.Sprintf("/admin/vehicle-reviews/%d/hidden", w.vehicleReview), apitest.Fields{"hidden": true}
	}},
	"listAdminTrips": {false, func(workplace) (string, apitest.Fields) { return "/admin/trips", nil }},
	"getAdminTrip":   {false, func(w workplace) (string, apitest.Fields) { return fmt.Sprint("/admin/trips/", w.trip), nil }},
	"moveAdminTrip": {false, func(w workplace) (string, apitest.Fields) {
		return fmt.Sprintf("/admin/trips/%d/status", w.trip), apitest.Fields{"status": "confirmed"}
	}},
	"postVendorTripPhoto": {true, func(w workplace) (string, apitest.Fields) { return fmt.Sprintf("/vendor/trips/%d/photos", w.trip), nil }},
	"postAdminTripPhoto":  {false, func(w workplace) (string, apitest.Fields) { return fmt.Sprintf("/admin/trips/%d/photos", w.trip), nil }},
	"getVendorTripPhoto": {true, func(w workplace) (string, apitest.Fields) {
		return fmt.Sprintf("/vendor/trips/%d/photos/%s", w.trip, w.photo), nil
	}},
	"getAdminTripPhoto": {false, func(w workplace) (string, apitest.Fields) {
		return fmt.Sprintf("/admin/trips/%d/photos/%s", w.trip, w.photo), nil
	}},
	"checkVendorLicence": {true, func(w workplace) (string, apitest.Fields) {
		return fmt.Sprintf("/vendor/trips/%d/driver-licence", w.trip), apitest.Fields{"licence_id": w.licence, "approve": true}
	}},
	"checkAdminLicence": {false, func(w workplace) (string, apitest.Fields) {
		return fmt.Sprintf("/admin/trips/%d/driver-licence", w.trip), apitest.Fields{"licence_id": w.licence, "approve": false, "reason": "Dark"}
	}},
	"getVendorLicenceImage": {true, func(w workplace) (string, apitest.Fields) {
		return fmt.Sprintf("/vendor/trips/%d/driver-licence/%s", w.trip, w.front), nil
	}},
	"getAdminLicenceImage": {false, func(w workplace) (string, apitest.Fields) {
		return fmt.Sprintf("/admin/trips/%d/driver-licence/%s", w.trip, w.front), nil
	}},
	"listApplications": {false, func(workplace) (string, apitest.Fields) { return "/admin/applications", nil }},
	"getAdminApplication": {false, func(w workplace) (string, apitest.Fields) {
		return fmt.Sprint("/admin/applications/", w.application), nil
	}},
	"decideApplication": {false, func(w workplace) (string, apitest.Fields) {
		return fmt.Sprint("/admin/applications/", w.application), apitest.Fields{"approve": true}
	}},
	"getApplicationImage": {false, func(w workplace) (string, apitest.Fields) {
		return fmt.Sprintf("/admin/applications/%d/images/%s", w.application, w.applicationImage), nil
	}},
	"getVendorStore": {false, func(workplace) (string, apitest.Fields) { return "/vendor/store", nil }},
	"putVendorHours": {false, func(workplace) (string, apitest.Fields) {
		return "/vendor/store/hours", apitest.Fields{"week": []apitest.Fields{{"day": 1, "opens": "09:00", "closes": "17:00"}}}
	}},
	"listVendorTrips": {false, func(workplace) (string, apitest.Fields) { return "/vendor/trips?state=new", nil }},
	"getVendorTrip":   {true, func(w workplace) (string, apitest.Fields) { return fmt.Sprint("/vendor/trips/", w.trip), nil }},
	"moveVendorTrip": {true, func(w workplace) (string, apitest.Fields) {
		return fmt.Sprintf("/vendor/trips/%d/status", w.trip), apitest.Fields{"status": "confirmed"}
	}},
	"settleReport": {false, func(w workplace) (string, apitest.Fields) {
		return fmt.Sprintf("/admin/conversations/%d/settle", w.reported), apitest.Fields{"closed": true}
	}},
	"moveAdminOrder": {false, moves("admin", func(w workplace) int64 { return w.pending }, "canceled")},
}

func moves(role string, of func(workplace) int64, to string) func(workplace) (string, apitest.Fields) {
	return func(w workplace) (string, apitest.Fields) {
		return fmt.Sprintf("/%s/orders/%d/status", role, of(w)), apitest.Fields{"status": to, "reason": "A reason"}
	}
}

// The calls about conversations are the same for each role.
func init() {
	for name, prefix := range map[string]string{"Vendor": "/vendor", "Rider": "/rider", "Admin": "/admin"} {
		say := func(operation, path string, body apitest.Fields) {
			staffArguments[operation] = struct {
				named bool
				ask   func(w workplace) (path string, body apitest.Fields)
			}{name != "Admin" && strings.Contains(path, "%d"), func(w workplace) (string, apitest.Fields) {
				of := map[string]int64{"Vendor": w.withStore, "Rider": w.withRider, "Admin": w.withSupport}[name]
				return prefix + "/conversations" + strings.Replace(strings.Replace(path, "%d", fmt.Sprint(of), 1), "%s", w.images[of], 1), body
			}}
		}
		say("list"+name+"Conversations", "", nil)
		say("list"+name+"Messages", "/%d/messages", nil)
		say("send"+name+"Message", "/%d/messages", apitest.Fields{"client_id": "message-2", "text": "Hello"})
		say("mark"+name+"Messages", "/%d/read", apitest.Fields{"read": 1})
		say("block"+name+"Conversation", "/%d/block", apitest.Fields{"blocked": true})
		if name != "Admin" {
			say("report"+name+"Conversation", "/%d/report", apitest.Fields{"reason": "Rude"})
		}
		say("post"+name+"ConversationImage", "/%d/images", nil)
		say("get"+name+"ConversationImage", "/%d/images/%s", nil)
	}
}

// staffTables are those that a refusal must leave alone.
var staffTables = []string{"orders", "order_moves", "stock", "stock_moves", "staff", "staff_sessions", "ledger_entries", "uploads", "refunds", "reviews", "review_counts", "vehicle_reviews", "driver_licences", "licence_checks", "offline_payments", "charges", "payment_refunds", "payment_decisions", "trips", "trip_moves", "conversations", "messages", "stores", "applications"}

func (s *staffAPI) contents(t *testing.T) string {
	t.Helper()
	var text strings.Builder
	for _, table := range staffTables {
		fmt.Fprint(&text, table, signintest.Rows(t, s.DB, table))
	}
	return text.String()
}

func TestAccess_PERM03_TRAP_P1_eachCallOfTheStaffIsBehindItsRoleAndPlace(t *testing.T) {
	withAccessAPI(t, func(t *testing.T, c *accessAPI) {
		calls := staffCalls()
		reading := c.hire(t)
		for _, name := range slices.Sorted(maps.Keys(calls)) {
			if _, covered := staffArguments[name]; !covered {
				t.Errorf("nobody has said how %s is made: add it to staffArguments", name)
				continue
			}
			t.Run(name, func(t *testing.T) {
				s := reading
				if calls[name].Method != http.MethodGet {
					s = c.hire(t)
				}
				s.prove(t, calls[name])
			})
		}
		if len(calls) != len(staffArguments) {
			t.Errorf("%d calls in the document, %d in staffArguments", len(calls), len(staffArguments))
		}
	})
}

// prove makes a call as everybody. What is allowed comes last: it changes things.
func (s *staffAPI) prove(t *testing.T, op *huma.Operation) {
	roles, with := staffRoles(op), staffArguments[op.OperationID]
	if strings.HasSuffix(op.Path, "/photos") {
		s.SetSettings(t, func(c *setting.Settings) { c.Rental.Photos = true })
		s.Exec(t, `UPDATE trips SET status = 'confirmed'`)
	}
	refuse := func(by, token string, of workplace, status int) apitest.Response {
		t.Helper()
		if s.known == "" {
			s.known = s.contents(t)
		}
		before := s.known
		path, body := with.ask(of)
		got := s.send(t, op, token, path, body)
		if got.Status != status {
			t.Errorf("by %s: %d %.200s, want %d", by, got.Status, got.Body, status)
		}
		if s.known = s.contents(t); s.known != before {
			t.Errorf("by %s: refused with %d, and something has changed", by, got.Status)
		}
		return got
	}
	for by, token := range s.nobodies {
		refuse(by, token, s.here, http.StatusUnauthorized)
	}
	insiders, outsider := s.insiders(op)
	if outsider != "" {
		refuse("the other kind of vendor", outsider, s.here, http.StatusForbidden)
	}
	for role, token := range insiders {
		if !slices.Contains(roles, role) {
			refuse("a "+role, token, s.here, http.StatusForbidden)
		} else if with.named {
			none, other := refuse("a "+role, token, nothingThere, http.StatusNotFound), refuse("a "+role+" of elsewhere", token, s.there, http.StatusNotFound)
			if none.Body != other.Body {
				t.Errorf("another place's answers %s\nwhat does not exist %s", other.Body, none.Body)
			}
		}
	}
	for role, token := range insiders {
		if !slices.Contains(roles, role) {
			continue
		}
		path, body := with.ask(s.here)
		s.known = ""
		got := s.send(t, op, token, path, body)
		if got.Status >= 300 {
			t.Errorf("by a %s of their own: %d %s", role, got.Status, got.Body)
		}
		if role != "admin" && (strings.Contains(got.Body, s.there.customer) || strings.Contains(got.Body, s.there.streetOf)) {
			t.Errorf("a %s reads what is another place's: %s", role, got.Body)
		}
	}
}

// send makes a call; one that takes an image with a form.
func (s *staffAPI) send(t *testing.T, op *huma.Operation, token, path string, body apitest.Fields) apitest.Response {
	t.Helper()
	fields := map[string]string{}
	switch {
	case op.Method != http.MethodPost:
		return s.AsStaff(t, token, op.Method, path, body)
	case strings.HasSuffix(op.Path, "/photos"):
		fields["phase"] = "before"
	case !strings.HasSuffix(op.Path, "/images"):
		return s.AsStaff(t, token, op.Method, path, body)
	}
	form, kind := apitest.ProfileForm(t, fields, ordertest.Image())
	return s.Call(t, op.Method, path, form, append(apitest.Bearer(token), "Content-Type", kind)...)
}

// insiders are those of a call's roles. The other kind of vendor is outside; "": the call is
// for both, or for no vendor.
func (s *staffAPI) insiders(op *huma.Operation) (inside map[string]string, outside string) {
	inside = map[string]string{"vendor": s.here.vendor, "rider": s.here.rider, "admin": s.admin}
	for _, way := range op.Security {
		switch of := way["vendor"]; {
		case slices.Equal(of, []string{"store"}):
			outside = s.here.renter
		case slices.Equal(of, []string{"provider"}):
			inside["vendor"], outside = s.here.renter, s.here.vendor
		}
	}
	return inside, outside
}

// A session of the staff opens nothing of a shopper's.
func TestAccess_PERM02_staffAreNoShoppers(t *testing.T) {
	withAccessAPI(t, func(t *testing.T, c *accessAPI) {
		s := c.hire(t)
		for name, op := range personal() {
			if !slices.Contains(op.schemes, "bearer") || arguments[name] == nil {
				continue
			}
			for role, token := range map[string]string{"vendor": s.here.vendor, "rider": s.here.rider, "admin": s.admin} {
				by := person{name: role, token: token}
				got := c.ask(t, by, op.method, []string{"bearer"}, arguments[name](t, c, by, missing))
				if got.Status != http.StatusUnauthorized {
					t.Errorf("%s by a %s: %d %.200s", name, role, got.Status, got.Body)
				}
			}
		}
	})
}

// The calls of the staff stand below their role's name, and no other call does.
func TestDocument_PERM03_staffCallsHavePathsOfTheirOwn(t *testing.T) {
	t.Parallel()
	for path, item := range api.Document(http.NewServeMux()).Paths {
		first := strings.Split(path, "/")[1]
		for _, op := range []*huma.Operation{item.Get, item.Post, item.Put, item.Delete, item.Patch} {
			if op == nil || op.OperationID == "staffLogin" {
				continue
			}
			want := slices.Contains([]string{"staff", "vendor", "rider", "admin"}, first)
			if is := len(staffRoles(op)) > 0; is != want {
				t.Errorf("%s: a call of the staff %t, below a role's path %t", path, is, want)
			}
			if roles := staffRoles(op); first != "staff" && want && !slices.Equal(roles, []string{first}) {
				t.Errorf("%s is for %q", path, roles)
			}
		}
	}
}
