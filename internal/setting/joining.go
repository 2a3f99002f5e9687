package setting

import "slices"

// Joining says who may apply to join the town, and on which plans (REG-01).
type Joining struct {
	Stores bool   `json:"stores"` // applications of stores are taken
	Riders bool   `json:"riders"` // those of riders
	Plans  []Plan `json:"plans"`  // in the order in which they are offered; none: nobody is asked
}

// Plan is what a store agrees on with the business.
type Plan struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	Description string `json:"description"`
	Price       string `json:"price"`   // in words
	Reviews     bool   `json:"reviews"` // customers can review its stores (ITEM-12)
}

// Plan returns the plan with this id.
func (j Joining) Plan(id string) (Plan, bool) {
	at := slices.IndexFunc(j.Plans, func(p Plan) bool { return p.ID == id })
	if at < 0 {
		return Plan{}, false
	}
	return j.Plans[at], true
}
