-- +goose Up
-- record is what each ready rested on; it stays when bodies and observations go.
CREATE TABLE record (
    ref    TEXT    NOT NULL,
    head   TEXT    NOT NULL,
    at     INTEGER NOT NULL, -- unix nanoseconds
    record TEXT    NOT NULL, -- verdict.Record as JSON, sealed
    PRIMARY KEY (ref, head)
) WITHOUT ROWID;
