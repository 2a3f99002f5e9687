package public

import (
	"cmp"
	"context"
	"net/url"
	"strconv"

	"hawker/internal/api/call"
	"hawker/internal/api/view"
	"hawker/internal/catalog"
	"hawker/internal/content"
	"hawker/internal/link"
	"hawker/internal/translation"

	"github.com/danielgtaylor/huma/v2"
)

func (h *Handlers) registerBanners(a huma.API) {
	call.Get(a, "listBanners", "/banners", h.listBanners)
}

type bannerView struct {
	ID           int64  `json:"id"`
	Kicker       string `json:"kicker"`
	Title        string `json:"title"`
	Text         string `json:"text"`
	Style        string `json:"style" enum:"mango,ink,mint,rose"`
	ImageFullURL string `json:"image_full_url"`
	Label        string `json:"label" doc:"The text of the main button."`
	Link         string `json:"link" doc:"A path of the storefront, or the https address of another site."`
	SecondLabel  string `json:"second_label"`
	SecondLink   string `json:"second_link"`
}

type bannersOutput struct {
	Body struct {
		call.Paged
		Banners []bannerView `json:"banners"`
	}
}

// listBanners returns the banners of the module and zones in force (BRW-01).
func (h *Handlers) listBanners(ctx context.Context, in *call.ShortListInput) (*bannersOutput, error) {
	zones, err := h.zoneIDsInForce(ctx, &in.Scope)
	if err != nil {
		return nil, err
	}
	banners, err := h.Content.Banners(ctx, in.ModuleID(), zones)
	if err != nil {
		return nil, err
	}
	directory, err := h.Catalog.Directory(ctx)
	if err != nil {
		return nil, err
	}
	views := make([]bannerView, len(banners))
	for i, b := range banners {
		views[i] = viewBanner(ctx, directory, b)
	}
	out := new(bannersOutput)
	out.Body.Paged, out.Body.Banners = call.PageOf(call.Page(in.ShortPage), views)
	return out, nil
}

func viewBanner(ctx context.Context, directory *catalog.Directory, b content.Banner) bannerView {
	texts := directory.Texts(ctx).Of(translation.Banner, b.Slug)
	return bannerView{
		ID:           b.ID,
		Kicker:       cmp.Or(texts.Kicker, b.Kicker),
		Title:        cmp.Or(texts.Title, b.Title),
		Text:         cmp.Or(texts.Text, b.Text),
		Style:        b.Style,
		ImageFullURL: view.PictureURL(directory, b.Picture),
		Label:        cmp.Or(texts.Button, b.Button),
		Link:         linkTo(directory, b.Target),
		SecondLabel:  cmp.Or(texts.SecondLabel, b.SecondLabel),
		SecondLink:   linkTo(directory, b.Second),
	}
}

// linkTo returns the storefront's path of a target, or the address of another site; ""
// for none.
func linkTo(directory *catalog.Directory, t content.Target) string {
	switch t.Kind {
	case "store":
		return "/store/" + url.PathEscape(t.Value)
	case "item":
		return "/product/" + url.PathEscape(t.Value)
	case "category":
		return "/category/" + url.PathEscape(t.Value)
	case "campaign":
		return "/campaign/" + url.PathEscape(t.Value)
	case "flash_sale":
		return "/flash-sale/" + url.PathEscape(t.Value)
	case "module":
		return "/home?module_id=" + moduleID(directory, t.Value)
	case "search":
		return "/home?search=category&name=" + url.QueryEscape(t.Value)
	case "path":
		if link.IsPath(t.Value) { // a row may be older than the check of imports
			return t.Value
		}
	case "link":
		if link.IsHTTPS(t.Value) {
			return t.Value
		}
	}
	return ""
}

// moduleID returns the id of an active module, "" when there is none.
func moduleID(directory *catalog.Directory, slug string) string {
	for _, m := range directory.Modules() {
		if m.Slug == slug {
			return strconv.FormatInt(m.ID, 10)
		}
	}
	return ""
}
