/** Gives what a map has of a key, which is made when it is first asked for. */
export function getOrAdd<Key, Value>(
  map: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  create: () => Value,
): Value {
  let value = map.get(key)
  if (value === undefined) map.set(key, (value = create()))
  return value
}
