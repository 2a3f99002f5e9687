package public

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/api/view"
	"hawker/internal/catalog"
	"hawker/internal/errs"
	"hawker/internal/offer"
	"hawker/internal/translation"
	"hawker/internal/zone"
)

func (h *Handlers) registerCampaigns(a huma.API) {
	call.Get(a, "listCampaigns", "/campaigns", h.listCampaigns)
	call.Get(a, "getCampaign", "/campaigns/{id}", h.getCampaign)
}

// soon is how long before its begin an offer is listed.
const soon = 24 * time.Hour

// CampaignView is a campaign, of stores or of an item (BRW-07).
type CampaignView struct {
	ID                  int64          `json:"id"`
	Slug                string         `json:"slug"`
	Type                string         `json:"type" enum:"basic,item" doc:"basic: a set of stores. item: one item at a price of its own."`
	Title               string         `json:"title"`
	Description         string         `json:"description"`
	ImageFullURL        string         `json:"image_full_url"`
	ModuleID            int64          `json:"module_id"`
	AvailableDateStarts string         `json:"available_date_starts" doc:"The first day, in the zone's time zone."`
	AvailableDateEnds   string         `json:"available_date_ends" doc:"The last day."`
	AvailableTimeStarts string         `json:"available_time_starts" doc:"HH:mm, the same on each day; empty: the whole day."`
	AvailableTimeEnds   string         `json:"available_time_ends"`
	Item                *view.ItemView `json:"item,omitempty" doc:"Only for an item campaign: the item as the campaign sells it."`
	view.RunView
}

type campaignsInput struct {
	call.Scope
	call.Page
	Type string `query:"type" enum:"all,basic,item" default:"all"`
}

type campaignsOutput struct {
	Body struct {
		call.Paged
		Now       string         `json:"now" doc:"The server's time, for countdowns."`
		Campaigns []CampaignView `json:"campaigns"`
	}
}

type campaignInput struct {
	ByID
	call.Page
}

// campaignDetail is a campaign with one page of its stores.
type campaignDetail struct {
	CampaignView
	call.Paged
	Now    string           `json:"now" doc:"The server's time, for countdowns."`
	Stores []view.StoreView `json:"stores" doc:"Only for a basic campaign: its stores in the zones in force, open ones first."`
}

type campaignOutput struct{ Body campaignDetail }

// listCampaigns returns the campaigns that run, or begin within a day, in their order.
func (h *Handlers) listCampaigns(ctx context.Context, in *campaignsInput) (*campaignsOutput, error) {
	b, zones, err := h.offersView(ctx, &in.Scope)
	if err != nil {
		return nil, err
	}
	listed, err := h.listedCampaigns(ctx, b, in.ModuleID(), zones, in.Type)
	if err != nil {
		return nil, err
	}
	from := min((in.Offset-1)*in.Limit, len(listed))
	views, err := h.viewCampaigns(ctx, b, zones, listed[from:min(from+in.Limit, len(listed))])
	out := &campaignsOutput{}
	out.Body.Paged, out.Body.Now, out.Body.Campaigns = in.Of(len(listed)), view.Clock(b.Now), views
	return out, err
}

// listedCampaigns returns the campaigns of a module that are shown in these zones. The
// item of an item campaign must be sold there, and one of a basic campaign's stores be there.
func (h *Handlers) listedCampaigns(ctx context.Context, b view.Builder, moduleID int64, zones []zone.Zone, kind string) ([]*offer.Campaign, error) {
	listed, items := []*offer.Campaign{}, []int64{}
	for _, c := range b.Directory.Offers().Campaigns(moduleID, idsOf(zones)) {
		if run := c.RunAt(b.Now, clockOf(zones, c.In)); (kind == "all" || kind == string(c.Kind)) && (run != offer.Run{}) && run.Begins.Before(b.Now.Add(soon)) {
			listed, items = append(listed, c), append(items, c.Item())
		}
	}
	sold, err := h.Catalog.SoldIn(ctx, items, idsOf(zones))
	return slices.DeleteFunc(listed, func(c *offer.Campaign) bool {
		if c.Kind == offer.OfItem {
			return !slices.Contains(sold, c.Item())
		}
		return !hasStoreIn(b.Directory, c, zones)
	}), err
}

