package upload

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/shopper"
)

func insert(ctx context.Context, tx *db.Tx, key string, shopperID int64, purpose Purpose, now time.Time) error {
	_, err := db.Exec(ctx, tx, `INSERT INTO uploads (key, shopper_id, purpose, created_at, delete_at) VALUES ($1, $2, $3, $4, $5)`,
		key, shopperID, purpose, now.UnixMilli(), now.Add(looseLife).UnixMilli())
	if err != nil {
		return fmt.Errorf("insert upload: %w", err)
	}
	return nil
}

// countLoose counts the images of a shopper that are attached to nothing.
func countLoose(ctx context.Context, q db.Q, shopperID int64) (int64, error) {
	n, err := db.One[int64](ctx, q, `SELECT COUNT(*) FROM uploads WHERE shopper_id = $1 AND purchase_id IS NULL AND conversation_id IS NULL AND delete_at IS NOT NULL`, shopperID)
	if err != nil {
		return 0, fmt.Errorf("count uploads: %w", err)
	}
	return n, nil
}

func ownedBy(ctx context.Context, q db.Q, key string, shopperID int64, now time.Time) (bool, error) {
	n, err := db.One[int64](ctx, q, `
		SELECT COUNT(*) FROM uploads WHERE key = $2 AND (delete_at IS NULL OR delete_at > $3) AND shopper_id IN `+shopper.IDs,
		shopperID, key, now.UnixMilli())
	return n > 0, err
}

// Attachment is what images are attached to.
type Attachment struct {
	ShopperID  int64 // whose purchase it is
	SenderID   int64 // the shopper who sends them by the purchase's link; 0: nobody else
	Purpose    Purpose
	PurchaseID int64
	Keys       []string
	Field      string // of the request, for the error
}

// distinct returns keys without repeated ones.
func distinct(keys []string) []string {
	return slices.Compact(slices.Sorted(slices.Values(keys)))
}

// loose selects the images $5… of the shopper $1 or the sender $4 that can still be attached.
func loose(list string) string {
	return `purpose = $2 AND purchase_id IS NULL AND delete_at > $3 AND (shopper_id IN ` + shopper.IDs + ` OR shopper_id = $4) AND key IN ` + list
}

// Usable reports whether all of the images are the shopper's or the sender's, for this purpose, and
// attached to nothing.
func Usable(ctx context.Context, q db.Q, a Attachment, now time.Time) (bool, error) {
	keys := distinct(a.Keys)
	if len(keys) == 0 {
		return true, nil
	}
	list, args := numbered(5, keys)
	n, err := db.One[int](ctx, q, `SELECT COUNT(*) FROM uploads WHERE `+loose(list), append([]any{a.ShopperID, a.Purpose, now.UnixMilli(), a.SenderID}, args...)...)
	if err != nil {
		return false, fmt.Errorf("find uploads: %w", err)
	}
	return n == len(keys), nil
}

// Attach attaches images to an order or a trip. If one of them is not usable it is errs.Invalid,
// and the transaction must be rolled back. Of two with the same image one gets it.
func Attach(ctx context.Context, tx *db.Tx, a Attachment, now time.Time) error {
	keys := distinct(a.Keys)
	if len(keys) == 0 {
		return nil
	}
	list, args := numbered(6, keys)
	n, err := db.Exec(ctx, tx, `UPDATE uploads SET purchase_id = $5, delete_at = NULL WHERE `+loose(list),
		append([]any{a.ShopperID, a.Purpose, now.UnixMilli(), a.SenderID, a.PurchaseID}, args...)...)
	if err != nil {
		return fmt.Errorf("attach uploads: %w", err)
	}
	if n != int64(len(keys)) {
		return errs.New(errs.Invalid, "One of the images is no longer there. Please upload it again.").On(a.Field)
	}
	return nil
}

// numbered returns parameters for IN, beginning with this number.
func numbered(from int, keys []string) (list string, args []any) {
	for n, key := range keys {
		list += fmt.Sprintf(", $%d", from+n)
		args = append(args, key)
	}
	return "(" + list[2:] + ")", args
}

