package main

import (
	"encoding/json"
	"net/http"

	"hawker/internal/api"
)

// openapiCmd prints the OpenAPI document, from which the web client is generated.
type openapiCmd struct{}

func (openapiCmd) Run(e *env) error {
	// The document does not contain the version of the build. Otherwise the committed copy
	// would be stale after every commit.
	document := api.Document(http.NewServeMux())
	out := json.NewEncoder(e.stdout)
	out.SetIndent("", "  ")
	return out.Encode(document)
}
