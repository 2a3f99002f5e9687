package townmedia

import (
	"io/fs"
	"maps"
	"slices"
)

// FolderChange is what an export does with the files that a media folder has already. Files
// of pictures that are neither the town's nor those of an earlier export stay.
type FolderChange struct {
	Originals map[string]string // by key: the town's pictures were made of them, so they stay and have no forms beside them
	Removed   []string          // files that are not those of the town's pictures
	Edited    []string          // files that would be lost: no export has written them, and the town has other ones
}

// CompareFolder compares a media folder with the pictures of the town. exported reports
// whether a file is as the last export has left it.
func CompareFolder(media fs.FS, index Index, exported func(name string) bool) (FolderChange, error) {
	c := FolderChange{Originals: map[string]string{}}
	earlier, err := ReadIndex(media)
	if err != nil {
		return c, err
	}
	sources, err := sourcesOf(media)
	if sources == nil {
		return c, err
	}
	// Files with other names are errors of an import, and an export does not touch them.
	for _, key := range slices.Sorted(maps.Keys(sources)) {
		if err := c.compare(media, key, sources[key], index, earlier, exported); err != nil {
			return c, err
		}
	}
	return c, nil
}

func (c *FolderChange) compare(media fs.FS, key string, s source, index, earlier Index, exported func(string) bool) error {
	now, known := index[key]
	last, written := earlier[key]
	if !known && !written {
		return nil
	}
	if known && s.original != "" {
		content, err := fs.ReadFile(media, s.original)
		if err != nil {
			return err
		}
		if hashOfOriginal(content) == now.Original {
			c.Originals[key] = s.original
		} else {
			c.remove(s.original, !exported(s.original))
		}
	}
	hash, err := s.hash(media)
	if err != nil {
		return err
	}
	edited := hash != last.Hash && hash != now.Hash
	for _, name := range s.forms {
		if c.Originals[key] == "" && slices.Contains(now.Files(key), name) {
			if edited {
				c.Edited = append(c.Edited, name)
			}
		} else {
			c.remove(name, edited)
		}
	}
	return nil
}

func (c *FolderChange) remove(name string, edited bool) {
	c.Removed = append(c.Removed, name)
	if edited {
		c.Edited = append(c.Edited, name)
	}
}

// hash returns the hash of the finished forms, as an index has it.
func (s source) hash(media fs.FS) (string, error) {
	forms := make([][]byte, 0, len(s.forms))
	for _, name := range s.inOrder() {
		form, err := fs.ReadFile(media, name)
		if err != nil {
			return "", err
		}
		forms = append(forms, form)
	}
	return hashOfForms(forms), nil
}
