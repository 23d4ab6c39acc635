import { randomBytes } from "node:crypto"

import type { Hex } from "viem"

import { createFeed, type Feed } from "./createFeed.js"
import type { ActiveFault, Commands, FaultForm, SendAnswer, SendForm, Verb } from "./PageEvent.js"
import type { readCalls, WriteCall } from "./readCalls.js"
import type { NameContract } from "./readWiring.js"
import type { PageBackend } from "./routes.js"
import type { LocalChain } from "#src/devnet/chain/chains.js"
import type { Item, RequestChange } from "#src/devnet/changes.js"
import type { GatewayLedger } from "#src/devnet/gateway/ledger/ledger.js"
import { createJourneyLog, type JourneyEntry, type JourneyLog } from "#src/devnet/journeyLog.js"
import type { OpenDevnet } from "#src/devnet/openDevnet.js"
import type { OtherMemories } from "#src/devnet/snapshots.js"
import { everyStage } from "#src/devnet/stages.js"
import type { OpenedMarket } from "#src/plugin/extras.js"
import { getOrAdd } from "#src/primitives/lifetime/lazily.js"

export type PageOptions = Pick<PageBackend, "explain" | "run" | "trust"> & {
  readonly isReadOnly: boolean
  readonly commands: Commands
  /** Writes how a message, or a request by its count, came to where it is as a test. */
  readonly copyAsTest: (id: string, entries: readonly JourneyEntry[], opened: Opened) => Promise<string>
  /** Prices a call that sends, or sends it. */
  readonly send: (form: SendForm) => Promise<SendAnswer>
  /** Reads what the project calls its contracts, by where they are or by their code. */
  readonly readNames: () => Promise<NameContract>
  /** Reads how the project writes calls of its contracts. */
  readonly readCallWriter: () => Promise<WriteCall>
  /** The time, in milliseconds since 1970. */
  readonly now: () => number
}

/** What can go wrong on a devnet. */
export type PageFaults = {
  readonly forms: () => readonly FaultForm[]
  /** Those that last, oldest first. */
  readonly active: () => readonly ActiveFault[]
  /** Whether one of them is not in force yet. */
  readonly isBeginning: (id: number) => boolean
  /** @throws {InvalidInputError} it is no fault that can be here */
  readonly begin: (data: unknown) => Promise<void>
  readonly end: (id: unknown) => Promise<void>
}

export type Opened = OpenDevnet<string, boolean, boolean>
type Fetch = (request: Request, ...more: [env?: object]) => Response | Promise<Response>

type Shown = {
  readonly feed: Feed
  readonly look: () => void
  readonly opened: Opened
  readonly faults: PageFaults
  readonly log: JourneyLog
}

/** The page of a devnet, which is opened before the devnet is and shows it once it runs. */
export type DevnetPage = {
  /** Answers what is asked of the page, and passes on the rest. For `openDevnet`. */
  readonly wrapFetch: (fetch: Fetch) => Fetch
  /** What snapshots remember for it. For `openDevnet`. */
  readonly memories: OtherMemories
  /** Shows a devnet. What moves on it is given to the feed. */
  readonly show: (opened: Opened, faults: PageFaults) => Feed
  /** The link to the page, with the token in the part that browsers send nobody. */
  readonly link: (url: string) => string
}

/**
 * Opens a page for a devnet, at `/page` of its own port. Its code is loaded when a browser first asks.
 *
 * @example
 * const page = openPage({ isReadOnly: false, commands, explain, run, trust, send, copyAsTest, readNames, readCallWriter, now: Date.now })
 * const { wrapFetch, memories } = page
 * const opened = await openDevnet(options, { wrapFetch, memories })
 * const feed = page.show(opened, faults)
 */
