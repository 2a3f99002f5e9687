package api

import (
	"context"

	places "hawker/internal/address"
)

func (s *Server) listAddresses(ctx context.Context, in *addressesInput) (*addressesOutput, error) {
	all, err := s.Addresses.List(ctx, signedIn(ctx).CustomerID)
	if err != nil {
		return nil, err
	}
	out := new(addressesOutput)
	out.Body.Paged, out.Body.Addresses = in.of(len(all)), viewAddresses(in.cut(all))
	return out, nil
}

// cut is the page's part of all addresses, of which nobody has many.
func (p Page) cut(all []places.Address) []places.Address {
	from := min((p.Offset-1)*p.Limit, len(all))
	return all[from:min(from+p.Limit, len(all))]
}

func (s *Server) postAddress(ctx context.Context, in *postAddressInput) (*messageOutput, error) {
	if _, err := s.Addresses.Add(ctx, signedIn(ctx).CustomerID, in.Body.read()); err != nil {
		return nil, err
	}
	return said("Your address has been saved."), nil
}

func (s *Server) putAddress(ctx context.Context, in *putAddressInput) (*messageOutput, error) {
	if err := s.Addresses.Update(ctx, signedIn(ctx).CustomerID, in.ID, in.Body.read()); err != nil {
		return nil, err
	}
	return said("Updated successfully."), nil
}

func (s *Server) deleteAddress(ctx context.Context, in *ownInput) (*messageOutput, error) {
	if err := s.Addresses.Delete(ctx, signedIn(ctx).CustomerID, in.ID); err != nil {
		return nil, err
	}
	return said("Your address has been deleted."), nil
}

// postAddressUse notes that the customer has things brought there from now on.
func (s *Server) postAddressUse(ctx context.Context, in *ownInput) (*messageOutput, error) {
	if err := s.Addresses.Used(ctx, signedIn(ctx).CustomerID, in.ID); err != nil {
		return nil, err
	}
	return said("New Delivery address selected."), nil
}

func (s *Server) putDefaultAddress(ctx context.Context, in *ownInput) (*messageOutput, error) {
	if err := s.Addresses.SetDefault(ctx, signedIn(ctx).CustomerID, in.ID, true); err != nil {
		return nil, err
	}
	return said("This is now your default address."), nil
}

func (s *Server) deleteDefaultAddress(ctx context.Context, in *ownInput) (*messageOutput, error) {
	if err := s.Addresses.SetDefault(ctx, signedIn(ctx).CustomerID, in.ID, false); err != nil {
		return nil, err
	}
	return said("This is no longer your default address."), nil
}

// said is the answer of a call that only did something.
func said(text string) *messageOutput { return &messageOutput{Body: message{Message: text}} }

func (a savedAddress) read() places.Input {
	return places.Input{
		Kind: a.AddressType, Label: a.AddressLabel, Address: a.Address, Latitude: a.Latitude, Longitude: a.Longitude,
		Name: a.ContactPersonName, Phone: a.ContactPersonNumber, Information: a.AdditionalInformation,
		House: a.House, Floor: a.Floor, Road: a.Road,
	}
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