// OfOrders returns the keys of the images of orders for a purpose, the oldest first.
func OfOrders(ctx context.Context, q db.Q, orderIDs []int64, purpose Purpose) (map[int64][]string, error) {
	found := map[int64][]string{}
	if len(orderIDs) == 0 {
		return found, nil
	}
	list, args := db.InList(orderIDs)
	type image struct {
		OrderID int64
		Key     string
	}
	images, err := db.Many[image](ctx, q, fmt.Sprintf(`
		SELECT purchase_id AS order_id, key FROM uploads WHERE purchase_id IN %s AND purpose = $%d ORDER BY created_at, key`, list, len(args)+1), append(args, purpose)...)
	if err != nil {
		return nil, fmt.Errorf("read uploads: %w", err)
	}
	for _, i := range images {
		found[i.OrderID] = append(found[i.OrderID], i.Key)
	}
	return found, nil
}

// Attached is the order or trip that an image is attached to, and what for.
type Attached struct {
	PurchaseID int64
	Purpose    Purpose
}

// findAttached returns what an image is attached to; for none it is errUnknown.
func findAttached(ctx context.Context, q db.Q, key string, now time.Time) (Attached, error) {
	to, err := db.One[Attached](ctx, q, `
		SELECT purchase_id, purpose FROM uploads WHERE key = $1 AND purchase_id IS NOT NULL AND (delete_at IS NULL OR delete_at > $2)`, key, now.UnixMilli())
	if errors.Is(err, db.ErrNotFound) {
		return to, errUnknown
	}
	return to, err
}

// PurchaseEnded starts the time after which the images of an order or a trip are deleted.
// A later call starts it again.
func PurchaseEnded(ctx context.Context, tx *db.Tx, purchaseID int64, at time.Time) error {
	if _, err := db.Exec(ctx, tx, `UPDATE uploads SET ended_at = $2 WHERE purchase_id = $1`, purchaseID, at.UnixMilli()); err != nil {
		return fmt.Errorf("end uploads: %w", err)
	}
	return nil
}

// endedKeys returns some images whose time has ended. The images of reviews stay with
// them. Prescriptions without a life, 0, are kept.
func endedKeys(ctx context.Context, q db.Q, now time.Time, prescriptions time.Duration) ([]string, error) {
	before := int64(0)
	if prescriptions > 0 {
		before = now.Add(-prescriptions).UnixMilli()
	}
	return db.Many[string](ctx, q, `
		SELECT key FROM uploads WHERE delete_at <= $1
		UNION SELECT key FROM uploads WHERE ended_at <= $2 AND purpose = 'prescription'
		UNION SELECT key FROM uploads WHERE ended_at <= $3 AND purpose IN ('refund', 'proof', 'trip_before', 'trip_after')
		LIMIT $4`, now.UnixMilli(), before, now.AddDate(0, 0, -proofDays).UnixMilli(), pruneBatch)
}

func deleteRow(ctx context.Context, tx *db.Tx, key string) error {
	if _, err := db.Exec(ctx, tx, `DELETE FROM uploads WHERE key = $1`, key); err != nil {
		return fmt.Errorf("delete upload: %w", err)
	}
	return nil
}

// expireAll ends all images of a customer, also those of their orders and trips. Those of a
// guest whom they were stay with purchases that are not theirs, and with a licence.
func expireAll(ctx context.Context, tx *db.Tx, customerID int64, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE uploads SET delete_at = $2
		WHERE shopper_id IN (SELECT shopper_id FROM customers WHERE id = $1)
			OR purchase_id IS NULL AND purpose <> 'licence'
				AND shopper_id IN (SELECT s.id FROM shoppers s JOIN customers c ON c.shopper_id = s.merged_into WHERE c.id = $1)
			OR `+ofPurchases, customerID, now.UnixMilli())
	if err != nil {
		return fmt.Errorf("expire uploads: %w", err)
	}
	return nil
}

// ofPurchases are the images of what the customer $1 has bought or rented.
const ofPurchases = `purchase_id IN (
	SELECT o.id FROM orders o JOIN customers c ON c.shopper_id = o.shopper_id WHERE c.id = $1
	UNION ALL SELECT t.id FROM trips t JOIN customers c ON c.shopper_id = t.shopper_id WHERE c.id = $1)`

// ExpireOfReviews has the images of a customer's reviews deleted by the next Prune.
func ExpireOfReviews(ctx context.Context, tx *db.Tx, customerID int64, now time.Time) error {
	_, err := db.Exec(ctx, tx, `UPDATE uploads SET delete_at = $2 WHERE purpose = 'review' AND `+ofPurchases, customerID, now.UnixMilli())
	if err != nil {
		return fmt.Errorf("expire the images of reviews: %w", err)
	}
	return nil
}
