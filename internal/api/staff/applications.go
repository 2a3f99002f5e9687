package staff

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/api/view"
	"hawker/internal/application"
	"hawker/internal/setting"
)

// registerApplications has the calls on applications of stores and riders (REG-01).
func (h *Handlers) registerApplications(a huma.API) {
	huma.Register(a, by(call.Admins, "listApplications", http.MethodGet, "/admin/applications"), h.listApplications)
	huma.Register(a, by(call.Admins, "getAdminApplication", http.MethodGet, "/admin/applications/{id}"), h.getApplication)
	huma.Register(a, by(call.Admins, "decideApplication", http.MethodPost, "/admin/applications/{id}"), h.decideApplication)
	image := by(call.Admins, "getApplicationImage", http.MethodGet, "/admin/applications/{id}/images/{image}")
	image.Responses = view.ImageResponse
	huma.Register(a, image, h.getApplicationImage)
}

type applicationsInput struct {
	call.Scope
	call.Page
	State string `query:"state" enum:"waiting,approved,refused" default:"waiting"`
}

type applicationsOutput struct {
	Body struct {
		call.Paged
		Applications []staffApplicationView `json:"applications" doc:"Waiting ones: the oldest first. Others: the newest first."`
	}
}

type staffApplicationInput struct {
	call.Scope
	ID int64 `path:"id" minimum:"1"`
}

type staffApplicationOutput struct{ Body staffApplicationView }

type decideApplicationInput struct {
	call.Scope
	ID   int64 `path:"id" minimum:"1"`
	Body struct {
		Approve bool   `json:"approve" doc:"true: creates the store and the account of its vendor, or the account of the rider. If the application was decided already, the response is 409."`
		Reason  string `json:"reason,omitempty" maxLength:"300" doc:"Required to refuse; the applicant reads it."`
	}
}

type applicationImageInput struct {
	call.Scope
	ID    int64  `path:"id" minimum:"1"`
	Image string `path:"image" maxLength:"80" doc:"The id in images of the application."`
}

// staffApplicationView is an application as admins see it.
type staffApplicationView struct {
	ID              int64                  `json:"id"`
	Kind            string                 `json:"kind" enum:"store,rider"`
	Status          string                 `json:"status" enum:"waiting,approved,refused"`
	CreatedAt       string                 `json:"created_at"`
	DecidedAt       string                 `json:"decided_at,omitempty"`
	Reason          string                 `json:"reason,omitempty" doc:"Why the application was refused; empty: not refused."`
	Name            string                 `json:"name"`
	Email           string                 `json:"email"`
	Phone           string                 `json:"phone"`
	ZoneName        string                 `json:"zone_name"`
	ModuleName      string                 `json:"module_name,omitempty"`
	StoreID         int64                  `json:"store_id,omitempty" doc:"The store that was created by the approval."`
	StoreSlug       string                 `json:"store_slug,omitempty"`
	StoreName       string                 `json:"store_name,omitempty"`
	Description     string                 `json:"description,omitempty"`
	Address         string                 `json:"address,omitempty"`
	Point           *view.PointView        `json:"point,omitempty"`
	StorePhone      string                 `json:"store_phone,omitempty"`
	StoreEmail      string                 `json:"store_email,omitempty"`
	MinimumOrder    float64                `json:"minimum_order,omitempty" doc:"Major units."`
	Tax             float64                `json:"tax,omitempty" doc:"Percent."`
	DeliveryTimeMin int64                  `json:"delivery_time_min,omitempty" doc:"Minutes."`
	DeliveryTimeMax int64                  `json:"delivery_time_max,omitempty"`
	PlanName        string                 `json:"plan_name,omitempty"`
	PlanPrice       string                 `json:"plan_price,omitempty"`
	Reviews         bool                   `json:"reviews,omitempty" doc:"The plan has reviews."`
	Vehicle         string                 `json:"vehicle,omitempty"`
	IdentityType    string                 `json:"identity_type,omitempty" enum:"passport,national_id,driving_license"`
	IdentityNumber  string                 `json:"identity_number,omitempty"`
	Images          []applicationImageView `json:"images"`
	EmailKnown      bool                   `json:"email_known" doc:"An account of the staff has this e-mail: the application cannot be approved."`
	PhoneKnown      bool                   `json:"phone_known" doc:"An account of the staff has this phone."`
	Others          int                    `json:"others" doc:"Number of other applications with this e-mail or phone."`
}

