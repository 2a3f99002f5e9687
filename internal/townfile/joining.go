package townfile

// Joining says who may apply to join the town, and on which plans (REG-01).
type Joining struct {
	Stores bool   `json:"stores"` // applications of stores are taken
	Riders bool   `json:"riders"` // those of riders
	Plans  []Plan `json:"plans"`  // in the order in which they are offered; none: nobody is asked
}

// Plan is what a store agrees on with the business.
type Plan struct {
	ID          string `json:"id"` // stores refer to it: do not change it
	Name        string `json:"name"`
	Description string `json:"description"`
	Price       string `json:"price"`   // in words
	Reviews     bool   `json:"reviews"` // customers can review its stores (ITEM-12)
}

// maxPlans is a bound: a page shows them all.
const maxPlans = 10

func (j Joining) check(c *checker) {
	if len(j.Plans) > maxPlans {
		c.add("plans are %d, but may be at most %d", len(j.Plans), maxPlans)
	}
	seen := map[string]bool{}
	for _, p := range j.Plans {
		c.methodID("the id of a plan", p.ID)
		c.words("name of the plan "+p.ID, p.Name, maxNameLength)
		c.words("price of the plan "+p.ID, p.Price, maxNameLength)
		c.words("description of the plan "+p.ID, p.Description, maxInstructionsLength)
		if seen[p.ID] {
			c.add("two plans have the id %q", p.ID)
		}
		seen[p.ID] = true
	}
}
