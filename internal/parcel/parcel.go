// Package parcel is about what is sent as a parcel: the categories with their rates, the
// packages, and the instructions that a sender may choose from. A parcel itself is an order, of
// package order (ADR 0024).
package parcel

import (
	"context"
	"errors"
	"fmt"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/hours"
	"hawker/internal/money"
	"hawker/internal/pricing"
	"hawker/internal/setting"
	"hawker/internal/zone"
)

// Category is a kind of things that are sent, with what carrying them costs (PCL-01).
type Category struct {
	ID              int64
	Slug            string
	ModuleID        int64
	Name            string
	Description     string
	Picture         string // picture key
	MaximumWeight   string // in words; "": not said
	BaseCharge      money.Amount
	PerKm           money.Amount
	MinimumCharge   money.Amount // of base and distance together
	FurtherCharge   money.Amount // for each package after the first
	MaximumQuantity int64        // packages of one order
}

// Carriage is what the charge for so many packages over this distance depends on. Of the
// tariff of a zone, only the surge applies to parcels.
func (c Category) Carriage(quantity, metres int64, surge pricing.Surge) pricing.Carriage {
	return pricing.Carriage{
		Base: c.BaseCharge, PerKm: c.PerKm, Minimum: c.MinimumCharge, Further: c.FurtherCharge, Metres: metres, Quantity: quantity, Surge: surge,
	}
}

// Instruction is a sentence that a sender may tell the rider.
type Instruction struct {
	ID   int64
	Slug string
	Text string
}

// Packages are what an order sends as a parcel. They do not change when the category does.
// The zero value is of an order that is not a parcel.
type Packages struct {
	CategoryID int64  `json:"category_id,omitempty"`
	Category   string `json:"category,omitempty"` // its name
	Picture    string `json:"picture,omitempty"`  // picture key
	Quantity   int64  `json:"quantity,omitempty"`
	Payer      Payer  `json:"payer,omitempty"`
}

// Payer is who pays for a parcel.
type Payer string

// The payers.
const (
	Sender   Payer = "sender"
	Receiver Payer = "receiver" // in cash, at the door
)

// maxListed bounds each list.
const maxListed = 100

const columns = `c.id, c.slug, c.module_id, c.name, c.description, c.picture, c.maximum_weight, c.base_charge, c.per_km, c.minimum_charge,
	c.further_charge, c.maximum_quantity`

// offered are the active categories c of active modules m.
const offered = ` FROM parcel_categories c JOIN modules m ON m.id = c.module_id
	WHERE c.active AND m.active AND c.module_id = $1`

// Service lists what may be sent. Safe for concurrent use.
type Service struct{ DB *db.DB }

// Categories returns what may be sent in a module, in order.
func (s *Service) Categories(ctx context.Context, moduleID int64) ([]Category, error) {
	all, err := db.Many[Category](ctx, s.DB.R, `SELECT `+columns+offered+` ORDER BY c.position, c.id LIMIT $2`, moduleID, maxListed)
	if err != nil {
		return nil, fmt.Errorf("list parcel categories: %w", err)
	}
	return all, nil
}

// Find returns a category of a module, or false if there is none.
func Find(ctx context.Context, q db.Q, moduleID, id int64) (Category, bool, error) {
	c, err := db.One[Category](ctx, q, `SELECT `+columns+offered+` AND c.id = $2`, moduleID, id)
	if errors.Is(err, db.ErrNotFound) {
		return c, false, nil
	}
	if err != nil {
		return c, false, fmt.Errorf("read a parcel category: %w", err)
	}
	return c, true, nil
}

// Instructions returns all instructions, in order.
func (s *Service) Instructions(ctx context.Context) ([]Instruction, error) {
	all, err := db.Many[Instruction](ctx, s.DB.R, `SELECT id, slug, text FROM parcel_instructions ORDER BY position, id LIMIT $1`, maxListed)
	if err != nil {
		return nil, fmt.Errorf("list parcel instructions: %w", err)
	}
	return all, nil
}

// How fast riders are: what an estimate of their time is made from.
const (
	metresPerMinute = 400
	estimateMinutes = 15 // the width of the range
)

// Carrier stands in the place of a store: it has the times, the tax and the name under
// which the riders of a zone carry parcels over so many metres. It has no id, and never
// closes.
func Carrier(m catalog.Module, z zone.Zone, rules setting.Parcel, metres int64) catalog.Store {
	minutes := rules.PickupMinutes + (metres+metresPerMinute-1)/metresPerMinute
	return catalog.Store{
		ModuleID: m.ID, ModuleType: m.Type, ZoneID: z.ID, TimeZone: z.TimeZone, Name: m.Name, Logo: m.Picture, Cover: m.Picture,
		Schedule: db.JSON[hours.Schedule]{V: hours.Schedule{Always: true}}, TaxRate: rules.TaxRate, PreparationMinutes: rules.PickupMinutes,
		DeliveryTimeMin: minutes, DeliveryTimeMax: minutes + estimateMinutes, Delivery: true, ScheduleOrder: true, ReviewsEnabled: true, Active: true,
	}
}
