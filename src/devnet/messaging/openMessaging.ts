import type { Address } from "viem"

import { IdUsedBeforeError } from "../chain/setBackErrors.js"
import type { Protocol, ProtocolContext } from "../relay/Protocol.js"
import { createSenders } from "../relay/sender.js"
import type { Queue } from "../relay/Worker.js"
import { executor } from "./actors/executor.js"
import type { ExecutionParts, MessagingWorkerContext } from "./actors/MessagingWorkerContext.js"
import { signExecutions } from "./actors/signing.js"
import { signPackets, transmitter } from "./actors/transmitter.js"
import { watcher } from "./actors/watcher.js"
import type { MessagingChain } from "./adoption.js"
import { deployProtocol, type MessagingOptions, type ProtocolContracts } from "./deploy.js"
import { createHoldMessages } from "./holdMessages.js"
import { createMessagingLedger, type MessagingLedger } from "./ledger.js"
import type { MessageRecord } from "./MessageRecord.js"
import { observeMessaging } from "./observeMessaging.js"
import { needOf, type Switchboards } from "./paths.js"
import { chainOfStage, type MessagingStage, messagingStages } from "./stages.js"
import { chainFact } from "#src/primitives/errorText.js"
import { PlugsError } from "#src/primitives/PlugsError.js"

export type Messaging = Protocol<MessagingStage> & {
  readonly ledger: MessagingLedger
  readonly contexts: readonly MessagingWorkerContext[]
}

/**
 * Deploys the messaging protocol to chains on which its deployer has sent nothing yet, or takes it over on forks of chains that have it, and
 * observes them.
 */
export async function openMessaging(
  chains: readonly MessagingChain[],
  {
    accounts,
    clock,
    retries,
    cleanup,
    report,
    paths,
    optimisticTimeout,
    executionGas,
    executesAlone,
  }: ProtocolContext & MessagingOptions & ExecutionParts,
): Promise<Messaging> {
  const ledger = createMessagingLedger({ clock })
  const slugs = new Set(chains.map(({ slug }) => slug))
  const held = createHoldMessages({ ledger, clock, report })
  ledger.subscribe((record) => {
    const { status, idUsedIn: txHash, outbound } = record
    const { messageId: id, dstChainSlug } = outbound
    if (!slugs.has(dstChainSlug)) held.reportOnce(record, "UNKNOWN_CHAIN")
    if (status !== "EXECUTION_FAILURE" || txHash === undefined) return
    const chain = chains.find(({ slug }) => slug === dstChainSlug)?.name ?? String(dstChainSlug)
    report(new IdUsedBeforeError({ what: "message", id, chain, txHash }))
  })
  const contractsOf = new Map<number, ProtocolContracts>()
  reportUnservedSwitchboards(ledger, { contractsOf, report })
  const contexts = await Promise.all(
    chains.map(async (chain): Promise<MessagingWorkerContext> => {
      const adopted = await chain.adopt?.(chain, accounts)
      const siblings = chains.filter((sibling) => sibling !== chain)
      const contracts =
        adopted?.contracts ?? (await deployProtocol(chain, siblings, { accounts, paths, optimisticTimeout }))
      contractsOf.set(chain.slug, contracts)
      const observer = await observeMessaging(chain, {
        ...{ emitters: contracts, ledger, report },
        known: adopted?.known ?? [],
      })
      cleanup.defer(() => observer.stop())
      const adoptConnections = adopted?.adoptConnections(ledger)
      const context = { chain, contracts, ledger, observer, clock, retries, held, executionGas, executesAlone }
      return { ...context, adoptConnections }
    }),
  )
  signExecutions(chains, { ledger, account: accounts.executor })
  const queue = messageQueue(ledger, slugs)
  return {
    ledger,
    contexts,
    queues: [queue],
    knows: (id) => ledger.get(id) !== undefined,
    // Each actor has a key and a nonce of its own.
    startWorkers(signal) {
      const { senderFor, settled } = createSenders(signal, contexts)
      const { watchers } = accounts
      const signPacket = signPackets(accounts.transmitter)
      const handlers = contexts.flatMap((context) => [
        ...transmitter(context, signPacket, senderFor(context.chain, accounts.transmitter)),
        ...watchers.map((account) =>
          watcher(context, { account, watchers: watchers.length, sender: senderFor(context.chain, account) }),
        ),
        ...executor(context, accounts.executor, senderFor(context.chain, accounts.executor)),
      ])
      return { workers: handlers.map((handler) => ({ ...handler, queue, batchSize })), settled }
    },
    async sync() {
      await Promise.all(contexts.map(({ observer }) => observer.sync()))
    },
    async remember() {
      await Promise.all(contexts.map(({ observer }) => observer.remember()))
      const goBack = ledger.remember()
      return () => {
        held.forget()
        goBack()
      }
    },
  }
}

