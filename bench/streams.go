package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"log"
	"net/http"
	"sync"
	"time"
)

// openStreams is how many customers follow their orders live while memory is measured.
const openStreams = 1000

// streams measures the memory that open event streams take, and what they cost while
// nothing happens.
func (b *bench) streams(result *engineReport, server *process, shop *shop) error {
	ctx, hangUp := context.WithCancel(b.ctx)
	var opened sync.WaitGroup
	defer opened.Wait()
	defer hangUp()
	before := server.memory()
	for i := range openStreams {
		if err := openStream(ctx, &opened, shop.url+prefix+"/events", shop.tokens[i%len(shop.tokens)]); err != nil {
			return fmt.Errorf("open stream %d: %w", i+1, err)
		}
	}
	time.Sleep(5 * time.Second) // what opening them needed is over
	used := b.cpu()
	time.Sleep(5 * time.Second)
	used = b.cpu() - used
	after := server.memory()
	result.streams = after.anonymous - before.anonymous
	log.Printf("  %d open streams add %d MB of memory, and %.1f ms of CPU in a second", openStreams, result.streams>>20, float64(used.Microseconds())/5000)
	return nil
}

// openStream opens an event stream of a customer, waits for its first line, and reads it
// until ctx ends.
func openStream(ctx context.Context, opened *sync.WaitGroup, url, token string) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, http.NoBody)
	if err != nil {
		return err
	}
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Accept", "text/event-stream")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	lines := bufio.NewScanner(answer.Body)
	if answer.StatusCode != http.StatusOK || !lines.Scan() {
		defer answer.Body.Close()
		return errors.Join(fmt.Errorf("status %d", answer.StatusCode), lines.Err())
	}
	opened.Go(func() {
		defer answer.Body.Close()
		for lines.Scan() {
		}
	})
	return nil
}
