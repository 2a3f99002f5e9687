package options

import "fmt"

// Code names a problem for programs.
type Code string

// The codes of a Problem.
const (
	Required     Code = "variation_required"     // a choice is missing
	OutOfBounds  Code = "variation_bounds"       // too few or too many values
	Unknown      Code = "variation_unknown"      // no such group, value, variation
	Ambiguous    Code = "variation_ambiguous"    // a label that fits several
	AddOnUnknown Code = "add_on_unknown"         // no such add-on
	AddOnAmount  Code = "add_on_quantity"        // below zero, too many, or not one for each add-on
	OutOfStock   Code = "out_of_stock"           // nothing left of the item
	VariationOut Code = "variation_out_of_stock" // nothing left of the variation
	OutOfLimits  Code = "out_of_limits"          // more than the stock, or than the item's maximum
	BadQuantity  Code = "quantity"               // below one, or above MaxQuantity
)

// Problem is one reason why a choice or a quantity cannot be sold. The message is
// for the shopper, in the documented words if there are any.
type Problem struct {
	Code    Code
	Message string
	Line    int // from CheckStock: the index of the refused draw
}

func problem(code Code, format string, args ...any) Problem {
	return Problem{Code: code, Message: fmt.Sprintf(format, args...)}
}

func required(name string) Problem {
	return problem(Required, "Variation %s can not remain without selection.", name)
}

func outOfBounds(name string, minCount, maxCount int) Problem {
	return problem(OutOfBounds, "Selected variation named %s must be in between Minimum %d and Maximum %d", name, minCount, maxCount)
}
