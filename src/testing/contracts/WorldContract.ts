import type { ArtifactContractNames, ArtifactMap } from "hardhat/types/artifacts"
import type {
  Abi,
  Account,
  Address,
  Chain,
  ContractConstructorArgs,
  ContractFunctionArgs,
  ContractFunctionName,
  GetContractReturnType,
  PublicClient,
  Transport,
  WalletClient,
} from "viem"

import type { Addressed } from "../world/findInWorld.js"
import type { Sent } from "../world/OpenWorld.js"
import type { DevnetSwitchboardKind } from "#src/messaging/switchboardKinds.js"
import { isRecord } from "#src/primitives/isRecord.js"

/** How plugs are connected. */
export type ConnectOptions<Chain extends string = string> = {
  /** The kind of switchboard for both directions. Default: `"FAST"` where the path has one. */
  readonly switchboard?: DevnetSwitchboardKind | undefined
  /**
   * The function that connects a plug which does not inherit `Plug.sol`: its name, or its signature if the parameters' names do not say
   * what they are. One for all plugs, or one for each chain. Default: `"connect"`.
   *
   * @example
   * world.deployConnected("OtherPlug", args, { connectBy: "setSocketConfig" })
   */
  readonly connectBy?: string | { readonly [Name in Chain]?: string } | undefined
}

/** Name of a contract of the project, bare or with its file. Before the first `hardhat build` it can be any. */
export type ContractName = ArtifactContractNames

/** The ABI of a contract of the project. */
export type AbiOf<Name> = Name extends keyof ArtifactMap
  ? ArtifactMap[Name] extends { readonly abi: infer ContractAbi extends Abi }
    ? ContractAbi
    : Abi
  : Abi

/** The arguments of its constructor. */
export type ConstructorArgsOf<Name> = Name extends keyof ArtifactMap
  ? ContractConstructorArgs<AbiOf<Name>>
  : readonly unknown[]

/** A contract on a chain of a world, with any ABI. */
export type ContractOnChain = {
  readonly address: Address
  readonly abi: Abi | readonly unknown[]
  readonly contractName: string
  /** Name of its chain. */
  readonly chainName: string
  /** Slug of its chain. */
  readonly slug: number
}

/** Whether a value is what `deploy` and the like return. */
export function isWorldContract(value: unknown): value is ContractOnChain {
  return isRecord(value) && "address" in value && "abi" in value && "chainName" in value
}

/** What a test can say besides the arguments of a function that it sends. */
export type SendOptions = {
  /** Who sends, also a contract. Default: the account of the instance, which is the first one of the chain unless `as` has changed it. */
  readonly account?: Addressed | undefined
  /** Wei for the function's own use. The fee is attached in addition. */
  readonly value?: bigint | undefined
  /** The wei to attach in all. Default: `value`, and exactly what the messages cost. */
  readonly attached?: bigint | undefined
  /** Default: the most that a transaction may have, because what is estimated can be too little by the time that it is mined. */
  readonly gas?: bigint | undefined
}

type Clients = { public: PublicClient<Transport, Chain>; wallet: WalletClient<Transport, Chain, Account> }

/** The functions that change something. One that is not payable can send messages too, which it pays for itself. */
type SendableName<ContractAbi extends Abi> = ContractFunctionName<ContractAbi, "payable" | "nonpayable">

/** Calls a function in a transaction, and attaches what its messages cost. */
type SendFunction<ContractAbi extends Abi, Name extends SendableName<ContractAbi>> = (
  ...parameters: readonly [] extends ContractFunctionArgs<ContractAbi, "payable" | "nonpayable", Name>
    ? [args?: ContractFunctionArgs<ContractAbi, "payable" | "nonpayable", Name>, options?: SendOptions]
    : [args: ContractFunctionArgs<ContractAbi, "payable" | "nonpayable", Name>, options?: SendOptions]
) => Promise<Sent>

/**
 * A contract of the project on a chain of a world: viem's contract instance, with `send` beside `read` and `write`.
 *
 * @example
 * const { alpha, beta } = await world.deployConnected("Greeter", ({ socket, owner }) => [socket, owner])
 * await alpha.send.greet([beta.slug, "hello"])
 * await alpha.as(stranger).send.greet([beta.slug, "hello"], { value: 5n })
 */
export type WorldContract<Name extends string = string> = GetContractReturnType<AbiOf<Name>, Clients> & {
  readonly contractName: Name
  /** Name of its chain. */
  readonly chainName: string
  readonly chainId: number
  /** Slug of its chain. */
  readonly slug: number
  /**
   * Calls a function in a transaction of its own, and attaches what the messages cost that it sends. Resolves once it is mined; the actors
   * deliver in the background.
   *
   * @throws {CallRevertedError} it reverts; the stack begins in the Solidity source
   */
  readonly send: {
    readonly [Function in SendableName<AbiOf<Name>>]: SendFunction<AbiOf<Name>, Function>
  }
  /** The same contract, called by another account. Any address will do, also that of a contract, if it owns enough for gas. */
  readonly as: (account: Addressed) => WorldContract<Name>
  /** Connects this side, and only this, with a plug on another chain. `world.connect` connects both. */
  readonly connectTo: (sibling: ContractOnChain, options?: ConnectOptions) => Promise<void>
}
