package api

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/cespare/xxhash/v2"
	"github.com/klauspost/compress/gzip"
	"golang.org/x/sync/singleflight"

	"hawker/internal/clock"
	"hawker/internal/recent"
)

// etagForm stands before each hash: it changes with how an answer is hashed. 64
// bits tell the versions of one address apart; nothing rests on them being hard
// to forge.
const etagForm = "2-"

// What a cache may hold. An answer lives for one half of recent.Oldest, and what
// it was made of for the other.
const (
	answerAge     = recent.MaxAge
	mostAnswers   = 4096
	mostBytes     = 16 << 20
	longestKey    = 2048
	gzipFrom      = 1024 // bytes; below it, packing wins nothing
	renderTimeout = 10 * time.Second
)

// Cache keeps the answers of public reads for a moment, encoded and packed, so
// that what a hundred shoppers look at is made once. No answer in it holds
// anything of a shopper. Safe for concurrent use.
type Cache struct {
	clock   clock.Clock
	flights singleflight.Group

	mu      sync.RWMutex
	answers map[string]*kept
	queue   []*kept           // the oldest first: all live equally long
	showing map[int64][]*kept // the answers that show an item, the oldest first
	bytes   int
	changes recent.Changes // of stock, by item
}

// kept is an answer as it is sent.
type kept struct {
	key     string
	at      time.Time // when making it began
	changes int64     // of stock that had happened then
	status  int
	header  http.Header
	body    []byte
	etag    string
	pattern string  // of the route, for log and metrics
	items   []int64 // whose stock it shows
	gone    bool    // it has left the queue

	pack   sync.Once
	packed []byte // gzip; nil when it is not worth it
}

// NewCache makes an empty cache.
func NewCache(c clock.Clock) *Cache {
	return &Cache{clock: c, answers: map[string]*kept{}, showing: map[int64][]*kept{}}
}

// StockChanged drops the answers that show these items: whoever has just
// ordered sees what is left (on this instance; on others within two seconds).
func (c *Cache) StockChanged(itemIDs []int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.changes.Note(itemIDs)
	for _, id := range itemIDs {
		for _, k := range c.showing[id] {
			c.drop(k) // the queue forgets it in its turn
		}
		delete(c.showing, id)
	}
}

// drop has nobody be given an answer any more.
func (c *Cache) drop(k *kept) {
	if c.answers[k.key] == k {
		delete(c.answers, k.key)
	}
}

// serve answers from what is kept, or has next answer and keeps that. Of those
// who ask for one thing at once, one makes it and the others wait.
func (c *Cache) serve(w http.ResponseWriter, r *http.Request, key string, next http.Handler) {
	k, changes := c.find(key)
	if k == nil {
		// A stock change parts those who came before from those who come after.
		made, _, _ := c.flights.Do(strconv.FormatInt(changes, 10)+key, func() (any, error) {
			made := c.make(r, key, next)
			made.changes = changes
			c.keep(made)
			return made, nil
		})
		k = made.(*kept)
	}
	r.Pattern = k.pattern
	k.write(w, r)
}

func (c *Cache) find(key string) (*kept, int64) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	k := c.answers[key]
	if k != nil && c.clock.Now().Sub(k.at).Abs() >= answerAge { // a clock may be set back
		k = nil
	}
	return k, c.changes.Count()
}

// make has next answer. Others wait for the same answer, so it does not end
// with the request that happened to come first.
func (c *Cache) make(r *http.Request, key string, next http.Handler) *kept {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), renderTimeout)
	defer cancel()
	shown := &shownItems{}
	asked := r.WithContext(context.WithValue(ctx, shownKey{}, shown))
	answer := &recording{header: http.Header{}, status: http.StatusOK}

	k := &kept{key: key, at: c.clock.Now()}
	next.ServeHTTP(answer, asked)
	k.status, k.header, k.body, k.pattern, k.items = answer.status, answer.header, answer.body.Bytes(), asked.Pattern, shown.ids
	if k.status == http.StatusOK {
		k.etag = fmt.Sprintf("%s%016x", etagForm, xxhash.Sum64(k.body))
	}
	return k
}

