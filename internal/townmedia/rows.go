package townmedia

import (
	"context"
	"fmt"

	"hawker/internal/db"
	"hawker/internal/picture"
)

// StoredIndex reads which pictures the town has.
func StoredIndex(ctx context.Context, q db.Q) (Index, error) {
	type row struct {
		Key, Hash string
		Zoom      bool
		Kind      picture.Kind
		Original  string
	}
	rows, err := db.Many[row](ctx, q, `SELECT key, hash, zoom, kind, original FROM media`)
	if err != nil {
		return nil, fmt.Errorf("read pictures: %w", err)
	}
	index := make(Index, len(rows))
	for _, r := range rows {
		index[r.Key] = Picture{Hash: r.Hash, Zoom: r.Zoom, Kind: r.Kind, Original: r.Original}
	}
	return index, nil
}

// SavePicture writes the row of a picture.
func SavePicture(ctx context.Context, tx *db.Tx, key string, p Picture) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO media (key, hash, zoom, kind, original) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (key) DO UPDATE SET hash = excluded.hash, zoom = excluded.zoom, kind = excluded.kind, original = excluded.original`,
		key, p.Hash, p.Zoom, p.Kind, p.Original)
	return err
}
