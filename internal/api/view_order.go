package api

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/geo"
	"hawker/internal/order"
)

// viewOrder shows an order to its owner.
func (s *Server) viewOrder(ctx context.Context, w order.Whole) (orderView, error) {
	town, err := s.Catalog.Town(ctx)
	if err != nil {
		return orderView{}, err
	}
	show, err := s.showcase(ctx, town)
	if err != nil {
		return orderView{}, err
	}
	store, err := s.storeOf(ctx, town, w.StoreID)
	if err != nil {
		return orderView{}, err
	}
	zones, err := s.Zones.All(ctx)
	if err != nil {
		return orderView{}, err
	}
	tracked, err := s.Orders.TrackWhole(ctx, w)
	v := orderView{
		ID: w.ID, OrderStatus: string(w.Status), PaymentStatus: w.PaymentStatus, PaymentMethod: w.PaymentMethod, OrderType: string(w.Type),
		Module: viewModule(town, town.Module(w.ModuleID), zones), Store: show.viewStore(store), Lines: []orderLineView{},
		Rows: show.viewRows(w.PriceRows.V), Total: show.money.ToMajor(w.Total), Address: viewAddress(w.Address.V),
		OrderNote: w.OrderNote, DeliveryInstruction: w.DeliveryInstruction, UnavailableItemNote: w.UnavailableItemNote,
		Cutlery: w.Cutlery, CancelReason: w.CancelReason, Timeline: viewMoves(w.Moves), Tracking: viewTracking(tracked),
		CreatedAt: milliseconds(w.CreatedAt),
	}
	if w.ScheduleAt != nil {
		v.ScheduleAt = milliseconds(*w.ScheduleAt)
	}
	for _, l := range w.Lines {
		v.Lines = append(v.Lines, orderLineView{
			ID: l.ID, ItemID: l.ItemID, Name: l.Name, ImageFullURL: pictureURL(town, l.Picture), Options: l.Options, Note: l.Note, Quantity: int(l.Quantity),
			UnitPrice: show.money.ToMajor(l.UnitPrice), Subtotal: show.money.ToMajor(l.Total + l.Discount),
			Discount: show.money.ToMajor(l.Discount), Total: show.money.ToMajor(l.Total),
		})
	}
	return v, err
}

// viewOrders shows orders in a list.
func (s *Server) viewOrders(ctx context.Context, orders []order.Listed) ([]orderCardView, error) {
	town, err := s.Catalog.Town(ctx)
	if err != nil {
		return nil, err
	}
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	zones, err := s.Zones.All(ctx)
	if err != nil {
		return nil, err
	}
	views := make([]orderCardView, len(orders))
	for i, o := range orders {
		store, err := s.storeOf(ctx, town, o.StoreID)
		if err != nil {
			return nil, err
		}
		views[i] = orderCardView{
			ID: o.ID, OrderStatus: string(o.Status), PaymentStatus: o.PaymentStatus, PaymentMethod: o.PaymentMethod, OrderType: string(o.Type),
			Module: viewModule(town, town.Module(o.ModuleID), zones), StoreID: store.ID, StoreSlug: store.Slug, StoreName: store.Name,
			StoreLogoURL: pictureURL(town, store.Logo), TimeZone: store.TimeZone, Summary: summary(o.Lines), Total: settings.Currency.Money().ToMajor(o.Total),
			CanCancel: o.CanCancel(), CreatedAt: milliseconds(o.CreatedAt), UpdatedAt: milliseconds(o.UpdatedAt),
		}
		if o.ScheduleAt != nil {
			views[i].ScheduleAt = milliseconds(*o.ScheduleAt)
		}
		for _, l := range o.Lines {
			views[i].Units += l.Quantity
		}
	}
	return views, nil
}

// summarized is how many lines of an order a list says.
const summarized = 3

// summary is the first lines in words.
func summary(lines []order.ListedLine) string {
	var words []string
	for _, l := range lines[:min(len(lines), summarized)] {
		if l.Quantity == 1 {
			words = append(words, l.Name)
		} else {
			words = append(words, fmt.Sprintf("%d × %s", l.Quantity, l.Name))
		}
	}
	if len(lines) > summarized {
		words = append(words, "…")
	}
	return strings.Join(words, ", ")
}

// storeOf returns the store of an order, also one younger than what is known of the town.
func (s *Server) storeOf(ctx context.Context, town *catalog.Town, id int64) (*catalog.Store, error) {
	if known, err := town.Store(strconv.FormatInt(id, 10)); err == nil {
		return known, nil
	}
	store, err := s.Catalog.StoreNow(ctx, id)
	return &store, err
}

func viewAddress(a order.Address) *addressBody {
	return &addressBody{
		Address: a.Address, Latitude: a.Point.Lat, Longitude: a.Point.Lng, ContactPersonName: a.Name, ContactPersonNumber: a.Phone,
		ContactPersonEmail: a.Email, AddressType: a.Kind, House: a.House, Floor: a.Floor, Road: a.Road,
	}
}

func viewMoves(moves []order.Move) []moveView {
	views := []moveView{}
	for _, m := range moves {
		views = append(views, moveView{Status: string(m.Status), At: milliseconds(m.At)})
	}
	return views
}

// viewTracking shows all that moves to the order's owner.
func viewTracking(t order.Tracking) trackingView {
	v := viewProgress(t)
	v.CanCancel = t.CanCancel
	if t.Type == order.Delivery {
		v.DestinationPoint = &pointView{Lat: t.Address.V.Point.Lat, Lng: t.Address.V.Point.Lng}
		v.Route = viewPath(t.Route)
	}
	if r := t.Rider.V; r != (order.Rider{}) {
		v.Rider = &riderView{Name: r.Name, Vehicle: r.Vehicle, Point: viewPoint(r.Point), Progress: r.Progress}
	}
	return v
}

// viewProgress shows how far an order is, without what leads to its door: no
// destination, no way there, no rider on it.
func viewProgress(t order.Tracking) trackingView {
	return trackingView{
		OrderID: t.ID, OrderStatus: string(t.Status), OrderType: string(t.Type), Step: t.Step(),
		EstimatedFrom: moment(t.From), EstimatedTo: moment(t.To), TimeZone: t.TimeZone, StorePoint: viewPoint(t.Store), Route: []pointView{},
		Timeline: viewMoves(t.Moves), UpdatedAt: milliseconds(t.UpdatedAt),
	}
}

func viewPoint(p geo.Point) pointView { return pointView{Lat: p.Lat, Lng: p.Lng} }

// milliseconds is a stored time as the API writes it.
func milliseconds(at int64) string { return moment(time.UnixMilli(at)) }
