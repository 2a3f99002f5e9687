package page

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"regexp"
	"strings"
	"unicode/utf8"
)

// head is what a page tells clients that run no scripts.
type head struct {
	title       string
	description string
	canonical   string // path; "" when the page has no URL of its own
	image       string
	kind        string       // Open Graph type; "": website
	data        any          // JSON-LD
	preload     firstPicture // the largest picture of the first view
	noIndex     bool
}

// firstPicture is fetched at once, in the width that the page will request: sizes is what
// the storefront has for the same picture.
type firstPicture struct{ url, sizes string }

const (
	heroSizes    = "(width >= 73.8125em) 400px, (width >= 48em) 44vw, 214px"
	landingSizes = "(width >= 48em) 520px, 230px"
	coverSizes   = "(width >= 48em) 640px, 100vw"
	productSizes = "(width >= 73.8125em) 600px, 100vw"
)

// What a head needs of the API's responses.
type (
	store struct {
		ID          int64   `json:"id"`
		Slug        string  `json:"slug"`
		Name        string  `json:"name"`
		Tagline     string  `json:"tagline"`
		Description string  `json:"description"`
		ModuleType  string  `json:"module_type"`
		Cover       string  `json:"cover_photo_full_url"`
		Address     string  `json:"address"`
		Phone       string  `json:"phone"`
		Latitude    float64 `json:"latitude"`
		Longitude   float64 `json:"longitude"`
		AvgRating   float64 `json:"avg_rating"`
		RatingCount int64   `json:"rating_count"`
	}
	item struct {
		ID          int64   `json:"id"`
		Slug        string  `json:"slug"`
		Name        string  `json:"name"`
		Brand       string  `json:"brand"`
		Description string  `json:"description"`
		Image       string  `json:"image_full_url"`
		StoreName   string  `json:"store_name"`
		ModuleType  string  `json:"module_type"`
		StoreSlug   string  `json:"store_slug"`
		SalePrice   float64 `json:"sale_price"`
		Stock       *int64  `json:"stock"`
		AvgRating   float64 `json:"avg_rating"`
		RatingCount int64   `json:"rating_count"`
	}
	offer struct {
		ID          int64  `json:"id"`
		Slug        string `json:"slug"`
		Title       string `json:"title"`
		Description string `json:"description"`
		Image       string `json:"image_full_url"`
	}
	category struct {
		ID   int64  `json:"id"`
		Slug string `json:"slug"`
		Name string `json:"name"`
	}
	vehicle struct {
		ID           int64   `json:"id"`
		Slug         string  `json:"slug"`
		Name         string  `json:"name"`
		Brand        string  `json:"brand"`
		Description  string  `json:"description"`
		Thumbnail    string  `json:"thumbnail_full_url"`
		AvgRating    float64 `json:"avg_rating"`
		TotalReviews int64   `json:"total_reviews"`
		Provider     struct {
			Name string `json:"name"`
		} `json:"provider"`
	}
)

func landingHead(_ *http.Request, common commonData, _ json.RawMessage) head {
	return head{
		title: common.Config.BusinessName, description: common.Landing.SubTitle, canonical: "/", image: common.Landing.Hero,
		preload: firstPicture{common.Landing.Hero, landingSizes},
		data: map[string]any{"@context": "https://schema.org", "@type": "Organization", "name": common.Config.BusinessName,
			"telephone": common.Config.Phone, "email": common.Config.Email, "address": common.Config.Address},
	}
}

func homeHead(_ *http.Request, common commonData, first json.RawMessage) head {
	if common.Module.Type == "parcel" {
		return head{
			title: common.word("parcel.title") + " · " + common.Config.BusinessName, description: common.word("parcel.lead"), canonical: "/home", image: common.Landing.Hero,
		}
	}
	var list struct {
		Banners []struct {
			Image string `json:"image_full_url"`
		}
	}
	_ = json.Unmarshal(first, &list)
	h := head{title: common.Config.BusinessName, description: common.Landing.SubTitle, canonical: "/home", image: common.Landing.Hero}
	if len(list.Banners) > 0 {
		h.preload = firstPicture{list.Banners[0].Image, heroSizes}
	}
	return h
}

