package public

import (
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/api/view"
	"hawker/internal/application"
	"hawker/internal/credential"
	"hawker/internal/geo"
	"hawker/internal/staff"
)

// registerApplications has the calls of those who want to join the town (REG-01).
func (h *Handlers) registerApplications(a huma.API) {
	limit, few := h.Limits.Per(a, applicationsPerHour, time.Hour), call.AtOnce(a, applicationsAtOnce, applicationsAtOnce)
	post := func(id, path string, kind application.Kind) huma.Operation {
		op := huma.Operation{OperationID: id, Method: http.MethodPost, Path: path, Middlewares: slices.Concat(limit, h.whileOpen(a, kind), few)}
		return call.LimitForm(a, op, maxApplicationBytes)
	}
	huma.Register(a, post("registerVendor", "/vendors/register", application.Store), h.registerVendor)
	huma.Register(a, post("registerRider", "/riders/register", application.Rider), h.registerRider)
	call.Get(a, "listBusinessPlans", "/business-plans", h.listPlans)
	call.Get(a, "getApplication", "/application", h.getApplication)
}

const (
	// applicationsPerHour limits calls by client address: each stores images, hashes a
	// password and may send somebody a mail. A form with mistakes counts too.
	applicationsPerHour = 20
	// maxApplicationBytes is more than the images that the page has shrunk.
	maxApplicationBytes = 24 << 20
	// applicationsAtOnce limits the memory for forms of strangers.
	applicationsAtOnce = 4
)

// whileOpen returns a middleware that refuses applications of a kind that are not taken,
// before their forms are read.
func (h *Handlers) whileOpen(a huma.API, kind application.Kind) huma.Middlewares {
	if h.Applications == nil {
		return nil // the handlers refuse
	}
	return huma.Middlewares{func(ctx huma.Context, next func(huma.Context)) {
		if _, err := h.Applications.WhileOpen(ctx.Context(), kind); err != nil {
			call.Refuse(a, ctx, err)
			return
		}
		next(ctx)
	}}
}

// vendorForm is the application of a store. What is missing or wrong is said of each field.
type vendorForm struct {
	StoreName       string        `form:"store_name" required:"false" maxLength:"400"`
	ModuleID        int64         `form:"module_id" required:"false" doc:"What the store sells: a module of food, grocery, pharmacy or ecommerce that the zone has."`
	Description     string        `form:"description" required:"false" maxLength:"5000"`
	StorePhone      string        `form:"store_phone" required:"false" maxLength:"40"`
	StoreEmail      string        `form:"store_email" required:"false" maxLength:"1000" doc:"May be empty. Only the staff see it."`
	MinimumOrder    float64       `form:"minimum_order" required:"false" doc:"Major units."`
	DeliveryTimeMin int64         `form:"delivery_time_min" required:"false" doc:"Minutes."`
	DeliveryTimeMax int64         `form:"delivery_time_max" required:"false"`
	Tax             float64       `form:"tax" required:"false" doc:"Percent of the store's prices."`
	Address         string        `form:"address" required:"false" maxLength:"2000"`
	Latitude        float64       `form:"latitude" required:"false" doc:"With longitude: the door of the store, inside the zone."`
	Longitude       float64       `form:"longitude" required:"false"`
	ZoneID          int64         `form:"zone_id" required:"false"`
	Plan            string        `form:"plan" required:"false" maxLength:"40" doc:"Id of a plan; required if the town has any."`
	Name            string        `form:"name" required:"false" maxLength:"400" doc:"Name of the owner."`
	Phone           string        `form:"phone" required:"false" maxLength:"40"`
	Email           string        `form:"email" required:"false" maxLength:"1000" doc:"The e-mail of the new account at the desk."`
	Password        string        `form:"password" required:"false" maxLength:"200" doc:"The password of the new account at the desk. It is stored as a hash."`
	Logo            huma.FormFile `form:"logo" required:"false" doc:"jpg, png, gif or webp, at most 10 MB. It is encoded again without its metadata."`
	Cover           huma.FormFile `form:"cover" required:"false"`
	Document1       huma.FormFile `form:"document_1" required:"false" doc:"Such as a licence. Only the staff see it."`
	Document2       huma.FormFile `form:"document_2" required:"false" doc:"May be absent."`
	Document3       huma.FormFile `form:"document_3" required:"false" doc:"May be absent."`
}

