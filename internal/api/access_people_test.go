package api_test

import (
	"fmt"
	"testing"

	"hawker/internal/catalog"
	"hawker/internal/conversation"
	"hawker/internal/licence"
	"hawker/internal/options"
	"hawker/internal/order/ordertest"
	"hawker/internal/purchase"
	"hawker/internal/trip"
	"hawker/internal/tripcart"
	"hawker/internal/upload"
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
