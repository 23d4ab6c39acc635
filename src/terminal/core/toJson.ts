/**
 * Writes a value as JSON for machines: a `bigint` becomes a decimal string, because a JSON number would lose digits.
 *
 * @example
 * toJson({ fee: 10n ** 20n }) // '{"fee":"100000000000000000000"}'
 * toJson({ fee: 1n }, { indent: 2 }) // the same, indented, for a document that people read too
 */
export function toJson(value: unknown, { indent = 0 }: { indent?: number } = {}): string {
  return JSON.stringify(value, (_key, inner: unknown) => (typeof inner === "bigint" ? inner.toString() : inner), indent)
}
