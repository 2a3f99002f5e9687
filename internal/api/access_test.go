package api_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"github.com/google/go-cmp/cmp"

	"hawker/internal/api"
	"hawker/internal/api/apitest"
	"hawker/internal/catalog"
	"hawker/internal/catalog/catalogtest"
	"hawker/internal/conversation"
	"hawker/internal/licence"
	"hawker/internal/options"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/purchase"
	"hawker/internal/setting"
	"hawker/internal/signin/signintest"
	"hawker/internal/trip"
	"hawker/internal/tripcart"
	"hawker/internal/upload"
	"hawker/internal/vehicle"
	"hawker/internal/vehicle/vehicletest"
)

// This is the proof that nobody reads or changes what is another's (PERM-02,
// P1). It takes its calls from the published document: every one that belongs to
// somebody is made by everybody, about their own, about each other's and about
// what does not exist.

// accessAPI is a town with accounts, and who ordered with whose phone.
type accessAPI struct {
	*apitest.CustomerAPI
	strangers map[string]string // guests who ordered with a customer's phone: shopper ids, the guest's by the customer's
}

// withAccessAPI runs a case on both engines.
func withAccessAPI(t *testing.T, run func(t *testing.T, c *accessAPI)) {
	t.Helper()
	apitest.WithCustomerAPI(t, nil, func(t *testing.T, c *apitest.CustomerAPI) {
		c.Notifications.Push = apitest.Pushes{}
		c.OfferDigital()
		c.SetSettings(t, func(s *setting.Settings) {
			s.Storefront.CustomerWallet, s.Storefront.LoyaltyPoints, s.Storefront.ReferralEarning = true, true, true
			s.Rental.DriverLicence = true
		})
		fleet := vehicletest.In(t, c.DB, catalogtest.Of(t, c.DB))
		fleet.Provider(farProvider, nil)
		fleet.Vehicle(accessVehicle, fleet.Provider(nearProvider, nil), func(v *vehicle.Vehicle) { v.CategoryID, v.Units = 1, 9999 })
		run(t, &accessAPI{CustomerAPI: c})
	})
}

// accessVehicle can be rented by everybody, in the module of food.
const accessVehicle = 900

// The providers of vehicles; the vehicle is the first one's.
const (
	nearProvider int64 = 1
	farProvider  int64 = 2
)

// person is somebody with things of their own, in all of which their name
// stands.
type person struct {
	name    string
	shopper int64
	guestID string // "": a customer
	token   string // "": a guest
	over    bool   // the token has been revoked, the guest id retired
	own     things
}

// things are what a call can be about.
type things struct {
	line, item, order, address, session, passkey int64
	trip, tripLine                               int64  // the trip cart and its line
	booked                                       int64  // trip
	bookedToken                                  string // of the trip
	unclaimed                                    int64  // order that nobody has claimed, with their phone
	unclaimedTrip                                int64  // the same, a trip
	notification                                 int64  // about the order
	conversation                                 int64  // with the store of the order
	tracking                                     string // of the order
	upload                                       string // key of an image
	photo                                        string // of the trip
	licence                                      int64  // driver's
	front, back                                  string // keys of its images
	payment                                      string // of the order
	formerGuest                                  string // guest id of before the sign-in, with a cart of another store
}

// missing is what nobody has.
var missing = things{licence: 999999, conversation: 999999, trip: 999999, tripLine: 999999, booked: 999999, bookedToken: "x", line: 999999, item: 999999, order: 999999, address: 999999, session: 999999, passkey: 999999, unclaimed: 999999, unclaimedTrip: 999999, tracking: "x", upload: "00000000000000000000000000000000", photo: "00000000000000000000000000000000", payment: "nobody's payment", formerGuest: "nobody's"}

