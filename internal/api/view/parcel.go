package view

import (
	"hawker/internal/catalog"
	"hawker/internal/parcel"
)

// ParcelView is what is sent.
type ParcelView struct {
	CategoryID   int64  `json:"category_id"`
	Category     string `json:"category" doc:"Name of the parcel category when the order was placed."`
	ImageFullURL string `json:"image_full_url"`
	Quantity     int64  `json:"quantity" doc:"Number of packages."`
	ChargePayer  string `json:"charge_payer" enum:"sender,receiver" doc:"Who pays. The receiver pays in cash at the door."`
}

// Parcel returns nil for an order that is not a parcel.
func Parcel(directory *catalog.Directory, p parcel.Packages) *ParcelView {
	if p.Quantity == 0 {
		return nil
	}
	return &ParcelView{
		CategoryID: p.CategoryID, Category: p.Category, ImageFullURL: PictureURL(directory, p.Picture), Quantity: p.Quantity, ChargePayer: string(p.Payer),
	}
}
