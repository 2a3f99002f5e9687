package wishlist

import (
	"context"
	"fmt"
	"time"

	"hawker/internal/db"
	"hawker/internal/hours"
	"hawker/internal/money"
)

// Change is a wished thing that is not as it was when it was last looked at.
type Change struct {
	StateID      int64 // of its row in wish_states
	Kind         Kind
	ThingID      int64
	Was          money.Amount // the price of an item
	WasAvailable bool
	Price        money.Amount
	Available    bool

	Name, Slug           string // of an item
	StoreName, StoreSlug string
	ModuleID             int64
	ModuleType           string
	TimeZone             string // the store's, IANA name
}

// isAvailable is the condition that an item i of a store s can be bought. Without a pool
// its stock is not counted.
const isAvailable = `(i.active AND s.active AND (
	NOT EXISTS (SELECT 1 FROM stock k WHERE k.item_id = i.id) OR EXISTS (SELECT 1 FROM stock k WHERE k.item_id = i.id AND k.quantity > 0)))`

// part is how many wished things Changed looks at.
const part = 1000

// statesOfPart are the states of a part. The LIMIT makes both engines find them by their
// ids, and then what they are about.
const statesOfPart = `(SELECT * FROM wish_states WHERE id > $1 ORDER BY id LIMIT $2)`

// Changed looks at a part of the wished things, those whose states come next after one,
// and returns what has changed. last is the last state of the part; 0: there are no more.
func Changed(ctx context.Context, q db.Q, after int64, now time.Time) (changes []Change, last int64, err error) {
	last, err = db.One[int64](ctx, q, `SELECT COALESCE(MAX(ws.id), 0) FROM `+statesOfPart+` ws`, after, part)
	if err != nil {
		return nil, 0, fmt.Errorf("look for wished things: %w", err)
	}
	if last == 0 {
		return nil, 0, nil
	}
	items, err := changedItems(ctx, q, after)
	if err != nil {
		return nil, 0, fmt.Errorf("look for changed items: %w", err)
	}
	stores, err := changedStores(ctx, q, after, now)
	if err != nil {
		return nil, 0, fmt.Errorf("look for changed stores: %w", err)
	}
	return append(items, stores...), last, nil
}

// changedItems returns wished items whose price or availability has changed. It reads one
// row for each item that anybody wishes, not one for each wish.
func changedItems(ctx context.Context, q db.Q, after int64) ([]Change, error) {
	return db.Many[Change](ctx, q, `
		SELECT ws.id AS state_id, ws.kind, ws.thing_id, ws.price AS was, ws.available AS was_available, i.sale_price AS price,
			`+isAvailable+` AS available, i.name, i.slug, s.name AS store_name, s.slug AS store_slug, m.id AS module_id, m.module_type, z.time_zone
		FROM `+statesOfPart+` ws JOIN items i ON i.id = ws.thing_id JOIN stores s ON s.id = i.store_id
		JOIN modules m ON m.id = s.module_id JOIN zones z ON z.id = s.zone_id
		WHERE ws.kind = 'item' AND (ws.price <> i.sale_price OR ws.available <> `+isAvailable+`) ORDER BY ws.id`, after, part)
}

// changedStores returns wished stores that have closed for a time, or are open again
// after that. A store that only closes for the night has not changed.
func changedStores(ctx context.Context, q db.Q, after int64, now time.Time) ([]Change, error) {
	type row struct {
		Change
		Active   bool
		Schedule db.JSON[hours.Schedule]
	}
	all, err := db.Many[row](ctx, q, `
		SELECT ws.id AS state_id, ws.kind, ws.thing_id, ws.price AS was, ws.available AS was_available, 0 AS price, ws.available,
			'' AS name, '' AS slug, s.name AS store_name, s.slug AS store_slug, m.id AS module_id, m.module_type, z.time_zone, s.active, s.schedule
		FROM `+statesOfPart+` ws JOIN stores s ON s.id = ws.thing_id JOIN modules m ON m.id = s.module_id JOIN zones z ON z.id = s.zone_id
		WHERE ws.kind = 'store' ORDER BY ws.id`, after, part)
	if err != nil {
		return nil, err
	}
	var changed []Change
	for _, r := range all {
		r.Available = storeAvailable(r.Active, r.Schedule.V, r.WasAvailable, r.TimeZone, now)
		if r.Available != r.WasAvailable {
			changed = append(changed, r.Change)
		}
	}
	return changed, nil
}

