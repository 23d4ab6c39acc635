import type { Hex } from "viem"

import { PlugsError } from "#src/primitives/PlugsError.js"

const wayOut =
  "Set all chains back together: devnet.snapshot() and devnet.revert(id) in a script, devnet_snapshot and devnet_revert on any of the devnet's RPC URLs. Without such a snapshot, restart the devnet."

/**
 * Reported the first time that `evm_revert` sets one chain back and leaves the others as they are, because ids of messages, payloads
 * and triggers can come again from then on.
 */
export class ChainSetBackAloneError extends PlugsError {
  readonly code = "CHAIN_SET_BACK_ALONE"
  constructor({ chain, chains }: { chain: string; chains: readonly string[] }) {
    super(`Chain ${chain} was set back by evm_revert, and no other chain.`, {
      facts: {
        chain,
        "not set back": chains.filter((name) => name !== chain).join(", "),
        effect: `what crossed to or from ${chain} since its snapshot is known on one side only, and its ids can come again`,
      },
      next: wayOut,
    })
  }
}

/**
 * Reported when a message, payload or trigger can never be carried out, because another one had the same id before a chain was set
 * back, and that one was.
 */
export class IdUsedBeforeError extends PlugsError {
  readonly code = "ID_USED_BEFORE"
  constructor({ what, id, chain, txHash }: { what: string; id: Hex; chain: string; txHash?: Hex | undefined }) {
    super(`This ${what} cannot be carried out: ${chain} has already carried out another ${what} with its id.`, {
      facts: { [what]: id, chain, "carried out in": txHash, reason: "evm_revert set back one chain alone" },
      next: wayOut,
    })
  }
}
