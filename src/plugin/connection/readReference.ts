import { findChain } from "../../primitives/chains.js"
import { chainsOf } from "../config/chainsOf.js"
import type { PlugsConfig } from "../config/PlugsConfig.js"
import type { ChainReference } from "./ConnectionPlugs.js"

/**
 * The slug that a chain's name, or the slug itself, stands for.
 *
 * @throws {InvalidInputError} no configured chain has the name
 */
export function readReference(reference: ChainReference, argument: string, config: PlugsConfig): number {
  return typeof reference === "number" ? reference : findChain(chainsOf(config), reference, argument).slug
}
