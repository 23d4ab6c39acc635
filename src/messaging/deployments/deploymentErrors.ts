import type { Address } from "viem"

import type { SwitchboardKind } from "../switchboardKinds.js"
import { chain as chainOf, text } from "#src/primitives/errorText.js"
import { PlugsError } from "#src/primitives/PlugsError.js"

/** Nothing is known of the messaging protocol on a chain. */
export class UnknownDeploymentError extends PlugsError {
  readonly code = "UNKNOWN_DEPLOYMENT"

  /** @param network the Hardhat network that has the chain id */
  constructor({ chainId, network }: { chainId: number; network?: string }) {
    super(`No deployment of the messaging protocol is known on the chain with id ${chainId}.`, {
      facts: { network },
      next: "See npx hardhat messaging chains for those that are known. For another one, write slug and socket in plugs.chains, or name a file in plugs.messaging.deployment.",
    })
  }
}

/** A chain was shut down, so nothing is read there and nothing arrives. */
export class RetiredChainError extends PlugsError {
  readonly code = "CHAIN_RETIRED"

  constructor({ name, slug }: { readonly name: string; readonly slug: number }) {
    super(`The chain ${name} was shut down.`, {
      facts: { slug: String(slug) },
      next: "See npx hardhat messaging chains for the chains that messages can go to.",
    })
  }
}

/** No switchboard of a kind leads from one chain to another one. */
export class NoSwitchboardError extends PlugsError {
  readonly code = "NO_SWITCHBOARD"
  /** The kinds that lead there. */
  readonly kinds: readonly SwitchboardKind[]

  constructor(path: { chain: string; siblingSlug: number; kind: SwitchboardKind; kinds: readonly SwitchboardKind[] }) {
    const { chain, siblingSlug, kind, kinds } = path
    super(text`No ${kind} switchboard leads from ${chain} to ${chainOf(siblingSlug)}.`, {
      facts: { kinds: kinds.length === 0 ? "none" : kinds.join(", ") },
      next:
        kinds.length === 0
          ? `See npx hardhat messaging chains --chain ${chain} for the chains that it reaches.`
          : `Use ${kinds.join(" or ")} for both plugs, or give the switchboard's address.`,
    })
    this.kinds = kinds
  }
}

/** The chain does not have the contracts of the configuration or of its known deployment. */
export class DeploymentMismatchError extends PlugsError {
  readonly code = "DEPLOYMENT_MISMATCH"

  constructor({ chain, address, problem }: { chain: string; address: Address; problem: string }) {
    super(`The deployment of the messaging protocol on ${chain} is not as expected: ${problem}.`, {
      facts: { contract: address },
      next: `Check that the network reaches ${chain}. If the contract was replaced, write its address in the configuration.`,
    })
  }
}
