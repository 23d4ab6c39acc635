import type { Hex } from "viem"

import { type Clock, systemClock } from "../primitives/clock.js"
import { hireStaff } from "./accounts.js"
import { type LocalChain, openChains } from "./chains.js"
import { checkOptions } from "./checkOptions.js"
import { createCleanup } from "./cleanup.js"
import { deployProtocol, type ProtocolContracts } from "./deploy.js"
import { defaultApiKey, defaultChains } from "./defaults.js"
import { createErrorFeed } from "./errorFeed.js"
import { fund } from "./fund.js"
import { createLedger, type MessageRecord } from "./ledger.js"
import { observeChain } from "./observer.js"
import { type ChainRequest, identifyChains } from "./identifyChains.js"
import type { ExecutionRetries } from "./relay/ExecutionRetries.js"
import { createMessagingCrew } from "./relay/messaging/crew.js"
import type { Desk } from "./relay/messaging/desk.js"
import { messageBook } from "./relay/messaging/messageBook.js"
import { createRelay, type Relay } from "./relay/relay.js"
import { createApp } from "./server/app.js"
import { listen } from "./server/listen.js"

export type StartDevnetOptions<Name extends string = string> = {
  /** Names, or names with numbers. Default: `["alpha", "beta"]`, numbered from 41001. */
  readonly chains?: readonly ChainRequest<Name>[]
  /** Port on 127.0.0.1; 0, the default, takes a free one. */
  readonly port?: number
  /** What the messaging API wants in `x-api-key`. Default: `"devnet"`. */
  readonly apiKey?: string
  /** How many watchers must attest each packet. Default: 1. */
  readonly watchers?: number
  /** Milliseconds between blocks. Default: a block as soon as there is a transaction. */
  readonly blockTime?: number
  /** Milliseconds that each state of a message lasts at least, so that a person can watch. Default: 0. */
  readonly pace?: number
  /** How a reverting `inbound` is tried again. Default: 30 tries, a second apart. */
  readonly executionRetries?: ExecutionRetries
  readonly clock?: Clock
}

/** One chain of a devnet, with clients that reach it in this process. */
export type DevnetChain = LocalChain & {
  /** For anything outside this process. */
  readonly rpcUrl: string
  readonly contracts: ProtocolContracts
}

export type Devnet<Name extends string = string> = AsyncDisposable & {
  readonly url: string
  readonly chains: Readonly<Record<Name, DevnetChain>>
  readonly messaging: { readonly baseUrl: string; readonly apiKey: string }
  readonly relay: Relay
  /** Every message that was sent, as the devnet knows it now. */
  messagesFromTx(chainSlug: number, txHash: Hex): readonly MessageRecord[]
  /** Calls the listener at every change of any message's status. Gives back what ends that. */
  onMessage(listener: (record: MessageRecord) => void): () => void
  /** Calls the listener with what goes wrong in the background, where it is tried again. */
  onError(listener: (error: unknown) => void): () => void
  stop(): Promise<void>
}

/**
 * Starts a cross-chain world in this process: local chains with the protocol's contracts, the actors that carry messages
 * between them, and the APIs that answer from their state, all on one loopback port.
 *
 * @throws {PortBusyError} something else listens on the port
 * @throws {InvalidInputError} chains with the same name, slug or id, or a number that can't be meant
 * @example
 * await using devnet = await startDevnet()
 * const { alpha, beta } = devnet.chains
 * const client = createMessagingClient(devnet.messaging)
 */
export async function startDevnet<const Name extends string = "alpha" | "beta">({
  chains: requested = defaultChains as readonly Name[],
  port = 0,
  apiKey = defaultApiKey,
  watchers = 1,
  blockTime,
  pace = 0,
  executionRetries = { attempts: 30, delay: 1000 },
  clock = systemClock,
}: StartDevnetOptions<Name> = {}): Promise<Devnet<Name>> {
  const identities = identifyChains(requested)
  checkOptions({ port, watchers, blockTime, pace, executionRetries })
  const cleanup = createCleanup()
  try {
    const opened = await openChains(identities)
    cleanup.defer(() => opened.close())

    const staff = hireStaff(watchers)
    const errors = createErrorFeed()
    const report = (error: unknown) => {
      errors.report(error)
    }
    const ledger = createLedger({ clock, watchers: staff.watchers.length })
    const desks = await Promise.all(
      opened.chains.map(async (chain) => {
        await fund(chain, staff)
        const siblings = identities.filter(({ slug }) => slug !== chain.slug)
        const { contracts, capacitors } = await deployProtocol(chain, siblings, staff)
        const observer = await observeChain(chain, { ...contracts, capacitors }, ledger, report)
        cleanup.defer(() => observer.stop())
        return { chain, contracts, ledger, observer }
      }),
    )
    if (blockTime !== undefined) await Promise.all(opened.chains.map((chain) => mineEvery(chain, blockTime)))

    const relay = createRelay({
      books: [messageBook(ledger)],
      clock,
      pace,
      report,
      hireCrew: (signal) => createMessagingCrew({ ledger, desks, staff, clock, retries: executionRetries, signal }),
    })
    cleanup.defer(() => relay.stop())

    const server = await listen(createApp({ desks, ledger, apiKey, executor: staff.executor.address }).fetch, port)
    cleanup.defer(() => server.close())
    relay.start()

    return {
      url: server.url,
      chains: chainsByName(desks, server.url),
      messaging: { baseUrl: `${server.url}/messaging`, apiKey },
      relay,
      messagesFromTx: (chainSlug, txHash) => ledger.sentIn(chainSlug, txHash),
      onMessage: (listener) =>
        ledger.subscribe((record) => {
          // The ledger is in the middle of its work, and must not pay for a listener's mistake.
          try {
            listener(record)
          } catch (error) {
            report(error)
          }
        }),
      onError: (listener) => errors.subscribe(listener),
      stop: () => cleanup.run(),
      [Symbol.asyncDispose]: () => cleanup.run(),
    }
  } catch (error) {
    // What went wrong first is the reason; cleaning up after it may well fail too.
    await cleanup.run().catch(() => undefined)
    throw error
  }
}

function chainsByName<Name extends string>(desks: readonly Desk[], url: string): Record<Name, DevnetChain> {
  const entries = desks.map(({ chain, contracts }) => {
    return [chain.name, { ...chain, contracts, rpcUrl: `${url}/rpc/${chain.name}` }] as const
  })
  return Object.fromEntries(entries) as Record<Name, DevnetChain>
}

async function mineEvery({ testClient }: LocalChain, blockTime: number): Promise<void> {
  await testClient.setAutomine(false)
  await testClient.request({ method: "evm_setIntervalMining" as never, params: [blockTime] as never })
}
