package staff

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/api/view"
	"hawker/internal/catalog"
	"hawker/internal/errs"
	"hawker/internal/hours"
)

// registerStore has the calls of vendors on their store itself.
func (h *Handlers) registerStore(a huma.API) {
	huma.Register(a, by(call.Vendors, "getVendorStore", http.MethodGet, "/vendor/store"), h.getStore)
	huma.Register(a, by(call.Vendors, "putVendorHours", http.MethodPut, "/vendor/store/hours"), h.putHours)
}

type vendorStoreOutput struct{ Body vendorStoreView }

// vendorStoreView is a store as its vendors see it.
type vendorStoreView struct {
	ID       int64         `json:"id"`
	Name     string        `json:"name"`
	Slug     string        `json:"slug"`
	ModuleID int64         `json:"module_id"`
	Plan     string        `json:"plan,omitempty" doc:"Name of the store's plan."`
	Reviews  bool          `json:"reviews_enabled"`
	Open     bool          `json:"open" doc:"The store is open now."`
	ClosesAt string        `json:"closes_at,omitempty" doc:"When an open store closes, RFC 3339."`
	OpensAt  string        `json:"opens_at,omitempty" doc:"When a closed store opens, RFC 3339; absent: never."`
	TimeZone string        `json:"time_zone" doc:"IANA name of the time zone of the hours."`
	Always   bool          `json:"always" doc:"The store is open day and night."`
	Week     []openingView `json:"week"`
	Closures []closureView `json:"closures" doc:"Planned closings. They override the hours."`
}

type openingView struct {
	Day    int    `json:"day" minimum:"0" maximum:"6" doc:"0 is Sunday: the day on which it opens."`
	Opens  string `json:"opens" maxLength:"5" doc:"HH:mm"`
	Closes string `json:"closes" maxLength:"5" doc:"HH:mm; if not later than opens, on the next day."`
}

type closureView struct {
	From string `json:"from"`
	To   string `json:"to"`
	Note string `json:"note"`
}

type vendorHoursInput struct {
	call.Scope
	Body struct {
		Always bool          `json:"always,omitempty" doc:"The store is open day and night; week is ignored."`
		Week   []openingView `json:"week" maxItems:"28" doc:"Empty: the store is always closed."`
		Seen   *seenHours    `json:"seen,omitempty" doc:"The hours that the caller has seen. If somebody else has changed them since, the call is refused with 409, so that no change is lost. Absent: not compared."`
	}
}

type seenHours struct {
	Always bool          `json:"always,omitempty"`
	Week   []openingView `json:"week" maxItems:"100"`
}

// getStore returns the store from the database, so that a change shows at once.
func (h *Handlers) getStore(ctx context.Context, _ *call.ScopeInput) (*vendorStoreOutput, error) {
	store, err := h.Catalog.FindStore(ctx, who(ctx).StoreID)
	if err != nil {
		return nil, err
	}
	settings, err := h.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	plan, _ := settings.Joining.Plan(store.Plan)
	return &vendorStoreOutput{Body: viewVendorStore(store, plan.Name, h.Catalog.Now())}, nil
}

func viewVendorStore(store catalog.Store, plan string, now time.Time) vendorStoreView {
	state := store.OpenAt(now)
	v := vendorStoreView{
		ID: store.ID, Name: store.Name, Slug: store.Slug, ModuleID: store.ModuleID, Plan: plan, Reviews: store.ReviewsEnabled,
		Open: state.Open, ClosesAt: view.Time(state.ClosesAt), OpensAt: view.Time(state.OpensAt), TimeZone: store.TimeZone,
		Always: store.Schedule.V.Always, Week: []openingView{}, Closures: []closureView{},
	}
	for _, o := range store.Schedule.V.Week {
		v.Week = append(v.Week, openingView{Day: int(o.Day), Opens: o.Opens.String(), Closes: o.Closes.String()})
	}
	for _, c := range store.Schedule.V.Closures {
		v.Closures = append(v.Closures, closureView{From: view.Time(c.From), To: view.Time(c.To), Note: c.Note})
	}
	return v
}

// putHours sets the opening hours. A store that has joined is closed until it does.
func (h *Handlers) putHours(ctx context.Context, in *vendorHoursInput) (*vendorStoreOutput, error) {
	week, err := openingsOf(in.Body.Week, "week")
	if err != nil {
		return nil, err
	}
	var seen *catalog.WeekHours
	if s := in.Body.Seen; s != nil {
		seen = &catalog.WeekHours{Always: s.Always}
		if seen.Week, err = openingsOf(s.Week, "seen"); err != nil {
			return nil, err
		}
	}
	if err := h.Catalog.SetHours(ctx, who(ctx).StoreID, catalog.WeekHours{Always: in.Body.Always, Week: week}, seen); err != nil {
		return nil, err
	}
	return h.getStore(ctx, nil)
}

// openingsOf reads the openings of a field.
func openingsOf(views []openingView, field string) ([]hours.Opening, error) {
	week := make([]hours.Opening, len(views))
	for n, o := range views {
		opens, err := hours.ParseTimeOfDay(o.Opens)
		closes, err2 := hours.ParseTimeOfDay(o.Closes)
		if err != nil || err2 != nil {
			return nil, errs.New(errs.Invalid, "Please enter both times of each opening.").On(field)
		}
		week[n] = hours.Opening{Day: time.Weekday(o.Day), Opens: opens, Closes: closes}
	}
	return week, nil
}
