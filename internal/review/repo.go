package review

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/huandu/go-sqlbuilder"

	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/order"
)

const columns = `r.id, COALESCE(r.store_id, 0) AS store_id, r.order_id, r.item_id, r.rider_id, r.author, r.rating, r.body, r.images, r.pictures, r.reply,
	r.replied_at, r.hidden_at, r.created_at`

// reviewed is the order that is reviewed.
type reviewed struct {
	ID, ShopperID  int64
	StoreID        int64 // 0: a parcel, which has no store
	RiderID        *int64
	Status         order.Status
	ReviewsEnabled bool
}

// lockOrder reads a delivered order of the shopper and locks its row until the
// transaction ends. Of somebody else's order nobody learns whether it exists (P1).
func lockOrder(ctx context.Context, tx *db.Tx, id, shopperID int64) (reviewed, error) {
	if _, err := db.Many[int64](ctx, tx, `SELECT id FROM orders WHERE id = $1`+tx.Dialect.Locked(), id); err != nil {
		return reviewed{}, fmt.Errorf("lock order: %w", err)
	}
	o, err := db.One[reviewed](ctx, tx, `
		SELECT o.id, o.shopper_id, COALESCE(o.store_id, 0) AS store_id, o.rider_id, o.status, COALESCE(s.reviews_enabled, TRUE) AS reviews_enabled
		FROM orders o LEFT JOIN stores s ON s.id = o.store_id WHERE o.id = $1 AND o.shopper_id = $2`, id, shopperID)
	switch {
	case errors.Is(err, db.ErrNotFound):
		return o, errs.New(errs.NotFound, "This order was not found.")
	case err != nil:
		return o, fmt.Errorf("read order: %w", err)
	case !WasDelivered(o.Status):
		return o, errNotNow
	}
	return o, nil
}

func ofOrder(ctx context.Context, q db.Q, orderID int64) ([]Review, error) {
	all, err := db.Many[Review](ctx, q, `SELECT `+columns+` FROM reviews r WHERE r.order_id = $1 ORDER BY r.id`, orderID)
	if err != nil {
		return nil, fmt.Errorf("read the reviews of an order: %w", err)
	}
	return all, nil
}

func itemsOf(ctx context.Context, q db.Q, orderID int64) ([]int64, error) {
	ids, err := db.Many[int64](ctx, q, `SELECT DISTINCT item_id FROM order_lines WHERE order_id = $1`, orderID)
	if err != nil {
		return nil, fmt.Errorf("read order lines: %w", err)
	}
	return ids, nil
}

// authorOf returns the name under the reviews of a customer.
func authorOf(ctx context.Context, q db.Q, shopperID int64) (string, error) {
	c, err := db.One[struct{ FirstName, LastName string }](ctx, q, `SELECT first_name, last_name FROM customers WHERE shopper_id = $1`, shopperID)
	if err != nil {
		return "", fmt.Errorf("read the name of a customer: %w", err)
	}
	return AuthorName(c.FirstName, c.LastName), nil
}

// lockStore locks the row of a store until the transaction ends: its counts of reviews
// change under this lock alone, also in an import, which counts them again.
func lockStore(ctx context.Context, tx *db.Tx, storeID int64) error {
	if _, err := db.Exec(ctx, tx, `UPDATE stores SET rating_count = rating_count WHERE id = $1`, storeID); err != nil {
		return fmt.Errorf("lock store: %w", err)
	}
	return nil
}

