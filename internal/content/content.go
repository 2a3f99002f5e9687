// Package content is what the town publishes: banners, text pages, and the newsletter
// with its subscribers. It does not depend on accounts.
package content

// Banner is one card of a module's hero (BRW-01).
type Banner struct {
	ID       int64
	Slug     string
	ModuleID int64
	ZoneID   *int64 // nil: every zone
	Position int64
	Body
}

// Body is the content of a banner, the document of banners.body.
type Body struct {
	Style       string `json:"style"` // mango, ink, mint or rose
	Kicker      string `json:"kicker,omitempty"`
	Title       string `json:"title"`
	Text        string `json:"text,omitempty"`
	Button      string `json:"button"`
	Target      Target `json:"target"`
	SecondLabel string `json:"second_label,omitempty"`
	Second      Target `json:"second,omitzero"`
	Picture     string `json:"picture"` // picture key
}

// Target is what a click on a banner opens.
type Target struct {
	Kind  string `json:"kind"`  // store, category, item, module, campaign, flash_sale, search, path or link
	Value string `json:"value"` // a slug; for search the query, for path a page of the storefront, "/categories"; for link an https:// address
}

// Page is a text page of the business (PAGE-01). In its Body, blank lines separate
// paragraphs, and a paragraph that begins with "# " is a heading.
type Page struct {
	Slug  string
	Title string
	Body  string
}
