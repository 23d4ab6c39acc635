import { randomBytes } from "node:crypto"

import type { OpenDevnet } from "../devnet/openDevnet.js"
import { everyStage } from "../devnet/stages.js"
import type { ActiveFault, Commands, ExplainedMessage, FaultForm, Item, MessageChange, Verb } from "./changes.js"
import { createFeed, type Feed } from "./createFeed.js"

export type PageOptions = {
  readonly isReadOnly: boolean
  readonly commands: Commands
  /** Says why a message is where it is. */
  readonly explain: (message: MessageChange) => Promise<ExplainedMessage>
  /** Runs the commands that send a first message. */
  readonly sendFirst: () => Promise<void>
  /** Reads what the project calls its contracts. */
  readonly readNames: () => Promise<(slug: number, address: string) => string | undefined>
  /** The time, in milliseconds since 1970. */
  readonly now: () => number
}

/** What can go wrong on a devnet. */
export type PageFaults = {
  readonly forms: () => readonly FaultForm[]
  /** Those that last, oldest first. */
  readonly active: () => readonly ActiveFault[]
  /** @throws {InvalidInputError} it is no fault that can be here */
  readonly begin: (data: unknown) => Promise<void>
  readonly end: (id: unknown) => Promise<void>
}

type Opened = OpenDevnet<string, true, true>
type Fetch = (request: Request, ...more: [env?: object]) => Response | Promise<Response>

/** The page of a devnet, which is opened before the devnet is and shows it once it runs. */
export type DevnetPage = {
  /** Answers what is asked of the page, and passes on the rest. For `openDevnet`. */
  readonly wrapFetch: (fetch: Fetch) => Fetch
  /** Shows a devnet. What moves on it is given to the feed. */
  readonly show: (opened: Opened, faults: PageFaults) => Feed
  /** The link to the page, with the token in the part that browsers send nobody. */
  readonly link: (url: string) => string
}

/**
 * Opens a page for a devnet, at `/page` of its own port. Its code is loaded when a browser first asks.
 *
 * @example
 * const page = openPage({ isReadOnly: false, commands, explain, sendFirst, readNames, now: Date.now })
 * const opened = await openDevnet(options, { wrapFetch: page.wrapFetch })
 * const feed = page.show(opened, faults)
 */
export function openPage({ isReadOnly, commands, explain, sendFirst, readNames, now }: PageOptions): DevnetPage {
  const token = isReadOnly ? undefined : randomBytes(16).toString("hex")
  let shown:
    { readonly feed: Feed; readonly look: () => void; readonly opened: Opened; readonly faults: PageFaults } | undefined
  let app: Promise<{ readonly fetch: Fetch }> | undefined

  async function loadApp({ feed, opened, faults }: NonNullable<typeof shown>): Promise<{ readonly fetch: Fetch }> {
    const { pageRoutes } = await import("./routes.js")
    const request = (method: string, ...params: unknown[]): Promise<unknown> =>
      opened.devnet.gateway.chain.provider.request({ method, params })
    const controls: Readonly<Record<Verb, (given: unknown) => Promise<unknown>>> = {
      pause: () => request("devnet_pause"),
      resume: () => request("devnet_resume"),
      step: () => request("devnet_step"),
      snapshot: () => request("devnet_snapshot"),
      revert: (id) => request("devnet_revert", id),
      passDay: () => Promise.all(chainsOf(opened).map(({ testClient }) => passDay(testClient))),
      ...{ beginFault: faults.begin, endFault: faults.end, sendFirst },
    }
    const wiring = async () => await (await import("./readWiring.js")).readWiring(opened, await readNames())
    return pageRoutes({ feed, token, explain, controls, wiring, forms: faults.forms })
  }

  return {
    wrapFetch:
      (fetch) =>
      async (request, ...more) => {
        const isOwn = /^\/(?:page|m)(?:\/|$)/.test(new URL(request.url).pathname)
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
      const { gateway } = opened.devnet
      const every = chainsOf(opened)
      const feed = createFeed({
        chains: every.map(({ name, chainId, slug, rpcUrl }) => ({ name, chainId, slug, rpcUrl })),
        gatewaySlug: gateway.chain.slug,
        ...{ commands, isReadOnly },
      })
      const setBacks = (): number => every.reduce((sum, chain) => sum + chain.setBacks(), 0)
      let before = setBacks()
      /** When each snapshot was first seen. */
      const taken = new Map<string, number>()
      const look = (): void => {
        for (const id of opened.snapshots.ids()) if (!taken.has(id)) taken.set(id, now())
        feed.standing({
          paused: everyStage.filter((stage) => !opened.relay.running || opened.relay.isPaused(stage)),
          faults: faults.active(),
          snapshots: opened.snapshots.ids().map((id) => ({ id, at: taken.get(id) ?? 0 })),
        })
        if (setBacks() === before) return
        before = setBacks()
        feed.keepOnly((item) => isKnown(item, opened))
      }
      for (const { slug, announced, onHead } of every) {
        const read = (): void => {
          const block = announced()
          if (block !== undefined) feed.block(slug, Number(block.number))
          // What a fault has done shows in blocks.
          if (faults.active().length > 0) look()
        }
        read()
        onHead(read)
      }
      shown = { feed, look, opened, faults }
      return feed
    },
    link: (url) => `${url}/page${token === undefined ? "" : `#${token}`}`,
  }
}

function chainsOf({ devnet: { chains, gateway } }: Opened) {
  return [...Object.values(chains), gateway.chain]
}

async function passDay(client: Opened["devnet"]["gateway"]["chain"]["testClient"]): Promise<void> {
  await client.increaseTime({ seconds: 86_400 })
  await client.mine({ blocks: 1 })
}

/** Whether the devnet still knows something, since chains were set back. */
function isKnown(item: Item, { messaging, gateway }: Opened): boolean {
  if (item.event === "message") return messaging.ledger.get(item.messageId as `0x${string}`) !== undefined
  const ledger = gateway?.ledger
  if (item.event === "payload") return ledger?.payload(item.payloadId as `0x${string}`) !== undefined
  if (item.event === "timeout") return ledger?.timeouts({ timeoutId: item.timeoutId as `0x${string}` }).length !== 0
  const triggers = ledger?.triggers({ txHash: item.onChainTxHash as `0x${string}` }) ?? []
  return triggers.some(({ triggerId }) => triggerId === item.callId)
}
