package main

import (
	"encoding/json"
	"net/http"

	"hawker/internal/api"
)

// openapiCmd prints the contract; the web client is generated from it.
type openapiCmd struct{}

func (openapiCmd) Run(e *env) error {
	// The document does not depend on the build: a version in it would make the
	// committed copy stale with every commit.
	document := api.Document(http.NewServeMux())
	out := json.NewEncoder(e.stdout)
	out.SetIndent("", "  ")
	return out.Encode(document)
}
