package upload_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hawker/internal/blob"
	"hawker/internal/blob/blobtest"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/errs"
	"hawker/internal/order/ordertest"
	"hawker/internal/setting"
	"hawker/internal/upload"
)

// onEngines runs a case on both engines.
func onEngines(t *testing.T, run func(t *testing.T, w *ordertest.Fixture)) {
	t.Helper()
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) { run(t, ordertest.Open(t, open(t))) })
}

// sees reports whether the shopper may see the image.
func sees(t *testing.T, w *ordertest.Fixture, shopperID int64, key string) bool {
	t.Helper()
	content, err := w.Uploads.Open(t.Context(), key, shopperID)
	if err != nil && !errs.Is(err, errs.NotFound) {
		t.Fatal(err)
	}
	return len(content) > 0
}

// exists reports whether the file of an image is there.
func exists(t *testing.T, w *ordertest.Fixture, key string) bool {
	t.Helper()
	_, err := w.Files.Get(t.Context(), "uploads/"+key+".jpg", 1<<20)
	if err != nil && !errors.Is(err, blob.ErrNotFound) {
		t.Fatal(err)
	}
	return err == nil
}

func prune(t *testing.T, w *ordertest.Fixture) {
	t.Helper()
	if err := w.Uploads.Prune(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// attach attaches images to an order.
func attach(t *testing.T, w *ordertest.Fixture, shopperID, orderID int64, purpose upload.Purpose, keys ...string) error {
	t.Helper()
	return db.InTx(t.Context(), w.DB, func(tx *db.Tx) error {
		return upload.Attach(t.Context(), tx, upload.Attachment{ShopperID: shopperID, Purpose: purpose, PurchaseID: orderID, Keys: keys, Field: "images"}, w.Clock.Now())
	})
}

func order(t *testing.T, w *ordertest.Fixture, shopperID int64) int64 {
	t.Helper()
	item := w.Item(t, w.Store(t, nil), 1000, ordertest.Unlimited, nil)
	return w.Place(t, fmt.Sprint("key-", item.ID), ordertest.BuyNow(shopperID, item, 1)).ID
}

func TestUpload_ITEM11_TRAP_P1_belongsToWhoSentIt(t *testing.T) {
	onEngines(t, func(t *testing.T, w *ordertest.Fixture) {
		me, other := w.Guest(t), w.Guest(t)
		key := w.Upload(t, me, upload.Prescription)
		if len(key) != 32 {
			t.Errorf("the key %q has not 128 bits", key)
		}
		if !sees(t, w, me, key) || sees(t, w, other, key) || sees(t, w, 0, key) {
			t.Error("not its owner alone sees it")
		}
		_, foreign := w.Uploads.Open(t.Context(), key, other)
		_, missing := w.Uploads.Open(t.Context(), "00000000000000000000000000000000", other)
		if fmt.Sprint(foreign) != fmt.Sprint(missing) {
			t.Errorf("of another: %v, of none: %v", foreign, missing)
		}
		for _, odd := range []string{"", "../uploads/" + key, key + ".jpg", "A" + key[1:]} {
			if sees(t, w, me, odd) {
				t.Errorf("%q is an image", odd)
			}
		}
		// A guest who signs in keeps what they have sent.
		_, account := w.Customer(t)
		w.Exec(t, `UPDATE shoppers SET retired_at = 1, merged_into = $2 WHERE id = $1`, me, account)
		if !sees(t, w, account, key) {
			t.Error("the account of a former guest does not see it")
		}
		if err := attach(t, w, account, order(t, w, account), upload.Prescription, key); err != nil {
			t.Errorf("attached by the account: %v", err)
		}
	})
}

func TestUpload_ITEM11_refusesOtherFilesAndTooMany(t *testing.T) {
	onEngines(t, func(t *testing.T, w *ordertest.Fixture) {
		me := w.Guest(t)
		for name, tt := range map[string]struct {
			content []byte
			code    errs.Code
		}{
			"text": {[]byte("take two a day"), errs.UnsupportedMedia}, "too large": {make([]byte, upload.MaxBytes+1), errs.TooLarge},
			"html": {[]byte("<!doctype html><script>1</script>"), errs.UnsupportedMedia},
		} {
			if _, err := w.Uploads.Add(t.Context(), me, upload.Prescription, tt.content); !errs.Is(err, tt.code) {
				t.Errorf("%s: %v", name, err)
			}
		}
		var stored atomic.Int64
		var wg sync.WaitGroup
		for range 6 {
			wg.Go(func() {
				for range 6 {
					_, err := w.Uploads.Add(t.Context(), me, upload.Prescription, ordertest.Image())
					if err == nil {
						stored.Add(1)
					} else if !errs.Is(err, errs.TooMany) {
						t.Error(err)
					}
				}
			})
		}
		wg.Wait()
		if n := w.Number(t, `SELECT COUNT(*) FROM uploads`); stored.Load() != 30 || n != 30 {
			t.Errorf("%d images were accepted and %d are stored, want 30", stored.Load(), n)
		}
		w.Upload(t, w.Guest(t), upload.Prescription) // another shopper has a count of their own
		w.Exec(t, `UPDATE shoppers SET retired_at = 1 WHERE id = $1`, me)
		if _, err := w.Uploads.Add(t.Context(), me, upload.Prescription, ordertest.Image()); !errs.Is(err, errs.GuestUnknown) {
			t.Errorf("a retired guest: %v", err)
		}
	})
}

func TestAttach_ITEM11_onlyOnesOwnUnusedImagesOfThePurpose(t *testing.T) {
	onEngines(t, func(t *testing.T, w *ordertest.Fixture) {
		me, other := w.Guest(t), w.Guest(t)
		first, second := order(t, w, me), order(t, w, me)
		mine := w.Upload(t, me, upload.Prescription)
		for name, key := range map[string]string{
			"of another": w.Upload(t, other, upload.Prescription), "for a refund": w.Upload(t, me, upload.Refund), "of nobody": "0123",
		} {
			if err := attach(t, w, me, first, upload.Prescription, mine, key); !errs.Is(err, errs.Invalid) {
				t.Errorf("%s: %v", name, err)
			}
		}
		old := w.Upload(t, me, upload.Prescription)
		w.Exec(t, `UPDATE uploads SET delete_at = $2 WHERE key = $1`, old, w.Clock.Now().UnixMilli())
		if err := attach(t, w, me, first, upload.Prescription, old); !errs.Is(err, errs.Invalid) {
			t.Errorf("an old one: %v", err)
		}
		// Of many orders at once with the same image, one gets it.
		var wg sync.WaitGroup
		var won atomic.Int64
		for n := range 10 {
			wg.Go(func() {
				to := first
				if n%2 == 1 {
					to = second
				}
				if err := attach(t, w, me, to, upload.Prescription, mine, mine); err == nil {
					won.Add(1)
				} else if !errs.Is(err, errs.Invalid) {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if won.Load() != 1 {
			t.Errorf("%d orders got the image", won.Load())
		}
	})
}

func TestPrune_ITEM11_deletesOnASchedule(t *testing.T) {
	onEngines(t, func(t *testing.T, w *ordertest.Fixture) {
		const day = 24 * time.Hour
		w.SetSettings(t, func(s *setting.Settings) { s.Limits.PrescriptionDays = 14 })
		me := w.Guest(t)
		o := order(t, w, me)
		loose := w.Upload(t, me, upload.Prescription)
		prescription, refund, review := w.Upload(t, me, upload.Prescription), w.Upload(t, me, upload.Refund), w.Upload(t, me, upload.Review)
		for key, purpose := range map[string]upload.Purpose{prescription: upload.Prescription, refund: upload.Refund, review: upload.Review} {
			if err := attach(t, w, me, o, purpose, key); err != nil {
				t.Fatal(err)
			}
		}
		left := func(what string, want ...string) {
			t.Helper()
			prune(t, w)
			all := map[string]bool{loose: false, prescription: false, refund: false, review: false}
			for _, key := range want {
				all[key] = true
			}
			for key, want := range all {
				if exists(t, w, key) != want || sees(t, w, me, key) != want {
					t.Errorf("%s: an image is there: %t, want %t", what, !want, want)
				}
			}
		}
		left("at first", loose, prescription, refund, review)
		w.Clock.Advance(day)
		left("a day later", prescription, refund, review)
		w.Clock.Advance(300 * day) // the order takes long
		left("while the order is under way", prescription, refund, review)
		err := db.InTx(t.Context(), w.DB, func(tx *db.Tx) error { return upload.PurchaseEnded(t.Context(), tx, o, w.Clock.Now()) })
		if err != nil {
			t.Fatal(err)
		}
		w.Clock.Advance(13 * day)
		left("13 days after its end", prescription, refund, review)
		w.Clock.Advance(2 * day)
		left("15 days after its end", refund, review)
		w.Clock.Advance(180 * day)
		left("half a year after its end", review)
	})
}

// In the first week after a restore, files may belong to the rows of a newer database.
func TestPrune_waitsAfterARestore(t *testing.T) {
	onEngines(t, func(t *testing.T, w *ordertest.Fixture) {
		key := w.Upload(t, w.Guest(t), upload.Proof)
		w.Clock.Advance(25 * time.Hour)
		err := db.InTx(t.Context(), w.DB, func(tx *db.Tx) error { return setting.MarkRestored(t.Context(), tx, w.Clock.Now()) })
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []bool{true, false} {
			prune(t, w)
			if exists(t, w, key) != want {
				t.Errorf("at %v the image is there: %t, want %t", w.Clock.Now(), !want, want)
			}
			w.Clock.Advance(7 * 24 * time.Hour)
		}
	})
}

// A file that cannot be deleted keeps its row, so that the next run tries again.
func TestPrune_ITEM11_continuesAfterAFailure(t *testing.T) {
	onEngines(t, func(t *testing.T, w *ordertest.Fixture) {
		me := w.Guest(t)
		key := w.Upload(t, me, upload.Proof)
		w.Clock.Advance(25 * time.Hour)
		ended, end := context.WithCancel(t.Context())
		end()
		if err := w.Uploads.Prune(ended); err == nil {
			t.Error("a canceled run succeeded")
		}
		if n := w.Number(t, `SELECT COUNT(*) FROM uploads`); n != 1 {
			t.Errorf("%d rows are left", n)
		}
		prune(t, w)
		if n := w.Number(t, `SELECT COUNT(*) FROM uploads`); n != 0 || exists(t, w, key) {
			t.Error("the image is still there")
		}
	})
}

// What a run has deleted before the files fail, or before its time ends, stays deleted: the
// next one has less to do.
func TestPrune_ITEM11_goesOnWhereItStopped(t *testing.T) {
	onEngines(t, func(t *testing.T, w *ordertest.Fixture) {
		s3 := blobtest.Start(t)
		w.Uploads.Files = s3.Open(t, s3.Options())
		me := w.Guest(t)
		for range 3 {
			w.Upload(t, me, upload.Proof)
		}
		w.Clock.Advance(25 * time.Hour)
		for left := int64(2); left >= 0; left-- {
			s3.FailAfter(ofOneImage)
			if err := w.Uploads.Prune(t.Context()); (err == nil) != (left == 0) {
				t.Errorf("Prune = %v with %d left", err, left)
			}
			if n := w.Number(t, `SELECT COUNT(*) FROM uploads`); n != left {
				t.Errorf("%d rows are left, want %d", n, left)
			}
		}
	})
}

// ofOneImage is how many requests S3 gets while an image without a small form is deleted: its
// file is found and deleted, and the small form is not found.
const ofOneImage = 3

func TestErase_PROF05_deletesTheImagesOfACustomer(t *testing.T) {
	onEngines(t, func(t *testing.T, w *ordertest.Fixture) {
		id, shopper := w.Customer(t)
		other := w.Guest(t)
		review, theirs := w.Upload(t, shopper, upload.Review), w.Upload(t, other, upload.Prescription)
		if err := attach(t, w, shopper, order(t, w, shopper), upload.Review, review); err != nil {
			t.Fatal(err)
		}
		if err := db.InTx(t.Context(), w.DB, func(tx *db.Tx) error { return w.Uploads.Erase(t.Context(), tx, id) }); err != nil {
			t.Fatal(err)
		}
		if sees(t, w, shopper, review) {
			t.Error("it is seen before the next run")
		}
		prune(t, w)
		if exists(t, w, review) || !exists(t, w, theirs) {
			t.Error("not the customer's images were deleted")
		}
	})
}

// An image that cannot be stored leaves no row: a shopper who tries again and again has not
// used up what they may upload (ITEM-11).
func TestUpload_ITEM11_leavesNothingWhenFilesFail(t *testing.T) {
	onEngines(t, func(t *testing.T, w *ordertest.Fixture) {
		s3 := blobtest.Start(t)
		w.Uploads.Files = s3.Open(t, s3.Options())
		me, content := w.Guest(t), ordertest.Image()
		s3.Fail()
		for range 3 {
			if _, err := w.Uploads.Add(t.Context(), me, upload.Refund, content); !errs.Is(err, errs.Unavailable) {
				t.Fatalf("Add = %v", err)
			}
		}
		n, err := db.One[int](t.Context(), w.DB.R, `SELECT COUNT(*) FROM uploads`)
		if n != 0 || err != nil {
			t.Errorf("%d rows are left, %v", n, err)
		}
		s3.Heal()
		if _, err := w.Uploads.Add(t.Context(), me, upload.Refund, content); err != nil {
			t.Errorf("when the files are back: %v", err)
		}
	})
}

// Two instances with the same database and the same files in S3: a prescription that one has
// stored is seen through the other, and one that the other has erased is gone, with its file
// (ITEM-11, PROF-05).
func TestUpload_ITEM11_PROF05_isTheSameOnTwoInstances(t *testing.T) {
	onEngines(t, func(t *testing.T, w *ordertest.Fixture) {
		s3 := blobtest.Start(t)
		a, b := w.Uploads, &upload.Service{Deps: w.Uploads.Deps}
		a.Files, b.Files = s3.Open(t, s3.Options()), s3.Open(t, s3.Options())
		customer, shopperID := w.Customer(t)
		key, err := a.Add(t.Context(), shopperID, upload.Prescription, ordertest.Image())
		if err != nil {
			t.Fatal(err)
		}
		if content, err := b.Open(t.Context(), key, shopperID); len(content) == 0 || err != nil {
			t.Errorf("through the other: %d bytes, %v", len(content), err)
		}
		if err := db.InTx(t.Context(), w.DB, func(tx *db.Tx) error { return b.Erase(t.Context(), tx, customer) }); err != nil {
			t.Fatal(err)
		}
		if _, err := a.Open(t.Context(), key, shopperID); !errs.Is(err, errs.NotFound) {
			t.Errorf("after it was erased: %v", err)
		}
		if err := b.Prune(t.Context()); err != nil {
			t.Fatal(err)
		}
		if there, err := a.Files.Exists(t.Context(), "uploads/"+key+".jpg"); there || err != nil {
			t.Errorf("its file is there: %t, %v", there, err)
		}
	})
}
