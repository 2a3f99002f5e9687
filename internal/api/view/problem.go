package view

// ProblemView is a reason why a line or a quote cannot be ordered.
type ProblemView struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	LineID  int64  `json:"line_id,omitempty" doc:"The cart line that the problem is about."`
	Field   string `json:"field,omitempty"`
}
