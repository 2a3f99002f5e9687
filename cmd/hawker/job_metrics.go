package main

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"hawker/internal/jobs"
)

// jobMetrics exports metrics of the job queue.
type jobMetrics struct{ queue *jobs.Queue }

var (
	jobsSincePoll    = describe("hawker_jobs_since_poll_seconds", "Time since this instance last polled for jobs. More than ten is a fault.")
	jobsTotal        = describe("hawker_jobs_total", "Attempts of jobs by kind and outcome.", "kind", "outcome")
	jobsSeconds      = describe("hawker_job_seconds", "How long attempts of jobs took, by kind.", "kind")
	jobsSinceSuccess = describe("hawker_jobs_since_success_seconds", "Time since a job of this kind last succeeded on this instance.", "kind")
	jobsWaiting      = describe("hawker_jobs_waiting", "Due jobs of all instances that are not running, by kind.", "kind")
	jobsOldest       = describe("hawker_jobs_oldest_due_seconds", "How long the oldest waiting job of a kind has been due.", "kind")
	jobsRetrying     = describe("hawker_jobs_retrying", "Jobs of all instances that failed and wait for their next attempt, by kind.", "kind")
)

// Describe implements prometheus.Collector.
func (f jobMetrics) Describe(all chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{jobsSincePoll, jobsTotal, jobsSeconds, jobsSinceSuccess, jobsWaiting, jobsOldest, jobsRetrying} {
		all <- d
	}
}

// Collect implements prometheus.Collector.
func (f jobMetrics) Collect(all chan<- prometheus.Metric) {
	now := f.queue.Stats()
	all <- gauge(jobsSincePoll, now.SincePoll.Seconds())
	for c, n := range now.Counts {
		all <- counter(jobsTotal, float64(n), c.Kind, string(c.Outcome))
		if c.Outcome == jobs.Done { // once for each kind, also for those without a backlog
			b := now.Backlog[c.Kind]
			all <- gauge(jobsWaiting, float64(b.Waiting), c.Kind)
			all <- gauge(jobsOldest, b.Oldest.Seconds(), c.Kind)
			all <- gauge(jobsRetrying, float64(b.Retrying), c.Kind)
		}
	}
	for kind, at := range now.Succeeded {
		all <- gauge(jobsSinceSuccess, time.Since(at).Seconds(), kind)
	}
	for kind, d := range now.Attempts {
		all <- prometheus.MustNewConstHistogram(jobsSeconds, d.Count, d.Seconds, d.Buckets, kind)
	}
}
