import type { Address } from "viem"
import { z } from "zod"

import { addressSchema } from "../../http/schemas.js"
import { askNode } from "../../onchain/simulation/askNode.js"
import { shorten } from "../../primitives/text.js"
import type { ReadableChain } from "./Journey.js"

/** What a devnet's node says of the actors that carry its messages. */
export type DevnetRelay = {
  /** Why actors fail now, by stage and chain. */
  readonly failures: readonly { readonly stage: string; readonly chainSlug: number; readonly reason: string }[]
  /** The stages that are paused; all of them if the relay is stopped. */
  readonly paused: readonly string[]
  /** The chains on which transactions wait and no block is mined by itself. */
  readonly unmined: readonly number[]
  /** Milliseconds that a message rests in each state and that a block takes, on purpose. */
  readonly delay: number
  /** The watchers whose keys it has. No other one attests by itself. */
  readonly watchers: readonly Address[]
}

const schema: z.ZodType<DevnetRelay> = z.object({
  failures: z.array(z.object({ stage: z.string(), chainSlug: z.number(), reason: z.string() })),
  paused: z.array(z.string()),
  unmined: z.array(z.number()),
  delay: z.number().nonnegative(),
  watchers: z.array(addressSchema),
})

/** Asks a node; `undefined` if it is no devnet's. */
export async function readDevnetRelay({ client, socket }: ReadableChain): Promise<DevnetRelay | undefined> {
  const answer = await askNode(client, { method: "devnet_relay", params: [], call: { to: socket } }).catch(
    () => undefined,
  )
  const { data } = schema.safeParse(answer)
  return data && { ...data, failures: data.failures.map((one) => ({ ...one, reason: shorten(one.reason, 300) })) }
}
