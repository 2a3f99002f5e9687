package trip

import (
	"context"
	"errors"
	"fmt"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/purchase"
	"hawker/internal/upload"
)

const columns = `id, shopper_id, module_id, provider_id, zone_id, status, trip_type, hours, pickup, destination, pickup_at, return_at,
	distance_metres, route_seconds, straight, subtotal, discount, coupon_code, coupon_discount, tax, tax_included, tax_rate, additional_charge, total,
	price_rows, payment_method, payment_status, payment_gateway, paid_at, wallet_part, contact_name, contact_phone, contact_email, trip_note,
	cancel_reason, deposit, free_cancel_hours, late_cancel_percent, late_percent, late_grace_minutes, created_at, updated_at`

// readColumns are those that placing a trip leaves empty, too.
const readColumns = columns + `, extension_hours, extension_charge, extension_tax, late_hours, late_charge, late_tax, payment_due_at, paid_back, wallet_back, cash_refunded, cash_repaid, refunded, started_at, returned_at,
	(SELECT CAST(COALESCE(SUM(quantity * hour_rate), 0) AS BIGINT) FROM trip_lines WHERE trip_id = trips.id) AS hour_rate,
	(SELECT CAST(COALESCE(SUM(total + discount + coupon), 0) AS BIGINT) FROM trip_lines WHERE trip_id = trips.id AND hour_rate IS NOT NULL) AS rated_rent`

const lineColumns = `vehicle_id, name, picture, quantity, unit_price, discount, coupon, tax, total, hour_rate`

// insert writes the trip without its lines, and its first move. origin is the hash of the
// network address.
func insert(ctx context.Context, tx *db.Tx, d Details, origin string) error {
	_, err := db.Exec(ctx, tx, `INSERT INTO trips (`+columns+`, placed_from) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13,
			$14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39, $40, $41, $42, $43)`,
		d.ID, d.ShopperID, d.ModuleID, d.ProviderID, d.ZoneID, d.Status, d.Type, d.Hours, d.Pickup, d.Destination, d.PickupAt, d.ReturnAt,
		d.DistanceMetres, d.RouteSeconds, d.Straight, d.Subtotal, d.Discount, d.CouponCode, d.CouponDiscount, d.Tax, d.TaxIncluded, d.TaxRate, d.AdditionalCharge, d.Total,
		d.PriceRows, d.PaymentMethod, d.PaymentStatus, d.PaymentGateway, d.PaidAt, d.WalletPart, d.ContactName, d.ContactPhone, d.ContactEmail, d.TripNote,
		d.CancelReason, d.Deposit, d.FreeCancelHours, d.LateCancelPercent, d.LatePercent, d.LateGraceMinutes, d.CreatedAt, d.UpdatedAt, origin)
	if err != nil {
		return fmt.Errorf("insert a trip: %w", err)
	}
	return d.Moves[0].Insert(ctx, tx, purchase.Trip, d.ID)
}

// insertLines writes the lines of a trip. It is called after the vehicles are locked: a
// line locks its vehicle too, and PostgreSQL can fail to raise the locks of many trips.
func insertLines(ctx context.Context, tx *db.Tx, d Details) error {
	rows := db.NewValues(d.ID)
	for _, l := range d.Lines {
		rows.Add(l.VehicleID, l.Name, l.Picture, l.Quantity, l.UnitPrice, l.Discount, l.Coupon, l.Tax, l.Total, l.HourRate)
	}
	if _, err := db.Exec(ctx, tx, `INSERT INTO trip_lines (trip_id, `+lineColumns+`) VALUES `+rows.String(), rows.Args()...); err != nil {
		return fmt.Errorf("insert the lines of a trip: %w", err)
	}
	return nil
}

// errUnknown is returned for a trip that does not exist and for one of somebody else:
// nobody learns which (P1).
var errUnknown = errs.New(errs.NotFound, "This trip was not found.")

func byID(ctx context.Context, q db.Q, id int64) (Trip, error) {
	return tripWhere(ctx, q, `id = $1`, id)
}

