import type { SwapRequest } from "../arguments/readQuoteArguments.js"
import type { SwapClient } from "#extras/swap/src/createSwapClient.js"
import { didYouMean } from "#src/primitives/commands/nearest.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { inQuotes } from "#src/primitives/text.js"

/**
 * Checks that the swap API has the providers of `--provider` and `--without`. It would answer that there is no route instead.
 *
 * @throws {InvalidInputError} it does not have one of them
 */
export async function requireKnownProviders(
  client: SwapClient,
  { includeProvider = [], excludeProvider = [] }: Pick<SwapRequest, "includeProvider" | "excludeProvider">,
  signal?: AbortSignal,
): Promise<void> {
  if (includeProvider.length === 0 && excludeProvider.length === 0) return
  const known = await client.getProviders({ signal }).catch((error: unknown) => {
    if (isPlugsError(error) && error.code !== "ABORTED") return undefined
    throw error
  })
  // A server that does not list its providers still gives quotes.
  if (known === undefined) return
  const { bridges, dexes } = known
  const ids = [...bridges, ...dexes].map(({ providerId }) => providerId)
  for (const [argument, given] of Object.entries({ "--provider": includeProvider, "--without": excludeProvider })) {
    const unknown = given.find((id) => !ids.includes(id))
    if (unknown === undefined) continue
    throw new InvalidInputError({
      argument,
      problem: `the swap API has no provider ${inQuotes(unknown)}`,
      fix: `${didYouMean(unknown, ids)} npx hardhat swap providers lists them.`.trim(),
    })
  }
}
