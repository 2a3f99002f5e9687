package api

import (
	"errors"
	"io"
	"log/slog"
	"net/http"

	"hawker/internal/api/call"
	"hawker/internal/errs"
	"hawker/internal/payment"
)

// maxWebhook is the largest webhook. Those of gateways have a few kilobytes.
const maxWebhook = 256 << 10

// registerWebhooks takes the webhooks of payment gateways. They are no call of the
// document: their form is the gateway's, and its signature covers the exact bytes.
func registerWebhooks(mux *http.ServeMux, payments *payment.Service) {
	mux.HandleFunc("POST "+call.Prefix+"/payments/{gateway}/webhook", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxWebhook))
		if _, tooLarge := errors.AsType[*http.MaxBytesError](err); tooLarge {
			call.WriteError(w, r, errs.New(errs.TooLarge, "This webhook is too large."))
			return
		}
		if err != nil {
			call.WriteError(w, r, errs.New(errs.Malformed, "The webhook could not be read.").Because(err))
			return
		}
		if err := payments.Receive(r.Context(), r.PathValue("gateway"), r.Header, body); err != nil {
			problem := errs.From(err)
			if problem.Code == errs.Internal {
				slog.ErrorContext(r.Context(), "could not take a webhook", "gateway", r.PathValue("gateway"), "cause", err)
			}
			call.WriteError(w, r, problem)
			return
		}
		w.WriteHeader(http.StatusOK)
	})
}
