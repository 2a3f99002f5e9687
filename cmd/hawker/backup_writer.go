package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"hawker/internal/backup"
	"hawker/internal/blob"
	"hawker/internal/db"
	"hawker/internal/demo"
	"hawker/internal/fileowner"
)

// backupFlags are the flags of backups that serve writes. The folder may be missing at the
// start: a town without its backups is better than none.
type backupFlags struct {
	BackupTo    string        `type:"path" help:"Write backups into this folder; with several instances, set it for one of them."`
	BackupEvery time.Duration `default:"24h" help:"Time between two of these backups."`
	BackupKeep  backup.Keep   `default:"24 7d 4w 12m" help:"Which of them are kept: the newest 24, and the newest of 7 days, 4 weeks and 12 months."`
	BackupKey   recipient     `placeholder:"age1…" help:"Encrypt them for this public key of age."`
}

// Validate refuses backups without a pause.
func (f backupFlags) Validate() error {
	if f.BackupEvery < time.Second {
		return errors.New("--backup-every must be at least 1s")
	}
	return nil
}

// backupWriter writes backups of one town.
type backupWriter struct {
	db    *db.DB
	files *blob.Store
	key   backup.Recipient
	keep  backup.Keep
	log   *slog.Logger

	failed atomic.Int64 // backups of follow
}

// partialBackup names backups that are not complete.
const partialBackup = ".hawker-backup-*"

// write writes one backup, and returns how many of the town's files it has. The file gets its
// name when it is complete, so that half a backup is not taken for a whole one. If most files
// are missing, it gets the other name, and write returns an error.
func (b *backupWriter) write(ctx context.Context, file, withoutFiles string, now time.Time) (fileowner.Counts, error) {
	var counts fileowner.Counts
	if _, err := os.Stat(file); err == nil {
		return counts, fmt.Errorf("%s exists already", file)
	}
	partial, err := os.CreateTemp(filepath.Dir(file), partialBackup)
	if err != nil {
		return counts, err
	}
	defer os.Remove(partial.Name())
	if err := errors.Join(b.fill(ctx, partial, now), partial.Sync(), partial.Close()); err != nil {
		return counts, err
	}
	if counts, err = fileowner.Count(ctx, b.db, b.files, demo.Media(), now); err != nil {
		return counts, fmt.Errorf("count the files of the town: %w", err)
	}
	if !counts.MostMissing() {
		return counts, os.Rename(partial.Name(), file)
	}
	return counts, errors.Join(os.Rename(partial.Name(), withoutFiles), fmt.Errorf(
		"the backup %s has the tables, but only %d of the %d files that they name: the others are not in %s. Do --data and --blob-url name the files of this town?",
		withoutFiles, counts.There, counts.Needed, b.files))
}

func (b *backupWriter) fill(ctx context.Context, file *os.File, now time.Time) error {
	out, err := backup.Encrypt(file, b.key)
	if err != nil {
		return err
	}
	if err := backup.Write(ctx, b.db, b.files, out, buildVersion(), now); err != nil {
		return err
	}
	return out.Close()
}

// The names of backups in a folder: the time in UTC between these.
const (
	backupPrefix = "hawker-"
	backupTime   = "20060102T150405Z"
	backupEnd    = ".zip"
	encryptedEnd = ".zip.age"
)

// withoutFiles names a backup of which most files are missing. It has no time: it is not one
// of the backups of which the newest are kept, and the next one replaces it.
const withoutFiles = backupPrefix + "without-files"

// writeInto writes a backup that is named by its time, and then deletes those that the
// rule does not keep. It returns the name, and how many of the town's files are in it.
func (b *backupWriter) writeInto(ctx context.Context, folder string, now time.Time) (string, fileowner.Counts, error) {
	end := backupEnd
	if b.key != nil {
		end = encryptedEnd
	}
	file := filepath.Join(folder, backupPrefix+now.UTC().Format(backupTime)+end)
	counts, err := b.write(ctx, file, filepath.Join(folder, withoutFiles+end), now)
	if err != nil {
		return "", counts, err
	}
	return file, counts, errors.Join(b.prune(folder, time.Now()), removeAbandoned(folder, now))
}

