package towndb

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"hawker/internal/townmedia"
)

// Changes is what an import changes, by file.
type Changes struct {
	Pruned   bool // what is gone is archived
	Undoable bool // Undo can take them back
	Files    []FileChanges
	Replaced []string // keys of pictures that Undo cannot restore, because their former files are not there

	WithoutFile []string // keys of pictures that records name and the town does not have
}

// FileChanges are the slugs of the records that an import changes in one file.
type FileChanges struct {
	File    string
	New     []string
	Changed []string
	Gone    []string // in the town, but no longer in the file
}

// mediaKind stands for the pictures among the files.
const mediaKind = townmedia.Folder + "/"

// of returns the changes of a file.
func (c *Changes) of(file string) *FileChanges {
	at := slices.IndexFunc(c.Files, func(f FileChanges) bool { return f.File == file })
	if at < 0 {
		c.Files = append(c.Files, FileChanges{File: file})
		at = len(c.Files) - 1
	}
	return &c.Files[at]
}

// Any reports whether the import writes something.
func (c *Changes) Any() bool {
	return slices.ContainsFunc(c.Files, func(f FileChanges) bool {
		return len(f.New) > 0 || len(f.Changed) > 0 || c.Pruned && len(f.Gone) > 0
	})
}

// gone returns how many records are no longer in the files.
func (c *Changes) gone() (n int) {
	for _, f := range c.Files {
		n += len(f.Gone)
	}
	return n
}

// Print writes a table of the changes.
func (c *Changes) Print(to io.Writer) error {
	table := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "file\tnew\tchanged\tgone\t")
	for _, f := range c.Files {
		if len(f.New)+len(f.Changed)+len(f.Gone) > 0 {
			fmt.Fprintf(table, "%s\t%d\t%d\t%d\t%s\n", f.File, len(f.New), len(f.Changed), len(f.Gone), f.examples())
		}
	}
	if err := table.Flush(); err != nil {
		return err
	}
	if len(c.WithoutFile) > 0 {
		if _, err := fmt.Fprintf(to, "no file for the pictures %s: put them into media/\n", firstOf(c.WithoutFile)); err != nil {
			return err
		}
	}
	if n := len(c.Replaced); n > 0 {
		_, err := fmt.Fprintf(to, "%d pictures keep their new files, because the old ones were not kept; import the folder before to restore them.\n", n)
		return err
	}
	if n := c.gone(); n > 0 && !c.Pruned {
		_, err := fmt.Fprintf(to, "%d records are no longer in the files and stay as they are; --prune archives them.\n", n)
		return err
	}
	return nil
}

// maxKeys is how many keys of pictures are printed.
const maxKeys = 10

// firstOf names some keys, and says how many others there are.
func firstOf(keys []string) string {
	if more := len(keys) - maxKeys; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(keys[:maxKeys], ", "), more)
	}
	return strings.Join(keys, ", ")
}

// maxExamples is how many slugs of each list the table names.
const maxExamples = 3

// examples names some of the records: "+" is new, "~" changed and "-" gone.
func (f FileChanges) examples() string {
	var names []string
	for _, list := range []struct {
		sign  string
		slugs []string
	}{{"+", f.New}, {"~", f.Changed}, {"-", f.Gone}} {
		for _, slug := range list.slugs[:min(len(list.slugs), maxExamples)] {
			names = append(names, list.sign+slug)
		}
		if len(list.slugs) > maxExamples {
			names = append(names, list.sign+"…")
		}
	}
	return strings.Join(names, " ")
}

// report adds what was written of a table to the changes.
func (k recordType[T]) report(im *importer, stored map[string]storedRow, written map[string]int64) {
	changes := im.changes.of(k.file)
	for slug := range written {
		if _, known := stored[slug]; known {
			changes.Changed = append(changes.Changed, slug)
		} else {
			changes.New = append(changes.New, slug)
		}
	}
	slices.Sort(changes.Changed)
	slices.Sort(changes.New)
}
