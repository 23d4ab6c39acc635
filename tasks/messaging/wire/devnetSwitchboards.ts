import { devnetSocket, devnetSwitchboards as addresses } from "../../../src/devnet/addresses.js"
import { isDevnetKind } from "../../../src/messaging/switchboardKinds.js"
import type { SwitchboardOf } from "../../../src/messaging/wiring/plan/planWiring.js"
import type { ChainEntry } from "../../../src/primitives/chains.js"

/** Knows the switchboards of a devnet's chains, which are the same for every sibling. Others are in the public deployments. */
export function devnetSwitchboards(chains: readonly ChainEntry[]): SwitchboardOf {
  return (kind, chainName) => {
    const chain = chains.find(({ name }) => name === chainName)
    if (chain?.socket?.toLowerCase() !== devnetSocket.toLowerCase()) return undefined
    return isDevnetKind(kind) ? addresses[kind] : undefined
  }
}
