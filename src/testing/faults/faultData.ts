import { InvalidInputError } from "../../primitives/InvalidInputError.js"
import { checkOptions, describeArgument } from "../arguments.js"
import type { OpenWorld } from "../world/OpenWorld.js"
import { faults, type FaultSpec } from "./faults.js"
import { optionChecks, requireOneOf } from "./options.js"
import type { FaultData } from "./WorldFaults.js"

/**
 * Checks a fault before it begins, for users without TypeScript and for faults that were read from somewhere.
 *
 * @throws {InvalidInputError} there is no such fault or option, or the check of an option refuses its value
 */
export function checkFault(data: FaultData, world: OpenWorld): void {
  if (typeof data !== "object" || (data as FaultData | null) === null) {
    const fix = 'Write world.faults.apply({ fault: "down", part: "watcher" }).'
    throw new InvalidInputError({ argument: "fault", problem: `${describeArgument(data)} is no fault`, fix })
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

/**
 * Writes a fault as the call that begins it, and how often it has shown.
 *
 * @example
 * describeFault({ fault: "reorg", chain: "alpha", blocks: 2, at: "SEALED" }, 1)
 * // world.faults.reorg("alpha", { blocks: 2, at: "SEALED" }) (happened once)
 */
export function describeFault(data: FaultData, happened: number): string {
  return `${writeFault(data)} (${writeTimes(happened)})`
}

/** Writes a fault as the call that begins it. */
export function writeFault(data: FaultData): string {
  const { fault, ...values } = data
  const rest: Readonly<Record<string, unknown>> = values
  const { subject: first }: FaultSpec = faults[fault]
  const options = Object.entries(rest).filter(([key, value]) => key !== first && value !== undefined)
  const written = [
    ...(first === undefined ? [] : [JSON.stringify(rest[first])]),
    ...(options.length === 0 ? [] : [`{ ${options.map(([key, value]) => `${key}: ${write(value)}`).join(", ")} }`]),
  ]
  return `world.faults.${fault}(${written.join(", ")})`
}

function write(value: unknown): string {
  return typeof value === "bigint" ? `${value}n` : JSON.stringify(value)
}

function writeTimes(count: number): string {
  if (count === 0) return "not happened yet"
  return count === 1 ? "happened once" : `happened ${count} times`
}