// keep remembers an answer, and pushes out the oldest when there is no room.
func (c *Cache) keep(k *kept) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if k.status != http.StatusOK || c.changes.Since(k.changes, k.items...) || len(k.body) > mostBytes/8 {
		return // refused, perhaps stale already, or too large to keep
	}
	if other := c.answers[k.key]; other != nil && other.changes > k.changes {
		return // begun later, and done earlier
	}
	c.answers[k.key] = k
	c.queue = append(c.queue, k)
	for _, id := range k.items {
		c.showing[id] = append(c.showing[id], k)
	}
	c.bytes += k.size()
	for len(c.queue) > 0 && (len(c.queue) > mostAnswers || c.bytes > mostBytes || k.at.Sub(c.queue[0].at) >= answerAge) {
		c.forget()
	}
}

// forget pushes out the oldest answer.
func (c *Cache) forget() {
	k := c.queue[0]
	c.queue[0], c.queue = nil, c.queue[1:]
	k.gone = true
	c.bytes -= k.size()
	c.drop(k)
	for _, id := range k.items {
		rest := c.showing[id]
		for len(rest) > 0 && rest[0].gone { // it stands first, or a change has dropped the list
			rest[0], rest = nil, rest[1:]
		}
		if len(rest) == 0 {
			delete(c.showing, id)
		} else {
			c.showing[id] = rest
		}
	}
}

// size is an answer's weight, with room for its packed form and its parts.
func (k *kept) size() int { return len(k.key) + len(k.body)*5/4 + 8*len(k.items) + 512 }

// write sends the answer, packed when the client can unpack it, or says that
// the client has it already.
func (k *kept) write(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	for name, values := range k.header {
		h[name] = slices.Clip(values) // the answer is shared: nobody may append to it
	}
	if k.status != http.StatusOK {
		w.WriteHeader(k.status)
		_, _ = w.Write(k.body) // a client that went away
		return
	}
	body, etag := k.body, `"`+k.etag+`"`
	if acceptsGzip(r.Header.Get("Accept-Encoding")) {
		if packed := k.gzip(); packed != nil {
			body, etag = packed, `"`+k.etag+`-gzip"`
			h.Set("Content-Encoding", "gzip")
		}
	}
	h.Set("Etag", etag)
	h.Set("Cache-Control", "no-cache") // ask again each time: stock and hours move
	h.Set("Vary", "zoneid, moduleId, X-localization, Accept-Encoding")
	if known := r.Header.Get("If-None-Match"); known != "" && (known == "*" || strings.Contains(known, k.etag)) {
		h.Del("Content-Encoding")
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	_, _ = w.Write(body)
}

func (k *kept) gzip() []byte {
	k.pack.Do(func() {
		if len(k.body) >= gzipFrom {
			k.packed = packed(k.body)
		}
	})
	return k.packed
}

// packers are used again: a new one takes a megabyte, many times what it packs.
var packers = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}

func packed(plain []byte) []byte {
	z := packers.Get().(*gzip.Writer)
	defer packers.Put(z)
	var b bytes.Buffer
	z.Reset(&b)
	_, _ = z.Write(plain) // a buffer takes everything
	_ = z.Close()
	return b.Bytes()
}

// acceptsGzip reads Accept-Encoding: gzip is in it, and not by the weight 0.
func acceptsGzip(header string) bool {
	for coding := range strings.SplitSeq(header, ",") {
		name, weight, _ := strings.Cut(coding, ";")
		if strings.TrimSpace(name) == "gzip" {
			weight = strings.ReplaceAll(weight, " ", "")
			return weight == "" || strings.Trim(strings.TrimPrefix(weight, "q="), "0.") != ""
		}
	}
	return false
}

// recording is a response kept instead of sent.
type recording struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (r *recording) Header() http.Header         { return r.header }
func (r *recording) WriteHeader(status int)      { r.status = status }
func (r *recording) Write(p []byte) (int, error) { return r.body.Write(p) }

// shownItems gathers whose stock an answer shows while it is made.
type shownItems struct{ ids []int64 }

type shownKey struct{}

// shows notes that the answer under way shows the stock of an item.
func shows(ctx context.Context, itemID int64) {
	if shown, ok := ctx.Value(shownKey{}).(*shownItems); ok {
		shown.ids = append(shown.ids, itemID)
	}
}
