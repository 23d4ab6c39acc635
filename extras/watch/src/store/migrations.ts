/**
 * How a database of a watch comes about, a version a step. A released step is never changed: what a later version needs is a step of its own.
 *
 * `messages` is what source chains have logged, `marks` is what all chains have logged of them since. A message that a reorg has taken back
 * is not there. `shown` is what the state of the destination said of one that was proposed, and `shownAt` when. `verdict` is what came of holding an execution against what was sent, `seen` is when it was first read, and `again` is when to
 * judge it next; nothing once that is final. Both are milliseconds. `look` is when to read next what the contracts did in an
 * execution, `unknown` why that was not read, and `held` has the alerts of what they kept back. The table `unread` is what cannot be read, since when. `events` is what is told, in
 * order, `at` in milliseconds, and `readers` is who was told how much of it. `seal` has the code of all rows. `lookedAt` is when a chain
 * was last read up to its newest block, in milliseconds.
 */
export const migrations: readonly string[] = [
  `
CREATE TABLE chains (slug INTEGER PRIMARY KEY, identity TEXT NOT NULL, block INTEGER, hash TEXT) STRICT;
CREATE TABLE messages (
  id TEXT PRIMARY KEY, packed TEXT NOT NULL, src INTEGER NOT NULL, srcPlug TEXT NOT NULL, dst INTEGER NOT NULL,
  dstPlug TEXT NOT NULL, details TEXT NOT NULL, fee TEXT NOT NULL, block INTEGER NOT NULL, log INTEGER NOT NULL,
  tx TEXT NOT NULL, at INTEGER NOT NULL, isThere INTEGER NOT NULL, status TEXT, since INTEGER
) STRICT;
CREATE INDEX messagesByPacked ON messages (packed);
CREATE INDEX messagesByStatus ON messages (status);
CREATE INDEX messagesByBlock ON messages (src, block);
CREATE TABLE marks (
  chain INTEGER NOT NULL, block INTEGER NOT NULL, log INTEGER NOT NULL, tx TEXT NOT NULL, at INTEGER NOT NULL,
  kind TEXT NOT NULL, key TEXT NOT NULL, verdict TEXT, seen INTEGER NOT NULL, again INTEGER,
  PRIMARY KEY (chain, block, log)
) STRICT, WITHOUT ROWID;
CREATE INDEX marksByKey ON marks (key);
CREATE INDEX marksByKind ON marks (kind, verdict);
CREATE INDEX marksToJudge ON marks (chain, substr(key, 1, 10), again, block, log) WHERE again IS NOT NULL;
CREATE TABLE unread (id TEXT PRIMARY KEY, since INTEGER NOT NULL) STRICT;
CREATE TABLE alerts (id TEXT PRIMARY KEY, fields TEXT NOT NULL) STRICT;
CREATE TABLE events (sequence INTEGER PRIMARY KEY, fields TEXT NOT NULL) STRICT;
CREATE TABLE readers (name TEXT PRIMARY KEY, sequence INTEGER NOT NULL) STRICT;
CREATE TABLE seal (code TEXT NOT NULL) STRICT;
`,
  `
ALTER TABLE messages ADD COLUMN shown TEXT;
ALTER TABLE messages ADD COLUMN shownAt INTEGER;
`,
  `
ALTER TABLE marks ADD COLUMN look INTEGER;
ALTER TABLE marks ADD COLUMN unknown TEXT;
ALTER TABLE marks ADD COLUMN held TEXT;
CREATE INDEX marksToLookAt ON marks (chain, look, block, log) WHERE look IS NOT NULL;
CREATE INDEX marksHeld ON marks (held) WHERE held IS NOT NULL;
`,
  `
DROP INDEX messagesByStatus;
CREATE INDEX messagesByStatus ON messages (status, src, dst, since, at);
CREATE INDEX messagesInFlight ON messages (at, id) WHERE status NOT IN ('EXECUTION_SUCCESS', 'VANISHED');
DROP INDEX marksByKind;
CREATE INDEX marksWrong ON marks (seen) WHERE verdict NOT IN ('fine', 'unwatched');
DROP INDEX marksHeld;
CREATE INDEX marksHeld ON marks (seen) WHERE held IS NOT NULL;
ALTER TABLE events ADD COLUMN at INTEGER;
ALTER TABLE chains ADD COLUMN name TEXT;
ALTER TABLE chains ADD COLUMN lookedAt INTEGER;
`,
]

/** How many of these steps a version has to know to use a database that has all of them. Postgres alone is shared between versions. */
export const oldest = 4
