import type { Accounts } from "../chain/accounts.js"
import type { LocalChain } from "../chain/chains.js"
import type { ProtocolContracts } from "./deploy.js"
import type { MessageFact } from "./facts.js"
import type { MessagingLedger } from "./ledger.js"
import type { MessageRecord } from "./MessageRecord.js"

/** A chain that the protocol is deployed to, or taken over on. */
export type MessagingChain = LocalChain & { readonly adopt?: AdoptProtocol | undefined }

/** Takes over the messaging contracts that a fork has, for the devnet's actors. The extra of forks has it. */
export type AdoptProtocol = (chain: LocalChain, accounts: Accounts) => Promise<AdoptedProtocol>

export type AdoptedProtocol = {
  readonly contracts: ProtocolContracts
  /** What is known of them from before the fork. It grows. */
  readonly known: readonly MessageFact[]
  readonly adoptConnections: (ledger: Pick<MessagingLedger, "record" | "get">) => AdoptConnections
}

/**
 * Adds to the ledger how the plugs of these sealed messages are connected on their destination, where no log of the fork says so. Returns
 * those that are still sealed, as they are then.
 */
export type AdoptConnections = (records: readonly MessageRecord[]) => Promise<readonly MessageRecord[]>
