-- +goose Up
CREATE TABLE journal (
    ref   TEXT    NOT NULL,
    seq   INTEGER NOT NULL,
    entry TEXT    NOT NULL, -- journal.Entry as JSON
    told  INTEGER NOT NULL DEFAULT 0, -- 1: a person's line
    PRIMARY KEY (ref, seq)
) WITHOUT ROWID;

-- deed is an index over the journal: the state of each key's newest line. It
-- guards that no deed is begun twice, whatever the reader of the journal missed.
CREATE TABLE deed (
    ref   TEXT    NOT NULL,
    key   TEXT    NOT NULL,
    state TEXT    NOT NULL,
    try   INTEGER NOT NULL,
    PRIMARY KEY (ref, key)
) WITHOUT ROWID;

CREATE TABLE lease (
    name   TEXT    PRIMARY KEY,
    term   INTEGER NOT NULL,
    until  INTEGER NOT NULL, -- unix nanoseconds; 0: released
    holder TEXT    NOT NULL  -- journal.Holder as JSON
) WITHOUT ROWID;

CREATE TABLE verdict (
    id      INTEGER PRIMARY KEY,
    ref     TEXT    NOT NULL,
    seq     INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    verdict TEXT    NOT NULL
);
CREATE INDEX verdict_by_ref ON verdict (ref, id);

CREATE TABLE observation (
    ref      TEXT    NOT NULL,
    digest   TEXT    NOT NULL,
    snapshot BLOB    NOT NULL, -- pull.Snapshot as JSON, gzip
    PRIMARY KEY (ref, digest)
) WITHOUT ROWID;

CREATE TABLE blob (
    digest TEXT PRIMARY KEY,
    data   BLOB NOT NULL
) WITHOUT ROWID;

CREATE TABLE pull (
    ref   TEXT PRIMARY KEY,
    name  TEXT NOT NULL, -- pull.Ref as JSON
    ended INTEGER NOT NULL DEFAULT 0 -- when its phase became ended, unix nanoseconds
) WITHOUT ROWID;

CREATE TABLE secret (
    id   INTEGER PRIMARY KEY CHECK (id = 1),
    data BLOB NOT NULL
);

-- wake belongs to the queue: one row a pull request.
CREATE TABLE wake (
    ref     TEXT    PRIMARY KEY,
    name    TEXT    NOT NULL, -- pull.Ref as JSON
    at      INTEGER NOT NULL,
    seq     INTEGER NOT NULL DEFAULT 0, -- rises with each wake, so that one during a run is not lost
    running INTEGER NOT NULL DEFAULT 0, -- until when a run holds the row, unix nanoseconds
    errors  INTEGER NOT NULL DEFAULT 0  -- in a row, for the growing delay
) WITHOUT ROWID;
CREATE INDEX wake_due ON wake (at);

-- place is one request of a budget, kept for as long as its longest limit.
CREATE TABLE place (
    budget TEXT    NOT NULL,
    at     INTEGER NOT NULL -- unix nanoseconds
);
CREATE INDEX place_by_time ON place (budget, at);
