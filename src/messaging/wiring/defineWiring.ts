import type { Wiring } from "./types.js"

/**
 * Types a wiring in a file of its own. It returns what it is given.
 *
 * @example
 * // wiring.ts, for `npx hardhat messaging wire --file wiring.ts`
 * import { defineWiring } from "hardhat-plugs/messaging"
 *
 * export default defineWiring({
 *   greeters: { contracts: { alpha: "0x…", beta: "0x…" }, talk: "all", switchboard: "FAST" },
 * })
 */
export function defineWiring<const Given extends Wiring>(wiring: Given): Given {
  return wiring
}
