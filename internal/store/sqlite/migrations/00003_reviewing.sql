-- +goose Up
-- reviewing is what the newest review of ours was about to publish, one row a pull request.
CREATE TABLE reviewing (
    ref       TEXT PRIMARY KEY,
    reviewing TEXT NOT NULL -- journal.Reviewing as JSON
) WITHOUT ROWID;
