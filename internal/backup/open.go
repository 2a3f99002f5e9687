package backup

import (
	"archive/zip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"filippo.io/age"

	"hawker/internal/db"
)

// Backup is an open backup that has been read once to its end.
type Backup struct {
	zip   *zip.Reader
	about manifest
	skip  map[string]bool // damaged files that are left out
}

// MadeAt returns when the backup was made.
func (b *Backup) MadeAt() time.Time { return b.about.MadeAt }

// Damage is the error of a backup with damaged files.
type Damage struct{ Names []string }

func (d *Damage) Error() string {
	return "the backup is damaged: " + strings.Join(d.Names, ", ")
}

// Open opens a backup of this version, and reads all of it. The error is a Damage if
// the checksums of files in it are wrong.
func Open(from io.ReaderAt, size int64) (*Backup, error) {
	archive, err := zip.NewReader(from, size)
	if err != nil {
		return nil, fmt.Errorf("this is not a backup, or its end is missing: %w", err)
	}
	if damaged := damagedFiles(archive); len(damaged) > 0 {
		return &Backup{zip: archive}, &Damage{Names: damaged}
	}
	b := &Backup{zip: archive}
	return b, b.readManifest()
}

// WithoutFiles leaves damaged files out, such as pictures. A damaged table cannot be left
// out, because other tables refer to its rows.
func (b *Backup) WithoutFiles(d *Damage) error {
	var tables []string
	b.skip = map[string]bool{}
	for _, name := range d.Names {
		b.skip[name] = true
		if !strings.HasPrefix(name, filesPrefix) {
			tables = append(tables, name)
		}
	}
	if len(tables) > 0 {
		return fmt.Errorf("these cannot be left out: %w", &Damage{Names: tables})
	}
	return b.readManifest()
}

func damagedFiles(archive *zip.Reader) []string {
	var damaged []string
	for _, file := range archive.File {
		if err := readAll(file); err != nil {
			damaged = append(damaged, file.Name)
		}
	}
	return damaged
}

// readAll reads a file to its end, where its checksum is compared.
func readAll(file *zip.File) error {
	in, err := file.Open()
	if err != nil {
		return err
	}
	defer in.Close()
	_, err = io.Copy(io.Discard, in)
	return err
}

// readManifest returns an error if the backup is not of this version.
func (b *Backup) readManifest() error {
	file, err := b.zip.Open(manifestName)
	if err != nil {
		return fmt.Errorf("this is not a backup: %w", err)
	}
	defer file.Close()
	about := &b.about
	if err := json.NewDecoder(file).Decode(about); err != nil {
		return fmt.Errorf("read %s: %w", manifestName, err)
	}
	if about.Format != format {
		return fmt.Errorf("the backup has format %d, this version reads %d", about.Format, format)
	}
	// Both engines have the same migrations.
	if known := db.LastMigration(db.SQLite); about.Schema != known {
		return fmt.Errorf("the backup's schema is %d and this version's %d: restore with version %s, then migrate", about.Schema, known, about.Version)
	}
	return nil
}

// ErrEncrypted is returned for an encrypted backup without its key.
var ErrEncrypted = errors.New("the backup is encrypted: give the file with its secret key")

// encryptedStart is how every age file begins.
const encryptedStart = "age-encryption.org/"

// Decrypt returns the content of an encrypted backup, and any other as it is. keys has
// lines of AGE-SECRET-KEY-…; nil: none.
func Decrypt(from io.ReaderAt, size int64, keys io.Reader) (io.ReaderAt, int64, error) {
	start := make([]byte, len(encryptedStart))
	if _, err := from.ReadAt(start, 0); err != nil || string(start) != encryptedStart {
		return from, size, nil
	}
	if keys == nil {
		return nil, 0, ErrEncrypted
	}
	identities, err := age.ParseIdentities(keys)
	if err != nil {
		return nil, 0, fmt.Errorf("read the secret key: %w", err)
	}
	plain, n, err := age.DecryptReaderAt(from, size, identities...)
	if err != nil {
		return nil, 0, fmt.Errorf("decrypt the backup: %w", err)
	}
	return plain, n, nil
}

// Recipient is the public key of age (age1…) for which a backup is encrypted.
type Recipient = age.Recipient

// ParseRecipient reads a public key of age.
func ParseRecipient(key string) (Recipient, error) { return age.ParseX25519Recipient(key) }

// Encrypt returns a writer that encrypts for a public key; nil: it only passes on. Close
// writes the end.
func Encrypt(to io.Writer, key Recipient) (io.WriteCloser, error) {
	if key == nil {
		return plainWriter{to}, nil
	}
	return age.Encrypt(to, key)
}

type plainWriter struct{ io.Writer }

func (plainWriter) Close() error { return nil }
