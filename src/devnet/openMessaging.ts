import type { LocalChain } from "./chains.js"
import { deployProtocol } from "./deploy.js"
import { createLedger, type Ledger } from "./ledger.js"
import { observeChain } from "./observer.js"
import { createMessagingCrew } from "./relay/messaging/crew.js"
import type { Desk } from "./relay/messaging/desk.js"
import { messageBook } from "./relay/messaging/messageBook.js"
import type { System, SystemContext } from "./System.js"

/** The messaging protocol on every chain, and what is known of its messages. */
export type Messaging = System & {
  readonly ledger: Ledger
  readonly desks: readonly Desk[]
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
    books: [messageBook(ledger)],
    hireCrew: (signal) => createMessagingCrew({ ledger, desks, staff, clock, retries, signal }),
  }
}