// settle puts somebody into the town with one of everything.
func (c *accessAPI) settle(t *testing.T, name string, guest bool) person {
	t.Helper()
	p := person{name: name}
	if guest {
		p.guestID = c.NewGuest(t)
		who, err := c.Shoppers.Guest(t.Context(), p.guestID)
		if err != nil {
			t.Fatal(err)
		}
		p.shopper = who.ID
	}
	store := c.Store(t, nil)
	item := c.Item(t, store, 1000, ordertest.Unlimited, func(i *catalog.Item) { i.Name = name + " soup" })
	p.own.item = item.ID
	if !guest {
		b := c.NewCustomer(t)
		c.Earn(t, b.ShopperID, 50)
		p.shopper, p.token = b.ShopperID, b.Token
		c.furnish(t, &p, b.ID)
	}
	r := ordertest.BuyNow(p.shopper, item, 1)
	r.Guest, r.Address.Name, r.Address.Address = guest, name+" Rao", name+" Street"
	p.own.order = c.Place(t, "key-before", r).ID
	p.own.tracking = c.Tokens.Tracking(p.own.order)
	if !guest {
		p.own.conversation = c.talk(t, p.name, p.shopper, conversation.Start{With: conversation.Store, OrderID: p.own.order})
	}
	p.own.payment = "payment of " + name
	c.Exec(t, `INSERT INTO payments (id, gateway, purchase_id, amount, digits, currency, bonus, bonus_key, state, url, return_url, created_at, expires_at, updated_at)
		VALUES ($1, 'card', $2, 1000, 2, 'USD', 0, '', 'failed', '', '', 0, 0, 0)`, p.own.payment, p.own.order)
	p.own.notification = c.Number(t, `SELECT COALESCE(MAX(id), 0) FROM notifications WHERE order_id = $1`, p.own.order)
	p.own.upload = c.Upload(t, p.shopper, upload.Prescription)
	c.Add(t, p.shopper, item, 1, options.Choice{})
	l := c.giveLicence(t, p.shopper, name)
	p.own.licence, p.own.front, p.own.back = l.ID, l.Front, l.Back
	p.own.booked = c.bookTrip(t, p.shopper, name)
	p.own.bookedToken = c.Tokens.Tracking(p.own.booked)
	p.own.photo = c.photoOf(t, p.shopper, p.own.booked)
	toRent := c.fillTripCart(t, p.shopper)
	p.own.trip, p.own.tripLine = toRent.ID, toRent.Lines[0].ID
	p.own.line = c.Number(t, `SELECT l.id FROM cart_lines l JOIN carts c ON c.id = l.cart_id WHERE c.shopper_id = $1`, p.shopper)
	return p
}

// talk begins a conversation of a customer, and writes in it.
func (c *accessAPI) talk(t *testing.T, name string, shopperID int64, with conversation.Start) int64 {
	t.Helper()
	me := conversation.Party{CustomerID: c.Number(t, `SELECT id FROM customers WHERE shopper_id = $1`, shopperID), ShopperID: shopperID}
	begun, err := c.Conversations.Start(t.Context(), me, with)
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Conversations.Send(t.Context(), me, conversation.NewMessage{ConversationID: begun.ID, ClientKey: "message-1", Text: "Hello from " + name})
	if err != nil {
		t.Fatal(err)
	}
	return begun.ID
}

func (c *accessAPI) fillTripCart(t *testing.T, shopperID int64) tripcart.Cart {
	t.Helper()
	cart, err := c.TripCarts.Add(t.Context(), shopperID, ordertest.FoodID, tripcart.NewLine{VehicleID: accessVehicle, Quantity: 1})
	if err != nil {
		t.Fatal(err)
	}
	return cart
}

