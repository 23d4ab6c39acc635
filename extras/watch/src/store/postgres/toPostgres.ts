/**
 * SQL that SQLite takes as Postgres takes it: values are numbered, whole numbers have 64 bits, names keep their capitals, and a table has no
 * options. No text in it has a question mark or a capital within a word of small letters.
 */
export function toPostgres(sql: string): string {
  let count = 0
  return sql
    .replaceAll(" STRICT", "")
    .replaceAll(", WITHOUT ROWID", "")
    .replaceAll(/\bINTEGER\b/g, "BIGINT")
    .replaceAll(/\b[a-z]+[A-Z][A-Za-z]*\b/g, '"$&"')
    .replaceAll("?", () => `$${(count += 1)}`)
}
