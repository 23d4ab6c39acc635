import { type MarketContracts, marketContracts } from "./contracts.js"
import { type ChainState, followState } from "./createViewReader.js"
import { deployMarket, type MessagingAddresses } from "./deploy.js"
import { keeper, type MarketWorkerContext } from "./keeper.js"
import { createMarketLedger, type MarketJob, type MarketLedger } from "./ledger.js"
import { observeMarket } from "./observeMarket.js"
import { createQuotes, type Quotes } from "./quoting/quotes.js"
import type { LocalChain } from "#src/devnet/chain/chains.js"
import { createBatchSender } from "#src/devnet/relay/createBatchSender.js"
import type { Protocol, ProtocolContext } from "#src/devnet/relay/Protocol.js"
import { createSenders } from "#src/devnet/relay/sender.js"
import type { Queue } from "#src/devnet/relay/Worker.js"
import { type MarketStage, marketStages } from "#src/devnet/stages.js"

/** A market on every chain, and what is known of its routes. */
export type Market = Protocol<MarketStage> & {
  readonly chains: readonly LocalChain[]
  /** The same on every chain. */
  readonly contracts: MarketContracts
  readonly quotes: Quotes
  readonly ledger: MarketLedger
  readonly stateOf: (chain: LocalChain) => Promise<ChainState>
}

/** Deploys a market to chains that have the messaging protocol, whose contracts are the same on each, and observes it. */
export async function openMarket(
  chains: readonly LocalChain[],
  {
    accounts,
    clock,
    retries,
    cleanup,
    report,
    messaging,
  }: ProtocolContext & { readonly messaging: MessagingAddresses },
): Promise<Market> {
  const quotes = createQuotes({ maxQuotes: 10_000, maxDeposits: 500 })
  const ledger = createMarketLedger({ clock, quotes })
  const contracts = marketContracts(accounts.deployer.address)
  const contexts = await Promise.all(
    chains.map(async (chain): Promise<MarketWorkerContext> => {
      const siblings = chains.filter((sibling) => sibling !== chain)
      await deployMarket(chain, siblings, { ...messaging, contracts, accounts })
      const observer = await observeMarket(chain, contracts, { ledger, quotes }, report)
      cleanup.defer(() => observer.stop())
      return { chain, contracts, ledger, observer, clock, retries }
    }),
  )
  const queue = jobQueue(ledger)
  const states = new Map(chains.map((chain) => [chain, followState(chain, contracts)]))
  return {
    chains,
    contracts,
    quotes,
    ledger,
    async stateOf(chain) {
      const state = states.get(chain)
      if (state === undefined) throw new Error(`the chain ${chain.name} has no market`)
      return await state()
    },
    async sync() {
      await Promise.all(contexts.map(({ observer }) => observer.sync()))
    },
    async remember() {
      await Promise.all(contexts.map(({ observer }) => observer.remember()))
      const [restoreQuotes, restoreLedger] = [quotes.remember(), ledger.remember()]
      return () => {
        restoreQuotes()
        restoreLedger()
      }
    },
    queues: [queue],
    knows: (id) => quotes.get(id) !== undefined,
    startWorkers(signal) {
      const { senderFor, settled } = createSenders(signal, contexts)
      const handlers = contexts.flatMap((context) => {
        const sender = senderFor(context.chain, accounts.keeper)
        return keeper(context, createBatchSender(context, contracts.operator, sender))
      })
      return { workers: handlers.map((handler) => ({ ...handler, queue, batchSize })), settled }
    },
  }
}

/** Jobs that the keeper takes at once. Its batch sender splits them by gas. */
const batchSize = 50

function jobQueue(ledger: MarketLedger): Queue<MarketStage, MarketJob> {
  return {
    stages: Object.keys(marketStages) as MarketStage[],
    waiting: (stage, chainSlug) => ledger.jobs(stage, chainSlug),
    idOf: ({ id }) => id,
    sinceOf: ({ since }) => since,
    readyAt: ({ readyAt }) => readyAt,
    restsUntil: ({ restsUntil = 0 }) => restsUntil,
    isUnmoved: (job) => ledger.isOpen(job),
    subscribe: (listener) => ledger.onChange(listener),
  }
}
