package main

import (
	"github.com/prometheus/client_golang/prometheus"

	"hawker/internal/jobs"
)

// jobFigures shows how the queue is doing, each time it is asked.
type jobFigures struct{ queue *jobs.Queue }

var (
	jobsSincePoll = prometheus.NewDesc("hawker_jobs_since_poll_seconds", "Time since this instance last looked for jobs. More than ten is a fault.", nil, nil)
	jobsTotal     = prometheus.NewDesc("hawker_jobs_total", "Attempts of jobs by kind and how they ended.", []string{"kind", "outcome"}, nil)
	jobsWaiting   = prometheus.NewDesc("hawker_jobs_waiting", "Due jobs that nobody has begun.", nil, nil)
	jobsOldest    = prometheus.NewDesc("hawker_jobs_oldest_due_seconds", "How long the oldest of them has been due.", nil, nil)
)

// Describe as prometheus.Collector says.
func (f jobFigures) Describe(all chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{jobsSincePoll, jobsTotal, jobsWaiting, jobsOldest} {
		all <- d
	}
}

// Collect as prometheus.Collector says.
func (f jobFigures) Collect(all chan<- prometheus.Metric) {
	now := f.queue.Figures()
	all <- prometheus.MustNewConstMetric(jobsSincePoll, prometheus.GaugeValue, now.SincePoll.Seconds())
	all <- prometheus.MustNewConstMetric(jobsWaiting, prometheus.GaugeValue, float64(now.Waiting))
	all <- prometheus.MustNewConstMetric(jobsOldest, prometheus.GaugeValue, now.Oldest.Seconds())
	for c, n := range now.Counts {
		all <- prometheus.MustNewConstMetric(jobsTotal, prometheus.CounterValue, float64(n), c.Kind, string(c.Outcome))
	}
}
