import { BaseError, type Client, type Hex } from "viem"

import { requestNode } from "../readNode.js"
import { argument, text } from "#src/primitives/errorText.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { PlugsError } from "#src/primitives/PlugsError.js"
import { nodeReason } from "#src/primitives/reverts/nodeReason.js"
import { type RetryOutcome, retryOutcomes, unknownRetryId } from "#src/primitives/reverts/RetryOutcome.js"
import { inQuotes } from "#src/primitives/text.js"

/** The node is not a devnet's. Elsewhere only the system's own actors retry. */
export class RetryUnavailableError extends PlugsError {
  readonly code = "RETRY_UNAVAILABLE"

  constructor({ id, reason }: { id: Hex; reason: string }) {
    super("The node does not try it again: only a devnet does that on request.", {
      facts: { id, reason },
      next: "Ask the operators of the system, whose transmitters, watchers and executors retry by themselves for hours. If it was given up there, call the contract again.",
    })
  }
}

/**
 * Asks a devnet to retry a payload, a callback, a timeout or a trigger that it has given up.
 *
 * @param client a viem client of any chain of the devnet, the gateway's included
 * @param options.id of the payload, timeout or trigger
 * @returns whether it is tried again, or why not
 * @throws {RetryUnavailableError} the node is not a devnet's
 * @throws {InvalidInputError} the devnet knows nothing with this id
 * @example
 * if ((await retryOnDevnet(client, { id: payloadId })) === "retried") await waitForTransaction(api, { txHash })
 */
export async function retryOnDevnet(client: Client, { id }: { id: Hex }): Promise<RetryOutcome> {
  try {
    const outcome = await requestNode(client, "devnet_retry", id)
    const known = retryOutcomes.find((each) => each === outcome)
    if (known === undefined) throw new RetryUnavailableError({ id, reason: "its answer is not a devnet's" })
    return known
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    if (error.walk((cause) => (cause as { data?: unknown }).data === unknownRetryId) !== null) {
      throw new InvalidInputError({
        argument: "id",
        problem: `the devnet knows no payload, timeout or trigger ${inQuotes(id)}`,
        fix: text`Check the id, and that it is from this devnet. One that was restarted without ${argument("state")} has forgotten it.`,
      })
    }
    throw new RetryUnavailableError({ id, reason: nodeReason(error) })
  }
}
