package towndb

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path"

	"hawker/internal/blob"
	"hawker/internal/db"
	"hawker/internal/picture"
)

// formerFolder has copies of the files that imports have replaced, so that the last import
// can be undone. It is not served.
const formerFolder = "former"

// mediaFiles returns where the files of a picture are stored.
func (p Picture) mediaFiles(key string) []string { return inFolder(MediaFolder, p.Files(key)) }

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
		form, err := files.Get(ctx, name, picture.MostBytes)
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
		if stored, err := files.Get(ctx, name, picture.MostBytes); err == nil && bytes.Equal(stored, forms[i]) {
			continue
		}
		if err := files.Put(ctx, name, bytes.NewReader(forms[i]), picture.MostBytes); err != nil {
			return err
		}
	}
	return nil
}

// PruneFormerPictures deletes the copies of replaced files that an undo would not need. Call
// it after an import that changed something, and after an undo. If it fails, the next call
// deletes them.
func PruneFormerPictures(ctx context.Context, d *db.DB, files *blob.Store) error {
	ctx = db.Long(ctx)
	needed, err := neededCopies(ctx, d.R)
	if err != nil {
		return err
	}
	err = files.Each(ctx, formerFolder+"/", func(e blob.Entry) error {
		if needed[e.Key] {
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

// neededCopies returns the names of the copies that an undo would restore.
func neededCopies(ctx context.Context, q db.Q) (map[string]bool, error) {
	needed := map[string]bool{}
	err := eachUndoRow(ctx, q, mediaTable, func(rows []undoRow) error {
		for _, r := range rows {
			if p, replaced := r.picture(); replaced {
				for _, name := range p.formerFiles(r.slug) {
					needed[name] = true
				}
			}
		}
		return nil
	})
	return needed, err
}
