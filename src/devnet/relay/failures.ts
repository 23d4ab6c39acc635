import type { Worker } from "./Worker.js"
import { getOrAdd } from "#src/primitives/lifetime/lazily.js"
import { PlugsError } from "#src/primitives/PlugsError.js"
import { nodeReason } from "#src/primitives/reverts/nodeReason.js"
import { clauseOf } from "#src/primitives/text.js"

type Place = Pick<Worker<string>, "stage" | "chainSlug">

/** Reports why workers fail: each cause once, however often it comes back before the worker has moved something. */
export type FailureLog = {
  failed(error: ActorFailedError, place: Place): void
  /** The worker has moved something, so what comes next is reported again. */
  worked(place: Place): void
  current(): readonly ActorFailure[]
}

export type ActorFailure = Place & { readonly reason: string }

export function createFailureLog(report: (error: unknown) => void): FailureLog {
  const reported = new Map<string, Set<string>>()
  const last = new Map<string, ActorFailure>()
  const keyOf = ({ stage, chainSlug }: Place) => `${stage} ${chainSlug}`

  return {
    current: () => [...last.values()],
    failed(error, place) {
      const { stage, chainSlug } = place
      last.set(keyOf(place), { stage, chainSlug, reason: error.reason })
      const causes = getOrAdd(reported, keyOf(place), () => new Set<string>())
      // The same cause comes with other balances, fees and hashes of transactions each time. Addresses tell causes apart.
      const cause = error.reason.replace(/\b(?:0x[0-9a-f]{64}|\d+)\b/gi, "…")
      if (causes.has(cause)) return
      causes.add(cause)
      report(error)
    },
    worked(place) {
      reported.delete(keyOf(place))
      last.delete(keyOf(place))
    },
  }
}

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
    super(`The devnet's actor for "${stage}" on ${chainSlug} failed: ${clauseOf(reason)}.`, {
      facts: { stage, chain: String(chainSlug), reason },
      next: "Remove the cause on that chain: give the account native currency with hardhat_setBalance, or lower the base fee with hardhat_setNextBlockBaseFeePerGas. The actor tries again by itself.",
      cause,
    })
    this.reason = reason
  }
}

/** The actors were waited for until nothing is left to do, but each thing that they did gave them another one. */
export class EndlessWorkError extends PlugsError {
  readonly code = "ENDLESS_WORK"
  /** @param begun how often an actor has begun something meanwhile */
  constructor({ begun }: { begun: number }) {
    super(`The actors find no end: they have begun work ${begun} times, and still have something to do.`, {
      facts: { begun: String(begun) },
      next: "Look for contracts that answer every message with another one, and let them stop. To look at the first few, deliver by hand: world.manual(), then world.deliverNext().",
    })
  }
}
