package shopping

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"hawker/internal/api/view"
	"hawker/internal/catalog"
	"hawker/internal/order"
)

// orderView is an order as its owner sees it.
type orderView struct {
	ID                  int64           `json:"id"`
	OrderStatus         string          `json:"order_status"`
	PaymentStatus       string          `json:"payment_status"`
	PaymentMethod       string          `json:"payment_method"`
	OrderType           string          `json:"order_type"`
	Module              view.ModuleView `json:"module"`
	Store               view.StoreView  `json:"store"`
	Lines               []orderLineView `json:"lines"`
	Rows                []priceRow      `json:"rows"`
	Total               float64         `json:"total"`
	Address             *addressBody    `json:"address,omitempty"`
	OrderNote           string          `json:"order_note"`
	DeliveryInstruction string          `json:"delivery_instruction"`
	UnavailableItemNote string          `json:"unavailable_item_note"`
	Cutlery             bool            `json:"cutlery"`
	CancelReason        string          `json:"cancel_reason"`
	Timeline            []moveView      `json:"timeline"`
	Tracking            trackingView    `json:"tracking"`
	CreatedAt           string          `json:"created_at"`
	ScheduleAt          string          `json:"schedule_at,omitempty"`
}

type orderLineView struct {
	ID           int64   `json:"id"`
	ItemID       int64   `json:"item_id"`
	Name         string  `json:"name"`
	ImageFullURL string  `json:"image_full_url"`
	Options      string  `json:"options"`
	Note         string  `json:"note"`
	Quantity     int     `json:"quantity"`
	UnitPrice    float64 `json:"unit_price"`
	Subtotal     float64 `json:"subtotal" doc:"Before discount; lines add up to the row of that name."`
	Discount     float64 `json:"discount"`
	Total        float64 `json:"total"`
}

type moveView struct {
	Status string `json:"status"`
	At     string `json:"at"`
}

// orderCardView is an order in a list; its details are the order's own call.
type orderCardView struct {
	ID            int64           `json:"id"`
	OrderStatus   string          `json:"order_status"`
	PaymentStatus string          `json:"payment_status"`
	PaymentMethod string          `json:"payment_method"`
	OrderType     string          `json:"order_type"`
	Module        view.ModuleView `json:"module"`
	StoreID       int64           `json:"store_id"`
	StoreSlug     string          `json:"store_slug"`
	StoreName     string          `json:"store_name"`
	StoreLogoURL  string          `json:"store_logo_full_url"`
	TimeZone      string          `json:"time_zone" doc:"IANA name, the store's."`
	Units         int64           `json:"units" doc:"How many things were ordered."`
	Summary       string          `json:"summary" doc:"The first lines in words." example:"2 × Hilsa curry, Plain rice"`
	Total         float64         `json:"total"`
	CanCancel     bool            `json:"can_cancel"`
	CreatedAt     string          `json:"created_at" doc:"RFC 3339."`
	ScheduleAt    string          `json:"schedule_at,omitempty"`
	UpdatedAt     string          `json:"updated_at"`
}

func (h *Handlers) viewOrder(ctx context.Context, w order.OrderDetails) (orderView, error) {
	town, err := h.Catalog.Town(ctx)
	if err != nil {
		return orderView{}, err
	}
	b, err := view.NewBuilder(ctx, h.Settings, h.Catalog, town)
	if err != nil {
		return orderView{}, err
	}
	store, err := h.storeOf(ctx, town, w.StoreID)
	if err != nil {
		return orderView{}, err
	}
	zones, err := h.Zones.All(ctx)
	if err != nil {
		return orderView{}, err
	}
	tracked, err := h.Orders.TrackDetails(ctx, w)
	v := orderView{
		ID: w.ID, OrderStatus: string(w.Status), PaymentStatus: w.PaymentStatus, PaymentMethod: w.PaymentMethod, OrderType: string(w.Type),
		Module: view.Module(town, town.Module(w.ModuleID), zones), Store: b.Store(store), Lines: []orderLineView{},
		Rows: viewRows(b.Money, w.PriceRows.V), Total: b.Money.ToMajor(w.Total), Address: viewAddress(w.Address.V),
		OrderNote: w.OrderNote, DeliveryInstruction: w.DeliveryInstruction, UnavailableItemNote: w.UnavailableItemNote,
		Cutlery: w.Cutlery, CancelReason: w.CancelReason, Timeline: viewMoves(w.Moves), Tracking: viewTracking(tracked),
		CreatedAt: view.UnixMilli(w.CreatedAt),
	}
	if w.ScheduleAt != nil {
		v.ScheduleAt = view.UnixMilli(*w.ScheduleAt)
	}
	for _, l := range w.Lines {
		v.Lines = append(v.Lines, orderLineView{
			ID: l.ID, ItemID: l.ItemID, Name: l.Name, ImageFullURL: view.PictureURL(town, l.Picture), Options: l.Options, Note: l.Note, Quantity: int(l.Quantity),
			UnitPrice: b.Money.ToMajor(l.UnitPrice), Subtotal: b.Money.ToMajor(l.Total + l.Discount),
			Discount: b.Money.ToMajor(l.Discount), Total: b.Money.ToMajor(l.Total),
		})
	}
	return v, err
}

func (h *Handlers) viewOrders(ctx context.Context, orders []order.Listed) ([]orderCardView, error) {
	town, err := h.Catalog.Town(ctx)
	if err != nil {
		return nil, err
	}
	settings, err := h.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	zones, err := h.Zones.All(ctx)
	if err != nil {
		return nil, err
	}
	views := make([]orderCardView, len(orders))
	for i, o := range orders {
		store, err := h.storeOf(ctx, town, o.StoreID)
		if err != nil {
			return nil, err
		}
		views[i] = orderCardView{
			ID: o.ID, OrderStatus: string(o.Status), PaymentStatus: o.PaymentStatus, PaymentMethod: o.PaymentMethod, OrderType: string(o.Type),
			Module: view.Module(town, town.Module(o.ModuleID), zones), StoreID: store.ID, StoreSlug: store.Slug, StoreName: store.Name,
			StoreLogoURL: view.PictureURL(town, store.Logo), TimeZone: store.TimeZone, Summary: summary(o.Lines), Total: settings.Currency.Money().ToMajor(o.Total),
			CanCancel: o.CanCancel(), CreatedAt: view.UnixMilli(o.CreatedAt), UpdatedAt: view.UnixMilli(o.UpdatedAt),
		}
		if o.ScheduleAt != nil {
			views[i].ScheduleAt = view.UnixMilli(*o.ScheduleAt)
		}
		for _, l := range o.Lines {
			views[i].Units += l.Quantity
		}
	}
	return views, nil
}

// summaryLines is how many lines a summary names.
const summaryLines = 3

// summary names the first lines of an order.
func summary(lines []order.ListedLine) string {
	var words []string
	for _, l := range lines[:min(len(lines), summaryLines)] {
		if l.Quantity == 1 {
			words = append(words, l.Name)
		} else {
			words = append(words, fmt.Sprintf("%d × %s", l.Quantity, l.Name))
		}
	}
	if len(lines) > summaryLines {
		words = append(words, "…")
	}
	return strings.Join(words, ", ")
}

// storeOf returns the store of an order, also one that is newer than the cached town.
func (h *Handlers) storeOf(ctx context.Context, town *catalog.Town, id int64) (*catalog.Store, error) {
	if known, err := town.Store(strconv.FormatInt(id, 10)); err == nil {
		return known, nil
	}
	store, err := h.Catalog.ReadStore(ctx, id)
	return &store, err
}