func storeHead(_ *http.Request, common commonData, first json.RawMessage) head {
	var s store
	_ = json.Unmarshal(first, &s)
	data := map[string]any{
		"@context": "https://schema.org", "@type": storeType(s.ModuleType), "name": s.Name, "description": s.Description,
		"image": s.Cover, "telephone": s.Phone, "address": s.Address,
		"geo": map[string]any{"@type": "GeoCoordinates", "latitude": s.Latitude, "longitude": s.Longitude},
	}
	addRating(data, s.AvgRating, s.RatingCount)
	return head{
		title: s.Name + " · " + common.Config.BusinessName, description: firstOf(s.Description, s.Tagline),
		canonical: "/store/" + s.Slug, image: s.Cover, preload: firstPicture{s.Cover, coverSizes}, data: data,
	}
}

func storeType(module string) string {
	switch module {
	case "food":
		return "Restaurant"
	case "grocery":
		return "GroceryStore"
	case "pharmacy":
		return "Pharmacy"
	}
	return "Store"
}

func productHead(_ *http.Request, common commonData, first json.RawMessage) head {
	var i item
	_ = json.Unmarshal(first, &i)
	availability := "https://schema.org/InStock"
	if i.Stock != nil && *i.Stock == 0 {
		availability = "https://schema.org/OutOfStock"
	}
	data := map[string]any{
		"@context": "https://schema.org", "@type": "Product", "name": i.Name, "description": i.Description, "image": i.Image,
		"offers": map[string]any{"@type": "Offer", "price": common.Config.amount(i.SalePrice), "priceCurrency": common.Config.Currency,
			"availability": availability},
	}
	if i.Brand != "" {
		data["brand"] = map[string]any{"@type": "Brand", "name": i.Brand}
	}
	addRating(data, i.AvgRating, i.RatingCount)
	return head{
		title: i.Name + " · " + i.StoreName, description: firstOf(i.Description, i.StoreName), kind: "product",
		canonical: "/product/" + firstOf(i.Slug, idText(i.ID)), image: i.Image, preload: firstPicture{i.Image, productSizes}, data: data,
	}
}

func categoryHead(_ *http.Request, common commonData, first json.RawMessage) head {
	var c category
	_ = json.Unmarshal(first, &c)
	return head{
		title: c.Name + " · " + common.Config.BusinessName, description: common.Landing.SubTitle,
		canonical: "/category/" + firstOf(c.Slug, idText(c.ID)),
	}
}

func vehicleHead(_ *http.Request, _ commonData, first json.RawMessage) head {
	var v vehicle
	_ = json.Unmarshal(first, &v)
	data := map[string]any{
		"@context": "https://schema.org", "@type": "Vehicle", "name": v.Name, "description": v.Description, "image": v.Thumbnail,
		"brand": map[string]any{"@type": "Brand", "name": v.Brand},
	}
	addRating(data, v.AvgRating, v.TotalReviews)
	return head{
		title: v.Name + " · " + v.Provider.Name, description: v.Description, kind: "product",
		canonical: "/rental/vehicle-details/" + firstOf(v.Slug, idText(v.ID)), image: v.Thumbnail, data: data,
	}
}

func providerHead(_ *http.Request, common commonData, first json.RawMessage) head {
	var p store
	_ = json.Unmarshal(first, &p)
	data := map[string]any{
		"@context": "https://schema.org", "@type": "AutoRental", "name": p.Name, "description": p.Description,
		"image": p.Cover, "telephone": p.Phone, "address": p.Address,
		"geo": map[string]any{"@type": "GeoCoordinates", "latitude": p.Latitude, "longitude": p.Longitude},
	}
	addRating(data, p.AvgRating, p.RatingCount)
	return head{
		title: p.Name + " · " + common.Config.BusinessName, description: p.Description,
		canonical: "/rental/provider-details/" + firstOf(p.Slug, idText(p.ID)), image: p.Cover, data: data,
	}
}

