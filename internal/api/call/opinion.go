package call

import "hawker/internal/review"

// OpinionBody is what a customer says about one thing.
type OpinionBody struct {
	Rating  int      `json:"rating" minimum:"1" maximum:"5" doc:"Number of stars."`
	Comment string   `json:"comment,omitempty" maxLength:"1000"`
	Images  []string `json:"images,omitempty" maxItems:"20" doc:"Ids of uploads with the purpose review; at most 3. They become public."`
}

// ReadOpinion returns what was said; nil: nothing.
func ReadOpinion(b *OpinionBody) *review.Opinion {
	if b == nil {
		return nil
	}
	return &review.Opinion{Rating: b.Rating, Text: b.Comment, Images: b.Images}
}