type applicationImageView struct {
	ID    string `json:"id"`
	Field string `json:"field" doc:"Name of the field in the form."`
}

// listApplications returns the applications in a state.
func (h *Handlers) listApplications(ctx context.Context, in *applicationsInput) (*applicationsOutput, error) {
	entries, total, err := h.Applications.List(ctx, application.State(in.State), in.Paging())
	if err != nil {
		return nil, err
	}
	settings, err := h.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	out := new(applicationsOutput)
	out.Body.Paged, out.Body.Applications = in.Of(total), make([]staffApplicationView, len(entries))
	for n, e := range entries {
		if out.Body.Applications[n], err = h.viewApplication(ctx, settings, e); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (h *Handlers) getApplication(ctx context.Context, in *staffApplicationInput) (*staffApplicationOutput, error) {
	found, err := h.Applications.One(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return h.applicationResponse(ctx, found)
}

// decideApplication approves or refuses an application.
func (h *Handlers) decideApplication(ctx context.Context, in *decideApplicationInput) (*staffApplicationOutput, error) {
	decided, err := h.Applications.Decide(ctx, application.Decision{
		ID: in.ID, StaffID: call.Member(ctx).Member.ID, Approve: in.Body.Approve, Reason: in.Body.Reason,
	})
	if err != nil {
		return nil, err
	}
	return h.applicationResponse(ctx, decided)
}

func (h *Handlers) applicationResponse(ctx context.Context, e application.Entry) (*staffApplicationOutput, error) {
	settings, err := h.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	v, err := h.viewApplication(ctx, settings, e)
	return &staffApplicationOutput{Body: v}, err
}

// getApplicationImage returns a private image of an application.
func (h *Handlers) getApplicationImage(ctx context.Context, in *applicationImageInput) (*huma.StreamResponse, error) {
	content, err := h.Applications.OpenImage(ctx, in.ID, in.Image)
	if err != nil {
		return nil, err
	}
	return view.Image(content, "no-store"), nil
}

func (h *Handlers) viewApplication(ctx context.Context, settings setting.Settings, e application.Entry) (staffApplicationView, error) {
	zone, err := h.Zones.ByID(ctx, e.ZoneID)
	if err != nil {
		return staffApplicationView{}, err
	}
	directory, err := h.Catalog.Directory(ctx)
	if err != nil {
		return staffApplicationView{}, err
	}
	d := e.Details.V
	v := staffApplicationView{
		ID: e.ID, Kind: string(e.Kind), Status: string(e.State), CreatedAt: view.UnixMilli(e.CreatedAt), Reason: call.SayReason(ctx, e.Reason),
		Name: e.Name, Email: e.Email, Phone: e.Phone, ZoneName: zone.Name,
		StoreName: d.StoreName, Description: d.Description, Address: d.Address, StorePhone: d.StorePhone, StoreEmail: d.StoreEmail,
		MinimumOrder: settings.Currency.Money().ToMajor(d.MinimumOrder), Tax: d.TaxRate.Percent(), DeliveryTimeMin: d.DeliveryTimeMin, DeliveryTimeMax: d.DeliveryTimeMax,
		PlanName: d.Plan.Name, PlanPrice: d.Plan.Price, Reviews: d.Plan.Reviews,
		Vehicle: d.Vehicle, IdentityType: d.IdentityType, IdentityNumber: d.IdentityNumber,
		Images: []applicationImageView{}, EmailKnown: e.EmailHasDesk, PhoneKnown: e.PhoneHasDesk, Others: e.Others,
	}
	if e.DecidedAt != nil {
		v.DecidedAt = view.UnixMilli(*e.DecidedAt)
	}
	if e.ModuleID != nil {
		v.ModuleName, v.Point = directory.Module(*e.ModuleID).Name, &view.PointView{Lat: d.Point.Lat, Lng: d.Point.Lng}
	}
	if e.StoreID != nil {
		v.StoreID, v.StoreSlug = *e.StoreID, directory.SlugOfStore(*e.StoreID)
	}
	for _, i := range e.Images {
		v.Images = append(v.Images, applicationImageView{ID: i.Key, Field: i.Field})
	}
	return v, nil
}
