package options

// Choice is what a client sends about one line (CART-09): the documented labels
// and, optionally, ids. If both are sent, the ids win (D3, D23).
type Choice struct {
	VariationID int64         `json:"variation_id,omitempty"` // not food: the variation
	Variation   []ChosenGroup `json:"variation,omitempty"`    // food: a group each; otherwise the labels to join
	AddOnIDs    []int64       `json:"add_on_ids,omitempty"`
	AddOnQtys   []int64       `json:"add_on_qtys,omitempty"` // for each unit, one for each of AddOnIDs; zero drops the add-on
}

// ChosenGroup is what was chosen in one group.
type ChosenGroup struct {
	ID     int64        `json:"id,omitempty"`
	Name   string       `json:"name"`
	Values ChosenValues `json:"values"`
}

// ChosenValues are the chosen values by label or by id.
type ChosenValues struct {
	Labels []string `json:"label"`
	IDs    []int64  `json:"ids,omitempty"`
}
