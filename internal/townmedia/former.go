package townmedia

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path"

	"hawker/internal/blob"
	"hawker/internal/picture"
)

// formerFolder has copies of the files that imports have replaced, so that the last import
// can be undone. It is not served.
const formerFolder = "former"

// mediaFiles returns where the files of a picture are stored.
func (p Picture) mediaFiles(key string) []string { return inFolder(Folder, p.Files(key)) }

// formerFiles returns where their copies are stored. The hash tells the copies of two
// imports apart: one of them may have failed after it had stored its pictures.
func (p Picture) formerFiles(key string) []string {
	return inFolder(formerFolder, p.Files(key+"-"+p.Hash))
}

func inFolder(folder string, names []string) []string {
	for i, name := range names {
		names[i] = path.Join(folder, name)
	}
	return names
}

// keep copies the files of a picture before other ones replace them. It keeps nothing if
// the stored files are not those of the index: a failed import has left them, or the
// picture is one of the program.
func (p Picture) keep(ctx context.Context, files *blob.Store, key string) error {
	forms, err := p.readForms(ctx, files, p.mediaFiles(key))
	if err != nil || forms == nil {
		return err
	}
	err = writeForms(ctx, files, p.formerFiles(key), forms)
	if errors.Is(err, blob.ErrKey) {
		return nil // the hash makes the key too long
	}
	return err
}

// readForms reads the forms of a picture. It returns nil if one is missing, or if they have
// another hash.
func (p Picture) readForms(ctx context.Context, files *blob.Store, names []string) ([][]byte, error) {
	forms := make([][]byte, len(names))
	for i, name := range names {
		form, err := files.Get(ctx, name, picture.MaxBytes)
		switch {
		case errors.Is(err, blob.ErrNotFound) || errors.Is(err, blob.ErrKey) || errors.Is(err, blob.ErrTooLarge):
			return nil, nil
		case err != nil:
			return nil, err
		}
		forms[i] = form
	}
	if hashOfForms(forms) != p.Hash {
		return nil, nil
	}
	return forms, nil
}

// hashOfForms returns the hash of a picture from all of its forms, in their order.
func hashOfForms(forms [][]byte) string {
	sum := sha256.New()
	for _, form := range forms {
		sum.Write(form)
	}
	return hex.EncodeToString(sum.Sum(nil)[:4])
}

// writeForms stores forms, except those that are stored already.
func writeForms(ctx context.Context, files *blob.Store, names []string, forms [][]byte) error {
	for i, name := range names {
		if stored, err := files.Get(ctx, name, picture.MaxBytes); err == nil && bytes.Equal(stored, forms[i]) {
			continue
		}
		if err := files.Put(ctx, name, bytes.NewReader(forms[i]), picture.MaxBytes); err != nil {
			return err
		}
	}
	return nil
}

// Restore copies the former files of a picture back, and reports whether they are there. A
// check only looks for them. The files are on the disk before the copies may go.
func (p Picture) Restore(ctx context.Context, files *blob.Store, key string, check bool) (bool, error) {
	names := p.mediaFiles(key)
	forms, err := p.readForms(ctx, files, p.formerFiles(key))
	if err != nil {
		return false, err
	}
	if forms == nil { // nothing is kept if only the original is another one
		forms, err = p.readForms(ctx, files, names)
		return forms != nil, err
	}
	if check {
		return true, nil
	}
	if err := writeForms(ctx, files, names, forms); err != nil {
		return false, err
	}
	for _, name := range names {
		if err := files.Sync(name); err != nil {
			return false, err
		}
	}
	return true, nil
}

// PruneFormer deletes the copies of replaced files, except those of the needed pictures.
func PruneFormer(ctx context.Context, files *blob.Store, needed Index) error {
	keep := map[string]bool{}
	for key, p := range needed {
		for _, name := range p.formerFiles(key) {
			keep[name] = true
		}
	}
	err := files.Each(ctx, formerFolder+"/", func(e blob.Entry) error {
		if keep[e.Key] {
			return nil
		}
		if err := files.Delete(ctx, e.Key); !errors.Is(err, blob.ErrNotFound) {
			return err
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("delete the copies of replaced pictures: %w", err)
	}
	return nil
}
