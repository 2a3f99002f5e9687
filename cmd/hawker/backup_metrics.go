package main

import (
	"math"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// backupMetrics exports what the folder of backups has. It reads the folder, so that the
// age is right after a restart too, and counts backups that cron wrote there.
type backupMetrics struct {
	folder string
	every  time.Duration
	failed *atomic.Int64
}

var (
	backupAge    = describe("hawker_backup_age_seconds", "Age of the newest complete backup in the folder; +Inf if there is none.")
	backupSize   = describe("hawker_backup_size_bytes", "Size of the newest complete backup in the folder; 0 if there is none.")
	backupEvery  = describe("hawker_backup_every_seconds", "Time between two backups, as set.")
	backupFailed = describe("hawker_backup_failures_total", "Backups of this instance that failed.")
)

// Describe implements prometheus.Collector.
func (f backupMetrics) Describe(all chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{backupAge, backupSize, backupEvery, backupFailed} {
		all <- d
	}
}

// Collect implements prometheus.Collector.
func (f backupMetrics) Collect(all chan<- prometheus.Metric) {
	age, size := f.newest()
	all <- gauge(backupAge, age)
	all <- gauge(backupSize, size)
	all <- gauge(backupEvery, f.every.Seconds())
	all <- counter(backupFailed, float64(f.failed.Load()))
}

// newest returns the age in seconds and the size of the newest backup. A backup gets its
// name when it is complete; an empty file is what a full disk leaves of a copy.
func (f backupMetrics) newest() (age, size float64) {
	age = math.Inf(1)
	names, _ := backupsIn(f.folder) // a folder that cannot be read has no backup
	removeFuture(names, time.Now())
	for at := range names {
		for _, name := range names[at] {
			info, err := os.Stat(filepath.Join(f.folder, name))
			if a := time.Since(at).Seconds(); err == nil && info.Size() > 0 && a < age {
				age, size = a, float64(info.Size())
			}
		}
	}
	return age, size
}
