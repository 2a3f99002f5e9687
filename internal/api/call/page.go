package call

import "hawker/internal/catalog"

// Page is the paging of every list (API-06).
type Page struct {
	Limit  int `query:"limit" minimum:"1" maximum:"100" default:"20" doc:"Page size."`
	Offset int `query:"offset" minimum:"1" maximum:"100000" default:"1" doc:"Page number, from 1."`
}

// Paging returns the page as the catalogue takes it.
func (p Page) Paging() catalog.Paging { return catalog.Paging{Size: p.Limit, Number: p.Offset} }

// ShortPage is the paging of a short list: all of it up to 1000, unless a client asks for less
// (API-06).
type ShortPage struct {
	Limit  int `query:"limit" minimum:"1" maximum:"1000" default:"1000" doc:"Page size. Absent: everything, up to 1000."`
	Offset int `query:"offset" minimum:"1" maximum:"100000" default:"1" doc:"Page number, from 1."`
}

// WholeList is the first page of a short list.
var WholeList = ShortPage{Limit: 1000, Offset: 1}

// ShortListInput is the input of a short list that takes nothing else.
type ShortListInput struct {
	Scope
	ShortPage
}

// PageOf returns a page of a list that was read as a whole, with its paging.
func PageOf[V any](p Page, all []V) (Paged, []V) {
	from := min((p.Offset-1)*p.Limit, len(all))
	return p.Of(len(all)), all[from:min(from+p.Limit, len(all))]
}

// Of returns the paging of a response, of a list of so many.
func (p Page) Of(total int) Paged {
	return Paged{TotalSize: total, Limit: p.Limit, Offset: p.Offset}
}

// Paged is the paging of every response with a list.
type Paged struct {
	TotalSize int `json:"total_size" doc:"Number of entries on all pages. Orders, trips and reviews are counted up to 10000."`
	Limit     int `json:"limit" doc:"The page size that was used."`
	Offset    int `json:"offset" doc:"The page number that was used, from 1."`
}
