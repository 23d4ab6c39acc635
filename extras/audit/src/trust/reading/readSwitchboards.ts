import type { Address } from "viem"

import type { TrustedSwitchboard } from "../TrustFacts.js"
import { switchboardAbi } from "#src/messaging/onchain/abi.js"
import { askContract, type ChainViewIn } from "#src/messaging/reading/ChainView.js"
import type { SwitchboardState } from "#src/messaging/reading/Journey.js"
import { readSwitchboard } from "#src/messaging/reading/readConnection.js"
import { nodeReason } from "#src/primitives/reverts/nodeReason.js"

type ReadSwitchboardsParameters = {
  /** Switchboards, each with the slug of a chain that it connects to. */
  readonly used: readonly { readonly address: Address; readonly siblingSlug: number }[]
  /** Chains whose packets a switchboard may verify. */
  readonly slugs: readonly number[]
  /** Is told what the node did not tell, and why. */
  readonly note: (what: string, why: string) => void
}

/** Reads by which rule switchboards allow packets, and how many watch them, in the order of `used`. Never throws. */
export async function readSwitchboards(
  view: ChainViewIn,
  { used, slugs, note }: ReadSwitchboardsParameters,
): Promise<Pick<TrustedSwitchboard, "rule" | "state" | "totalWatchers">[]> {
  const count = async (address: Address, slug: number): Promise<bigint | null | undefined> => {
    const call = { abi: switchboardAbi, address, functionName: "totalWatchers", args: [slug] } as const
    return await askContract(view, call).catch((error: unknown) => {
      note(`how many watch at switchboard ${address}`, nodeReason(error))
      return undefined
    })
  }
  return await Promise.all(
    used.map(async ({ address, siblingSlug }) => {
      const asked = { address, srcChainSlug: siblingSlug, accepts: false }
      const reading = readSwitchboard(view, asked).catch((error: unknown) => {
        note(`the state of switchboard ${address}`, nodeReason(error))
        return undefined
      })
      const [state, own] = await Promise.all([reading, count(address, siblingSlug)])
      // One that is no fast one counts the watchers of no chain, and each would be a request of its own.
      const counted = own === null ? [] : slugs
      const counts = await Promise.all(counted.map(async (slug) => [slug, await count(address, slug)] as const))
      const known = counts.flatMap(([slug, number]) =>
        number === null || number === 0n ? [] : [[slug, number] as const],
      )
      return { state, rule: state && ruleOf(state), totalWatchers: new Map(known) }
    }),
  )
}

function ruleOf({ timeoutInSeconds, totalWatchers }: SwitchboardState): TrustedSwitchboard["rule"] {
  if (timeoutInSeconds === null) return "own"
  return totalWatchers === null ? "optimistic" : "fast"
}
