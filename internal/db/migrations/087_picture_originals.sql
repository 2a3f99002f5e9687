-- A picture is made again only if its original has changed.

-- +goose Up
ALTER TABLE media ADD COLUMN original TEXT NOT NULL DEFAULT ''; -- hash of the file that its forms were made of; '': they came finished

-- +goose Down
ALTER TABLE media DROP COLUMN original;
