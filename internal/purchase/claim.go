package purchase

import (
	"context"
	"errors"
	"fmt"
	"time"

	"hawker/internal/coupon"
	"hawker/internal/db"
	"hawker/internal/errs"
)

// Contacts are the verified contacts of a customer: a phone (E.164) and a folded
// e-mail; "": none.
type Contacts struct{ Phone, Email string }

// MaxUnclaimed is how many orders or trips a customer is asked about at once.
const MaxUnclaimed = 20

// claimable is the condition of a purchase o about which the customer $1 is asked: it
// belongs to no customer, and they have not said that it is not theirs.
const claimable = `NOT EXISTS (SELECT 1 FROM customers c WHERE c.shopper_id = o.shopper_id)
	AND NOT EXISTS (SELECT 1 FROM not_mine n WHERE n.shopper_id = $1 AND n.purchase_id = o.id)`

// Unclaimed is the condition of a purchase o of this kind that a guest made with a contact
// of the customer $1: the phone $2 or the e-mail $3.
func (k Kind) Unclaimed() string {
	return fmt.Sprintf(`o.id IN (
			SELECT id FROM %[1]s WHERE contact_phone = $2 AND contact_phone <> ''
			UNION SELECT id FROM %[1]s WHERE contact_email = $3 AND contact_email <> ''
		) AND `, k.table()) + claimable
}

// Attach gives a customer the purchases of this kind that they made as a guest with one of
// their contacts, before they signed in (P4). It returns how many.
func (k Kind) Attach(ctx context.Context, tx *db.Tx, shopperID int64, c Contacts) (attached int64, err error) {
	for column, value := range map[string]string{"contact_phone": c.Phone, "contact_email": c.Email} {
		if value == "" {
			continue
		}
		// The second comparison is redundant; the partial index needs it.
		n, err := db.Exec(ctx, tx, fmt.Sprintf(`
			UPDATE %[1]s SET shopper_id = $1 WHERE %[2]s = $2 AND %[2]s <> ''
			AND shopper_id IN (SELECT id FROM shoppers WHERE merged_into = $1)`, k.table(), column), shopperID, value)
		if err != nil {
			return 0, fmt.Errorf("attach %s: %w", k.table(), err)
		}
		attached += n
	}
	return attached, nil
}

// AddEmail writes a folded e-mail into the orders and trips of a shopper that have none.
func AddEmail(ctx context.Context, tx *db.Tx, shopperID int64, email string) error {
	for _, k := range []Kind{Order, Trip} {
		if _, err := db.Exec(ctx, tx, `UPDATE `+k.table()+` SET contact_email = $2 WHERE shopper_id = $1 AND contact_email = ''`, shopperID, email); err != nil {
			return fmt.Errorf("add an e-mail to %s: %w", k.table(), err)
		}
	}
	return nil
}

// Claim says whether an unclaimed purchase is the customer's.
type Claim struct {
	Kind       Kind
	ID         int64
	ShopperID  int64    // the customer's
	Contacts   Contacts // proven
	HoldsToken bool     // of tracking the purchase
	Mine       bool
}

// Decide gives an unclaimed purchase to the customer, or stops asking them about it. It must
// have a contact of theirs, or they made it as a guest and have its token: a token alone
// is not enough, because devices and links are shared. Any other is unknown
// (P1). The caller forgets the key with which the guest made it.
func (c Claim) Decide(ctx context.Context, tx *db.Tx, now time.Time) error {
	table := c.Kind.table()
	// Locked before it is read: two customers may each have a contact of it.
	if _, err := db.Many[int64](ctx, tx, `SELECT id FROM `+table+` WHERE id = $1`+tx.Dialect.Locked(), c.ID); err != nil {
		return fmt.Errorf("lock what is claimed: %w", err)
	}
	_, err := db.One[int64](ctx, tx, `
		SELECT o.id FROM `+table+` o WHERE o.id = $2 AND (
			o.contact_phone = $3 AND o.contact_phone <> '' OR o.contact_email = $4 AND o.contact_email <> ''
			OR $5 AND o.shopper_id IN (SELECT id FROM shoppers WHERE merged_into = $1)
		) AND `+claimable, c.ShopperID, c.ID, c.Contacts.Phone, c.Contacts.Email, c.HoldsToken)
	if errors.Is(err, db.ErrNotFound) {
		return errs.New(errs.NotFound, "This %s was not found.", c.Kind)
	}
	if err != nil {
		return fmt.Errorf("find what is claimed: %w", err)
	}
	if !c.Mine {
		_, err := db.Exec(ctx, tx, `INSERT INTO not_mine (shopper_id, purchase_id, created_at) VALUES ($1, $2, $3)`, c.ShopperID, c.ID, now.UnixMilli())
		if err != nil {
			return fmt.Errorf("disown: %w", err)
		}
		return nil
	}
	if _, err := db.Exec(ctx, tx, `UPDATE `+table+` SET shopper_id = $1 WHERE id = $2`, c.ShopperID, c.ID); err != nil {
		return fmt.Errorf("claim: %w", err)
	}
	return coupon.Claim(ctx, tx, c.ID, c.ShopperID)
}

// ForgetDisowned deletes which purchases a customer has said not to be theirs (PROF-05).
func ForgetDisowned(ctx context.Context, tx *db.Tx, shopperID int64) error {
	if _, err := db.Exec(ctx, tx, `DELETE FROM not_mine WHERE shopper_id = $1`, shopperID); err != nil {
		return fmt.Errorf("delete disowned purchases: %w", err)
	}
	return nil
}