// removeAbandoned deletes what killed backups have left: partial files to which nothing
// was written for a day.
func removeAbandoned(folder string, now time.Time) error {
	partials, err := filepath.Glob(filepath.Join(folder, partialBackup))
	for _, name := range partials {
		if info, statErr := os.Stat(name); statErr == nil && now.Sub(info.ModTime()) > 24*time.Hour {
			err = errors.Join(err, os.Remove(name))
		}
	}
	return err
}

func (b *backupWriter) prune(folder string, now time.Time) error {
	names, err := backupsIn(folder)
	if err != nil {
		return err
	}
	if future := removeFuture(names, now); len(future) > 0 {
		b.log.Warn("backups whose names are of the future are neither counted nor deleted: was the clock wrong?", "files", future)
	}
	for _, at := range b.keep.Expired(slices.Collect(maps.Keys(names))) {
		for _, name := range names[at] {
			err = errors.Join(err, os.Remove(filepath.Join(folder, name)))
		}
	}
	if err != nil {
		return fmt.Errorf("delete old backups: %w", err)
	}
	return nil
}

// backupsIn returns the names of the backups in a folder by their time. A plain and an
// encrypted one may be of the same second. Other files, and folders, are ignored.
func backupsIn(folder string) (map[time.Time][]string, error) {
	files, err := os.ReadDir(folder)
	names := map[time.Time][]string{}
	for _, file := range files {
		at, ok := backupAt(file.Name())
		if ok && file.Type().IsRegular() {
			names[at] = append(names[at], file.Name())
		}
	}
	return names, err
}

// backupAt returns the time in the name of a backup. ok is false for other names.
func backupAt(name string) (at time.Time, ok bool) {
	stamp, named := strings.CutPrefix(name, backupPrefix)
	stamp, isZip := strings.CutSuffix(strings.TrimSuffix(stamp, ".age"), backupEnd)
	at, err := time.Parse(backupTime, stamp)
	return at, named && isZip && err == nil
}

// maxClockError is how far the clocks of machines that write into one folder may differ.
const maxClockError = 5 * time.Minute

// removeFuture removes the backups whose time has not come yet, and returns their names. A
// clock that was wrong has named them: counted as the newest, they would expire all others.
func removeFuture(names map[time.Time][]string, now time.Time) (future []string) {
	for at := range names {
		if at.Sub(now) > maxClockError {
			future = append(future, names[at]...)
			delete(names, at)
		}
	}
	slices.Sort(future)
	return future
}

// backupRetry is the longest pause after a backup that failed.
const backupRetry = 10 * time.Minute

// follow writes backups into a folder until ctx ends, every one so long after the last.
func (b *backupWriter) follow(ctx context.Context, folder string, every time.Duration) {
	if err := tryWriting(folder); err != nil {
		b.log.Warn("backups cannot be written: the folder must exist, and the server's user must be able to write into it", "folder", folder, "error", err)
	}
	pause := b.untilNext(folder, every)
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
		file, counts, err := b.writeInto(ctx, folder, time.Now())
		if err != nil && ctx.Err() != nil {
			return
		}
		if pause = b.untilNext(folder, every); err != nil {
			b.failed.Add(1)
			b.log.Error("the backup failed and will be tried again", "folder", folder, "error", err)
			pause = max(pause, min(every, backupRetry))
			continue
		}
		b.log.Info("backed up", "file", file, "files", counts.There, "files_named", counts.Needed)
	}
}

// tryWriting creates a file in a folder and deletes it, because the first backup may be due
// only after a day. It does not create the folder: a share that is not mounted would be
// replaced by a folder of this disk.
func tryWriting(folder string) error {
	file, err := os.CreateTemp(folder, partialBackup)
	if err != nil {
		return err
	}
	return errors.Join(file.Close(), os.Remove(file.Name()))
}

// untilNext returns how long the newest backup of the folder is still new enough.
func (b *backupWriter) untilNext(folder string, every time.Duration) time.Duration {
	names, err := backupsIn(folder)
	if err != nil {
		return 0 // writing will say what is wrong
	}
	removeFuture(names, time.Now())
	var newest time.Time
	for at := range names {
		if at.After(newest) {
			newest = at
		}
	}
	return min(every, max(0, time.Until(newest.Add(every))))
}
