import type { LocalChain } from "../../devnet/chain/chains.js"
import type { OpenWorld } from "../OpenWorld.js"

/** The chains of a world, with the gateway's. */
export function everyChain({ devnet, gateway }: Pick<OpenWorld, "devnet" | "gateway">): readonly LocalChain[] {
  return [...Object.values(devnet.chains), ...(gateway === undefined ? [] : [gateway.chain])]
}
