package order

import (
	"context"
	"strconv"

	"hawker/internal/catalog"
)

// Seller is whom something is bought from: a store, or for a parcel the riders of a zone.
type Seller struct {
	StoreID  int64 // 0: riders
	ModuleID int64
	ZoneID   int64
}

// Seller returns who sells the order.
func (o Order) Seller() Seller { return Seller{o.StoreID, o.ModuleID, o.ZoneID} }

// Store returns the store of a seller, also one that is newer than the directory, and for
// a parcel what stands in its place.
func (s *Service) Store(ctx context.Context, d *catalog.Directory, of Seller) (*catalog.Store, error) {
	if of.StoreID == 0 {
		carrier, err := s.carrier(ctx, d.Module(of.ModuleID), of.ZoneID, 0)
		return &carrier, err
	}
	if known, err := d.Store(strconv.FormatInt(of.StoreID, 10)); err == nil {
		return known, nil
	}
	store, err := catalog.StoreByID(ctx, s.DB.R, of.StoreID)
	return &store, err
}
