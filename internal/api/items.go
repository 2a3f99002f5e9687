package api

import (
	"context"

	"hawker/internal/catalog"
	"hawker/internal/errs"
	"hawker/internal/money"
	"hawker/internal/setting"
)

func (s *Server) listItems(ctx context.Context, in *itemsInput) (*itemsOutput, error) {
	if in.RelatedTo > 0 {
		page, err := s.Catalog.RelatedItems(ctx, in.RelatedTo, in.paging())
		return s.itemsOutput(ctx, page, in.Page, err)
	}
	f, err := s.filter(ctx, in.ItemFilter)
	if err != nil {
		return nil, err
	}
	f.Search = in.Search
	return s.itemList(ctx, &in.Scope, in.Page, f)
}

func (s *Server) listPopularItems(ctx context.Context, in *itemListInput) (*itemsOutput, error) {
	return s.sortedItems(ctx, in, catalog.Popular)
}

func (s *Server) listLatestItems(ctx context.Context, in *itemListInput) (*itemsOutput, error) {
	return s.sortedItems(ctx, in, catalog.Newest)
}

func (s *Server) listDiscountedItems(ctx context.Context, in *itemListInput) (*itemsOutput, error) {
	in.Discounted = true
	return s.sortedItems(ctx, in, catalog.Popular)
}

// recommendedPath is answered to a customer by their interests, so that no cache
// may keep it for others.
const recommendedPath = "/items/recommended"

// listRecommendedItems puts a customer's interests before what sells (LOC-10).
func (s *Server) listRecommendedItems(ctx context.Context, in *itemListInput) (*itemsOutput, error) {
	var interests []int64
	if me := signedIn(ctx); me.CustomerID != 0 {
		c, err := s.Accounts.Customer(ctx, me)
		if err != nil {
			return nil, err
		}
		interests = c.Interests.V
	}
	return s.sortedFor(ctx, in, catalog.Recommended, interests)
}

// sortedItems lists in the order of the call's name, unless another is asked for.
func (s *Server) sortedItems(ctx context.Context, in *itemListInput, usual catalog.Sort) (*itemsOutput, error) {
	return s.sortedFor(ctx, in, usual, nil)
}

func (s *Server) sortedFor(ctx context.Context, in *itemListInput, usual catalog.Sort, interests []int64) (*itemsOutput, error) {
	f, err := s.filter(ctx, in.ItemFilter)
	if err != nil {
		return nil, err
	}
	f.Interests = interests
	if f.Sort == "" {
		f.Sort = usual
	}
	return s.itemList(ctx, &in.Scope, in.Page, f)
}

func (s *Server) itemList(ctx context.Context, in *Scope, p Page, f catalog.ItemFilter) (*itemsOutput, error) {
	at, err := s.here(ctx, in)
	if err != nil {
		return nil, err
	}
	page, err := s.Catalog.Items(ctx, at, f, p.paging())
	return s.itemsOutput(ctx, page, p, err)
}

func (s *Server) itemsOutput(ctx context.Context, page catalog.ItemPage, p Page, err error) (*itemsOutput, error) {
	if err != nil {
		return nil, err
	}
	show, err := s.showcase(ctx, page.Town)
	if err != nil {
		return nil, err
	}
	out := &itemsOutput{}
	out.Body.Paged, out.Body.Items = p.of(page.Total), show.viewItems(page)
	return out, nil
}

// getItem answers an item by id or slug. One of another zone can be read, and
// says by its zone that it is not delivered here.
func (s *Server) getItem(ctx context.Context, in *itemInput) (*itemOutput, error) {
	page, err := s.Catalog.Item(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	show, err := s.showcase(ctx, page.Town)
	if err != nil {
		return nil, err
	}
	view := show.viewItems(page)[0]
	view.ZoomsFullURL = show.zooms(page.Items[0])
	return &itemOutput{Body: view}, nil
}

// filter reads the filters that lists of items share.
func (s *Server) filter(ctx context.Context, in ItemFilter) (catalog.ItemFilter, error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return catalog.ItemFilter{}, err
	}
	f := catalog.ItemFilter{
		CategoryID: in.CategoryID, StoreID: in.StoreID, Veg: in.Veg == "veg", NonVeg: in.Veg == "non_veg",
		Halal: in.Halal, Organic: in.Organic, Discounted: in.Discounted, AvailableNow: in.AvailableNow,
		Brand: in.Brand, Sort: catalog.Sort(in.Sort),
	}
	var wrong errs.List
	note := func(err error) {
		if err != nil {
			wrong.Add(errs.From(err))
		}
	}
	f.MinPrice, err = amount(settings.Currency.Money(), in.MinPrice, "min_price")
	note(err)
	f.MaxPrice, err = amount(settings.Currency.Money(), in.MaxPrice, "max_price")
	note(err)
	f.MinTenths, err = tenths(in.MinRating, "min_rating")
	note(err)
	note(vegAllowed(settings, in.Veg))
	return f, wrong.Err()
}

// amount reads a price limit in major units.
func amount(c money.Currency, major float64, field string) (money.Amount, error) {
	a, err := c.FromFloat(major)
	if err != nil {
		return 0, errs.New(errs.Invalid, "An amount has at most %d decimals.", c.Digits).On(field).Because(err)
	}
	return a, nil
}

// vegAllowed refuses the filter that the operator has switched off: what a flag
// hides in the page is closed here too (API-08, BRW-06).
func vegAllowed(settings setting.Settings, veg string) error {
	if veg != "" && !settings.Storefront.VegFilter {
		return errs.New(errs.Invalid, "The veg filter is switched off.").On("veg")
	}
	return nil
}
