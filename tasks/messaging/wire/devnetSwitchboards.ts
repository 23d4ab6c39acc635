import { devnetOptimisticSwitchboard, devnetSocket, devnetSwitchboard } from "../../../src/devnet/addresses.js"
import type { SwitchboardOf } from "../../../src/messaging/wiring/plan/planWiring.js"
import type { ChainEntry } from "../../../src/primitives/chains.js"

/** Knows the switchboards of a devnet's chains, which are the same for every sibling. Others are in the public deployments. */
export function devnetSwitchboards(chains: readonly ChainEntry[]): SwitchboardOf {
  return (kind, chainName) => {
    const chain = chains.find(({ name }) => name === chainName)
    if (chain?.socket?.toLowerCase() !== devnetSocket.toLowerCase()) return undefined
    return { FAST: devnetSwitchboard, OPTIMISTIC: devnetOptimisticSwitchboard, NATIVE_BRIDGE: undefined }[kind] as
      `0x${string}` | undefined
  }
}
