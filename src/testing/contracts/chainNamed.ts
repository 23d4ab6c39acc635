import type { DevnetChain } from "../../devnet/Devnet.js"
import { InvalidInputError } from "../../primitives/InvalidInputError.js"
import { didYouMean } from "../../primitives/nearest.js"
import { describeArgument } from "../arguments/describeArgument.js"
import type { OpenWorld } from "../OpenWorld.js"

/**
 * Finds a chain of the world by its name.
 *
 * @throws {InvalidInputError} there is none
 */
export function chainNamed({ devnet }: OpenWorld, name: string): DevnetChain<boolean> {
  const chain = Object.hasOwn(devnet.chains, name) ? devnet.chains[name] : undefined
  if (chain !== undefined) return chain
  const names = Object.keys(devnet.chains)
  throw new InvalidInputError({
    argument: "chain",
    problem: `the world has no chain ${describeArgument(name)}`,
    fix: `Name one of ${names.join(", ")}, or add it: createWorld(hre, { chains: […] }).${didYouMean(name, names)}`,
  })
}
