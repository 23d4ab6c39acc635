/**
 * Returns a value with the parts of an earlier one wherever both are equal, so that keeping both takes the memory of one. Neither is
 * changed.
 *
 * @example
 * const earlier = { state: "OPEN", from: { chain: 1 } }
 * reuseEqual(earlier, { state: "DONE", from: { chain: 1 } }).from === earlier.from // true
 */
export function reuseEqual<Value>(earlier: unknown, value: Value): Value {
  if (Object.is(earlier, value)) return earlier as Value
  if (!isPlainObject(earlier) || !isPlainObject(value)) return value
  const keys = Object.keys(value)
  const parts = keys.map((key) => reuseEqual(earlier[key], value[key]))
  const isEqual =
    keys.length === Object.keys(earlier).length &&
    keys.every((key, index) => Object.hasOwn(earlier, key) && Object.is(earlier[key], parts[index]))
  return (isEqual ? earlier : Object.fromEntries(keys.map((key, index) => [key, parts[index]]))) as Value
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
