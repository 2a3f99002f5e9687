// Package staff has the calls of those who work on orders and trips: vendors, riders and
// admins. Each call is behind a role, and serves only the caller's store, provider or zone:
// an order or a trip of another one gets the same response as one that does not exist.
package staff

import (
	"context"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/api/stream"
	"hawker/internal/application"
	"hawker/internal/catalog"
	"hawker/internal/conversation"
	"hawker/internal/offlinepayment"
	"hawker/internal/order"
	"hawker/internal/payment"
	"hawker/internal/review"
	"hawker/internal/setting"
	members "hawker/internal/staff"
	"hawker/internal/trip"
	"hawker/internal/upload"
	"hawker/internal/vehicle"
	"hawker/internal/zone"
)

// Handlers serves the calls.
type Handlers struct {
	Settings        *setting.Service
	Catalog         *catalog.Service
	Orders          *order.Service
	Trips           *trip.Service
	Vehicles        *vehicle.Service
	Staff           *members.Service
	Identity        call.Identity
	Streams         *stream.Hub
	Uploads         *upload.Service
	Reviews         *review.Service
	Payments        *payment.Service
	OfflinePayments *offlinepayment.Service
	Conversations   *conversation.Service
	Applications    *application.Service
	Zones           *zone.Service

	StockChanged func(itemIDs []int64) // invalidates what shows their stock
}

// Register adds the calls to the API.
func (h *Handlers) Register(a huma.API) {
	h.registerSignIn(a)
	h.registerVendor(a)
	h.registerStock(a)
	h.registerStore(a)
	h.registerPrescriptions(a)
	h.registerRefunds(a)
	h.registerOfflinePayments(a)
	h.registerPayments(a)
	h.registerReviews(a)
	h.registerVehicleReviews(a)
	h.registerRider(a)
	h.registerAdmin(a)
	h.registerApplications(a)
	h.registerTrips(a)
	h.registerTripPhotos(a)
	h.registerTripLicences(a)
	h.registerEvents(a)
}

// by is an operation of these roles.
func by(roles []map[string][]string, id, method, path string) huma.Operation {
	return call.By(roles, huma.Operation{OperationID: id, Method: method, Path: path})
}

// actors are what the roles are to an order.
var actors = map[members.Role]order.Actor{members.Vendor: order.ByVendor, members.Rider: order.ByRider, members.Admin: order.ByAdmin}

// whoOf returns who makes a call, as orders know them.
func whoOf(m members.Member) order.Staff {
	return order.Staff{
		ID: m.ID, Name: m.Name, Actor: actors[m.Role], StoreID: m.Store(), ZoneID: m.Zone(), Phone: m.Phone, Vehicle: m.Vehicle,
	}
}

// who returns who makes this call.
func who(ctx context.Context) order.Staff { return whoOf(call.Member(ctx).Member) }

// staffOrderInput names an order.
type staffOrderInput struct {
	call.Scope
	ID int64 `path:"id" minimum:"1"`
}

type staffOrderOutput struct{ Body staffOrderView }

// staffOrdersOutput is a page of orders.
type staffOrdersOutput struct {
	Body struct {
		call.Paged
		Orders []staffOrderView `json:"orders" doc:"Open ones: the longest waiting first. Others: the newest first."`
	}
}

// staffMoveInput asks for a move of an order.
type staffMoveInput struct {
	call.Scope
	call.KeyHeader
	ID   int64 `path:"id" minimum:"1"`
	Body struct {
		Status             string  `json:"status" enum:"confirmed,processing,handover,picked_up,delivered,canceled,failed" doc:"The next status: one of next_statuses. Refunds have a call of their own, decideRefund."`
		Reason             string  `json:"reason,omitempty" maxLength:"300" doc:"Required for canceled and failed; the shopper reads it."`
		PreparationMinutes int     `json:"preparation_minutes,omitempty" minimum:"0" maximum:"480" doc:"With confirmed: minutes until the order is ready. The expected time for the shopper depends on it. 0: as usual."`
		SoldOutLines       []int64 `json:"sold_out_lines,omitempty" maxItems:"500" doc:"With canceled, for a vendor: ids of the order's lines that the store has run out of. Their stock is set to 0, so that the units of this order are not sold again. Absent: the units go back into stock."`
	}
}