// riderForm is the application of a rider.
type riderForm struct {
	Name           string        `form:"name" required:"false" maxLength:"400"`
	Phone          string        `form:"phone" required:"false" maxLength:"40"`
	Email          string        `form:"email" required:"false" maxLength:"1000" doc:"The e-mail of the new account at the desk."`
	Password       string        `form:"password" required:"false" maxLength:"200" doc:"The password of the new account at the desk. It is stored as a hash."`
	ZoneID         int64         `form:"zone_id" required:"false"`
	Vehicle        string        `form:"vehicle" required:"false" maxLength:"400" doc:"What the rider drives, in words that shoppers see."`
	IdentityType   string        `form:"identity_type" required:"false" maxLength:"40" doc:"passport, national_id or driving_license."`
	IdentityNumber string        `form:"identity_number" required:"false" maxLength:"400"`
	Identity1      huma.FormFile `form:"identity_1" required:"false" doc:"The front of the identity document. Only the staff see it."`
	Identity2      huma.FormFile `form:"identity_2" required:"false" doc:"The back of the identity document. May be absent."`
	Photo          huma.FormFile `form:"photo" required:"false" doc:"A photo of the rider. Only the staff see it."`
}

// ApplicantHeaders is what both calls read besides the form.
type ApplicantHeaders struct {
	call.Scope
	call.Network
	RequestKey string `header:"Idempotency-Key" required:"true" minLength:"16" maxLength:"100" doc:"A random text. If the same application is sent again with the same text, it is stored once."`
}

type vendorInput struct {
	ApplicantHeaders
	RawBody huma.MultipartFormFiles[vendorForm]
}

type riderInput struct {
	ApplicantHeaders
	RawBody huma.MultipartFormFiles[riderForm]
}

// applyOutput must not be stored: it contains a token.
type applyOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         struct {
		Message string `json:"message"`
		Token   string `json:"token" doc:"For the header X-Application-Token, which shows the application. Mails about it contain it."`
	}
}

func (h *Handlers) registerVendor(ctx context.Context, in *vendorInput) (*applyOutput, error) {
	f := in.RawBody.Data()
	return h.apply(ctx, &in.ApplicantHeaders, application.New{
		Kind: application.Store, Name: f.Name, Email: f.Email, Phone: f.Phone, Password: f.Password, ZoneID: f.ZoneID, ModuleID: f.ModuleID,
		MinimumOrder: f.MinimumOrder, Tax: f.Tax, PlanID: f.Plan,
		Details: application.Details{
			StoreName: f.StoreName, Description: f.Description, Address: f.Address, StorePhone: f.StorePhone, StoreEmail: f.StoreEmail,
			Point: geo.Point{Lat: f.Latitude, Lng: f.Longitude}, DeliveryTimeMin: f.DeliveryTimeMin, DeliveryTimeMax: f.DeliveryTimeMax,
		},
	}, []sentImage{{"logo", true, f.Logo}, {"cover", true, f.Cover}, {"document_1", true, f.Document1}, {"document_2", false, f.Document2}, {"document_3", false, f.Document3}})
}

func (h *Handlers) registerRider(ctx context.Context, in *riderInput) (*applyOutput, error) {
	f := in.RawBody.Data()
	return h.apply(ctx, &in.ApplicantHeaders, application.New{
		Kind: application.Rider, Name: f.Name, Email: f.Email, Phone: f.Phone, Password: f.Password, ZoneID: f.ZoneID,
		Details: application.Details{Vehicle: f.Vehicle, IdentityType: f.IdentityType, IdentityNumber: f.IdentityNumber},
	}, []sentImage{{"identity_1", true, f.Identity1}, {"identity_2", false, f.Identity2}, {"photo", true, f.Photo}})
}

// sentImage is a file of a form.
type sentImage struct {
	field    string
	required bool
	huma.FormFile
}

// apply stores an application. The response is the same whether or not the e-mail or the
// phone is known.
func (h *Handlers) apply(ctx context.Context, by *ApplicantHeaders, n application.New, images []sentImage) (*applyOutput, error) {
	n.Language, n.RequestKey, n.Client = by.Language, by.RequestKey, credential.Client{Address: by.Host()}
	for _, i := range images {
		read := application.NewImage{Field: i.field, Required: i.required}
		if i.IsSet {
			content, err := call.ReadImageOf(i.File, i.field)
			if err != nil {
				return nil, err
			}
			read.Content = content
		}
		n.Images = append(n.Images, read)
	}
	if h.Applications == nil {
		return nil, application.ErrClosed
	}
	token, err := h.Applications.Apply(ctx, n)
	if err != nil {
		return nil, err
	}
	out := &applyOutput{CacheControl: "no-store"}
	out.Body.Token, out.Body.Message = token, call.Say(ctx, "Thank you! We have your application.")
	return out, nil
}

type plansOutput struct {
	Body struct {
		call.Paged
		Plans             []planView `json:"plans" doc:"Empty: the form asks for no plan."`
		MinPasswordLength int        `json:"least_password" doc:"The fewest characters of a password for the desk."`
	}
}

