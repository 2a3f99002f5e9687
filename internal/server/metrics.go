package server

import (
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Metrics counts and times requests by route. It is served on its own address, never on
// the public one.
type Metrics struct {
	registry *prometheus.Registry
	took     *prometheus.HistogramVec
	classes  [6]prometheus.Counter // by the first digit of the status, 1 to 5
	streams  *prometheus.CounterVec
}

// NewMetrics returns metrics with those of the process.
func NewMetrics() *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		took: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "hawker_http_request_seconds",
			Help:    "How long requests took, by route and status.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10},
		}, []string{"route", "method", "status"}),
		streams: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "hawker_streams_total",
			Help: "Event streams that have ended, by status: more than 200s were refused.",
		}, []string{"status"}),
	}
	m.streams.WithLabelValues("200") // it is 0 before the first one has ended
	// Prometheus does not see the first error of a route: its series was not there before.
	// These series are there from the start.
	classes := prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "hawker_http_responses_total",
		Help: "Responses by class of their status, such as 5xx.",
	}, []string{"class"})
	for n := 1; n < len(m.classes); n++ {
		m.classes[n] = classes.WithLabelValues(strconv.Itoa(n) + "xx")
	}
	m.registry.MustRegister(m.took, classes, m.streams, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Registry returns where other packages register their metrics.
func (m *Metrics) Registry() prometheus.Registerer { return m.registry }

// Handler serves the metrics in the Prometheus text format.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

func (m *Metrics) measure(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		rec := &recorder{ResponseWriter: w, status: http.StatusOK}
		next.ServeHTTP(rec, r)
		if isStream(r) {
			m.streams.WithLabelValues(strconv.Itoa(rec.status)).Inc()
			return // the duration of a stream is no response time
		}
		if class := rec.status / 100; class > 0 && class < len(m.classes) {
			m.classes[class].Inc()
		}
		m.took.WithLabelValues(route(r, rec.status), method(r.Method), strconv.Itoa(rec.status)).Observe(time.Since(start).Seconds())
	})
}

// method returns the label for a method. Its values must stay few, and a client may send
// any word.
func method(m string) string {
	switch m {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodDelete, http.MethodOptions:
		return m
	}
	return otherMethod
}

const otherMethod = "other"
