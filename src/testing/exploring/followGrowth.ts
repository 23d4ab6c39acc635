import { nameContract } from "../assertions/names.js"
import type { OpenWorld } from "../world/OpenWorld.js"
import { gasOfInbound } from "#src/costs/measureWorld.js"
import type { MessageRecord } from "#src/devnet/messaging/MessageRecord.js"

/** An `inbound` that needs more gas with each message. */
export type Growth = {
  readonly contract: string
  /** Gas of the message so many messages ago, and of the last one. */
  readonly before: bigint
  readonly now: bigint
  /** The gas that the last message had. */
  readonly gasLimit: bigint
  readonly messages: number
}

/** Watches what `inbound` needs, message by message. */
type GrowthLog = {
  /** Measures what was delivered. */
  readonly look: () => Promise<void>
  /** What has grown. */
  readonly found: () => readonly Growth[]
}

/** @param messages those that are measured */
export function followGrowth(open: OpenWorld, messages: () => readonly MessageRecord[]): GrowthLog {
  const { messaging } = open
  const found = new Map<string, Growth>()
  const contexts = new Map(messaging.contexts.map((context) => [context.chain.slug, context]))

  async function measure({ outbound, executionTx: hash }: MessageRecord): Promise<bigint | undefined> {
    const context = contexts.get(outbound.dstChainSlug)
    if (hash === undefined || context === undefined) return undefined
    const { chain, contracts } = context
    return await gasOfInbound(chain, { record: outbound, hash, socket: contracts.socket })
  }

  return {
    async look() {
      const alike = Map.groupBy(messages(), ({ outbound: { dstChainSlug, dstPlug, payload } }) =>
        [dstChainSlug, dstPlug, payload.length].join(" "),
      )
      for (const [key, records] of alike) {
        if (records.length < minMessages) continue
        const gas = (await Promise.all(records.map(measure))).filter((used) => used !== undefined)
        const grown = findGrowth(gas)
        if (grown === undefined) continue
        const { dstChainSlug, dstPlug, minMsgGasLimit: gasLimit } = (records[0] as MessageRecord).outbound
        const contract = nameContract(open, contexts.get(dstChainSlug)?.chain.name ?? String(dstChainSlug), dstPlug)
        found.set(key, { contract, gasLimit, ...grown })
      }
    },
    found: () => [...found.values()],
  }
}

export function describeGrowth({ contract, before, now, gasLimit, messages }: Growth): string {
  const times = Number((now * 10n) / before) / 10
  return `The inbound of ${contract} needs ${times} times what it needed ${messages} messages ago: ${now} gas, of a limit of ${gasLimit}`
}

/** Finds growth in the gas of messages that were alike. */
export function findGrowth(gas: readonly bigint[]): Pick<Growth, "before" | "now" | "messages"> | undefined {
  // The first one fills storage that was empty. In which order the others came is not known, and by their gas if it grows.
  const last = gas
    .slice(1)
    .slice(-maxMessages)
    .sort((one, other) => (one < other ? -1 : 1))
  const [before = 0n, now = 0n] = [last[0], last.at(-1)]
  if (last.length < minMessages || !isSteady(last) || now * 2n < before * 3n) return undefined
  return { before, now, messages: last.length - 1 }
}

/** Whether each of these is larger by about as much as the one before: kinds of messages that need more than others do not grow. */
function isSteady(sorted: readonly bigint[]): boolean {
  const grown = sorted.slice(1).map((gas, index) => gas - (sorted[index] as bigint))
  const by = grown.toSorted((one, other) => (one < other ? -1 : 1))
  const [least = 0n, most = 0n] = [by[0], by.at(-1)]
  return least > 0n && most <= 3n * least
}

/** Fewer say nothing. */
const minMessages = 5
const maxMessages = 13
