import type { LocalChain } from "../chain/chains.js"
import { deployProtocol } from "./deploy.js"
import { createLedger, type Ledger } from "./ledger.js"
import { observeChain } from "./observer.js"
import { startMessagingWorkers } from "./actors/startWorkers.js"
import type { MessagingWorkerContext } from "./actors/WorkerContext.js"
import { messageQueue } from "./messageQueue.js"
import type { System, SystemContext } from "../System.js"

/** The messaging protocol on every chain, and what is known of its messages. */
export type Messaging = System & {
  readonly ledger: Ledger
  readonly desks: readonly MessagingWorkerContext[]
}

/** Puts the messaging protocol on chains that nothing was sent to yet, and follows them. */
export async function openMessaging(
  chains: readonly LocalChain[],
  { staff, clock, retries, cleanup, report }: SystemContext,
): Promise<Messaging> {
  const ledger = createLedger({ clock, watchers: staff.watchers.length })
  const desks = await Promise.all(
    chains.map(async (chain) => {
      const siblings = chains.filter((sibling) => sibling !== chain)
      const { contracts, capacitors } = await deployProtocol(chain, siblings, staff)
      const observer = await observeChain(chain, { ...contracts, capacitors }, ledger, report)
      cleanup.defer(() => observer.stop())
      return { chain, contracts, ledger, observer }
    }),
  )
  return {
    ledger,
    desks,
    books: [messageQueue(ledger)],
    hireCrew: (signal) => startMessagingWorkers({ ledger, desks, staff, clock, retries, signal }),
  }
}
