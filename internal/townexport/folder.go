package townexport

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"hawker/internal/db"
	"hawker/internal/towndb"
	"hawker/internal/townfile"
	"hawker/internal/townmedia"
)

// An export is written beside the files that it replaces, into a folder of its own. When it
// is complete, its manifest is written, and then its files are moved to their places. So a
// failure before leaves the former files, and the next export goes on with moves that were
// interrupted. Files of the owner that are not of an export stay where they are.

const (
	stagingFolder = ".export"
	manifestFile  = ".export.json"
)

// manifest says what an export has written.
type manifest struct {
	Files    map[string]string `json:"files"`              // hashes of the text files, and of originals of pictures that it has left
	Replaced map[string]string `json:"replaced,omitempty"` // hashes of the text files before it
	Removed  []string          `json:"removed,omitempty"`  // files of former pictures
}

// folder is a town folder that an export writes.
type folder struct {
	dir, staging   string
	last, next     manifest
	texts          []string // names of the text files
	editedPictures []string // their names in the folder
}

// openFolder completes an export that was interrupted, and reads what it has written.
func openFolder(dir string, overwrite bool) (*folder, error) {
	f := &folder{dir: dir, staging: filepath.Join(dir, stagingFolder)}
	if IsInterrupted(dir) && !overwrite {
		if err := f.checkEditsSince(); err != nil {
			return nil, err
		}
	}
	if err := f.move(); err != nil {
		return nil, err
	}
	return f, readManifest(dir, &f.last)
}

// checkEditsSince refuses to complete an export if it would replace what was edited after it
// was interrupted.
func (f *folder) checkEditsSince() error {
	var m manifest
	if err := readManifest(f.staging, &m); err != nil {
		return err
	}
	var edited []string
	for _, name := range slices.Sorted(maps.Keys(m.Replaced)) {
		now := hashOfFile(f.dir, name)
		if hashOfFile(f.staging, name) != "" && now != "" && now != m.Replaced[name] && now != m.Files[name] {
			edited = append(edited, name)
		}
	}
	if len(edited) > 0 {
		return fmt.Errorf("an export to %s was interrupted, and these files were edited since: %s. Keep a copy of them, and export again with --overwrite", f.dir, strings.Join(edited, ", "))
	}
	return nil
}

func readManifest(dir string, m *manifest) error {
	text, err := os.ReadFile(filepath.Join(dir, manifestFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = json.Unmarshal(text, m)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", manifestFile, err)
	}
	return nil
}

// stage writes the export beside the files of the folder.
func (f *folder) stage(ctx context.Context, town *townfile.Town, index townmedia.Index, pictures townmedia.Pictures) error {
	if err := townfile.Write(f.staging, town); err != nil {
		return err
	}
	entries, err := os.ReadDir(f.staging)
	if err != nil {
		return err
	}
	f.next.Files = map[string]string{}
	for _, entry := range entries {
		f.texts = append(f.texts, entry.Name())
		f.next.Files[entry.Name()] = hashOfFile(f.staging, entry.Name())
	}
	if pictures == nil {
		return nil
	}
	if err := f.stagePictures(ctx, index, pictures); err != nil {
		return fmt.Errorf("export pictures: %w", err)
	}
	return nil
}

func (f *folder) stagePictures(ctx context.Context, index townmedia.Index, pictures townmedia.Pictures) error {
	inFolder := func(name string) string { return path.Join(townmedia.Folder, name) }
	media := os.DirFS(filepath.Join(f.dir, townmedia.Folder))
	change, err := townmedia.CompareFolder(media, index, func(name string) bool {
		hash := f.last.Files[inFolder(name)]
		return hash != "" && hash == hashOfFile(f.dir, inFolder(name))
	})
	if err != nil {
		return err
	}
	if err := townmedia.WriteFolder(ctx, filepath.Join(f.staging, townmedia.Folder), index, change.Originals, pictures); err != nil {
		return err
	}
	for _, name := range change.Originals {
		f.next.Files[inFolder(name)] = hashOfFile(f.dir, inFolder(name))
	}
	for _, name := range change.Removed {
		f.next.Removed = append(f.next.Removed, inFolder(name))
	}
	for _, name := range change.Edited {
		if name = inFolder(name); hashOfFile(f.staging, name) != hashOfFile(f.dir, name) {
			f.editedPictures = append(f.editedPictures, name)
		}
	}
	return nil
}

// hashOfFile returns the hash of a file; "": it cannot be read.
func hashOfFile(dir, name string) string {
	content, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:16])
}

