package backup_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"filippo.io/age"

	"hawker/internal/backup"
	"hawker/internal/blob"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// packed is a small backup with two pictures.
func packed(t *testing.T, d *db.DB) []byte {
	t.Helper()
	fill(t, d)
	files := fstest.MapFS{"media/a.webp": {Data: []byte("picture of apples")}, "media/b.webp": {Data: []byte("picture of bread")}}
	var out bytes.Buffer
	if err := backup.Write(t.Context(), d, storeOf(t, files), &out, "test", time.Unix(0, 0)); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// damage changes one byte of a file in the archive.
func damage(t *testing.T, whole []byte, name string) []byte {
	t.Helper()
	archive, out := reader(t, whole), bytes.Clone(whole)
	i := slices.IndexFunc(archive.File, func(f *zip.File) bool { return f.Name == name })
	if i < 0 {
		t.Fatalf("%s is not in the backup", name)
	}
	at, err := archive.File[i].DataOffset()
	if err != nil {
		t.Fatal(err)
	}
	out[at] ^= 0xff
	return out
}

func TestADamagedFileIsNamedAndCanBeLeftOut(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		bad := damage(t, packed(t, open(t)), "files/media/a.webp")
		b, err := backup.Open(bytes.NewReader(bad), int64(len(bad)))
		found, ok := errors.AsType[*backup.Damage](err)
		if !ok || !slices.Equal(found.Names, []string{"files/media/a.webp"}) {
			t.Fatalf("Open = %v, want the damaged picture", err)
		}
		if err := b.WithoutFiles(found); err != nil {
			t.Fatal(err)
		}
		folder := filepath.Join(t.TempDir(), "files")
		if err := backup.Restore(t.Context(), open(t), filesIn(t, folder), b, restoredAt); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(filepath.Join(folder, "media/a.webp")); err == nil {
			t.Error("the damaged picture was written")
		}
		if text, err := os.ReadFile(filepath.Join(folder, "media/b.webp")); string(text) != "picture of bread" {
			t.Errorf("the other picture is %q, %v", text, err)
		}
	})
}

func TestADamagedTableCannotBeLeftOut(t *testing.T) {
	t.Parallel()
	bad := damage(t, packed(t, dbtest.Open(t, db.SQLite)), "tables/zones.jsonl")
	b, err := backup.Open(bytes.NewReader(bad), int64(len(bad)))
	found, ok := errors.AsType[*backup.Damage](err)
	if !ok {
		t.Fatalf("Open = %v", err)
	}
	if err := b.WithoutFiles(found); err == nil || !strings.Contains(err.Error(), "tables/zones.jsonl") {
		t.Errorf("left out: %v", err)
	}
}

func TestATruncatedBackupIsRefused(t *testing.T) {
	t.Parallel()
	whole := packed(t, dbtest.Open(t, db.SQLite))
	if _, err := backup.Open(bytes.NewReader(whole[:len(whole)/2]), int64(len(whole)/2)); err == nil || !strings.Contains(err.Error(), "end is missing") {
		t.Errorf("Open = %v", err)
	}
}

// A restore that was killed leaves files and an empty database. The next one succeeds.
func TestRestoreGoesOnAfterAnInterruptedOne(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		whole := packed(t, open(t))
		files := storeOf(t, fstest.MapFS{"media/a.webp": {Data: []byte("picture of apples")}})
		if err := backup.Restore(t.Context(), open(t), files, opened(t, reader(t, whole)), restoredAt); err != nil {
			t.Fatal(err)
		}
		checkContent(t, files, "media/a.webp", "picture of apples")
		checkContent(t, files, "media/b.webp", "picture of bread")
	})
}

// A file that is there already may belong to a town that is open. A restore neither replaces
// it, nor deletes it when it fails.
func TestRestoreLeavesFilesThatAreThereAlready(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		whole := reader(t, packed(t, open(t)))
		for _, apples := range []string{"other", "picture of pears!"} { // another length, and the same
			files := storeOf(t, fstest.MapFS{"media/a.webp": {Data: []byte(apples)}, "uploads/y.jpg": {Data: []byte("photo")}})
			err := backup.Restore(t.Context(), open(t), files, opened(t, whole), restoredAt)
			if !errors.Is(err, backup.ErrOtherFiles) || !strings.Contains(err.Error(), "media/a.webp") {
				t.Errorf("Restore = %v, want ErrOtherFiles with the file's name", err)
			}
			checkContent(t, files, "media/a.webp", apples)
			checkContent(t, files, "uploads/y.jpg", "photo")
			if n := len(filesOf(t, files)); n != 2 {
				t.Errorf("%d files, want the 2 that were there", n)
			}
		}

		files := storeOf(t, fstest.MapFS{"media/a.webp": {Data: []byte("picture of apples")}, "uploads/y.jpg": {Data: []byte("photo")}})
		if err := backup.Restore(t.Context(), open(t), files, opened(t, cutShort(t, whole, "tables/shoppers.jsonl")), restoredAt); err == nil {
			t.Fatal("Restore accepted half a table")
		}
		if left := filesOf(t, files); !slices.Equal(left, []string{"media/a.webp", "uploads/y.jpg"}) {
			t.Errorf("after a restore that failed: %q, want the files that were there", left)
		}
	})
}

func checkContent(t *testing.T, files *blob.Store, key, want string) {
	t.Helper()
	if text, err := files.Get(t.Context(), key, 100); string(text) != want {
		t.Errorf("%s is %q, %v; want %q", key, text, err, want)
	}
}

func TestAnEncryptedBackupNeedsItsKey(t *testing.T) {
	t.Parallel()
	whole := packed(t, dbtest.Open(t, db.SQLite))
	identity, other := newIdentity(t), newIdentity(t)
	recipient, err := backup.ParseRecipient(identity.Recipient().String())
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	to, err := backup.Encrypt(&out, recipient)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := to.Write(whole); err != nil {
		t.Fatal(err)
	}
	if err := to.Close(); err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(out.Bytes(), []byte("picture of bread")) {
		t.Error("the backup can be read without the key")
	}
	decrypt := func(keys io.Reader) error {
		plain, size, err := backup.Decrypt(bytes.NewReader(out.Bytes()), int64(out.Len()), keys)
		if err != nil {
			return err
		}
		_, err = backup.Open(plain, size)
		return err
	}
	if err := decrypt(nil); !errors.Is(err, backup.ErrEncrypted) {
		t.Errorf("without a key: %v", err)
	}
	if err := decrypt(strings.NewReader(other.String())); err == nil {
		t.Error("another key opened it")
	}
	if err := decrypt(strings.NewReader("# my key\n" + identity.String() + "\n")); err != nil {
		t.Errorf("with the key: %v", err)
	}
}

func newIdentity(t *testing.T) *age.X25519Identity {
	t.Helper()
	identity, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	return identity
}
