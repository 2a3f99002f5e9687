package main

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"hawker/internal/db"
)

// report has the results of the whole run.
type report struct {
	engines []engineReport
	load    string // of the machine, before
}

// failed is how many requests of the run failed.
func (r report) failed() (n int) {
	for _, e := range r.engines {
		for _, row := range e.rows {
			n += row.is.failed
		}
	}
	return n
}

// engineReport has the results of one engine.
type engineReport struct {
	engine                                 db.Dialect
	startFresh, startAgain, startScaled    time.Duration
	memoryFresh, memoryAgain, memoryLoaded memory
	imports                                imported
	streams                                int64 // the memory of open event streams, in bytes
	rows                                   []row
}

type row struct {
	name      string
	is, plain figure
}

func (e *engineReport) add(name string, is, plain figure) {
	e.rows = append(e.rows, row{name: name, is: is, plain: plain})
	fmt.Printf("  %-28s %9.0f/s  p50 %8v  p99 %8v  %.2f of plain  %d failed\n",
		name, is.perSecond(), is.p50.Round(time.Microsecond*10), is.p99.Round(time.Microsecond*10), is.perSecond()/plain.perSecond(), is.failed)
	for status, n := range is.refused {
		fmt.Printf("    %d × status %d\n", n, status)
	}
}

func (r report) write(file string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# Benchmarks\n\nWritten by `make bench`%s, load average %s before and %s after (1, 5 and 15 minutes, including the run itself; a value above the number of cores means that other programs were running too). Machines differ and are noisy, so compare the ratios: each call is measured in the same run as a plain net/http handler that returns 2 kB of JSON.\n",
		machine(), r.load, loadAverage())
	for _, e := range r.engines {
		fmt.Fprintf(&b, "\n## %s\n\n%d items in the town, of all modules; lists and searches are of one. Start to ready: %v with migration and demo data, %v on an existing folder, %v at this scale. Import: %v. Resident memory: %v, when it has just filled an empty folder; %v, on an existing one; %v, after the load. %d open event streams add %d MB.\n\n",
			e.engine, e.imports.items, e.startFresh.Round(time.Millisecond), e.startAgain.Round(time.Millisecond), e.startScaled.Round(time.Millisecond), e.imports, e.memoryFresh, e.memoryAgain, e.memoryLoaded, openStreams, e.streams>>20)
		b.WriteString("| Call | per second | p50 | p99 | of plain | failed |\n|---|---:|---:|---:|---:|---:|\n")
		for _, r := range e.rows {
			fmt.Fprintf(&b, "| %s | %.0f | %.2f ms | %.2f ms | %.2f | %d |\n", r.name, r.is.perSecond(), ms(r.is.p50), ms(r.is.p99), r.is.perSecond()/r.plain.perSecond(), r.is.failed)
		}
	}
	return writeSection(file, "", b.String())
}

// machine says when and on what a run was made.
func machine() string {
	return fmt.Sprintf(" on %s: %d cores, %s", time.Now().UTC().Format("2006-01-02 15:04 UTC"), runtime.NumCPU(), runtime.Version())
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func loadAverage() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	return strings.Join(strings.Fields(string(text))[:3], " ")
}

// stolenSince returns a function that says which share of the processors' time
// went to other machines of the same host since then.
func stolenSince() func() float64 {
	before, all := stolen()
	return func() float64 {
		now, allNow := stolen()
		return (now - before) / max(allNow-all, 1)
	}
}

// stolen reads the time of all processors, in ticks.
func stolen() (other, all float64) {
	text, err := os.ReadFile("/proc/stat")
	if err != nil {
		return 0, 0
	}
	line, _, _ := strings.Cut(string(text), "\n")
	const steal = 7 // after user, nice, system, idle, iowait, irq and softirq
	for n, field := range strings.Fields(line)[1:] {
		ticks, _ := strconv.ParseFloat(field, 64)
		if n == steal {
			other = ticks
		}
		if n <= steal { // what follows is counted above already
			all += ticks
		}
	}
	return other, all
}