// maxNamed is how many files an error names.
const maxNamed = 5

// checkEdits refuses to replace files with edits that the town does not have.
func (f *folder) checkEdits(ctx context.Context, d *db.DB, now time.Time) error {
	edited := f.editedTexts()
	if len(edited) > 0 && f.isImported(ctx, d, now) {
		edited = nil
	}
	edited = append(edited, f.editedPictures...)
	if len(edited) == 0 {
		return nil
	}
	more := ""
	if n := len(edited) - maxNamed; n > 0 {
		edited, more = edited[:maxNamed], fmt.Sprintf(" and %d more", n)
	}
	return fmt.Errorf("%s has edits that are not in the town, and the export would replace them: %s%s. Import the folder first, export to another one, or replace them by --overwrite",
		f.dir, strings.Join(edited, ", "), more)
}

// editedTexts returns the text files that are neither as the last export has written them
// nor as this one does.
func (f *folder) editedTexts() []string {
	return slices.DeleteFunc(slices.Clone(f.texts), func(name string) bool {
		hash := hashOfFile(f.dir, name)
		return hash == "" || hash == f.last.Files[name] || hash == f.next.Files[name]
	})
}

// isImported reports whether an import of the text files would change nothing.
func (f *folder) isImported(ctx context.Context, d *db.DB, now time.Time) bool {
	town, err := townfile.Read(os.DirFS(f.dir))
	if err != nil {
		return false
	}
	changes, err := towndb.Import(ctx, d, town, towndb.Options{Now: now, Check: true, Prune: true})
	return err == nil && !changes.Any()
}

// commit marks the staged files as complete, by their manifest. They and it are on the disk
// before, so that no power failure leaves a complete export with an empty file.
func (f *folder) commit() error {
	if err := syncFiles(f.staging); err != nil {
		return err
	}
	f.next.Replaced = map[string]string{}
	for _, name := range f.texts {
		f.next.Replaced[name] = hashOfFile(f.dir, name)
	}
	text, err := json.MarshalIndent(f.next, "", " ")
	if err != nil {
		return err
	}
	whole := filepath.Join(f.staging, manifestFile)
	partial := whole + ".part"
	if err := errors.Join(os.WriteFile(partial, append(text, '\n'), 0o644), syncFile(partial)); err != nil {
		return err
	}
	return os.Rename(partial, whole)
}

// syncFiles waits until all files of a folder are on the disk.
func syncFiles(dir string) error {
	names, err := filesIn(dir)
	if err != nil {
		return err
	}
	for _, name := range names {
		if err := syncFile(filepath.Join(dir, name)); err != nil {
			return err
		}
	}
	return nil
}

func syncFile(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// move moves the files of a complete export to their places. It deletes an incomplete one.
func (f *folder) move() error {
	if !IsInterrupted(f.dir) {
		return os.RemoveAll(f.staging)
	}
	var m manifest
	if err := readManifest(f.staging, &m); err != nil {
		return err
	}
	for _, name := range m.Removed {
		if !filepath.IsLocal(filepath.FromSlash(name)) { // somebody else wrote the manifest
			return fmt.Errorf("%s: %s is not in the folder", manifestFile, name)
		}
		if err := os.Remove(filepath.Join(f.dir, filepath.FromSlash(name))); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	names, err := filesIn(f.staging)
	if err != nil {
		return err
	}
	for _, name := range append(names, manifestFile) { // the manifest last: without it the export is not complete
		to := filepath.Join(f.dir, name)
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		if err := moveFile(filepath.Join(f.staging, name), to); err != nil {
			return err
		}
	}
	return os.RemoveAll(f.staging)
}

// moveFile moves a file, also to another disk: the folder of the pictures may be on one.
func moveFile(from, to string) error {
	err := os.Rename(from, to)
	if !errors.Is(err, syscall.EXDEV) {
		return err
	}
	content, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if err := errors.Join(os.WriteFile(to, content, 0o644), syncFile(to)); err != nil {
		return err
	}
	return os.Remove(from)
}

// filesIn returns the names of all files in a folder except the manifest.
func filesIn(dir string) (names []string, err error) {
	err = fs.WalkDir(os.DirFS(dir), ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && name != manifestFile {
			names = append(names, name)
		}
		return err
	})
	return names, err
}

// IsInterrupted reports whether an export into a folder has moved some of its files and not
// the others. Another export completes it.
func IsInterrupted(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, stagingFolder, manifestFile))
	return err == nil
}