export function openPage(options: PageOptions): DevnetPage {
  const { isReadOnly, commands, now } = options
  const token = randomBytes(16).toString("hex")
  let shown: Shown | undefined
  let app: Promise<{ readonly fetch: Fetch }> | undefined

  async function loadApp({ feed, opened, faults, log }: Shown): Promise<{ readonly fetch: Fetch }> {
    const { pageRoutes } = await import("./routes.js")
    const { copyAsTest, readNames, readCallWriter } = options
    const request = (method: string, ...params: unknown[]): Promise<unknown> =>
      (chainsOf(opened)[0] as LocalChain).provider.request({ method, params })
    const controls: Readonly<Record<Verb, (given: unknown) => Promise<unknown>>> = {
      pause: () => request("devnet_pause"),
      resume: () => request("devnet_resume"),
      step: () => request("devnet_step"),
      snapshot: () => request("devnet_snapshot"),
      revert: (id) => request("devnet_revert", id),
      passDay: () => Promise.all(chainsOf(opened).map(({ testClient }) => passDay(testClient))),
      ...{ beginFault: faults.begin, endFault: faults.end, send: (form) => options.send(form as SendForm) },
    }
    const wiring = async () => await (await import("./readWiring.js")).readWiring(opened, await readNames())
    const sent: Parameters<typeof readCalls>[1]["known"] = new Map()
    const codes = new Map<string, Promise<string>>()
    let head: string | undefined
    const names = async () => {
      const [{ readCalls: read }, nameOf, writeCall] = await Promise.all([
        import("./readCalls.js"),
        readNames(),
        readCallWriter(),
      ])
      const chains = chainsOf(opened)
      const gatewaySlug = opened.devnet.gateway?.chain.slug ?? 0
      const now = chains.map((chain) => chain.announced()?.hash).join(" ")
      if (head !== now) codes.clear()
      head = now
      return await read(feed.items(), { chains, gatewaySlug, known: sent, codes }, { nameOf, writeCall })
    }
    const copy = async (id: string): Promise<string | undefined> => {
      const entries = log.entries() ?? []
      // What an earlier devnet of the same state has sent cannot be sent again.
      const isSent = entries.some((each) =>
        each.kind === "message"
          ? each.id === id && each.status === "RECEIVED"
          : each.kind === "payload" && String(each.requestCount) === id && each.status === "NO",
      )
      return isSent ? await copyAsTest(id, entries, opened) : undefined
    }
    return pageRoutes({ ...options, feed, token, copyAsTest: copy, controls, wiring, names, forms: faults.forms })
  }

  return {
    memories: { time: () => () => undefined, rest: () => (shown === undefined ? [] : [shown.log.remember]) },
    wrapFetch:
      (fetch) =>
      async (request, ...more) => {
        const { pathname } = new URL(request.url)
        // Tasks ask whether there is a page, before anybody opens it.
        if (pathname === "/page/link") return Response.json({ page: "hardhat-plugs devnet" })
        const isOwn = /^\/(?:page|m)(?:\/|$)/.test(pathname)
        if (isOwn && shown === undefined) return new Response("The devnet is starting.", { status: 503 })
        const response =
          isOwn && shown
            ? await (await (app ??= loadApp(shown))).fetch(request, ...more)
            : await fetch(request, ...more)
        // The relay is paused and chains are set back by requests alone.
        shown?.look()
        return response
      },
    show(opened, faults) {
      const every = chainsOf(opened)
      const feed = createFeed({
        chains: every.map(({ name, chainId, slug, rpcUrl }) => ({ name, chainId, slug, rpcUrl })),
        gatewaySlug: opened.devnet.gateway?.chain.slug ?? 0,
        ...{ commands, isReadOnly },
      })
      const setBacks = (): number => every.reduce((sum, chain) => sum + chain.setBacks(), 0)
      let before = setBacks()
      /** When each snapshot was first seen. */
      const taken = new Map<string, number>()
      const held = () => everyStage.filter((stage) => !opened.relay.running || opened.relay.isPaused(stage))
      const { devnet, messaging, gateway } = opened
      const noted = () => faults.active().map((fault) => ({ ...fault, isBeginning: faults.isBeginning(fault.id) }))
      const log = createJourneyLog({ devnet, messaging, gateway, held, faults: noted, now })
      const look = (): void => {
        log.look()
        const snapshots = opened.snapshots.ids().map((id) => ({ id, at: getOrAdd(taken, id, now) }))
        feed.standing({ paused: held(), faults: faults.active(), snapshots })
        if (setBacks() === before) return
        before = setBacks()
        feed.keepOnly((item) => isKnown(item, opened))
      }
      for (const { slug, announced, onHead } of every) {
        const read = (): void => {
          const block = announced()
          if (block !== undefined) feed.block({ chainSlug: slug, number: Number(block.number) })
          // What a fault has done shows in blocks.
          if (faults.active().length > 0) look()
        }
        read()
        onHead(read)
      }
      followBundles(opened, feed, now)
      shown = { feed, look, opened, faults, log }
      return feed
    },
    link: (url) => `${url}/page#${token}`,
  }
}

function chainsOf({ devnet: { chains, gateway } }: Opened) {
  return [...Object.values(chains), ...(gateway ? [gateway.chain] : [])]
}

async function passDay(client: LocalChain["testClient"]): Promise<void> {
  await client.increaseTime({ seconds: 86_400 })
  await client.mine({ blocks: 1 })
}

/** Whether the devnet still knows something, since chains were set back. */
function isKnown(item: Item, { messaging, gateway, market }: Opened): boolean {
  if (item.event === "message") return messaging.ledger.get(item.messageId as Hex) !== undefined
  if (item.event === "route") return market?.describe(item.quoteId, 0) !== undefined
  const ledger = gateway?.ledger
  if (item.event === "request") return ledger?.request(item.requestCount)?.txHash === item.txHash
  if (item.event === "payload") return ledger?.payload(item.payloadId as Hex) !== undefined
  if (item.event === "timeout") return ledger?.timeouts({ timeoutId: item.timeoutId as Hex }).length !== 0
  const triggers = ledger?.triggers({ txHash: item.onChainTxHash as Hex }) ?? []
  return triggers.some(({ triggerId }) => triggerId === item.callId)
}

type Followed = {
  readonly gateway: { readonly ledger: Pick<GatewayLedger, "subscribe" | "request"> } | undefined
  readonly market:
    | {
        readonly ledger: Pick<OpenedMarket["ledger"], "onRoute">
        readonly describe: OpenedMarket["describe"]
      }
    | undefined
}

/** Gives a feed each change of what has parts: requests of app gateways with their payloads, and swaps with their messages. */
export function followBundles({ gateway, market }: Followed, feed: Feed, now: () => number): void {
  gateway?.ledger.subscribe(({ requestCount }) => {
    const change = describeRequest(gateway, requestCount, now())
    if (change !== undefined) feed.request(change)
  })
  market?.ledger.onRoute((quoteId) => {
    const change = market.describe(quoteId, now())
    if (change !== undefined) feed.route(change)
  })
}

/** `undefined` until it is submitted, or where chains were set back to before it. */
export function describeRequest(
  { ledger }: NonNullable<Followed["gateway"]>,
  count: number,
  at: number,
): RequestChange | undefined {
  const request = ledger.request(count)
  if (request === undefined) return undefined
  const { requestCount, appGateway, txHash, status, isCancelled } = request
  return { requestCount, appGateway, txHash, status, isCancelled, at }
}
