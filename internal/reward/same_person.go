package reward

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"hawker/internal/db"
	"hawker/internal/order"
)

// near is how close two addresses of one household are, in degrees.
const near = 1e-4

// lastOrders is how many orders of a customer are compared.
const lastOrders = 50

// person is what tells people apart, as far as it is known. Which card somebody pays with
// is known to the gateways only.
type person struct {
	phones, emails, places []string // places are keyed hashes of devices and network addresses
	homes                  []home
}

// home is an address that somebody saved, or had something delivered to.
type home struct {
	Latitude, Longitude float64
	House               string
}

// samePerson returns why two customers seem to be one person; "": they do not (W4).
func (s *Service) samePerson(ctx context.Context, q db.Q, a, b int64) (reason string, err error) {
	one, err := s.readPerson(ctx, q, a)
	if err != nil {
		return "", err
	}
	other, err := s.readPerson(ctx, q, b)
	if err != nil {
		return "", err
	}
	switch {
	case a == b:
		return "same_account", nil
	case intersect(one.phones, other.phones):
		return "same_phone", nil
	case intersect(one.emails, other.emails):
		return "same_email", nil
	case !s.OneMachine && intersect(one.places, other.places):
		return "same_device", nil
	case slices.ContainsFunc(one.homes, func(h home) bool { return slices.ContainsFunc(other.homes, h.equals) }):
		return "same_address", nil
	}
	return "", nil
}

func intersect(a, b []string) bool {
	return slices.ContainsFunc(a, func(text string) bool { return slices.Contains(b, text) })
}

func (h home) equals(other home) bool {
	// Half a step more than near, because the differences are not exact.
	const tolerance = near + near/100
	return math.Abs(h.Latitude-other.Latitude) <= tolerance && math.Abs(h.Longitude-other.Longitude) <= tolerance &&
		strings.EqualFold(strings.TrimSpace(h.House), strings.TrimSpace(other.House))
}

func (s *Service) readPerson(ctx context.Context, q db.Q, customerID int64) (p person, err error) {
	account, err := db.One[struct {
		ShopperID   int64
		Phone       *string
		EmailFolded *string
	}](ctx, q, `SELECT shopper_id, phone, email_folded FROM customers WHERE id = $1`, customerID)
	if err != nil {
		return p, fmt.Errorf("read who a customer is: %w", err)
	}
	p.add(account.Phone, account.EmailFolded)
	if p.homes, err = db.Many[home](ctx, q, `SELECT latitude, longitude, house FROM addresses WHERE customer_id = $1`, customerID); err != nil {
		return p, fmt.Errorf("read addresses: %w", err)
	}
	if err := p.addOrders(ctx, q, account.ShopperID); err != nil {
		return p, err
	}
	places, err := db.Many[string](ctx, q, `SELECT key FROM known_places WHERE customer_id = $1 AND ends_at > $2`, customerID, s.Clock.Now().UnixMilli())
	if err != nil {
		return p, fmt.Errorf("read known places: %w", err)
	}
	p.places = append(p.places, places...)
	return p, nil
}

// addOrders adds the contacts and addresses of the last orders, and from where the newest
// were placed.
func (p *person) addOrders(ctx context.Context, q db.Q, shopperID int64) error {
	orders, err := db.Many[struct {
		Type         order.Type `db:"order_type"`
		ContactPhone string
		ContactEmail string
		PlacedFrom   string
		Address      db.JSON[order.Address]
	}](ctx, q, `SELECT order_type, contact_phone, contact_email, placed_from, address FROM orders WHERE shopper_id = $1 ORDER BY id DESC LIMIT $2`,
		shopperID, lastOrders)
	if err != nil {
		return fmt.Errorf("read the orders of a customer: %w", err)
	}
	for _, o := range orders {
		p.add(&o.ContactPhone, &o.ContactEmail)
		if o.PlacedFrom != "" {
			p.places = append(p.places, o.PlacedFrom)
		}
		if at := o.Address.V; o.Type == order.Delivery && (at.Point.Lat != 0 || at.Point.Lng != 0) {
			p.homes = append(p.homes, home{at.Point.Lat, at.Point.Lng, at.House})
		}
	}
	return nil
}

func (p *person) add(phone, email *string) {
	if phone != nil && *phone != "" {
		p.phones = append(p.phones, *phone)
	}
	if email != nil && *email != "" {
		p.emails = append(p.emails, mailbox(*email))
	}
}

// mailbox returns an e-mail without what its owner can vary: what follows a plus, and
// dots before the @.
func mailbox(folded string) string {
	local, domain, _ := strings.Cut(folded, "@")
	local, _, _ = strings.Cut(local, "+")
	return strings.ReplaceAll(local, ".", "") + "@" + domain
}
