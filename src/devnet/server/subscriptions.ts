import type { Hash, Hex } from "viem"
import { numberToHex } from "viem/utils"

import type { LocalChain } from "../chain/chains.js"
import type { AnnouncedBlock } from "../chain/followHead.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"

/** The chain of subscriptions, and how it is asked. */
export type SubscribedChain = Pick<LocalChain, "onHead" | "announced" | "onChange"> & {
  readonly provider: { request(call: { readonly method: string; readonly params: unknown[] }): Promise<unknown> }
}

export type Subscriptions = {
  readonly methods: ReadonlyMap<string, (params: readonly unknown[]) => Promise<unknown>>
  readonly stop: () => void
}

/** What a subscription is told of a new block. */
type Read = (block: AnnouncedBlock) => Promise<readonly unknown[]> | readonly unknown[]

/** Of a subscription that is told of no block. */
const ofTransactions: Read = () => []

/**
 * Answers `eth_subscribe` and `eth_unsubscribe` for one connection. The chain's own subscriptions would end after five minutes.
 *
 * @param send gets each notification
 */
export function createSubscriptions(
  { onHead, announced, onChange, provider }: SubscribedChain,
  send: (text: string) => void,
): Subscriptions {
  const subscribed = new Map<unknown, Read>()
  let made = 0
  let newest: Hash | undefined
  let told: Promise<void> = Promise.resolve()

  async function tell(block: AnnouncedBlock): Promise<void> {
    for (const [subscription, read] of subscribed) {
      // A block that was set back meanwhile has no logs.
      const results = await Promise.resolve(read(block)).catch(() => [])
      if (subscribed.has(subscription)) notify(subscription, results)
    }
  }

  function notify(subscription: unknown, results: readonly unknown[]): void {
    for (const result of results)
      send(JSON.stringify({ jsonrpc: "2.0", method: "eth_subscription", params: { subscription, result } }))
  }

  async function readerOf(kind: unknown, given: unknown): Promise<Read> {
    if (kind === "newHeads") return (block) => [block]
    if (kind === "newPendingTransactions") return ofTransactions
    if (kind !== "logs")
      throw new InvalidInputError({
        argument: "eth_subscribe",
        problem: `there is no subscription ${JSON.stringify(kind)}`,
        fix: "Subscribe to newHeads, logs or newPendingTransactions",
      })
    const { address = null, topics = null } = (given ?? {}) as { address?: unknown; topics?: unknown }
    const logsIn = async (blocks: object): Promise<readonly unknown[]> =>
      (await provider.request({
        method: "eth_getLogs",
        params: [{ ...blocks, address, topics }],
      })) as readonly unknown[]
    // What is wrong with the filter is said at once.
    await logsIn({ fromBlock: "latest", toBlock: "latest" })
    return ({ hash }) => logsIn({ blockHash: hash })
  }

  const stopTransactions = onChange(({ method }, answer) => {
    if (!/^eth_send(?:Raw)?Transaction$/.test(method)) return
    const announce = (hash: unknown): void => {
      for (const [id, read] of subscribed) if (read === ofTransactions) notify(id, [hash])
    }
    // Who sent it hears of a failure.
    answer.then(announce, () => undefined)
  })
  const stopBlocks = onHead(() => {
    const block = announced()
    if (block !== undefined && block.hash !== newest && subscribed.size > 0) told = told.then(() => tell(block))
    newest = block?.hash
  })
  return {
    stop: () => {
      stopBlocks()
      stopTransactions()
      subscribed.clear()
    },
    methods: new Map<string, (params: readonly unknown[]) => Promise<unknown>>([
      [
        "eth_subscribe",
        async ([kind, filter]) => {
          const read = await readerOf(kind, filter)
          const id: Hex = numberToHex((made += 1))
          subscribed.set(id, read)
          return id
        },
      ],
      ["eth_unsubscribe", ([id]) => Promise.resolve(subscribed.delete(id))],
    ]),
  }
}
