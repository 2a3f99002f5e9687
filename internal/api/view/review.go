package view

import (
	"strings"

	"hawker/internal/catalog"
)

// ReviewImageView is an image of a review that everybody may read.
type ReviewImageView struct {
	ThumbnailFullURL string `json:"thumbnail_full_url" doc:"At most 480 pixels wide and high."`
	ImageFullURL     string `json:"image_full_url"`
}

// ReviewImagePath is the path of such an image, below the API's prefix.
const ReviewImagePath = "/reviews/images/{id}"

// ReviewImages returns the images of a review: pictures of the town, and uploads. base is
// the prefix of the API.
func ReviewImages(directory *catalog.Directory, base string, pictures, uploads []string) []ReviewImageView {
	views := []ReviewImageView{}
	for _, key := range pictures {
		if p, ok := directory.Picture(key); ok {
			views = append(views, ReviewImageView{ThumbnailFullURL: p.URL("480"), ImageFullURL: p.URL("960")})
		}
	}
	for _, key := range uploads {
		at := directory.Origin() + base + strings.Replace(ReviewImagePath, "{id}", key, 1)
		views = append(views, ReviewImageView{ThumbnailFullURL: at + "?small=true", ImageFullURL: at})
	}
	return views
}

// RiderRating is what shoppers think of a rider.
type RiderRating struct {
	AvgRating   float64 `json:"avg_rating,omitempty" doc:"The average of the rider's reviews; absent without any."`
	RatingCount int64   `json:"rating_count,omitempty" doc:"Number of the rider's reviews."`
}

// RatingOf returns the average of so many reviews.
func RatingOf(stars, reviews int64) RiderRating {
	return RiderRating{AvgRating: catalog.Stars(stars, reviews), RatingCount: reviews}
}