// storeAvailable reports whether a store is not closed for a time: not inactive, and not
// within a planned closure. After that it becomes available once it opens.
func storeAvailable(active bool, s hours.Schedule, was bool, timeZone string, now time.Time) bool {
	if !active {
		return false
	}
	for _, c := range s.Closures {
		if !now.Before(c.From) && now.Before(c.To) {
			return false
		}
	}
	if was {
		return true
	}
	zone, err := time.LoadLocation(timeZone)
	if err != nil {
		zone = time.UTC
	}
	return s.At(now, zone).Open
}

// SaveChange stores what a changed thing is like now. It returns false if somebody else did
// so before.
func SaveChange(ctx context.Context, tx *db.Tx, c Change) (bool, error) {
	n, err := db.Exec(ctx, tx, `
		UPDATE wish_states SET price = $2, available = $3 WHERE id = $1 AND price = $4 AND available = $5`,
		c.StateID, c.Price, c.Available, c.Was, c.WasAvailable)
	if err != nil {
		return false, fmt.Errorf("store the state of a wished thing: %w", err)
	}
	return n > 0, nil
}

// remember stores what a thing is like, if nobody has wished it before. An item that has
// sold out since the last look is stored too: who wishes it now waits for it. There are
// no alerts about vehicles and providers.
var remember = map[Kind]string{
	Item: `INSERT INTO wish_states (kind, thing_id, price, available)
		SELECT 'item', i.id, i.sale_price, ` + isAvailable + ` FROM items i JOIN stores s ON s.id = i.store_id WHERE i.id = $1
		ON CONFLICT (kind, thing_id) DO UPDATE SET available = excluded.available WHERE wish_states.available AND NOT excluded.available`,
	// The update changes nothing, but locks the row, so that PruneStates sees the wish.
	Store: `INSERT INTO wish_states (kind, thing_id, price, available) SELECT 'store', id, 0, active FROM stores WHERE id = $1
		ON CONFLICT (kind, thing_id) DO UPDATE SET available = wish_states.available`,
}

// pruneBatch is how many states one transaction of PruneStates deletes.
const pruneBatch = 500

const unwished = `NOT EXISTS (SELECT 1 FROM wishes w WHERE w.kind = wish_states.kind AND w.thing_id = wish_states.thing_id)`

// PruneStates deletes the states of things that nobody wishes any more. It searches before
// it writes, because SQLite has one writer.
func PruneStates(ctx context.Context, d *db.DB) error {
	last := int64(0)
	for {
		ids, err := db.Many[int64](ctx, d.R, `SELECT id FROM wish_states WHERE id > $1 AND `+unwished+` ORDER BY id LIMIT $2`, last, pruneBatch)
		if err == nil && len(ids) > 0 {
			last = ids[len(ids)-1]
			err = deleteUnwished(ctx, d, ids)
		}
		if err != nil {
			return fmt.Errorf("prune the states of wished things: %w", err)
		}
		if len(ids) < pruneBatch {
			return nil
		}
	}
}

// deleteUnwished deletes those of the states that nobody wishes. It locks them first: somebody
// who wishes a thing again either comes before the DELETE, which then keeps the state, or waits
// and stores a new one.
func deleteUnwished(ctx context.Context, d *db.DB, states []int64) error {
	list, args := db.InList(states)
	return db.InTx(ctx, d, func(tx *db.Tx) error {
		if _, err := db.Many[int64](ctx, tx, `SELECT id FROM wish_states WHERE id IN `+list+` ORDER BY id`+tx.Dialect.Locked(), args...); err != nil {
			return err
		}
		_, err := db.Exec(ctx, tx, `DELETE FROM wish_states WHERE id IN `+list+` AND `+unwished, args...)
		return err
	})
}
