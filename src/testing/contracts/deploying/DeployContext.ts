import type { Address } from "viem"

import type { GatewayContracts } from "../../../devnet/gateway/deploy.js"
import type { Addressed, ConstructorArgsOf } from "../WorldContract.js"

/** What constructor arguments can be made from: the contracts and accounts of the chain that a contract is deployed on. */
export type DeployContext<Chain extends string = string> = {
  /** The messaging contract of the chain. */
  readonly socket: Address
  /** The chain's fast switchboard. */
  readonly switchboard: Address
  /** The account that deploys. */
  readonly owner: Address
  /** All funded accounts of the chain. */
  readonly accounts: readonly Address[]
  /** Name of the chain. */
  readonly chain: Chain
  readonly chainId: number
  readonly slug: number
}

/** What constructor arguments of an app gateway can be made from: the contracts and accounts of the gateway chain. */
export type AppContext = GatewayContracts & Omit<DeployContext<"gateway">, "socket" | "switchboard">

/** Constructor arguments, or a function that makes them of the chain's contracts and accounts. */
export type ArgsFor<Name, Context = DeployContext> =
  ConstructorArgsOf<Name> | ((context: Context) => ConstructorArgsOf<Name> | Promise<ConstructorArgsOf<Name>>)

/** Libraries to link, by their names, with their file before a colon where two have the same. */
export type Libraries = Readonly<Record<string, Addressed>>

/** Options of everything that deploys. */
export type DeployOptions<Context = DeployContext> = {
  /** Who deploys. It is the `owner` that functions for arguments get. Default: the first account of the chain. */
  readonly account?: Addressed | undefined
  /** Wei for the constructor. */
  readonly value?: bigint | undefined
  /** Libraries to link, or a function that gives those of a chain. */
  readonly libraries?: Libraries | ((context: Context) => Libraries | Promise<Libraries>) | undefined
}

/** Options of `deployApp`. */
export type DeployAppOptions = DeployOptions<AppContext> & {
  /** Credits to deposit for it at once, with 18 decimals, as `depositCredits` does. Default: none. */
  readonly credits?: bigint | undefined
}

/** What follows the name of a contract: arguments, if its constructor has any, and options. */
export type DeployParameters<Name, Context = DeployContext, Options = DeployOptions<Context>> =
  readonly [] extends ConstructorArgsOf<Name>
    ? [args?: ArgsFor<Name, Context>, options?: Options]
    : [args: ArgsFor<Name, Context>, options?: Options]