/** Messages that an actor takes at once: what fits in one transaction at the most expensive stage before execution. */
const batchSize = 100

/** The ledger's messages, as a queue for the relay's workers, who take none to a chain outside of the devnet. */
function messageQueue(ledger: MessagingLedger, slugs: ReadonlySet<number>): Queue<MessagingStage, MessageRecord> {
  return {
    stages: Object.keys(messagingStages) as MessagingStage[],
    waiting(stage, chainSlug) {
      // A chain seals in order, so one that was set back to before a seal seals again what the other chain has executed already.
      if (stage === "seal") {
        return [...ledger.unsealed(chainSlug)].filter(({ outbound }) => slugs.has(outbound.dstChainSlug))
      }
      return messagingStages[stage].takes.flatMap((status) =>
        [...ledger.inStatus(status)].filter((record) => chainOfStage(stage, record) === chainSlug),
      )
    },
    idOf: ({ outbound }) => outbound.messageId,
    sinceOf: ({ since }) => since,
    readyAt: ({ note }) => (note !== undefined && "retryAt" in note ? note.retryAt : 0),
    restsUntil: ({ hold }) => hold?.retryAt ?? 0,
    isUnmoved: (record) => ledger.get(record.outbound.messageId) === record,
    subscribe(listener) {
      const stops = [ledger.subscribe(listener), ledger.onRelease(listener)]
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}

/** Reported once when the devnet carries a message through a switchboard that is not its own: the deployed actors serve none but theirs. */
export class SwitchboardNotServedError extends PlugsError {
  readonly code = "SWITCHBOARD_NOT_SERVED"
  constructor({ switchboard, chainSlug }: { switchboard: Address; chainSlug: number }) {
    super(
      "A message goes through a switchboard that the deployed system does not serve. The devnet carries it all the same.",
      {
        facts: { switchboard, chain: chainFact(chainSlug) },
        next: "Ask the operators of the deployed system to seal and propose packets for your switchboards, or connect both plugs through theirs.",
      },
    )
  }
}

/** Reports each switchboard of somebody's own for which a packet is proposed. */
function reportUnservedSwitchboards(
  ledger: Pick<MessagingLedger, "subscribe">,
  {
    contractsOf,
    report,
  }: { readonly contractsOf: ReadonlyMap<number, Switchboards>; readonly report: (error: unknown) => void },
): void {
  const reported = new Set<string>()
  ledger.subscribe(({ status, proposal, outbound: { dstChainSlug: chainSlug } }) => {
    if (status !== "PROPOSED" || proposal === undefined) return
    const { switchboard } = proposal
    const key = `${chainSlug} ${switchboard}`
    const contracts = contractsOf.get(chainSlug)
    if (contracts === undefined || needOf(contracts, switchboard) !== undefined || reported.has(key)) return
    reported.add(key)
    report(new SwitchboardNotServedError({ switchboard, chainSlug }))
  })
}
