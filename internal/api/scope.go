package api

// Scope is what every call says about where and how it shops (API-02). Header
// names are matched in any letter case. It steers what is listed; neither price
// nor ownership is ever taken from it.
//
// It is exported, as is every other struct that inputs and views embed, because
// the HTTP library passes over the fields of embedded types that are not.
type Scope struct {
	ZoneHeader      string `header:"zoneid" doc:"Zone id, or a JSON list of zone ids." example:"[2,1]"`
	ModuleHeader    string `header:"moduleId" doc:"Module id." example:"10"`
	LatitudeHeader  string `header:"latitude" doc:"Latitude of the stored current location, degrees." example:"-11.4"`
	LongitudeHeader string `header:"longitude" doc:"Longitude of the stored current location, degrees." example:"65.2"`
	Language        string `header:"X-localization" doc:"BCP 47 language of texts." example:"en"`
	SoftwareID      string `header:"X-Software-Id" doc:"Which client asks."`

	scope
}

// Page is the paging of every list (API-06).
type Page struct {
	Limit  int `query:"limit" minimum:"1" maximum:"100" default:"20" doc:"Page size."`
	Offset int `query:"offset" minimum:"1" maximum:"100000" default:"1" doc:"Page number, from 1."`
}

// Paged is the frame of every list's answer.
type Paged struct {
	TotalSize int `json:"total_size" doc:"How many there are in all."`
	Limit     int `json:"limit" doc:"Page size in force."`
	Offset    int `json:"offset" doc:"Page number in force, from 1."`
}

// message is the answer of a call that only did something.
type message struct {
	Message string `json:"message" doc:"Success sentence, shown as a toast (API-07)."`
}
