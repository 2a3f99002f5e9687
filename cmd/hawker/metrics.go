package main

import (
	"context"
	"math"
	"runtime"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"hawker/internal/cache"
	"hawker/internal/db"
	"hawker/internal/payment"
)

// scrapeTime is how long a figure that is read from the database may take.
const scrapeTime = 2 * time.Second

// registerMetrics exports metrics of everything that runs. Package server counts the
// requests.
func (a *app) registerMetrics() {
	a.metrics.Registry().MustRegister(
		poolMetrics{a.db}, jobMetrics{a.jobs},
		cacheMetrics(func() map[string]cache.Stats {
			all := a.catalog.CacheStats()
			all["responses"], all["distances"] = a.cache.Stats(), a.maps.CacheStats()
			return all
		}),
		a.buildInfo(),
		figure("hawker_ready", "1 if this instance is ready for requests, like /readyz.", a.isReady),
		figure("hawker_payment_problems", "Held charges and failed refunds that an admin must decide about.",
			func() float64 { return countProblems(a.payments) }),
		figure("hawker_streams", "Event streams that are open.", func() float64 { return float64(a.api.Streams()) }),
		figure("hawker_streams_max", "Event streams that may be open at once.", func() float64 { return float64(a.flags.Streams) }),
	)
}

func figure(name, help string, read func() float64) prometheus.Collector {
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, read)
}

func (a *app) buildInfo() prometheus.Collector {
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "hawker_build_info", Help: "Always 1. The labels say what runs.",
		ConstLabels: prometheus.Labels{"version": buildVersion(), "go": runtime.Version(), "engine": string(a.db.Dialect)},
	}, func() float64 { return 1 })
}

func (a *app) isReady() float64 {
	if a.health.Ready(context.Background()) {
		return 1
	}
	return 0
}

// countProblems returns NaN if the database does not say.
func countProblems(payments *payment.Service) float64 {
	ctx, cancel := context.WithTimeout(context.Background(), scrapeTime)
	defer cancel()
	n, err := payments.CountProblems(ctx)
	if err != nil {
		return math.NaN()
	}
	return float64(n)
}

// poolMetrics exports metrics of the connections to the database.
type poolMetrics struct{ db *db.DB }

var (
	poolMax       = describe("hawker_db_connections_max", "The most connections that the pool may open.", "pool")
	poolOpen      = describe("hawker_db_connections_open", "Open connections.", "pool")
	poolInUse     = describe("hawker_db_connections_in_use", "Connections that run a statement or a transaction.", "pool")
	poolWaits     = describe("hawker_db_waits_total", "Calls that found all connections in use.", "pool")
	replicaUsed   = describe("hawker_db_replica_used", "1 if the catalogue is read from the replica. 0 if it cannot be, or there is none.")
	replicaFailed = describe("hawker_db_replica_failures_total", "Reads that failed on the replica and were made on the primary.")

	poolWaited = describe("hawker_db_wait_seconds_total", "How long calls waited for a connection, in sum.", "pool")
)

// Describe implements prometheus.Collector.
func (f poolMetrics) Describe(all chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{poolMax, poolOpen, poolInUse, poolWaits, poolWaited, replicaUsed, replicaFailed} {
		all <- d
	}
}

// Collect implements prometheus.Collector.
func (f poolMetrics) Collect(all chan<- prometheus.Metric) {
	for pool, now := range f.db.Stats() {
		all <- gauge(poolMax, float64(now.Max), pool)
		all <- gauge(poolOpen, float64(now.Open), pool)
		all <- gauge(poolInUse, float64(now.InUse), pool)
		all <- counter(poolWaits, float64(now.Waits), pool)
		all <- counter(poolWaited, now.Waited.Seconds(), pool)
	}
	replica := f.db.ReplicaStats()
	used := 0.0
	if replica.Used {
		used = 1
	}
	all <- gauge(replicaUsed, used)
	all <- counter(replicaFailed, float64(replica.Failed))
}

// cacheMetrics exports metrics of the caches in memory, by name.
type cacheMetrics func() map[string]cache.Stats

var (
	cacheHits      = describe("hawker_cache_hits_total", "Values that were found in the cache.", "cache")
	cacheMisses    = describe("hawker_cache_misses_total", "Values that were not found in the cache.", "cache")
	cacheEvictions = describe("hawker_cache_evictions_total", "Values that were removed because the cache was full.", "cache")
	cacheEntries   = describe("hawker_cache_entries", "Values in the cache.", "cache")
)

// Describe implements prometheus.Collector.
func (f cacheMetrics) Describe(all chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{cacheHits, cacheMisses, cacheEvictions, cacheEntries} {
		all <- d
	}
}

// Collect implements prometheus.Collector.
func (f cacheMetrics) Collect(all chan<- prometheus.Metric) {
	for name, now := range f() {
		all <- counter(cacheHits, float64(now.Hits), name)
		all <- counter(cacheMisses, float64(now.Misses), name)
		all <- counter(cacheEvictions, float64(now.Evictions), name)
		all <- gauge(cacheEntries, float64(now.Entries), name)
	}
}

func describe(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc(name, help, labels, nil)
}

func gauge(d *prometheus.Desc, value float64, labels ...string) prometheus.Metric {
	return prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value, labels...)
}

func counter(d *prometheus.Desc, value float64, labels ...string) prometheus.Metric {
	return prometheus.MustNewConstMetric(d, prometheus.CounterValue, value, labels...)
}
