package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
)

// registerCatalog is what a shopper can look at.
func (s *Server) registerCatalog(a huma.API) {
	get(a, "listBanners", "/banners", s.listBanners)
	get(a, "listCategories", "/categories", s.listCategories)
	get(a, "getCategory", "/categories/{id}", s.getCategory)
	get(a, "listItems", "/items", s.listItems)
	get(a, "listPopularItems", "/items/popular", s.listPopularItems)
	get(a, "listLatestItems", "/items/latest", s.listLatestItems)
	get(a, "listDiscountedItems", "/items/discounted", s.listDiscountedItems)
	recommended := huma.Operation{OperationID: "listRecommendedItems", Method: http.MethodGet, Path: recommendedPath}
	huma.Register(a, by(everybody, recommended), s.listRecommendedItems)
	get(a, "suggestItems", "/items/suggest", s.suggestItems)
	get(a, "getItem", "/items/{id}", s.getItem)
	get(a, "listItemReviews", "/items/{id}/reviews", s.listItemReviews)
	get(a, "listStores", "/stores", s.listStores)
	get(a, "listPopularStores", "/stores/popular", s.listPopularStores)
	get(a, "listLatestStores", "/stores/latest", s.listLatestStores)
	get(a, "listTopRatedStores", "/stores/top-rated", s.listTopRatedStores)
	get(a, "getStore", "/stores/{id}", s.getStore)
	delivery := huma.Operation{OperationID: "getStoreDelivery", Method: http.MethodGet, Path: "/stores/{id}" + deliveryPath}
	delivery.Middlewares = s.throttled(a, mapsPerMinute)
	huma.Register(a, delivery, s.getStoreDelivery)
	get(a, "listStoreReviews", "/stores/{id}/reviews", s.listStoreReviews)
	get(a, "search", "/search", s.search)
}

// get registers a public read.
func get[I, O any](a huma.API, id, path string, h func(context.Context, *I) (*O, error)) {
	huma.Register(a, huma.Operation{OperationID: id, Method: http.MethodGet, Path: path}, h)
}

type bannersOutput struct {
	Body struct {
		Banners []bannerView `json:"banners"`
	}
}

type categoriesInput struct {
	Scope
	ParentID int64 `query:"parent_id" minimum:"0" doc:"Only the children of this category."`
	Featured int   `query:"featured" minimum:"0" maximum:"1" doc:"1: only the featured ones."`
}
type categoriesOutput struct {
	Body struct {
		Categories []categoryView `json:"categories"`
	}
}

// ByID names a thing by its number or its slug.
type ByID struct {
	Scope
	ID string `path:"id" maxLength:"120" doc:"Id or slug."`
}
type categoryOutput struct{ Body categoryView }

// ItemFilter narrows a list of items; filters combine.
type ItemFilter struct {
	CategoryID   int64   `query:"category_id" minimum:"0"`
	StoreID      int64   `query:"store_id" minimum:"0"`
	MinPrice     float64 `query:"min_price" minimum:"0" doc:"Major units."`
	MaxPrice     float64 `query:"max_price" minimum:"0" doc:"Major units; 0: no limit."`
	MinRating    float64 `query:"min_rating" minimum:"0" maximum:"5"`
	Veg          string  `query:"veg" enum:"veg,non_veg"`
	Halal        bool    `query:"halal"`
	Organic      bool    `query:"organic"`
	Discounted   bool    `query:"discounted"`
	AvailableNow bool    `query:"available_now"`
	Brand        string  `query:"brand" maxLength:"80"`
	Sort         string  `query:"sort" enum:"relevance,popular,newest,rating,price_asc,price_desc" doc:"Default: relevance in a search, else popular."`
}

type itemsInput struct {
	Scope
	Page
	ItemFilter
	Search    string `query:"search" maxLength:"100"`
	RelatedTo int64  `query:"related_to" minimum:"0" doc:"Items people also add beside this one."`
}

type itemsOutput struct {
	Body struct {
		Paged
		Items []itemView `json:"items"`
	}
}

type itemListInput struct {
	Scope
	Page
	ItemFilter
}

type suggestInput struct {
	Scope
	Query string `query:"q" maxLength:"100" required:"true"`
}
type suggestOutput struct {
	Body struct {
		Suggestions []suggestion `json:"suggestions"`
	}
}
type suggestion struct {
	Kind         string `json:"kind" enum:"item,store,category"`
	ID           int64  `json:"id"`
	Slug         string `json:"slug"`
	Name         string `json:"name"`
	StoreName    string `json:"store_name,omitempty"`
	ImageFullURL string `json:"image_full_url"`
}

type itemInput struct {
	ByID
	Campaign string `query:"campaign" maxLength:"20" doc:"Asks for the campaign's form of the item."`
}
type itemOutput struct{ Body itemView }

type reviewsInput struct {
	ByID
	Page
}
type reviewsOutput struct {
	Body struct {
		Paged
		Reviews []reviewView `json:"reviews"`
	}
}

// StoreFilter narrows a list of stores; filters combine.
type StoreFilter struct {
	Type         string  `query:"type" enum:"all,delivery,take_away" default:"all"`
	OpenNow      bool    `query:"open_now"`
	FreeDelivery bool    `query:"free_delivery"`
	MinRating    float64 `query:"min_rating" minimum:"0" maximum:"5"`
	Veg          string  `query:"veg" enum:"veg,non_veg"`
	Discounted   bool    `query:"discounted"`
	Sort         string  `query:"sort" enum:"relevance,popular,newest,rating,distance,delivery_time"`
}

type storesInput struct {
	Scope
	Page
	StoreFilter
	CategoryID int64  `query:"category_id" minimum:"0" doc:"Only stores with items on this shelf."`
	Search     string `query:"search" maxLength:"100"`
}
type storeListInput struct {
	Scope
	Page
	StoreFilter
}
type storesOutput struct {
	Body struct {
		Paged
		Stores []StoreView `json:"stores"`
	}
}
type storeOutput struct{ Body storeDetail }

// deliveryPath is below a store's own path.
const deliveryPath = "/delivery"

type deliveryInput struct {
	ByID
	Latitude  float64 `query:"latitude" required:"true" minimum:"-90" maximum:"90" doc:"Where to, degrees."`
	Longitude float64 `query:"longitude" required:"true" minimum:"-180" maximum:"180" doc:"Where to, degrees."`
}
type deliveryOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         deliveryView
}

// deliveryView is what a quote for now would say of the delivery alone.
type deliveryView struct {
	Delivers       bool    `json:"delivers" doc:"False: not to this point; the rest is empty."`
	DeliveryCharge float64 `json:"delivery_charge" doc:"Major units, before the order's amount earns free delivery."`
	DistanceKm     float64 `json:"distance_km"`
	DistanceSource string  `json:"distance_source" enum:"route,straight,none"`
	EstimatedFrom  string  `json:"estimated_from,omitempty" doc:"RFC 3339; absent: the store takes no order for now."`
	EstimatedTo    string  `json:"estimated_to,omitempty"`
}

type searchInput struct {
	Scope
	Page
	ItemFilter
	Query    string `query:"q" maxLength:"100"`
	DataType string `query:"data_type" enum:"all,item,store" default:"all"`
}
type searchOutput struct {
	Body struct {
		ItemTotal  int         `json:"item_total"`
		StoreTotal int         `json:"store_total"`
		Limit      int         `json:"limit"`
		Offset     int         `json:"offset"`
		Items      []itemView  `json:"items"`
		Stores     []StoreView `json:"stores"`
	}
}