// offerHead is the head of a campaign or a flash sale.
func offerHead(prefix string) func(*http.Request, commonData, json.RawMessage) head {
	return func(_ *http.Request, common commonData, first json.RawMessage) head {
		var o offer
		_ = json.Unmarshal(first, &o)
		return head{
			title: o.Title + " · " + common.Config.BusinessName, description: firstOf(o.Description, common.Landing.SubTitle),
			canonical: prefix + firstOf(o.Slug, idText(o.ID)), image: o.Image,
		}
	}
}

func textHead(r *http.Request, common commonData, first json.RawMessage) head {
	var text struct{ Title, Body string }
	_ = json.Unmarshal(first, &text)
	return head{title: text.Title + " · " + common.Config.BusinessName, description: text.Body, canonical: r.URL.Path}
}

func addRating(data map[string]any, average float64, count int64) {
	if count > 0 {
		data["aggregateRating"] = map[string]any{"@type": "AggregateRating", "ratingValue": average, "reviewCount": count}
	}
}

func firstOf(texts ...string) string {
	for _, text := range texts {
		if text != "" {
			return text
		}
	}
	return ""
}

// render writes the tags. Every value may be text of the owner, so all are escaped.
func (h head) render(origin, business string) []byte {
	var b bytes.Buffer
	meta := func(attribute, name, content string) {
		if content != "" {
			fmt.Fprintf(&b, `<meta %s="%s" content="%s">`, attribute, name, html.EscapeString(content))
		}
	}
	description := truncate(h.description, 160)
	fmt.Fprintf(&b, "<title>%s</title>", html.EscapeString(h.title))
	meta("name", "description", description)
	if h.noIndex {
		meta("name", "robots", "noindex")
	}
	if h.canonical != "" {
		fmt.Fprintf(&b, `<link rel="canonical" href="%s">`, html.EscapeString(origin+h.canonical))
		meta("property", "og:url", origin+h.canonical)
	}
	meta("property", "og:site_name", business)
	meta("property", "og:type", firstOf(h.kind, "website"))
	meta("property", "og:title", h.title)
	meta("property", "og:description", description)
	if h.image != "" {
		meta("property", "og:image", absolute(origin, h.image))
	}
	if h.preload.url != "" {
		fmt.Fprintf(&b, `<link rel="preload" as="image" fetchpriority="high" href="%s" imagesrcset="%s" imagesizes="%s">`,
			html.EscapeString(h.preload.url), html.EscapeString(sourceSet(h.preload.url)), html.EscapeString(h.preload.sizes))
	}
	if h.data != nil {
		b.WriteString(`<script type="application/ld+json">`)
		b.Write(encode(h.data))
		b.WriteString("</script>")
	}
	return b.Bytes()
}

// sourceSet lists the widths of a picture; the API returns one of them.
func sourceSet(url string) string {
	if inWidth(url, 240) == inWidth(url, 960) {
		return url
	}
	return fmt.Sprintf("%s 240w, %s 480w, %s 960w", inWidth(url, 240), inWidth(url, 480), inWidth(url, 960))
}

var widthPattern = regexp.MustCompile(`-(?:240|480|960)(\.(?:webp|jpg|png))$`)

// inWidth returns a picture's URL in another width. The URL of another site stays as it
// is.
func inWidth(url string, width int) string {
	return widthPattern.ReplaceAllString(url, fmt.Sprintf("-%d$1", width))
}

func absolute(origin, url string) string {
	if strings.HasPrefix(url, "/") {
		return origin + url
	}
	return url
}

// truncate cuts a description between two words.
func truncate(text string, limit int) string {
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	runes := []rune(text)[:limit-1]
	short := string(runes)
	if i := strings.LastIndexByte(short, ' '); i > limit/2 {
		short = short[:i]
	}
	return short + "…"
}
