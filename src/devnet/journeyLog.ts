import type { Hex } from "viem"

import type { LocalChain } from "./chain/chains.js"
import type { Devnet } from "./Devnet.js"
import { followWork, type GatewayWork } from "./gateway/followWork.js"
import type { Gateway } from "./gateway/openGateway.js"
import type { MessagingLedger } from "./messaging/ledger.js"
import type { MessageRecord } from "./messaging/MessageRecord.js"
import type { Remember } from "./snapshots.js"
import type { Stage } from "./stages.js"
import type { MessageStatus } from "#src/messaging/states.js"
import { exactJson } from "#src/primitives/text.js"

/** A fault that lasts. */
export type NotedFault = {
  readonly id: number
  /** The line of a test that begins it, such as `await world.faults.down("watcher")`. */
  readonly line: string
  /** It is not in force yet. One that ends like this has never begun. */
  readonly isBeginning?: boolean
}

/** What users, actors and faults did to messages, for a test that does it again. */
export type JourneyEntry = {
  /** Clock time in milliseconds. */
  readonly at: number
} & (
  | {
      readonly kind: "request"
      readonly chain: string
      readonly method: string
      readonly params: readonly unknown[]
      /** The answer, such as a transaction's hash; `undefined` while there is none, and of a request that failed. */
      readonly answer: unknown
      readonly hasFailed: boolean
    }
  | {
      readonly kind: "message"
      readonly id: Hex
      /** The names of its chains. */
      readonly from: string
      readonly to: string
      readonly status: MessageStatus
      readonly revertData: Hex | undefined
    }
  | (Omit<GatewayWork, "chainSlug"> & {
      /** The name of the chain that a payload goes to, or that a trigger or a deposit comes from. */
      readonly chain: string
    })
  | { readonly kind: "hold" | "release"; readonly stages: readonly Stage[] }
  | ({ readonly kind: "fault" } & NotedFault)
  | { readonly kind: "fault over"; readonly id: number }
)

export type JourneyLog = {
  /** Everything since the devnet began, in order; `undefined` if that was more than is kept, or a chain was set back alone. */
  readonly entries: () => readonly JourneyEntry[] | undefined
  /** Notes which stages are held by now, and which faults last. */
  readonly look: () => void
  /** Goes back with the chains. For the snapshots of the devnet. */
  readonly remember: Remember
}

type Watched = {
  readonly devnet: Pick<Devnet<string, boolean, boolean>, "onMessage"> & {
    readonly chains: Readonly<Record<string, Pick<LocalChain, "name" | "slug" | "onChange">>>
  }
  /** Tells of attempts that change no status. Default: they are not noted. */
  readonly messaging?: { readonly ledger: Pick<MessagingLedger, "onAttempt"> }
  readonly gateway?: Pick<Gateway, "chain" | "ledger"> | undefined
  readonly held: () => readonly Stage[]
  /** The faults that last. Default: none. */
  readonly faults?: () => readonly NotedFault[]
  readonly now: () => number
  /** Characters of requests, and a hundred for any other entry, after which nothing more is noted. */
  readonly maxSize?: number
}

/** Requests that a test can do again. The time of a chain is the one that passes for all. */
const repeatable =
  /^(?:eth_send|evm_(?:mine|increaseTime|setAutomine|revert)$|hardhat_(?:mine|impersonateAccount|set(?:Balance|Code|Nonce|StorageAt))$)/

/** Notes what happens on a devnet from now on. It reads no chain, and costs a line of memory for each thing. */
export function createJourneyLog({
  devnet,
  messaging,
  gateway,
  held,
  faults = () => [],
  now,
  maxSize = 32 * 2 ** 20,
}: Watched): JourneyLog {
  let entries: JourneyEntry[] = []
  let size = 0
  let isWhole = true
  let holding: readonly Stage[] = []
  let lasting: readonly NotedFault[] = []

  const chains = [...Object.values(devnet.chains), ...(gateway === undefined ? [] : [gateway.chain])]
  const nameOf = (slug: number): string => chains.find((chain) => chain.slug === slug)?.name ?? String(slug)

  function add(entry: JourneyEntry): void {
    size += 100 + (entry.kind === "request" ? exactJson(entry.params).length : 0)
    isWhole &&= size <= maxSize
    if (isWhole) entries.push(entry)
    else entries = []
  }

  function look(): void {
    const [stages, before, at] = [holding, lasting, now()]
    holding = held()
    lasting = faults().map(({ id, line, isBeginning = false }) => ({ id, line, isBeginning }))
    const [begun, over] = [without(holding, stages), without(stages, holding)]
    if (over.length > 0) add({ kind: "release", at, stages: over })
    if (begun.length > 0) add({ kind: "hold", at, stages: begun })
    for (const { id, isBeginning } of before) {
      if (lasting.some((fault) => fault.id === id)) continue
      if (isBeginning === true) entries = entries.filter((entry) => entry.kind !== "fault" || entry.id !== id)
      else add({ kind: "fault over", at, id })
    }
    for (const { id, line } of lasting)
      if (!before.some((fault) => fault.id === id)) add({ kind: "fault", at, id, line })
  }

  for (const chain of chains) {
    chain.onChange(({ method, params: given }, answer) => {
      if (!repeatable.test(method)) return
      if (method === "evm_revert") isWhole = false
      look()
      const params = (given ?? []) as readonly unknown[]
      const noted = { answer: undefined as unknown, hasFailed: false }
      add(Object.assign(noted, { kind: "request", at: now(), chain: chain.name, method, params } as const))
      answer.then(
        (value) => (noted.answer = value),
        () => (noted.hasFailed = true),
      )
    })
  }
  const noteMessage = ({ outbound, status, note }: MessageRecord): void => {
    look()
    const revertData = note !== undefined && "revertData" in note ? note.revertData : undefined
    const { messageId: id, srcChainSlug, dstChainSlug } = outbound
    add({ kind: "message", at: now(), id, from: nameOf(srcChainSlug), to: nameOf(dstChainSlug), status, revertData })
  }
  devnet.onMessage(noteMessage)
  messaging?.ledger.onAttempt(noteMessage)
  const rememberWork =
    gateway &&
    followWork(gateway.ledger, gateway.chain.slug, ({ chainSlug, ...work }) => {
      look()
      add({ ...work, at: now(), chain: nameOf(chainSlug) })
    })

  return {
    entries: () => (isWhole ? entries : undefined),
    look,
    remember() {
      const [kept, then, was] = [entries, entries.length, { size, isWhole, holding, lasting }]
      const restoreWork = rememberWork?.()
      return () => {
        restoreWork?.()
        // Those that were dropped meanwhile are there again, or it would say that it is whole without them.
        entries = kept
        entries.length = Math.min(then, entries.length)
        ;({ size, isWhole, holding, lasting } = was)
      }
    },
  }
}

function without<Item>(items: readonly Item[], others: readonly Item[]): readonly Item[] {
  return items.filter((item) => !others.includes(item))
}