// hasStoreIn reports whether an active store of a basic campaign is in one of the zones.
func hasStoreIn(directory *catalog.Directory, c *offer.Campaign, zones []zone.Zone) bool {
	return slices.ContainsFunc(c.StoreIDs.V, func(id int64) bool {
		store, err := directory.Store(strconv.FormatInt(id, 10))
		return err == nil && store.ModuleID == c.ModuleID && slices.Contains(idsOf(zones), store.ZoneID)
	})
}

func (h *Handlers) viewCampaigns(ctx context.Context, b view.Builder, zones []zone.Zone, campaigns []*offer.Campaign) ([]CampaignView, error) {
	items := []int64{}
	for _, c := range campaigns {
		if c.Kind == offer.OfItem {
			items = append(items, c.Item())
		}
	}
	page, err := h.Catalog.ItemsOf(ctx, items)
	if err != nil {
		return nil, err
	}
	views := make([]CampaignView, len(campaigns))
	for n, c := range campaigns {
		views[n] = viewCampaign(b, zones, c)
		if at := slices.IndexFunc(page.Items, func(i *catalog.Item) bool { return i.ID == c.Item() }); at >= 0 {
			i := page.Items[at]
			item := b.CampaignItem(i, page.Directory.StoreOf(i), page.Stock[i.ID], c)
			views[n].Item, views[n].RunView = &item, item.Campaign.RunView // by the clock of its store
		}
	}
	return views, nil
}

func viewCampaign(b view.Builder, zones []zone.Zone, c *offer.Campaign) CampaignView {
	clock, texts := clockOf(zones, c.In), b.Texts.Of(translation.Campaign, c.Slug)
	return CampaignView{
		ID: c.ID, Slug: c.Slug, Type: string(c.Kind), Title: cmp.Or(texts.Title, c.Title), Description: cmp.Or(texts.Description, c.Description), ImageFullURL: view.PictureURL(b.Directory, c.Picture),
		ModuleID: c.ModuleID, AvailableDateStarts: c.FirstDay, AvailableDateEnds: c.LastDay,
		AvailableTimeStarts: c.DailyFrom, AvailableTimeEnds: c.DailyTo, RunView: b.Run(c.RunAt(b.Now, clock), clock),
	}
}

// getCampaign returns a campaign by id or slug, also one that is over, with its stores
// or its item.
func (h *Handlers) getCampaign(ctx context.Context, in *campaignInput) (*campaignOutput, error) {
	b, zones, err := h.offersView(ctx, &in.Scope)
	if err != nil {
		return nil, err
	}
	c, err := b.Directory.Offers().Campaign(in.ID)
	if err != nil {
		return nil, err
	}
	views, err := h.viewCampaigns(ctx, b, zones, []*offer.Campaign{c})
	if err != nil {
		return nil, err
	}
	if !b.Directory.Module(c.ModuleID).Active || c.Kind == offer.OfItem && views[0].Item == nil {
		return nil, errs.New(errs.NotFound, "This campaign does not exist.")
	}
	out := &campaignOutput{Body: campaignDetail{CampaignView: views[0], Now: view.Clock(b.Now), Stores: []view.StoreView{}, Paged: in.Of(0)}}
	if c.Kind == offer.OfItem {
		return out, nil
	}
	page, err := h.Catalog.Stores(ctx, catalog.Scope{Zones: idsOf(zones), ModuleID: c.ModuleID}, catalog.StoreFilter{Among: c.StoreIDs.V, OpenFirst: true}, in.Paging())
	if err != nil {
		return nil, err
	}
	out.Body.Paged, out.Body.Stores = in.Of(page.Total), viewStores(b, page, catalog.StoreFilter{})
	return out, nil
}

// offersView returns the builder of views, and the zones in force.
func (h *Handlers) offersView(ctx context.Context, in *call.Scope) (view.Builder, []zone.Zone, error) {
	zones, err := h.zonesInForce(ctx, in)
	if err != nil {
		return view.Builder{}, nil, err
	}
	b, err := view.CurrentBuilder(ctx, h.Settings, h.Catalog)
	return b, zones, err
}

// clockOf returns the time zone of the first zone in which an offer is held: the clock
// that it begins and ends by (D12).
func clockOf(zones []zone.Zone, in func(zoneID int64) bool) *time.Location {
	for _, z := range zones {
		if in(z.ID) {
			return z.Location()
		}
	}
	if len(zones) > 0 {
		return zones[0].Location()
	}
	return time.UTC
}

func idsOf(zones []zone.Zone) []int64 {
	ids := make([]int64, len(zones))
	for n, z := range zones {
		ids[n] = z.ID
	}
	return ids
}
