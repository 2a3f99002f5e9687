package api

import (
	"html/template"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
)

// registerDocs serves the document for people, as one page without scripts.
func registerDocs(mux *http.ServeMux, doc *huma.OpenAPI) {
	mux.HandleFunc("GET "+call.Prefix+"/docs", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_ = docsPage.Execute(w, docsCalls(doc)) // fails when the client has gone
	})
}

// docsCall is one call as the page lists it.
type docsCall struct {
	Method, Path, ID string
	Parameters       []*huma.Param
	HasBody          bool
}

func docsCalls(doc *huma.OpenAPI) []docsCall {
	var all []docsCall
	for path, item := range doc.Paths {
		for method, op := range map[string]*huma.Operation{"GET": item.Get, "POST": item.Post, "PUT": item.Put, "DELETE": item.Delete} {
			if op != nil {
				all = append(all, docsCall{Method: method, Path: path, ID: op.OperationID, Parameters: op.Parameters, HasBody: op.RequestBody != nil})
			}
		}
	}
	slices.SortFunc(all, func(a, b docsCall) int { return strings.Compare(a.Path+a.Method, b.Path+b.Method) })
	return all
}

var docsPage = template.Must(template.New("docs").Parse(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Hawker API</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}
h2{font-size:1rem;margin:1.5rem 0 .25rem}code{font-family:ui-monospace,monospace}table{border-collapse:collapse;font-size:.875rem}td{padding:.125rem 1rem .125rem 0;vertical-align:top}</style></head>
<body><main><h1>Hawker API</h1>
<p>Every call, below <code>/api/v1</code>. Shapes and errors stand in the <a href="openapi.json">OpenAPI document</a>.</p>
{{range .}}<section><h2 id="{{.ID}}"><code>{{.Method}} {{.Path}}</code></h2>
{{if .Parameters}}<table>{{range .Parameters}}<tr><td><code>{{.Name}}</code></td><td>{{.In}}{{if .Required}}, required{{end}}</td><td>{{if .Schema}}{{.Schema.Type}}{{end}}</td><td>{{.Description}}</td></tr>{{end}}</table>{{end}}
{{if .HasBody}}<p>Takes a JSON body.</p>{{end}}</section>
{{end}}</main></body></html>
`))
