package main

import (
	"github.com/prometheus/client_golang/prometheus"

	"hawker/internal/jobs"
)

// jobFigures exports the figures of the job queue.
type jobFigures struct{ queue *jobs.Queue }

var (
	jobsSincePoll = prometheus.NewDesc("hawker_jobs_since_poll_seconds", "Time since this instance last polled for jobs. More than ten is a fault.", nil, nil)
	jobsTotal     = prometheus.NewDesc("hawker_jobs_total", "Attempts of jobs by kind and outcome.", []string{"kind", "outcome"}, nil)
	jobsWaiting   = prometheus.NewDesc("hawker_jobs_waiting", "Due jobs that are not running.", nil, nil)
	jobsOldest    = prometheus.NewDesc("hawker_jobs_oldest_due_seconds", "How long the oldest waiting job has been due.", nil, nil)
)

// Describe implements prometheus.Collector.
func (f jobFigures) Describe(all chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{jobsSincePoll, jobsTotal, jobsWaiting, jobsOldest} {
		all <- d
	}
}

// Collect implements prometheus.Collector.
func (f jobFigures) Collect(all chan<- prometheus.Metric) {
	now := f.queue.Figures()
	all <- prometheus.MustNewConstMetric(jobsSincePoll, prometheus.GaugeValue, now.SincePoll.Seconds())
	all <- prometheus.MustNewConstMetric(jobsWaiting, prometheus.GaugeValue, float64(now.Waiting))
	all <- prometheus.MustNewConstMetric(jobsOldest, prometheus.GaugeValue, now.Oldest.Seconds())
	for c, n := range now.Counts {
		all <- prometheus.MustNewConstMetric(jobsTotal, prometheus.CounterValue, float64(n), c.Kind, string(c.Outcome))
	}
}
