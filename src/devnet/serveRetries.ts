import { InvalidInputError } from "../primitives/InvalidInputError.js"
import { type RetryOutcome, unknownRetryId } from "../primitives/reverts/RetryOutcome.js"
import { inQuotes, shorten } from "../primitives/text.js"
import type { LocalChain } from "./chain/chains.js"
import type { Protocol } from "./relay/Protocol.js"

/**
 * Lets whatever the devnet has given up be tried again. Every chain's provider gets the method `devnet_retry`, which takes the id of a
 * payload, timeout or trigger and returns a {@link RetryOutcome}.
 *
 * @param chains every chain, the gateway's included
 * @returns the same as a function
 */
export function serveRetries<Stage extends string>({
  chains,
  protocols,
}: {
  chains: readonly LocalChain[]
  protocols: readonly Pick<Protocol<Stage>, "retry" | "sync">[]
}): (id: unknown) => Promise<RetryOutcome> {
  async function retry(id: unknown): Promise<RetryOutcome> {
    await Promise.all(protocols.map((protocol) => protocol.sync()))
    const key = typeof id === "string" ? id.toLowerCase() : undefined
    for (const protocol of protocols) {
      const outcome = key === undefined ? undefined : protocol.retry?.(key)
      if (outcome !== undefined) return outcome
    }
    const error = new InvalidInputError({
      argument: "id",
      problem: `the devnet knows no payload, timeout or trigger ${inQuotes(shorten(String(id), 80))}`,
      fix: "Check the id, and that it is from this devnet.",
    })
    throw Object.assign(error, { data: unknownRetryId })
  }

  for (const { provider } of chains) {
    const request = provider.request.bind(provider)
    provider.request = async (call) => {
      if (call.method !== "devnet_retry") return (await request(call)) as unknown
      return await retry((call.params as readonly unknown[] | undefined)?.[0])
    }
  }

  return retry
}
