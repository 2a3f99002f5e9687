package tripcart

import "fmt"

// Problem is why vehicles of a cart cannot be booked, whenever it is: an import may have changed
// them since they were added, or their module is switched off (CART-08).
type Problem struct {
	Code    string
	Message string
}

// The codes of problems.
const (
	OtherOwner  = "trip_other_provider" // a vehicle is of another provider than the others
	OtherType   = "trip_other_type"     // a vehicle is not rented this way
	Unavailable = "unavailable"         // the vehicle or its provider is no longer for rent
)

// OwnerProblem returns the problem with the provider of a cart that is not empty; nil: none.
func (c Cart) OwnerProblem() *Problem {
	if !c.Owner.Archived {
		return nil
	}
	return &Problem{Unavailable, fmt.Sprintf("%s does not rent out vehicles any more.", c.Owner.Name)}
}

// LineProblems returns the problems with one vehicle of the cart.
func (c Cart) LineProblems(l Line) (all []Problem) {
	v := l.Vehicle
	if v.Archived {
		return []Problem{{Unavailable, fmt.Sprintf("%s is no longer for rent.", v.Name)}}
	}
	if v.ProviderID != c.Owner.ID {
		all = append(all, Problem{OtherOwner, fmt.Sprintf("%s is rented out by %s. Remove it to rent from %s.", v.Name, v.Owner.Name, c.Owner.Name)})
	}
	if !v.Rates().Offers(c.Trip.Type) {
		all = append(all, Problem{OtherType, fmt.Sprintf("%s is not rented this way.", v.Name)})
	}
	return all
}