// bookTrip books a trip of one hour for somebody.
func (c *accessAPI) bookTrip(t *testing.T, shopperID int64, name string) int64 {
	t.Helper()
	c.fillTripCart(t, shopperID)
	r := trip.Request{ShopperID: shopperID, ModuleID: ordertest.FoodID, Contact: purchase.Contact{Name: name + " Rao", Phone: "+12025550123"}}
	q, err := c.Trips.Quote(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	r.AcceptedTotal, r.Digest = q.Total, q.Digest
	d, err := c.Trips.Place(t.Context(), "key-before", r)
	if err != nil {
		t.Fatal(err)
	}
	return d.ID
}

// giveLicence gives the driver's licence of somebody. Its photos have no files.
func (c *accessAPI) giveLicence(t *testing.T, shopperID int64, name string) licence.Licence {
	t.Helper()
	front, back := fmt.Sprintf("%031xf", shopperID), fmt.Sprintf("%031xb", shopperID)
	c.Exec(t, `INSERT INTO uploads (key, shopper_id, purpose, created_at) VALUES ($1, $3, 'licence', 0), ($2, $3, 'licence', 0)`, front, back, shopperID)
	c.Exec(t, `INSERT INTO driver_licences (shopper_id, name, number, expires_on, front, back, created_at) VALUES ($1, $2, 'AR-2040', '', $3, $4, $5)`,
		shopperID, name+" Rao", front, back, c.Clock.Now().UnixMilli())
	l, err := licence.Find(t.Context(), c.DB.R, shopperID)
	if err != nil {
		t.Fatal(err)
	}
	return *l
}

// photoOf adds a photo to a trip.
func (c *accessAPI) photoOf(t *testing.T, shopperID, tripID int64) string {
	t.Helper()
	key := c.Upload(t, shopperID, upload.TripBefore)
	c.Exec(t, `UPDATE uploads SET purchase_id = $2, delete_at = NULL WHERE key = $1`, key, tripID)
	return key
}

// furnish gives a customer what guests do not have.
func (c *accessAPI) furnish(t *testing.T, p *person, id int64) {
	t.Helper()
	c.Exec(t, `UPDATE customers SET first_name = $2, email = $3, email_folded = $3 WHERE id = $1`, id, p.name, p.name+"@example.com")
	c.Exec(t, `INSERT INTO addresses (customer_id, address_type, address_label, address, latitude, longitude, contact_person_name,
			contact_person_number, additional_information, house, floor, road, created_at, updated_at)
		VALUES ($1, 'home', '', $2, $3, $4, $2, '+12025550123', '', '', '', '', 0, 0)`, id, p.name+" Street", ordertest.Door.Lat, ordertest.Door.Lng)
	p.own.address = c.Number(t, `SELECT id FROM addresses WHERE customer_id = $1`, id)
	c.Exec(t, `INSERT INTO passkeys (customer_id, credential_id, public_key, sign_count, backup_eligible, name, created_at) VALUES ($1, $2, '', 0, FALSE, $2, 0)`,
		id, "key of "+p.name)
	p.own.passkey = c.Number(t, `SELECT id FROM passkeys WHERE customer_id = $1`, id)
	c.Exec(t, `INSERT INTO wishes (customer_id, kind, thing_id, created_at) VALUES ($1, 'item', $2, 0)`, id, p.own.item)
	c.Exec(t, `INSERT INTO sessions (token_hash, customer_id, device, created_at, seen_at) VALUES ($1, $2, $3, $4, $4)`,
		"other device of "+p.name, id, p.name+"'s phone", c.Clock.Now().UnixMilli())
	p.own.session = c.Number(t, `SELECT MAX(id) FROM sessions WHERE customer_id = $1`, id)
	c.Exec(t, `INSERT INTO push_subscriptions (customer_id, session_id, endpoint, p256dh, auth, created_at) VALUES ($1, $2, $3, 'x', 'x', 0)`,
		id, p.own.session, "https://push.example.com/other-device-of-"+p.name)
	c.stranger(t, p, id)
	p.own.formerGuest = c.NewGuest(t)
	former, err := c.Shoppers.Guest(t.Context(), p.own.formerGuest)
	if err != nil {
		t.Fatal(err)
	}
	elsewhere := c.Item(t, c.Store(t, nil), 700, ordertest.Unlimited, func(i *catalog.Item) { i.Name = p.name + " cake" })
	c.Add(t, former.ID, elsewhere, 1, options.Choice{})
	c.Exec(t, `UPDATE shoppers SET retired_at = 1, merged_into = $2 WHERE id = $1`, former.ID, p.shopper)
}

// stranger places an order and a trip with the customer's phone, as a guest of no account.
func (c *accessAPI) stranger(t *testing.T, p *person, id int64) {
	t.Helper()
	phone := fmt.Sprintf("+1202556%04d", id)
	c.Exec(t, `UPDATE customers SET phone = $2, phone_verified = TRUE WHERE id = $1`, id, phone)
	guest := c.Guest(t)
	if c.strangers == nil {
		c.strangers = map[string]string{}
	}
	c.strangers[fmt.Sprint(guest)] = fmt.Sprint(p.shopper)
	r := ordertest.BuyNow(guest, c.Item(t, c.Store(t, nil), 1000, ordertest.Unlimited, nil), 1)
	r.Address.Phone = phone
	p.own.unclaimed = c.Place(t, "key-of-a-stranger", r).ID
	c.giveLicence(t, guest, p.name)
	p.own.unclaimedTrip = c.bookTrip(t, guest, p.name)
	c.Exec(t, `UPDATE trips SET contact_phone = $2 WHERE id = $1`, p.own.unclaimedTrip, phone)
}

// personal are the calls of the document that belong to somebody, with their
// method and the ways to say who.
func personal() map[string]struct {
	method  string
	schemes []string
} {
	calls := map[string]struct {
		method  string
		schemes []string
	}{}
	for _, item := range api.Document(http.NewServeMux()).Paths {
		for method, op := range map[string]*huma.Operation{"GET": item.Get, "POST": item.Post, "PUT": item.Put, "DELETE": item.Delete, "PATCH": item.Patch} {
			if op == nil || len(op.Security) == 0 || len(staffRoles(op)) > 0 {
				continue
			}
			var schemes []string
			for _, way := range op.Security {
				schemes = append(schemes, slices.Collect(maps.Keys(way))...)
			}
			calls[op.OperationID] = struct {
				method  string
				schemes []string
			}{method, schemes}
		}
	}
	return calls
}

func TestAccess_PERM02_everyTableHasAnOwner(t *testing.T) {
	withAccessAPI(t, func(t *testing.T, c *accessAPI) {
		for _, table := range signintest.Tables(t, c.DB) {
			if _, is := owned[table]; !is && !slices.Contains(common, table) && !strings.HasPrefix(table, "goose") && !strings.HasPrefix(table, "sqlite") {
				t.Errorf("nobody has said whose the rows of %s are", table)
			}
		}
	})
}

// Each call that writes has a town of its own: every answer is compared with all that is in
// the database.
func TestAccess_PERM02_TRAP_P1_onlyOwnersReadAndChange(t *testing.T) {
	t.Parallel()
	calls := personal()
	if len(calls) < 20 {
		t.Fatalf("only %d calls belong to somebody", len(calls))
	}
	for name := range arguments {
		if _, there := calls[name]; !there {
			t.Errorf("%s is no call of somebody's in the document", name)
		}
	}
	var reading []string
	for name, call := range calls {
		_, covered := arguments[name]
		switch {
		case !covered:
			t.Errorf("there are no arguments for %s: add them", name)
		case call.method == http.MethodGet && prepared[name] == nil:
			reading = append(reading, name)
		default:
			t.Run(name, func(t *testing.T) { proveOwners(t, []string{name}) })
		}
	}
	t.Run("reading", func(t *testing.T) { proveOwners(t, reading) })
}

// proveOwners makes calls in one town, on each engine.
func proveOwners(t *testing.T, names []string) {
	t.Helper()
	calls := personal()
	withAccessAPI(t, func(t *testing.T, c *accessAPI) {
		everybody := c.everybody(t)
		for _, name := range names {
			if prepare := prepared[name]; prepare != nil {
				prepare(t, c)
			}
			call := calls[name]
			(&access{accessAPI: c, name: name, method: call.method, schemes: call.schemes, with: arguments[name], everybody: everybody}).prove(t)
		}
	})
}

// everybody are those who call, each with one of everything: two guests, two
// customers, one who has signed out, one whose guest id is over, and nobody.
func (c *accessAPI) everybody(t *testing.T) []person {
	t.Helper()
	var all []person
	for _, who := range []struct {
		name  string
		guest bool
	}{{"Anoushka", true}, {"Bhaskara", true}, {"Chitrali", false}, {"Devdutta", false}, {"Eshwarya", false}} {
		all = append(all, c.settle(t, who.name, who.guest))
	}
	gone := &all[4]
	gone.over = true
	session, err := c.AccountFixture.Credentials.FindSession(t.Context(), gone.token)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.AccountFixture.Credentials.Logout(t.Context(), session); err != nil {
		t.Fatal(err)
	}
	return append(all, person{name: "the guest id of before a sign-in", guestID: all[2].own.formerGuest, over: true}, person{name: "nobody"})
}

// access is one call and those who make it.
type access struct {
	*accessAPI
	name, method string
	schemes      []string
	with         func(*testing.T, *accessAPI, person, things) asked
	everybody    []person
	state        map[string][]string // whose what is, as it was last seen
	contents     string              // of the tables, then
}

// look reads whose what is. Sorting it out takes most of the time of this test, and
// most calls change nothing.
func (a *access) look(t *testing.T) {
	t.Helper()
	contents := ownedText(t, a.accessAPI)
	if a.state != nil && contents == a.contents {
		a.state = maps.Clone(a.state)
		return
	}
	a.state, a.contents = belongings(t, a.accessAPI), contents
}

func (a *access) prove(t *testing.T) {
	a.look(t)
	// What is one's own comes last: it may be gone then.
	for _, by := range a.everybody {
		if !a.names(t, by) {
			continue
		}
		none := a.try(t, by, missing, "what does not exist")
		for _, victim := range a.everybody {
			if victim.shopper == 0 || victim.name == by.name {
				continue
			}
			foreign := a.try(t, by, victim.own.orMissing(), "what is "+victim.name+"'s")
			if foreign.Status != none.Status || foreign.Body != none.Body {
				t.Errorf("%s by %s: another's answers %d %.300s\nwhat does not exist %d %.300s", a.name, by.name, foreign.Status, foreign.Body, none.Status, none.Body)
			}
		}
	}
	for _, by := range a.everybody {
		got := a.try(t, by, by.own.orMissing(), "their own")
		if want := a.expected(by); got.Status/100 != want/100 || want >= 400 && got.Status != want {
			t.Errorf("%s by %s of their own answers %d, want %d: %s", a.name, by.name, got.Status, want, got.Body)
		}
	}
}

// orMissing are things in which what there is none of is what nobody has.
func (of things) orMissing() things {
	for _, pair := range []struct{ have, none *int64 }{
		{&of.line, &missing.line}, {&of.item, &missing.item}, {&of.order, &missing.order}, {&of.address, &missing.address}, {&of.session, &missing.session}, {&of.passkey, &missing.passkey}, {&of.unclaimed, &missing.unclaimed}, {&of.unclaimedTrip, &missing.unclaimedTrip}, {&of.licence, &missing.licence},
	} {
		if *pair.have == 0 {
			*pair.have = *pair.none
		}
	}
	if of.upload == "" {
		of.upload = missing.upload
	}
	if of.payment == "" {
		of.payment = missing.payment
	}
	if of.formerGuest == "" {
		of.formerGuest = missing.formerGuest
	}
	return of
}

// names reports whether the call names anything, so that it can be about another's.
func (a *access) names(t *testing.T, by person) bool {
	equal := cmp.Options{cmp.AllowUnexported(asked{})}
	none := a.with(t, a.accessAPI, by, missing)
	return slices.ContainsFunc(a.everybody, func(p person) bool { return !cmp.Equal(none, a.with(t, a.accessAPI, by, p.own.orMissing()), equal) })
}

// expected is the status of somebody's call about their own.
func (a *access) expected(by person) int {
	open := slices.Contains(a.schemes, "guest") || slices.Contains(a.schemes, "tracking")
	switch {
	case by.over && by.token != "":
		return http.StatusUnauthorized
	case a.name == "postTripPhoto" && by.token == "" && by.own.bookedToken == "": // a form, too
		return http.StatusUnauthorized
	case by.over && open:
		return http.StatusNotFound
	case by.token != "", by.guestID != "" && open, a.name == "listRecommendedItems":
		return http.StatusOK
	case open && a.name != "postUpload": // a form, which another site could send
		return http.StatusNotFound
	}
	return http.StatusUnauthorized
}

// try makes the call, and proves that whatever the answer is nobody else was
// read or changed, and that a refusal changed nothing at all.
func (a *access) try(t *testing.T, by person, of things, what string) apitest.Response {
	t.Helper()
	call := a.with(t, a.accessAPI, by, of)
	before := a.state
	got := a.ask(t, by, a.method, a.schemes, call)
	a.look(t)
	after := maps.Clone(a.state)
	if got.Status < 400 && call.named && of != by.own.orMissing() {
		t.Errorf("%s by %s of %s is answered %d: %s", a.name, by.name, what, got.Status, got.Body)
	}
	if me := fmt.Sprint(by.shopper); got.Status < 400 {
		delete(before, me)
		delete(after, me)
	}
	if !maps.EqualFunc(before, after, slices.Equal) {
		diff := cmp.Diff(before, after)
		t.Errorf("%s by %s of %s answers %d and changes what is not theirs, or though it refuses:\n%s", a.name, by.name, what, got.Status, diff)
	}
	for _, other := range a.everybody {
		if other.shopper != 0 && other.name != by.name && !call.open && strings.Contains(got.Body, other.name) {
			t.Errorf("%s by %s of %s shows what is %s's: %s", a.name, by.name, what, other.name, got.Body)
		}
	}
	return got
}

// A hole in any of these doors would be a status below 400 with somebody else's
// name in it; this is how the proof would see one.
func TestAccess_theTestFindsAMissingCheck(t *testing.T) {
	withAccessAPI(t, func(t *testing.T, c *accessAPI) {
		all := c.everybody(t)
		victim, thief := all[2], all[3]
		before := belongings(t, c)
		if _, err := c.Orders.Cancel(t.Context(), victim.own.order, order.Owner{ShopperID: victim.shopper}, "other"); err != nil {
			t.Fatal(err)
		}
		if cmp.Equal(before[fmt.Sprint(victim.shopper)], belongings(t, c)[fmt.Sprint(victim.shopper)]) {
			t.Error("a cancelled order changes nothing that the proof sees")
		}
		if shown := c.Call(t, "GET", fmt.Sprintf("/orders/%d", victim.own.order), "", apitest.Bearer(victim.token)...); !strings.Contains(shown.Body, victim.name) || strings.Contains(shown.Body, thief.name) {
			t.Errorf("an order does not carry its owner's name: %s", shown.Body)
		}
	})
}
