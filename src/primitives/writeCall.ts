import { escapeHidden } from "./text.js"

/**
 * Writes plain data as TypeScript. Fields that are undefined are left out. Text becomes a literal, in which whatever hides itself is an
 * escape.
 *
 * @param nameOf gives a name that the code has for a text
 */
export function literal(value: unknown, nameOf?: (text: string) => string | undefined): string {
  if (typeof value === "bigint") return `${value}n`
  if (typeof value === "string") return nameOf?.(value) ?? escapeHidden(JSON.stringify(value))
  if (Array.isArray(value)) return `[${value.map((item) => literal(item, nameOf)).join(", ")}]`
  if (value === undefined) return "undefined"
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  const written = fields.map(
    ([name, field]) => `${isName.test(name) ? name : `[${literal(name)}]`}: ${literal(field, nameOf)}`,
  )
  return written.length === 0 ? "{}" : `{ ${written.join(", ")} }`
}

/** Writes the options of a call: without any, nothing. */
export function writeOptions(options: object): string {
  const written = literal(options)
  return written === "{}" ? "" : written
}

export function property(name: string): string {
  return isName.test(name) ? `.${name}` : `[${literal(name)}]`
}

const isName = /^(?!__proto__$)[A-Za-z_$][\w$]*$/

/**
 * Writes a call with an object of options, of which one can be the first argument.
 *
 * @param subject the option that is the first argument
 * @example
 * writeCall("world.faults.down", { part: "watcher", chain: "alpha" }, "part") // 'world.faults.down("watcher", { chain: "alpha" })'
 */
export function writeCall(name: string, options: Readonly<Record<string, unknown>>, subject = ""): string {
  const { [subject]: first, ...others } = options
  const written = [first === undefined ? "" : literal(first), writeOptions(others)].filter((text) => text !== "")
  return `${name}(${written.join(", ")})`
}
