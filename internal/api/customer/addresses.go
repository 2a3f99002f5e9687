package customer

import (
	"context"
	"net/http"

	places "hawker/internal/address"
	"hawker/internal/api/call"

	"github.com/danielgtaylor/huma/v2"
)

func (h *Handlers) registerAddresses(a huma.API) {
	huma.Register(a, own("listAddresses", http.MethodGet, "/customer/addresses"), h.listAddresses)
	huma.Register(a, own("postAddress", http.MethodPost, "/customer/addresses"), h.postAddress)
	huma.Register(a, own("putAddress", http.MethodPut, "/customer/addresses/{id}"), h.putAddress)
	huma.Register(a, own("deleteAddress", http.MethodDelete, "/customer/addresses/{id}"), h.deleteAddress)
	huma.Register(a, own("postAddressUse", http.MethodPost, "/customer/addresses/{id}/use"), h.postAddressUse)
	huma.Register(a, own("putDefaultAddress", http.MethodPut, "/customer/addresses/{id}/default"), h.putDefaultAddress)
	huma.Register(a, own("deleteDefaultAddress", http.MethodDelete, "/customer/addresses/{id}/default"), h.deleteDefaultAddress)
}

type addressesInput struct {
	call.Scope
	call.Page
}

type addressesOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         struct {
		call.Paged
		Addresses []addressView `json:"addresses" doc:"The one used last first."`
	}
}

// savedAddress is the form of an address (ADDR-04). Required texts are checked by the
// concept, whose messages are those of the form.
type savedAddress struct {
	AddressType           string  `json:"address_type,omitempty" enum:"home,office,other,Selected Address" doc:"'Selected Address' is stored as other."`
	AddressLabel          string  `json:"address_label,omitempty" maxLength:"60" doc:"A name for an address of the type other."`
	Address               string  `json:"address,omitempty" maxLength:"500"`
	Latitude              float64 `json:"latitude" minimum:"-90" maximum:"90"`
	Longitude             float64 `json:"longitude" minimum:"-180" maximum:"180"`
	ContactPersonName     string  `json:"contact_person_name,omitempty" maxLength:"120"`
	ContactPersonNumber   string  `json:"contact_person_number,omitempty" maxLength:"40"`
	AdditionalInformation string  `json:"additional_information,omitempty" maxLength:"500"`
	House                 string  `json:"house,omitempty" maxLength:"120"`
	Floor                 string  `json:"floor,omitempty" maxLength:"120"`
	Road                  string  `json:"road,omitempty" maxLength:"200"`
}

type postAddressInput struct {
	call.Scope
	Body savedAddress
}

type putAddressInput struct {
	call.Scope
	ID   int64 `path:"id" minimum:"1"`
	Body savedAddress
}

// addressView is a saved address (ADDR-07).
type addressView struct {
	ID                    int64   `json:"id"`
	IsDefault             bool    `json:"is_default" doc:"A new device begins with this address. At most one is the default."`
	AddressType           string  `json:"address_type" enum:"home,office,other"`
	AddressLabel          string  `json:"address_label"`
	Address               string  `json:"address"`
	Latitude              float64 `json:"latitude"`
	Longitude             float64 `json:"longitude"`
	ContactPersonName     string  `json:"contact_person_name"`
	ContactPersonNumber   string  `json:"contact_person_number" doc:"E.164."`
	AdditionalInformation string  `json:"additional_information"`
	House                 string  `json:"house"`
	Floor                 string  `json:"floor"`
	Road                  string  `json:"road"`
	ZoneIDs               []int64 `json:"zone_ids" doc:"Every zone that contains the address now, the winner first."`
}

func (h *Handlers) listAddresses(ctx context.Context, in *addressesInput) (*addressesOutput, error) {
	all, err := h.Addresses.List(ctx, call.Session(ctx).CustomerID)
	if err != nil {
		return nil, err
	}
	// Nobody has many addresses, so all are read.
	out := new(addressesOutput)
	out.Body.Paged, out.Body.Addresses = call.PageOf(in.Page, viewAddresses(all))
	return out, nil
}

