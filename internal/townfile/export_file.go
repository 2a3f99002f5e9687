package townfile

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
)

// ExportFile is written by an export, and read by the next import of the folder. A folder
// that people write needs none.
const ExportFile = "export.json"

// Export says what trading had changed since the last import when the folder was exported.
type Export struct {
	Changed map[string]map[string]json.RawMessage `json:"changed,omitempty"` // figures, by file and slug
}

// Add adds what has changed in a file, by slug.
func (e *Export) Add(file string, changed map[string]json.RawMessage) {
	if e.Changed == nil {
		e.Changed = map[string]map[string]json.RawMessage{}
	}
	e.Changed[file] = changed
}

// ID distinguishes exports of different figures; "": nothing had changed.
func (e Export) ID() string {
	if len(e.Changed) == 0 {
		return ""
	}
	text, _ := json.Marshal(e) // maps are sorted, and their values are JSON
	sum := sha256.Sum256(text)
	return base64.RawURLEncoding.EncodeToString(sum[:12])
}

// Record is a record of any file.
type Record interface{ record }

// SlugOf returns the slug of a record.
func SlugOf[T Record](r T) string { return r.key() }

func readExport(fsys fs.FS, e *Export) error {
	text, err := fs.ReadFile(fsys, ExportFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = strict(bytes.TrimPrefix(text, byteOrderMark), e)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", ExportFile, err)
	}
	return nil
}
