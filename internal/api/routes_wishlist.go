package api

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"
)

// registerWishlist is what a customer likes (WISH-01).
func (s *Server) registerWishlist(a huma.API) {
	own := func(id, method string) huma.Operation {
		return by(customers, huma.Operation{OperationID: id, Method: method, Path: "/wishlist"})
	}
	huma.Register(a, own("getWishlist", http.MethodGet), s.getWishlist)
	huma.Register(a, own("postWishlist", http.MethodPost), s.postWishlist)
	huma.Register(a, own("deleteWishlist", http.MethodDelete), s.deleteWishlist)
}

// wishInput names one thing.
type wishInput struct {
	Scope
	ItemID     int64 `query:"item_id" minimum:"1"`
	StoreID    int64 `query:"store_id" minimum:"1"`
	VehicleID  int64 `query:"vehicle_id" minimum:"1"`
	ProviderID int64 `query:"provider_id" minimum:"1"`
}
type wishlistOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         struct {
		Item      []itemView  `json:"item" doc:"Of the module in force, the newest first."`
		Store     []StoreView `json:"store" doc:"Of the module in force, the newest first."`
		Vehicles  []struct{}  `json:"vehicles"`
		Providers []struct{}  `json:"providers"`
	}
}
