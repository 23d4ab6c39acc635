import { escapeHidden } from "../../primitives/text.js"
import { checkOptions, describeArgument, invalid } from "../arguments.js"
import type { OpenWorld } from "../world/OpenWorld.js"
import { faults, type FaultSpec } from "./faults.js"
import { optionChecks, requireOneOf } from "./options.js"
import type { FaultData } from "./WorldFaults.js"

/** Checks a fault before it begins, for users without TypeScript and for faults that were read from somewhere. */
export function checkFault(data: FaultData, world: OpenWorld): void {
  if (typeof data !== "object" || (data as FaultData | null) === null) {
    const fix = 'Write world.faults.apply({ fault: "down", part: "watcher" }).'
    throw invalid("fault", `${describeArgument(data)} is no fault`, fix)
  }
  requireOneOf("fault", data.fault, Object.keys(faults))
  const { fault, ...values } = data
  const { required = {}, optional = {} }: FaultSpec = faults[fault]
  const options = { ...required, ...optional }
  checkOptions(`faults.${fault}`, values, Object.keys(options))
  for (const [name, type] of Object.entries(options)) {
    const value = (values as Readonly<Record<string, unknown>>)[name]
    if (value !== undefined || name in required) optionChecks[type](value, name, data, world)
  }
}

/** Writes a fault as the call that begins it, and how often it has shown: `world.faults.down("watcher") (happened once)`. */
export function describeFault(data: FaultData, happened: number): string {
  return `${writeFault(data)} (${writeTimes(happened)})`
}

export function writeFault({ fault, ...values }: FaultData): string {
  const { subject = "" }: FaultSpec = faults[fault]
  const { [subject]: first, ...options } = values as Readonly<Record<string, unknown>>
  const written = [first === undefined ? "" : literal(first), literal(options)].filter((text) => text !== "")
  return `world.faults.${fault}(${written.join(", ")})`
}

/**
 * Writes plain data as TypeScript. Fields that are undefined are left out, and an object without any is nothing. Text becomes a literal,
 * in which whatever hides itself is an escape.
 *
 * @param nameOf gives a name that the code has for a text
 */
export function literal(value: unknown, nameOf?: (text: string) => string | undefined): string {
  if (typeof value === "bigint") return `${value}n`
  if (typeof value === "string") return nameOf?.(value) ?? escapeHidden(JSON.stringify(value))
  if (Array.isArray(value)) return `[${value.map((item) => literal(item, nameOf)).join(", ")}]`
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  const written = fields.map(
    ([name, field]) => `${isName.test(name) ? name : `[${literal(name)}]`}: ${literal(field, nameOf)}`,
  )
  return written.length === 0 ? "" : `{ ${written.join(", ")} }`
}

/** Writes how a property is read. */
export function property(name: string): string {
  return isName.test(name) ? `.${name}` : `[${literal(name)}]`
}

const isName = /^(?!__proto__$)[A-Za-z_$][\w$]*$/

function writeTimes(count: number): string {
  if (count === 0) return "not happened yet"
  return count === 1 ? "happened once" : `happened ${count} times`
}
