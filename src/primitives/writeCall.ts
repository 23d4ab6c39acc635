/** Writes plain data as TypeScript. Fields that are undefined are left out, and an object without any is nothing. */
export function literal(value: unknown): string {
  if (typeof value === "bigint") return `${value}n`
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  return fields.length === 0 ? "" : `{ ${fields.map(([name, field]) => `${name}: ${literal(field)}`).join(", ")} }`
}

/**
 * Writes a call with an object of options, of which one can be the first argument.
 *
 * @param subject the option that is the first argument
 * @example
 * writeCall("world.faults.down", { part: "watcher", chain: "alpha" }, "part") // 'world.faults.down("watcher", { chain: "alpha" })'
 */
export function writeCall(name: string, options: Readonly<Record<string, unknown>>, subject = ""): string {
  const { [subject]: first, ...others } = options
  const written = [first === undefined ? "" : literal(first), literal(others)].filter((text) => text !== "")
  return `${name}(${written.join(", ")})`
}
