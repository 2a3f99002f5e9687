package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"hawker/internal/blob"
)

// filesCmd has the commands about pictures, photos and uploads.
type filesCmd struct {
	Move filesMoveCmd `cmd:"" help:"Copy all files from a folder to S3, or back. It can be stopped and run again."`
}

// filesMoveCmd copies the files of a town to another place.
type filesMoveCmd struct {
	filesFlags
	From         string `required:"" placeholder:"URL" help:"Where the files are: a folder, or s3://bucket/prefix?region=…"`
	To           string `required:"" placeholder:"URL" help:"Where they shall be."`
	DeleteSource bool   `name:"delete-source" help:"Delete the files at --from after all of them were copied and compared."`
}

func (c *filesMoveCmd) Run(e *env) error {
	if err := c.checkPlaces(); err != nil {
		return err
	}
	from, err := c.openFilesAt(e.ctx, c.From)
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := c.openFilesAt(e.ctx, c.To)
	if err != nil {
		return err
	}
	defer to.Close()
	if err := to.Check(e.ctx); err != nil {
		return err
	}
	began := time.Now()
	m := blob.Move{From: from, To: to, Progress: sometimes(e.stdout, began)}
	moved, err := m.Copy(e.ctx)
	printMoved(e.stdout, moved)
	if err != nil {
		return fmt.Errorf("%w\nNothing was deleted. Run the command again: it goes on where it stopped", err)
	}
	fmt.Fprintf(e.stdout, "all files of %s are in %s, and were compared\n", from, to)
	if moved.Newer > 0 {
		fmt.Fprintf(e.stdout, "%d files at --to are newer and stay\n", moved.Newer)
	}
	if !c.DeleteSource {
		return nil
	}
	return deleteSource(e.ctx, e.stdout, m, began)
}

// checkPlaces refuses a source that does not exist and a target that overlaps it.
func (c *filesMoveCmd) checkPlaces() error {
	from, fromFolder := blob.IsFolder(c.From)
	if fromFolder {
		if info, err := os.Stat(from); err != nil || !info.IsDir() {
			return fmt.Errorf("--from: there is no folder %s", from)
		}
	}
	to, toFolder := blob.IsFolder(c.To)
	if fromFolder && toFolder && (within(from, to) || within(to, from)) || c.From == c.To {
		return errors.New("--from and --to are the same, or one is inside the other")
	}
	return nil
}

// within reports whether a folder is another one or inside of it.
func within(inner, outer string) bool {
	inner, errInner := filepath.Abs(inner)
	outer, errOuter := filepath.Abs(outer)
	return errInner == nil && errOuter == nil && strings.HasPrefix(inner+"/", outer+"/")
}

// sometimes prints how far a move is, every two seconds.
func sometimes(out io.Writer, last time.Time) func(blob.Moved) {
	return func(m blob.Moved) {
		if time.Since(last) >= 2*time.Second {
			last = time.Now()
			printMoved(out, m)
		}
	}
}

func printMoved(out io.Writer, m blob.Moved) {
	fmt.Fprintf(out, "%d of %d files (%d of %d MB), %d of them were there already\n", m.Files, m.AllFiles, m.Bytes>>20, m.AllBytes>>20, m.Same)
}

func deleteSource(ctx context.Context, out io.Writer, m blob.Move, began time.Time) error {
	deleted, left, err := m.DeleteSource(ctx, began)
	fmt.Fprintf(out, "deleted %d files of %s\n", deleted, m.From)
	if err == nil && left > 0 {
		fmt.Fprintf(out, "%d files are newer than the copy, and were left: run the command again\n", left)
	}
	return err
}
