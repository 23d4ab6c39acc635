import { checkOptions, describeArgument, invalid } from "../arguments.js"
import type { FaultyWorld } from "../world/OpenWorld.js"
import { faults, type FaultSpec } from "./faults.js"
import { optionChecks, requireOneOf } from "./options.js"
import type { FaultData } from "./WorldFaults.js"
import { writeCall } from "#src/primitives/writeCall.js"

/** Checks a fault before it begins, for users without TypeScript and for faults that were read from somewhere. */
export function checkFault(data: FaultData, world: FaultyWorld): void {
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
  const { subject }: FaultSpec = faults[fault]
  return writeCall(`world.faults.${fault}`, values, subject)
}

function writeTimes(count: number): string {
  if (count === 0) return "not happened yet"
  return count === 1 ? "happened once" : `happened ${count} times`
}
