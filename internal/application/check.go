package application

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"hawker/internal/contact"
	"hawker/internal/errs"
	"hawker/internal/geo"
	"hawker/internal/money"
	"hawker/internal/setting"
	"hawker/internal/staff"
)

// The longest texts, in characters.
const (
	maxNameLength        = 120
	maxDescriptionLength = 1000
	maxAddressLength     = 300
	maxVehicleLength     = 60
	maxNumberLength      = 40
)

// The bounds of what a store says about its deliveries.
const (
	maxMinutes = 24 * 60
	maxTax     = 100 // percent
)

// StoreModules are the types of modules whose stores can apply: parcels have no stores, and
// rental has providers.
var StoreModules = []string{"food", "grocery", "pharmacy", "ecommerce"}

// check returns what is wrong with the form, each problem with its field. What it returns
// of the form is trimmed and in the form that is stored.
func (s *Service) check(ctx context.Context, n New, settings setting.Settings) (New, error) {
	f := form{country: settings.Location.Country}
	n.Name = f.text("name", n.Name, "Name is required", maxNameLength)
	n.Email = f.email("email", n.Email, "Email is required")
	n.Phone = f.phone("phone", n.Phone)
	f.problems = append(f.problems, staff.CheckPassword(n.Password)...)
	if n.Kind == Store {
		f.store(&n, settings)
	} else {
		f.rider(&n)
	}
	for _, i := range n.Images {
		if i.Required && len(i.Content) == 0 {
			f.add(i.Field, "Please choose a picture.")
		}
	}
	if err := s.checkPlace(ctx, &f, n); err != nil {
		return n, err
	}
	return n, f.problems.Err()
}

// checkPlace requires a zone and, of a store, a module that the zone has and a point in it.
func (s *Service) checkPlace(ctx context.Context, f *form, n New) error {
	zone, err := s.Zones.ByID(ctx, n.ZoneID)
	if err != nil && !errs.Is(err, errs.NotFound) {
		return err
	}
	if err != nil || !zone.Active {
		f.add("zone_id", "Please choose a zone.")
		return nil
	}
	if n.Kind == Rider {
		return nil
	}
	directory, err := s.Catalog.Directory(ctx)
	if err != nil {
		return err
	}
	switch module := directory.Module(n.ModuleID); {
	case !module.Active || !slices.Contains(StoreModules, module.Type):
		f.add("module_id", "Please choose what you sell.")
	case !zone.Has(module.ID):
		f.add("module_id", "This is not offered in your zone yet.")
	}
	if _, err := geo.NewPoint(n.Details.Point.Lat, n.Details.Point.Lng); err != nil || !zone.Outline.Contains(n.Details.Point) {
		f.add("latitude", "Please place the pin inside your zone.")
	}
	return nil
}

// form collects the problems of a form.
type form struct {
	country  string
	problems errs.List
}

func (f *form) add(field, message string) { f.problems.Add(invalid(field, message)) }

// text returns a trimmed text. required is said if there is none; "": it may be absent.
func (f *form) text(field, text, required string, maxLength int) string {
	text = strings.TrimSpace(text)
	if text == "" && required != "" {
		f.add(field, required)
	}
	if utf8.RuneCountInString(text) > maxLength {
		f.add(field, fmt.Sprintf("This text may have at most %d characters.", maxLength))
	}
	return text
}

func (f *form) email(field, typed, required string) string {
	if strings.TrimSpace(typed) == "" {
		if required != "" {
			f.add(field, required)
		}
		return ""
	}
	email, ok := contact.ParseEmail(typed)
	if !ok {
		f.add(field, "Must be a valid email")
	}
	return string(email)
}

func (f *form) phone(field, typed string) string {
	if strings.TrimSpace(typed) == "" {
		f.add(field, "Phone Number is required")
		return ""
	}
	phone, ok := contact.ParseLongPhone(typed, f.country)
	if !ok {
		f.add(field, "Please enter a valid phone number.")
	}
	return string(phone)
}

func (f *form) store(n *New, settings setting.Settings) {
	d := &n.Details
	d.StoreName = f.text("store_name", d.StoreName, "Store name is required", maxNameLength)
	d.Description = f.text("description", d.Description, "", maxDescriptionLength)
	d.Address = f.text("address", d.Address, "Address is required", maxAddressLength)
	d.StorePhone = f.phone("store_phone", d.StorePhone)
	d.StoreEmail = f.email("store_email", d.StoreEmail, "")
	f.amounts(n, settings.Currency.Money())
	if d.DeliveryTimeMin < 1 || d.DeliveryTimeMin > maxMinutes {
		f.add("delivery_time_min", "Please enter the minutes, from 1 to 1440.")
	}
	if d.DeliveryTimeMax < d.DeliveryTimeMin || d.DeliveryTimeMax > maxMinutes {
		f.add("delivery_time_max", "Please enter the minutes, from the shortest time to 1440.")
	}
	f.plan(n, settings.Joining)
}

func (f *form) amounts(n *New, currency money.Currency) {
	minimum, err := currency.FromFloat(n.MinimumOrder)
	if err != nil || minimum < 0 {
		f.add("minimum_order", fmt.Sprintf("Please enter an amount of 0 or more, with at most %d decimals.", currency.Digits))
	}
	rate, err := money.ParseRate(fmt.Sprint(n.Tax))
	if err != nil || n.Tax < 0 || n.Tax > maxTax {
		f.add("tax", "Please enter 0 to 100 percent, with at most two decimals.")
	}
	n.Details.MinimumOrder, n.Details.TaxRate = minimum, rate
}

// plan requires one of the town's plans. A town without plans asks for none.
func (f *form) plan(n *New, joining setting.Joining) {
	if len(joining.Plans) == 0 {
		return
	}
	plan, found := joining.Plan(n.PlanID)
	if !found {
		f.add("plan", "Please choose a plan.")
	}
	n.Details.Plan = plan
}

func (f *form) rider(n *New) {
	d := &n.Details
	d.Vehicle = f.text("vehicle", d.Vehicle, "Vehicle is required", maxVehicleLength)
	d.IdentityNumber = f.text("identity_number", d.IdentityNumber, "Identity number is required", maxNumberLength)
	if !slices.Contains(IdentityTypes, d.IdentityType) {
		f.add("identity_type", "Please choose the type of document.")
	}
}
