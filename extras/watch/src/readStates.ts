import type { Hex } from "viem"
import { getTransactionReceipt } from "viem/actions"
import { isAddressEqual, parseEventLogs } from "viem/utils"

import type { FollowedChain } from "./followChain.js"
import type { PlacedMark } from "./progress.js"
import { safeNumber } from "./scanChain.js"
import { isStoreError } from "./store/WatchDatabase.js"
import type { KnownMessage, WatchStore } from "./store/WatchStore.js"
import { type ShownStatus, statusOf } from "#src/messaging/facts/statusOf.js"
import { socketAbi } from "#src/messaging/onchain/abi.js"
import { type ChainView, openChainView, readSocket } from "#src/messaging/reading/ChainView.js"
import { readConnection, readProposalFacts } from "#src/messaging/reading/readConnection.js"
import { hasReached } from "#src/messaging/states.js"
import { explainCallError } from "#src/onchain/callErrors.js"
import { batchCalls } from "#src/onchain/scanning/batchCalls.js"
import type { Clock } from "#src/primitives/clock.js"
import { memoize } from "#src/primitives/lifetime/lazily.js"
import { isPlugsError, type PlugsError } from "#src/primitives/PlugsError.js"

export type ReadStatesOptions = {
  readonly store: WatchStore
  readonly chains: readonly FollowedChain[]
  readonly clock: Clock
}

/** How many messages of a chain are read at a time. The others come next, those first that were read longest ago. */
const atOnce = 200

/** Milliseconds after which a message is read again although nothing was logged of it: time can allow a packet, and a trip can stop it. */
const rereadAfter = 60_000

/** A chain whose node does not say how far proposed messages have come, and why. */
export type UnreadStates = Pick<FollowedChain, "slug" | "name"> & { readonly problem: PlugsError }

/**
 * Reads of messages that are proposed and not executed whether their switchboard allows them, which no log shows. What it says is in the
 * store. Returns the chains that did not say it; they are asked again in the next look.
 */
export function createStateReader({ chains, ...options }: ReadStatesOptions): () => Promise<readonly UnreadStates[]> {
  const readerOf = memoize((chain: FollowedChain) => chainReader(chain, options), new WeakMap())
  return async () => {
    const messages = await options.store.inFlight()
    const unread: UnreadStates[] = []
    await Promise.all(
      chains.map(async (chain) => {
        await readerOf(chain)(messages, rereadAfter).catch((error: unknown) => {
          if (!isPlugsError(error) || isStoreError(error)) throw error
          unread.push({ slug: chain.slug, name: chain.name, problem: error })
        })
      }),
    )
    return unread
  }
}

/**
 * Reads all of them, each once.
 *
 * @throws {NodeFailedError} a node does not give something
 */
export async function readAllStates({ chains, ...options }: ReadStatesOptions): Promise<void> {
  const messages = await options.store.inFlight()
  await Promise.all(
    chains.map(async (chain) => {
      const readSome = chainReader(chain, options)
      while ((await readSome(messages, Number.POSITIVE_INFINITY)) > 0);
    }),
  )
}

type ReadSome = (inFlight: readonly KnownMessage[], rereadAfter: number) => Promise<number>

/** Reads some of the messages that arrive at a chain, those whose marks have changed or that were read long ago. Returns how many were. */
function chainReader(chain: FollowedChain, { store, clock }: Omit<ReadStatesOptions, "chains">): ReadSome {
  const read = new Map<Hex, { readonly at: number; readonly marks: number }>()
  return async (inFlight, again) => {
    const now = clock.now()
    const messages = inFlight.filter(({ dst, status, shown }) => {
      return dst === chain.slug && (hasReached(status, "PROPOSED") || typeof shown === "string")
    })
    const ids = new Set(messages.map(({ id }) => id))
    for (const id of read.keys()) if (!ids.has(id)) read.delete(id)
    const known = messages.map(async (message) => ({
      ...{ message, marks: await store.marksOf(message), before: read.get(message.id) },
    }))
    const due = (await Promise.all(known))
      .filter(({ marks, before }) => before?.marks !== marks.length || now - before.at >= again)
      .map((one) => ({ ...one, proposedIn: proposalsOf(one.marks, chain.slug) }))
      .filter(({ proposedIn }) => proposedIn.size > 0)
      .sort((one, other) => (one.before?.at ?? 0) - (other.before?.at ?? 0))
      .slice(0, atOnce)
    if (due.length === 0) return 0
    try {
      const view = await openChainView({ ...chain, client: batchCalls(chain.client) })
      const at = safeNumber(view.head.timestamp, chain)
      await Promise.all(
        due.map(async ({ message, marks, proposedIn }) => {
          const status = await readStatus(view, message, proposedIn)
          read.set(message.id, { at: now, marks: marks.length })
          await store.setShown(message.id, { status, at }, clock.now())
        }),
      )
    } catch (error) {
      throw explainCallError(error, { address: chain.socket, functionName: "allowPacket", chain: chain.name })
    }
    return due.length
  }
}

function proposalsOf(marks: readonly PlacedMark[], slug: number): ReadonlySet<Hex> {
  return new Set(marks.flatMap(({ kind, chain, tx }) => (kind === "proposed" && chain === slug ? [tx] : [])))
}

async function readStatus(view: ChainView, message: KnownMessage, proposedIn: Iterable<Hex>): Promise<ShownStatus> {
  const { packed: root, dstPlug: plug, src: srcChainSlug } = message
  const { inboundSwitchboard } = await readConnection(view, { plug, siblingChainSlug: srcChainSlug })
  const receipts = await Promise.all(Array.from(proposedIn, (hash) => getTransactionReceipt(view.client, { hash })))
  const logs = parseEventLogs({
    ...{ abi: socketAbi, eventName: "PacketProposed" },
    logs: receipts.flatMap((receipt) => receipt.logs),
  })
  const proposals = logs
    .filter(({ address, args }) => isAddressEqual(address, view.socket) && args.root === root)
    .filter(({ args }) => isAddressEqual(args.switchboard, inboundSwitchboard))
    .map(async ({ args: { packetId, proposalCount, switchboard } }) => {
      const proposedAt = await readSocket(view, "rootProposedAt", [packetId, proposalCount, switchboard])
      const proposal = { proposalCount, switchboard, root, proposedAt, mined: null }
      return await readProposalFacts(view, { proposal, packetId, srcChainSlug })
    })
  return statusOf({ isSealed: true, proposals: await Promise.all(proposals), isExecuted: false })
}
