import { nodeReason } from "../../../primitives/reverts/nodeReason.js"
import { PlugsError } from "../../../primitives/PlugsError.js"

/**
 * Reported when an actor of the devnet could not do its work on a chain, because it could not send a transaction or read the chain. It
 * tries again by itself, at longer and longer intervals of up to four seconds. Each cause is reported once, and again only after the
 * actor has succeeded meanwhile.
 */
export class ActorFailedError extends PlugsError {
  readonly code = "ACTOR_FAILED"
  /** Why it failed, in the node's own words where the node refused something. */
  readonly reason: string
  constructor({ stage, chainSlug, cause }: { stage: string; chainSlug: number; cause: unknown }) {
    const reason = nodeReason(cause)
    super(`The devnet's actor for "${stage}" on ${chainSlug} failed: ${reason.replace(/\.$/, "")}.`, {
      facts: { stage, chain: String(chainSlug), reason },
      next: "Remove the cause on that chain: give the account native currency with hardhat_setBalance, or lower the base fee with hardhat_setNextBlockBaseFeePerGas. The actor tries again by itself.",
      cause,
    })
    this.name = "ActorFailedError"
    this.reason = reason
  }
}