type planView struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	Description string `json:"description"`
	Price       string `json:"price" doc:"The price in words."`
	Reviews     bool   `json:"reviews" doc:"False: customers cannot review the store (ITEM-12)."`
}

// listPlans returns what an application needs to know.
func (h *Handlers) listPlans(ctx context.Context, in *call.ShortListInput) (*plansOutput, error) {
	settings, err := h.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	directory, err := h.Catalog.Directory(ctx)
	if err != nil {
		return nil, err
	}
	text, views := directory.Texts(ctx).Setting, []planView{}
	for _, p := range settings.Joining.Plans {
		views = append(views, planView{ID: p.ID, Name: text(p.Name), Description: text(p.Description), Price: text(p.Price), Reviews: p.Reviews})
	}
	out := new(plansOutput)
	out.Body.MinPasswordLength = staff.MinPasswordLength
	out.Body.Paged, out.Body.Plans = call.PageOf(call.Page(in.ShortPage), views)
	return out, nil
}

type applicationInput struct {
	call.Scope
	Token string `header:"X-Application-Token" maxLength:"200" doc:"The token from the response to the application, or from a mail."`
}

type applicationOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         applicationView
}

// applicationView is an application as its applicant sees it. Its fields are those of the
// form, so that a refused one can be sent again; without password and images.
type applicationView struct {
	Kind            string          `json:"kind" enum:"store,rider"`
	Status          string          `json:"status" enum:"waiting,approved,refused"`
	Reason          string          `json:"reason" doc:"Why the application was refused; empty: not refused."`
	CreatedAt       string          `json:"created_at"`
	DecidedAt       string          `json:"decided_at,omitempty"`
	Name            string          `json:"name"`
	Email           string          `json:"email"`
	Phone           string          `json:"phone"`
	ZoneID          int64           `json:"zone_id"`
	ModuleID        int64           `json:"module_id,omitempty"`
	StoreName       string          `json:"store_name,omitempty"`
	StoreSlug       string          `json:"store_slug,omitempty" doc:"Only for an approved store."`
	Description     string          `json:"description,omitempty"`
	Address         string          `json:"address,omitempty"`
	StorePhone      string          `json:"store_phone,omitempty"`
	StoreEmail      string          `json:"store_email,omitempty"`
	Point           *view.PointView `json:"point,omitempty"`
	MinimumOrder    float64         `json:"minimum_order"`
	Tax             float64         `json:"tax"`
	DeliveryTimeMin int64           `json:"delivery_time_min,omitempty"`
	DeliveryTimeMax int64           `json:"delivery_time_max,omitempty"`
	Plan            string          `json:"plan,omitempty"`
	Vehicle         string          `json:"vehicle,omitempty"`
	IdentityType    string          `json:"identity_type,omitempty"`
	IdentityNumber  string          `json:"identity_number,omitempty"`
}

// getApplication returns an application to the holder of its token.
func (h *Handlers) getApplication(ctx context.Context, in *applicationInput) (*applicationOutput, error) {
	if h.Applications == nil {
		return nil, application.ErrUnknown
	}
	a, err := h.Applications.Find(ctx, in.Token)
	if err != nil {
		return nil, err
	}
	settings, err := h.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	d := a.Details.V
	v := applicationView{
		Kind: string(a.Kind), Status: string(a.State), Reason: call.SayReason(ctx, a.Reason), CreatedAt: view.UnixMilli(a.CreatedAt),
		Name: a.Name, Email: a.Email, Phone: a.Phone, ZoneID: a.ZoneID,
		StoreName: d.StoreName, Description: d.Description, Address: d.Address, StorePhone: d.StorePhone, StoreEmail: d.StoreEmail,
		MinimumOrder: settings.Currency.Money().ToMajor(d.MinimumOrder), Tax: d.TaxRate.Percent(), DeliveryTimeMin: d.DeliveryTimeMin, DeliveryTimeMax: d.DeliveryTimeMax,
		Plan: d.Plan.ID, Vehicle: d.Vehicle, IdentityType: d.IdentityType, IdentityNumber: d.IdentityNumber,
	}
	if a.DecidedAt != nil {
		v.DecidedAt = view.UnixMilli(*a.DecidedAt)
	}
	if a.ModuleID != nil {
		v.ModuleID, v.Point = *a.ModuleID, &view.PointView{Lat: d.Point.Lat, Lng: d.Point.Lng}
	}
	if a.StoreID != nil {
		directory, err := h.Catalog.Directory(ctx)
		if err != nil {
			return nil, err
		}
		v.StoreSlug = directory.SlugOfStore(*a.StoreID)
	}
	return &applicationOutput{CacheControl: "no-store", Body: v}, nil
}
