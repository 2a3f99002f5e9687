package address

import (
	"context"
	"errors"
	"fmt"

	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/setting"
	"hawker/internal/shopper"
	"hawker/internal/zone"
)

// Service stores addresses. Safe for concurrent use.
type Service struct {
	db       *db.DB
	clock    clock.Clock
	settings *setting.Service
	zones    *zone.Service
}

// New returns the service on a database.
func New(d *db.DB, c clock.Clock, settings *setting.Service, zones *zone.Service) *Service {
	return &Service{db: d, clock: c, settings: settings, zones: zones}
}

const columns = `id, is_default, address_type, address_label, address, latitude, longitude, contact_person_name, contact_person_number,
	additional_information, house, floor, road`

// errUnknown is about an address that does not exist, or is another customer's.
var errUnknown = errs.New(errs.NotFound, "This address was not found.")

// List returns all addresses of a customer, the last used first.
func (s *Service) List(ctx context.Context, customerID int64) ([]Address, error) {
	all, err := db.Many[Address](ctx, s.db.R, `SELECT `+columns+` FROM addresses WHERE customer_id = $1 ORDER BY updated_at DESC, id DESC`, customerID)
	if err != nil {
		return nil, fmt.Errorf("list addresses: %w", err)
	}
	for i := range all {
		if err := s.locate(ctx, &all[i]); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// Get returns an address of the customer; another's or a missing one is errs.NotFound.
func (s *Service) Get(ctx context.Context, customerID, id int64) (Address, error) {
	a, err := db.One[Address](ctx, s.db.R, `SELECT `+columns+` FROM addresses WHERE id = $1 AND customer_id = $2`, id, customerID)
	if errors.Is(err, db.ErrNotFound) {
		return a, errUnknown
	}
	if err != nil {
		return a, fmt.Errorf("read address: %w", err)
	}
	return a, s.locate(ctx, &a)
}

// locate sets the zones that contain the address now. They may have changed since it
// was stored.
func (s *Service) locate(ctx context.Context, a *Address) error {
	zones, err := s.zones.Lookup(ctx, a.Point())
	a.Zones = make([]int64, len(zones))
	for i, z := range zones {
		a.Zones[i] = z.ID
	}
	return err
}

// Add stores a new address and returns its id. The same address again, such as after a lost
// response, is the one that is there, and counts as used.
func (s *Service) Add(ctx context.Context, customerID int64, in Input) (id int64, err error) {
	if in, err = s.check(ctx, in); err != nil {
		return 0, err
	}
	err = db.InTx(ctx, s.db, func(tx *db.Tx) error {
		if err := shopper.LockCustomer(ctx, tx, customerID); err != nil {
			return err
		}
		if id, err = s.markSameUsed(ctx, tx, customerID, in); !errors.Is(err, db.ErrNotFound) {
			return err
		}
		id, err = db.One[int64](ctx, tx, `
			INSERT INTO addresses (customer_id, address_type, address_label, address, latitude, longitude, contact_person_name,
				contact_person_number, additional_information, house, floor, road, created_at, updated_at)
			SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13
			WHERE (SELECT COUNT(*) FROM addresses WHERE customer_id = $1) < $14 RETURNING id`,
			customerID, in.Kind, in.Label, in.Address, in.Latitude, in.Longitude, in.Name, in.Phone, in.Information, in.House, in.Floor, in.Road,
			s.clock.Now().UnixMilli(), Max)
		if errors.Is(err, db.ErrNotFound) {
			return errs.New(errs.Invalid, "You can save %d addresses. Please delete one first.", Max)
		}
		return err
	})
	return id, err
}

// markSameUsed marks an address of the customer with the same fields as used, and returns its id;
// db.ErrNotFound for none.
func (s *Service) markSameUsed(ctx context.Context, tx *db.Tx, customerID int64, in Input) (int64, error) {
	return db.One[int64](ctx, tx, `
		UPDATE addresses SET updated_at = $13 WHERE id = (SELECT MIN(id) FROM addresses
			WHERE customer_id = $1 AND address_type = $2 AND address_label = $3 AND address = $4 AND latitude = $5 AND longitude = $6 AND contact_person_name = $7
				AND contact_person_number = $8 AND additional_information = $9 AND house = $10 AND floor = $11 AND road = $12) RETURNING id`,
		customerID, in.Kind, in.Label, in.Address, in.Latitude, in.Longitude, in.Name, in.Phone, in.Information, in.House, in.Floor, in.Road,
		s.clock.Now().UnixMilli())
}

// Update changes an address of the customer; another's or a missing one is
// errs.NotFound.
func (s *Service) Update(ctx context.Context, customerID, id int64, in Input) error {
	if _, err := s.Get(ctx, customerID, id); err != nil {
		return err
	}
	in, err := s.check(ctx, in)
	if err != nil {
		return err
	}
	return s.write(ctx, `
		UPDATE addresses SET address_type = $3, address_label = $4, address = $5, latitude = $6, longitude = $7, contact_person_name = $8,
			contact_person_number = $9, additional_information = $10, house = $11, floor = $12, road = $13, updated_at = $14
		WHERE id = $1 AND customer_id = $2`,
		id, customerID, in.Kind, in.Label, in.Address, in.Latitude, in.Longitude, in.Name, in.Phone, in.Information, in.House, in.Floor, in.Road,
		s.clock.Now().UnixMilli())
}

// MarkUsed marks an address as the last used, so that it is listed first.
func (s *Service) MarkUsed(ctx context.Context, customerID, id int64) error {
	return s.write(ctx, `UPDATE addresses SET updated_at = $3 WHERE id = $1 AND customer_id = $2`, id, customerID, s.clock.Now().UnixMilli())
}

// SetDefault makes an address of the customer the only default, or no longer the
// default. Another's or a missing one is errs.NotFound.
func (s *Service) SetDefault(ctx context.Context, customerID, id int64, isDefault bool) error {
	return db.InTx(ctx, s.db, func(tx *db.Tx) error {
		if err := shopper.LockCustomer(ctx, tx, customerID); err != nil {
			return err
		}
		if isDefault {
			_, err := db.Exec(ctx, tx, `UPDATE addresses SET is_default = FALSE WHERE customer_id = $1 AND is_default`, customerID)
			if err != nil {
				return fmt.Errorf("clear default address: %w", err)
			}
		}
		n, err := db.Exec(ctx, tx, `UPDATE addresses SET is_default = $3 WHERE id = $1 AND customer_id = $2`, id, customerID, isDefault)
		if err == nil && n == 0 {
			return errUnknown
		}
		return err
	})
}

// Delete deletes an address of the customer; another's or a missing one is
// errs.NotFound.
func (s *Service) Delete(ctx context.Context, customerID, id int64) error {
	return s.write(ctx, `DELETE FROM addresses WHERE id = $1 AND customer_id = $2`, id, customerID)
}

// write runs a statement that changes one address. It returns errUnknown if it changes
// none.
func (s *Service) write(ctx context.Context, query string, args ...any) error {
	return db.InTx(ctx, s.db, func(tx *db.Tx) error {
		n, err := db.Exec(ctx, tx, query, args...)
		if err != nil {
			return fmt.Errorf("write address: %w", err)
		}
		if n == 0 {
			return errUnknown
		}
		return nil
	})
}

// Erase deletes all addresses of a customer (PROF-05).
func (s *Service) Erase(ctx context.Context, tx *db.Tx, customerID int64) error {
	if _, err := db.Exec(ctx, tx, `DELETE FROM addresses WHERE customer_id = $1`, customerID); err != nil {
		return fmt.Errorf("erase addresses: %w", err)
	}
	return nil
}

// check returns the input as it is stored. It refuses an address outside all zones, so
// that the shopper learns of it before the checkout (Z2).
func (s *Service) check(ctx context.Context, in Input) (Input, error) {
	settings, err := s.settings.Get(ctx)
	if err != nil {
		return in, fmt.Errorf("read settings: %w", err)
	}
	in, problems := in.clean(settings.Location.Country)
	zones, err := s.zones.Lookup(ctx, in.Point())
	if err != nil {
		return in, err
	}
	if len(zones) == 0 {
		problems.Add(in.outside())
	}
	return in, problems.Err()
}
