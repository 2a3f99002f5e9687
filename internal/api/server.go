// Package api is the HTTP edge: it decodes a request, asks one concept, and
// shows the answer. The types here are the contract; the OpenAPI document and
// the web client are made from them.
package api

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"
)

// Server answers the calls of the API. Its fields are the concepts it asks.
type Server struct{}

// Register puts every route on the mux and answers the document it follows.
func (s *Server) Register(mux *http.ServeMux, version string) *huma.OpenAPI {
	a := newAPI(mux, version)
	s.registerFrame(a)
	s.registerCatalog(a)
	s.registerCart(a)
	s.registerOrders(a)
	return a.OpenAPI()
}

type scope struct{}