func insert(ctx context.Context, tx *db.Tx, r Review) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO reviews (slug, store_id, item_id, rider_id, order_id, author, rating, body, images, reply, created_at)
		VALUES ($1, NULLIF($2, 0), $3, $4, $5, $6, $7, $8, $9, '', $10)`,
		r.slug(), r.StoreID, r.ItemID, r.RiderID, r.OrderID, r.Author, r.Rating, r.Body, r.Images, r.CreatedAt)
	if err != nil {
		return fmt.Errorf("insert review: %w", err)
	}
	return nil
}

// slug names the review in a town folder. With the time, a review that another instance
// has exported does not take the name of one of this instance.
func (r Review) slug() string {
	of := "store"
	switch {
	case r.ItemID != nil:
		of = fmt.Sprintf("item-%d", *r.ItemID)
	case r.RiderID != nil:
		of = "rider"
	}
	return fmt.Sprintf("order-%d-%s-%d", *r.OrderID, of, r.CreatedAt)
}

// count adds the stars of a review to what it is of (by 1), or takes them away (by -1).
// The row of the store is locked.
func count(ctx context.Context, tx *db.Tx, r Review, by int64) error {
	table, id := "stores", r.StoreID
	switch {
	case r.ItemID != nil:
		table, id = "items", *r.ItemID
	case r.RiderID != nil:
		table, id = "staff", *r.RiderID
	}
	if r.OrderID != nil { // the others are in the ratings that the town folder states
		_, err := db.Exec(ctx, tx, `UPDATE `+table+` SET rating_sum = rating_sum + $2, rating_count = rating_count + $3 WHERE id = $1`, id, by*int64(r.Rating), by)
		if err != nil {
			return fmt.Errorf("count stars: %w", err)
		}
	}
	if r.RiderID != nil {
		return nil
	}
	itemID := int64(0)
	if r.ItemID != nil {
		itemID = *r.ItemID
	}
	_, err := db.Exec(ctx, tx, `
		INSERT INTO review_counts (store_id, item_id, rating, reviews) VALUES ($1, $2, $3, 0)
		ON CONFLICT (store_id, item_id, rating) DO NOTHING`, r.StoreID, itemID, r.Rating)
	if err == nil {
		_, err = db.Exec(ctx, tx, `
			UPDATE review_counts SET reviews = reviews + $4 WHERE store_id = $1 AND item_id = $2 AND rating = $3`, r.StoreID, itemID, r.Rating, by)
	}
	if err != nil {
		return fmt.Errorf("count a review: %w", err)
	}
	return nil
}

func whichReviewed(ctx context.Context, q db.Q, orderIDs []int64) (map[int64]bool, error) {
	found := map[int64]bool{}
	if len(orderIDs) == 0 {
		return found, nil
	}
	in, args := db.InList(orderIDs)
	ids, err := db.Many[int64](ctx, q, `SELECT DISTINCT order_id FROM reviews WHERE order_id IN `+in, args...)
	if err != nil {
		return nil, fmt.Errorf("find reviewed orders: %w", err)
	}
	for _, id := range ids {
		found[id] = true
	}
	return found, nil
}

func byID(ctx context.Context, q db.Q, id int64) (Review, error) {
	r, err := db.One[Review](ctx, q, `SELECT `+columns+`, COALESCE(i.name, '') AS item_name
		FROM reviews r LEFT JOIN items i ON i.id = r.item_id WHERE r.id = $1`, id)
	if errors.Is(err, db.ErrNotFound) {
		return r, errUnknown
	}
	if err != nil {
		return r, fmt.Errorf("read review: %w", err)
	}
	return r, nil
}

func list(ctx context.Context, q db.Q, f Filter, p Paging) (Page, error) {
	b := sqlbuilder.PostgreSQL.NewSelectBuilder().Select("r.id").From("reviews r")
	if f.Hidden {
		b.Where("r.hidden_at IS NOT NULL")
	} else {
		b.Where("r.hidden_at IS NULL")
	}
	if !f.Riders {
		b.Where("r.rider_id IS NULL")
	}
	if f.Unanswered {
		b.Where("r.replied_at IS NULL", "r.reply = ''")
	}
	if f.StoreID != 0 {
		b.Where(b.Equal("r.store_id", f.StoreID))
	}
	query, args := b.Build()
	total, err := db.CountUpTo(ctx, q, db.MaxCounted, query, args...)
	if err != nil {
		return Page{}, fmt.Errorf("count reviews: %w", err)
	}
	b.Select(columns, "COALESCE(i.name, '') AS item_name").JoinWithOption(sqlbuilder.LeftJoin, "items i", "i.id = r.item_id")
	query, args = b.OrderBy("r.created_at DESC", "r.id DESC").Limit(p.Size).Offset((p.Number - 1) * p.Size).Build()
	rows, err := db.Many[Review](ctx, q, query, args...)
	if err != nil {
		return Page{}, fmt.Errorf("list reviews: %w", err)
	}
	return Page{Total: total, Reviews: rows}, nil
}

func isImagePublic(ctx context.Context, q db.Q, key string) (bool, error) {
	lists, err := db.Many[db.JSON[[]string]](ctx, q, `
		SELECT r.images FROM uploads u JOIN reviews r ON r.order_id = u.purchase_id JOIN stores s ON s.id = r.store_id
		WHERE u.key = $1 AND u.purpose = 'review' AND u.delete_at IS NULL AND r.hidden_at IS NULL AND s.reviews_enabled
		UNION ALL SELECT r.images FROM uploads u JOIN vehicle_reviews r ON r.trip_id = u.purchase_id
		WHERE u.key = $1 AND u.purpose = 'review' AND u.delete_at IS NULL AND r.hidden_at IS NULL`, key)
	if err != nil {
		return false, fmt.Errorf("find the review of an image: %w", err)
	}
	return slices.ContainsFunc(lists, func(l db.JSON[[]string]) bool { return slices.Contains(l.V, key) }), nil
}
