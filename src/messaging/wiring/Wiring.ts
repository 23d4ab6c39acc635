import type { Address, Client } from "viem"

import type { SwitchboardKind } from "../switchboardKinds.js"
import type { WiringJournal } from "./apply/WiringStep.js"
import type { GasLimits } from "#src/onchain/gas/GasPlan.js"
import type { PlugsError } from "#src/primitives/PlugsError.js"

/**
 * The function of a plug that connects it, when it is not `connect(uint32,address,address)` of `Plug.sol`: a signature, or a signature
 * with the order of its arguments.
 *
 * @example
 * "setSocketConfig(uint32 siblingSlug, address siblingPlug, address switchboard)"
 * @example
 * { signature: "hook(bytes32,address,address)", args: ["0x…", "switchboard", "sibling"] }
 */
export type WiringFunction =
  | string
  | {
      readonly signature: string
      /**
       * One for each parameter: `siblingChainSlug`, `sibling`, `switchboard` or `siblingChainId` stands for that value, and anything else is
       * passed as it is.
       * Default: what the types and names of the parameters say.
       */
      readonly args?: readonly unknown[]
    }

/** Two chains whose contracts talk to each other, and by which switchboards if not by the application's. */
export type WiringPair =
  | readonly [string, string]
  | {
      readonly between: readonly [string, string]
      readonly switchboard?: SwitchboardKind | Readonly<Record<string, Address>>
    }

/** The contracts of one application, and who of them talks to whom. Chains are named as the configuration names them. */
export type WiringApplication = {
  /** The contract on each chain: its address, or a name that the configuration or a deployment gives it. */
  readonly contracts: Readonly<Record<string, string>>
  /** Who talks to whom: all with all, all with a hub, or pairs. Default: `"all"`. */
  readonly talk?: "all" | { readonly hub: string } | readonly WiringPair[]
  /** The kind of switchboard, or the address of one on each chain. Default: `"FAST"`. */
  readonly switchboard?: SwitchboardKind | Readonly<Record<string, Address>>
  /** Who owns the contracts: one account, or one on each chain. It must send the connecting transactions. Default: the owners on-chain. */
  readonly owner?: Address | Readonly<Record<string, Address>>
  /** The function that connects a contract. Default: `connect(uint32,address,address)`. */
  readonly connect?: WiringFunction
  /** The function that disconnects one. Default: that of `connect`, with the zero address as sibling. */
  readonly disconnect?: WiringFunction
}

/** Applications by their names. */
export type Wiring = Readonly<Record<string, WiringApplication>>

/** A chain of a wiring, as viem reaches it. */
export type WiringChain = {
  readonly slug: number
  readonly socket: Address
  readonly publicClient: Client
  /** Sends the changes of this chain. Without it, another account has to send them all. */
  readonly walletClient?: Client | undefined
  /** Where a change is written down before it is sent. Default: nowhere, so that a transaction is sent again if the process dies and it is not mined yet. */
  readonly journal?: WiringJournal | undefined
  /** What the gas of all changes of this chain costs at most. */
  readonly gasLimits?: GasLimits | undefined
}

/**
 * A chain without clients: one that could not be reached, or one on which the plugs of others may be connected to other plugs. What
 * concerns the others is planned all the same.
 */
export type UnreachedChain = { readonly slug: number; readonly error?: PlugsError | undefined }

/** The chains of a wiring by the names that it uses. */
export type WiringChains = Readonly<Record<string, WiringChain | UnreachedChain>>

/**
 * Types a wiring in a file of its own. It returns its argument.
 *
 * @example
 * // wiring.ts, for `npx hardhat messaging wire --file wiring.ts`
 * import { defineWiring } from "hardhat-plugs/messaging"
 *
 * export default defineWiring({
 *   greeters: { contracts: { alpha: "0x…", beta: "0x…" }, talk: "all", switchboard: "FAST" },
 * })
 */
export function defineWiring<const Given extends Wiring>(wiring: Given): Given {
  return wiring
}
