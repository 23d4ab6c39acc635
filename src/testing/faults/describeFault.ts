import { type FaultData, faultsOfOneChain } from "./FaultData.js"

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
  const { fault, ...given } = data
  const rest: Readonly<Record<string, unknown>> = given
  const first = ["part", "api", "chain"].find((key) => key in rest && (key !== "chain" || faultsOfOneChain.has(fault)))
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