func (h *Handlers) postAddress(ctx context.Context, in *postAddressInput) (*call.MessageOutput, error) {
	address, err := h.addressInput(ctx, &in.Scope, in.Body)
	if err != nil {
		return nil, err
	}
	if _, err := h.Addresses.Add(ctx, call.Session(ctx).CustomerID, address); err != nil {
		return nil, err
	}
	return call.NewMessage(ctx, "Your address has been saved."), nil
}

func (h *Handlers) putAddress(ctx context.Context, in *putAddressInput) (*call.MessageOutput, error) {
	address, err := h.addressInput(ctx, &in.Scope, in.Body)
	if err != nil {
		return nil, err
	}
	if err := h.Addresses.Update(ctx, call.Session(ctx).CustomerID, in.ID, address); err != nil {
		return nil, err
	}
	return call.NewMessage(ctx, "Updated successfully."), nil
}

func (h *Handlers) deleteAddress(ctx context.Context, in *ownInput) (*call.MessageOutput, error) {
	if err := h.Addresses.Delete(ctx, call.Session(ctx).CustomerID, in.ID); err != nil {
		return nil, err
	}
	return call.NewMessage(ctx, "Your address has been deleted."), nil
}

// postAddressUse makes an address the one that was used last. In rental every text that
// elsewhere says delivery says pickup.
func (h *Handlers) postAddressUse(ctx context.Context, in *ownInput) (*call.MessageOutput, error) {
	directory, err := h.Catalog.Directory(ctx)
	if err != nil {
		return nil, err
	}
	if err := h.Addresses.MarkUsed(ctx, call.Session(ctx).CustomerID, in.ID); err != nil {
		return nil, err
	}
	if directory.IsRental(in.ModuleID()) {
		return call.NewMessage(ctx, "New Pickup address selected."), nil
	}
	return call.NewMessage(ctx, "New Delivery address selected."), nil
}

func (h *Handlers) putDefaultAddress(ctx context.Context, in *ownInput) (*call.MessageOutput, error) {
	if err := h.Addresses.SetDefault(ctx, call.Session(ctx).CustomerID, in.ID, true); err != nil {
		return nil, err
	}
	return call.NewMessage(ctx, "This is now your default address."), nil
}

func (h *Handlers) deleteDefaultAddress(ctx context.Context, in *ownInput) (*call.MessageOutput, error) {
	if err := h.Addresses.SetDefault(ctx, call.Session(ctx).CustomerID, in.ID, false); err != nil {
		return nil, err
	}
	return call.NewMessage(ctx, "This is no longer your default address."), nil
}

// addressInput returns the form as the concept takes it.
func (h *Handlers) addressInput(ctx context.Context, at *call.Scope, a savedAddress) (places.Input, error) {
	directory, err := h.Catalog.Directory(ctx)
	if err != nil {
		return places.Input{}, err
	}
	return places.Input{
		Kind: a.AddressType, Label: a.AddressLabel, Address: a.Address, Latitude: a.Latitude, Longitude: a.Longitude,
		Name: a.ContactPersonName, Phone: a.ContactPersonNumber, Information: a.AdditionalInformation,
		House: a.House, Floor: a.Floor, Road: a.Road, Rental: directory.IsRental(at.ModuleID()),
	}, nil
}

func viewAddresses(all []places.Address) []addressView {
	views := make([]addressView, len(all))
	for i, a := range all {
		views[i] = addressView{
			ID: a.ID, IsDefault: a.IsDefault, AddressType: a.Kind, AddressLabel: a.Label, Address: a.Address, Latitude: a.Latitude, Longitude: a.Longitude,
			ContactPersonName: a.Name, ContactPersonNumber: a.Phone, AdditionalInformation: a.Information,
			House: a.House, Floor: a.Floor, Road: a.Road, ZoneIDs: a.Zones,
		}
	}
	return views
}
