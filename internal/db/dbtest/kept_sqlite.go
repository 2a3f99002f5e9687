package dbtest

import (
	"bytes"
	"context"
	"database/sql/driver"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"hawker/internal/db"
)

// keptSQLite is a database in a folder of its own. What a test writes is in the write-ahead log, so that the database is
// as before when the log is empty. Then SQLite reads the log again, as after a crash, because its index is invalid.
type keptSQLite struct {
	dir      string
	template []byte

	// The files stay open: closing one would release the locks of the process on it.
	file, log, index *os.File
}

const keptDir = "hawker-kept-" // the id of the process follows

func newKeptSQLite() (*keptDB, error) {
	if err := removeLeftBehindOnce(); err != nil {
		return nil, err
	}
	template, err := sqliteTemplate()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", fmt.Sprintf("%s%d_", keptDir, os.Getpid()))
	if err != nil {
		return nil, err
	}
	k := &keptSQLite{dir: dir, template: template}
	return &keptDB{engine: k, options: db.Options{Dir: dir}}, os.WriteFile(filepath.Join(dir, db.File), template, 0o600)
}

// removeLeftBehindOnce removes the folders that processes had kept until they ended.
var removeLeftBehindOnce = sync.OnceValue(func() error {
	dirs, err := filepath.Glob(filepath.Join(os.TempDir(), keptDir+"*"))
	if err != nil {
		return err
	}
	for _, dir := range dirs {
		if hasEnded(strings.TrimPrefix(filepath.Base(dir), keptDir)) {
			err = errors.Join(err, os.RemoveAll(dir))
		}
	}
	return err
})

func (k *keptSQLite) restore(ctx context.Context, c driver.Conn) (bool, error) {
	isChanged, err := k.hasOtherSchema(ctx, c)
	if isChanged || err != nil {
		return false, err
	}
	if err := k.openFiles(); err != nil {
		return false, err
	}
	if err := k.log.Truncate(0); err != nil {
		return false, err
	}
	if err := k.restoreFile(); err != nil {
		return false, err
	}
	_, err = k.index.WriteAt(make([]byte, indexHeader), 0)
	return err == nil, err
}

// indexHeader is the size of what makes the index of the write-ahead log valid.
const indexHeader = 136

// hasOtherSchema reports whether a test has changed the schema: other connections might take the schema of the next
// test, which has the same version, for the one that they know.
func (k *keptSQLite) hasOtherSchema(ctx context.Context, c driver.Conn) (bool, error) {
	rows, err := c.(db.SQLiteConn).QueryContext(ctx, `PRAGMA schema_version`, nil)
	if err != nil {
		return false, err
	}
	defer rows.Close()
	version := make([]driver.Value, 1)
	if err := rows.Next(version); err != nil {
		return false, err
	}
	const position = 40 // in the file: https://www.sqlite.org/fileformat.html
	want := int64(binary.BigEndian.Uint32(k.template[position:]))
	return version[0] != want, nil
}

func (k *keptSQLite) openFiles() (err error) {
	if k.file != nil {
		return nil
	}
	path := filepath.Join(k.dir, db.File)
	for suffix, file := range map[string]**os.File{"": &k.file, "-wal": &k.log, "-shm": &k.index} {
		if *file, err = os.OpenFile(path+suffix, os.O_RDWR, 0); err != nil {
			return err
		}
	}
	return nil
}

// restoreFile writes the template into the file if a long log was copied into it.
func (k *keptSQLite) restoreFile() error {
	now, err := io.ReadAll(io.NewSectionReader(k.file, 0, int64(len(k.template))+1))
	if err != nil || bytes.Equal(now, k.template) {
		return err
	}
	if _, err := k.file.WriteAt(k.template, 0); err != nil {
		return err
	}
	return k.file.Truncate(int64(len(k.template)))
}

func (k *keptSQLite) drop() error {
	for _, file := range []*os.File{k.file, k.log, k.index} {
		if file != nil {
			file.Close()
		}
	}
	return os.RemoveAll(k.dir)
}

func (k *keptSQLite) isUsable(c driver.Conn) bool { return c.(db.SQLiteConn).IsValid() }

func (k *keptSQLite) withClose(c driver.Conn, end func() error) driver.Conn {
	return sqliteConn{c.(db.SQLiteConn), end}
}

type sqliteConn struct {
	db.SQLiteConn
	end func() error
}

func (c sqliteConn) Close() error { return c.end() }
