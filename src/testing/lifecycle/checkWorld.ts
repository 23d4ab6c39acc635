import { InvalidInputError } from "../../primitives/InvalidInputError.js"
import { inQuotes } from "../../primitives/text.js"
import { checkList, checkOptions } from "../arguments/checkOptions.js"
import type { WorldOptions } from "../World.js"

const names: readonly string[] = Object.keys({
  chains: true,
  gateway: true,
  market: true,
  network: true,
  delivery: true,
  paths: true,
  optimisticTimeout: true,
  watchers: true,
  executionRetries: true,
} satisfies Record<keyof WorldOptions, true>)

/**
 * Checks what `createWorld` was called with, for users without TypeScript.
 *
 * @throws {InvalidInputError} it got no Hardhat runtime, an option that it does not have, or another delivery than it knows
 */
export function checkWorld(hre: unknown, options: WorldOptions): void {
  if (typeof hre !== "object" || hre === null || !("network" in hre && "artifacts" in hre && "config" in hre)) {
    throw new InvalidInputError({
      argument: "hre",
      problem: "it is no Hardhat runtime",
      fix: 'Import it, and give it first: import hre from "hardhat", then createWorld(hre).',
    })
  }
  checkOptions("createWorld", options, names)
  if (options.chains !== undefined) checkList("chains", options.chains, '{ chains: ["alpha", "beta"] }')
  const { delivery = "automatic" } = options
  if (!["automatic", "manual"].includes(delivery)) {
    const problem = `there is no ${inQuotes(delivery)}`
    throw new InvalidInputError({ argument: "delivery", problem, fix: "Give automatic or manual." })
  }
}