// lockTrip reads a trip and locks its row until the transaction ends.
func lockTrip(ctx context.Context, tx *db.Tx, id int64) (Trip, error) {
	return tripWhere(ctx, tx, `id = $1`+tx.Dialect.Locked(), id)
}

func tripWhere(ctx context.Context, q db.Q, where string, args ...any) (Trip, error) {
	t, err := db.One[Trip](ctx, q, `SELECT `+readColumns+` FROM trips WHERE `+where, args...)
	if errors.Is(err, db.ErrNotFound) {
		return t, errUnknown
	}
	if err != nil {
		return t, fmt.Errorf("read a trip: %w", err)
	}
	return t, nil
}

// readDetails reads a trip with its lines and moves.
func readDetails(ctx context.Context, q db.Q, id int64) (Details, error) {
	t, err := byID(ctx, q, id)
	if err != nil {
		return Details{}, err
	}
	return detailsOfOne(ctx, q, t)
}

func detailsOfOne(ctx context.Context, q db.Q, t Trip) (Details, error) {
	all, err := detailsOf(ctx, q, []Trip{t})
	if err != nil {
		return Details{}, err
	}
	return all[0], nil
}

// detailsOf reads the lines, moves, photos and refunds of trips, in four statements for any
// number.
func detailsOf(ctx context.Context, q db.Q, trips []Trip) ([]Details, error) {
	all, ids := make([]Details, len(trips)), make([]int64, len(trips))
	for n, t := range trips {
		all[n].Trip, ids[n] = t, t.ID
	}
	if len(ids) == 0 {
		return all, nil
	}
	type row struct {
		TripID int64
		Line
	}
	list, args := db.InList(ids)
	lines, err := db.Many[row](ctx, q, `SELECT trip_id, id, `+lineColumns+` FROM trip_lines WHERE trip_id IN `+list+` ORDER BY id`, args...)
	if err != nil {
		return nil, fmt.Errorf("read the lines of trips: %w", err)
	}
	moves, err := purchase.Moves[Status, Actor](ctx, q, purchase.Trip, ids...)
	if err != nil {
		return nil, err
	}
	photos, err := upload.PhotosOf(ctx, q, ids)
	if err != nil {
		return nil, err
	}
	refunds, err := refundsOf(ctx, q, trips)
	if err != nil {
		return nil, err
	}
	for n := range all {
		all[n].Moves, all[n].Photos, all[n].Refunds = moves[all[n].ID], photos[all[n].ID], refunds[all[n].ID]
		for _, l := range lines {
			if l.TripID == all[n].ID {
				all[n].Lines = append(all[n].Lines, l.Line)
			}
		}
	}
	return all, nil
}

// page reads a page of the trips that a condition selects, and how many there are, at most
// db.MaxCounted.
func (s *Service) page(ctx context.Context, where, order string, p catalog.Paging, args ...any) ([]Details, int, error) {
	total, err := db.CountUpTo(ctx, s.DB.R, db.MaxCounted, `SELECT id FROM trips WHERE `+where, args...)
	if err != nil {
		return nil, 0, fmt.Errorf("count trips: %w", err)
	}
	bounds := fmt.Sprintf(` LIMIT $%d OFFSET $%d`, len(args)+1, len(args)+2)
	trips, err := db.Many[Trip](ctx, s.DB.R, `SELECT `+readColumns+` FROM trips WHERE `+where+` ORDER BY `+order+bounds, append(args, p.Size, (p.Number-1)*p.Size)...)
	if err != nil {
		return nil, 0, fmt.Errorf("list trips: %w", err)
	}
	all, err := detailsOf(ctx, s.DB.R, trips)
	return all, total, err
}

// Modules returns the modules in which a shopper has booked trips.
func (s *Service) Modules(ctx context.Context, shopperID int64) ([]int64, error) {
	modules, err := db.Many[int64](ctx, s.DB.R, `SELECT DISTINCT module_id FROM trips WHERE shopper_id = $1 ORDER BY module_id`, shopperID)
	if err != nil {
		return nil, fmt.Errorf("list modules of trips: %w", err)
	}
	return modules, nil
}
