import type { Accounts } from "#src/devnet/chain/accounts.js"
import type { ForkedDeployment, NumberedChain } from "#src/devnet/options.js"

/** A chain with the messaging contracts that are deployed to it. */
export type DeployedChain = Pick<NumberedChain, "name" | "slug"> & { readonly deployment: ForkedDeployment }

/** What the protocol of a fork is taken over with. */
export type AdoptOptions = {
  readonly deployment: ForkedDeployment
  /** The other forks of the devnet. */
  readonly siblings: readonly DeployedChain[]
  readonly accounts: Accounts
}
