package main

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"time"

	"hawker/internal/backup"
	"hawker/internal/db"
	"hawker/internal/fileowner"
)

// backupCmd writes a backup. The shop can stay open meanwhile.
type backupCmd struct {
	dataFlags
	Key  recipient   `name:"backup-key" placeholder:"age1…" help:"Encrypt for this public key of age."`
	Keep backup.Keep `name:"backup-keep" placeholder:"24 7d 4w 12m" help:"Then delete older backups of the folder: keep the newest 24, and the newest of 7 days, 4 weeks and 12 months."`
	File string      `arg:"" type:"path" help:"The zip to write, or an existing folder, in which the time names it. An existing file is never overwritten."`
}

// recipient is a public key of age.
type recipient struct{ backup.Recipient }

// UnmarshalText reads the key.
func (r *recipient) UnmarshalText(text []byte) (err error) {
	r.Recipient, err = backup.ParseRecipient(string(text))
	return err
}

func (c *backupCmd) Run(e *env) error {
	d, err := c.openExisting(e.ctx)
	if err != nil {
		return err
	}
	defer d.Close()
	if dir := c.filesDir(); dir != "" && c.DatabaseURL != "" {
		if _, err := os.Stat(dir); err != nil {
			return fmt.Errorf("name the folder with the files of the town by --data or --blob-url: %w", err)
		}
	}
	files, err := c.openFiles(e.ctx)
	if err != nil {
		return err
	}
	defer files.Close()
	b := backupWriter{db: d, files: files, key: c.Key.Recipient, keep: c.Keep, log: slog.Default()}
	file, counts := c.File, fileowner.Counts{}
	if info, found := os.Stat(file); found == nil && info.IsDir() {
		file, counts, err = b.writeInto(e.ctx, file, time.Now())
	} else {
		counts, err = b.write(e.ctx, file, file, time.Now())
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(e.stdout, "backed up to %s, with %d of the %d files that the town names\n", file, counts.There, counts.Needed)
	return err
}

// restoreCmd fills an empty data folder, or an empty PostgreSQL database.
type restoreCmd struct {
	dataFlags
	KeyFile     string `type:"existingfile" help:"File with the secret key of an encrypted backup (AGE-SECRET-KEY-…)."`
	SkipDamaged bool   `help:"Leave damaged pictures and other files out. Damaged tables cannot be left out."`
	File        string `arg:"" type:"existingfile" help:"The zip that backup wrote."`
}

func (c *restoreCmd) Run(e *env) error {
	file, err := os.Open(c.File)
	if err != nil {
		return err
	}
	defer file.Close()
	// Before the database, so that a wrong file creates none.
	archive, err := c.open(e, file)
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	d, err := db.Open(e.ctx, c.options())
	if err != nil {
		return err
	}
	defer d.Close()
	// Before the migration: another instance may be open on it with an older version.
	if err := backup.CheckEmpty(db.Long(e.ctx), d); err != nil {
		return err
	}
	if err := db.Migrate(e.ctx, d); err != nil {
		return err
	}
	files, err := c.openCheckedFiles(e.ctx)
	if err != nil {
		return err
	}
	defer files.Close()
	now := time.Now()
	if err := backup.Restore(e.ctx, d, files, archive, now); err != nil {
		return err
	}
	made := archive.MadeAt()
	fmt.Fprintf(e.stdout, "restored from %s, a backup of %s (%v ago)\n", c.File, made.Format("2006-01-02 15:04 UTC"), max(0, now.Sub(made)).Round(time.Minute))
	return printWaiting(e, d)
}

// printWaiting prints what the restored town will act on when it starts, although it may have
// ended since the backup.
func printWaiting(e *env, d *db.DB) error {
	w, err := db.One[struct{ Orders, Trips, Payments int64 }](e.ctx, d.R, `
		SELECT (SELECT COUNT(*) FROM orders WHERE status = 'pending') AS orders, (SELECT COUNT(*) FROM trips WHERE status = 'pending') AS trips,
			(SELECT COUNT(*) FROM payments WHERE state IN ('open', 'pending')) AS payments`)
	if err != nil || w.Orders+w.Trips+w.Payments == 0 {
		return err
	}
	_, err = fmt.Fprintf(e.stdout, `at the time of the backup were waiting:
  orders to be confirmed  %d
  trips to be confirmed   %d
  open payments           %d
The town knows nothing of what happened to them since, and may cancel and refund them soon
after its start. Read "Restoring" in docs/operate.md before you start it.
`, w.Orders, w.Trips, w.Payments)
	return err
}

// open decrypts the backup and checks it. Damaged files are left out if that is asked for.
func (c *restoreCmd) open(e *env, file *os.File) (*backup.Backup, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	keys, err := c.keys()
	if err != nil {
		return nil, err
	}
	plain, size, err := backup.Decrypt(file, info.Size(), keys)
	if errors.Is(err, backup.ErrEncrypted) {
		return nil, fmt.Errorf("%w with --key-file", err)
	}
	if err != nil {
		return nil, err
	}
	archive, err := backup.Open(plain, size)
	damage, damaged := errors.AsType[*backup.Damage](err)
	if !damaged || !c.SkipDamaged {
		return archive, err
	}
	if err := archive.WithoutFiles(damage); err != nil {
		return nil, err
	}
	for _, name := range damage.Names {
		fmt.Fprintln(e.stdout, "left out, because it is damaged:", name)
	}
	return archive, nil
}

func (c *restoreCmd) keys() (io.Reader, error) {
	if c.KeyFile == "" {
		return nil, nil
	}
	return os.Open(c.KeyFile)
}
