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

import type { Sent } from "../Sent.js"

/** Name of a contract of the project. Before the first `hardhat build` it can be any. */
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

/** What a test can say besides the arguments of a function that sends messages. */
export type SendOptions = {
  /** Who sends. Default: the first account of the chain. */
  readonly account?: Address | undefined
  /** Wei for the function's own use. The fee is attached in addition. */
  readonly value?: bigint | undefined
  /** The wei to attach in all, whatever the messages cost. Default: `value`, and exactly what the messages cost. */
  readonly attached?: bigint | undefined
  readonly gas?: bigint | undefined
}

type Clients = { public: PublicClient<Transport, Chain>; wallet: WalletClient<Transport, Chain, Account> }

/** Calls a function that sends messages, and attaches what they cost. */
type SendFunction<ContractAbi extends Abi, Name extends ContractFunctionName<ContractAbi, "payable">> = (
  ...parameters: readonly [] extends ContractFunctionArgs<ContractAbi, "payable", Name>
    ? [args?: readonly [], options?: SendOptions]
    : [args: ContractFunctionArgs<ContractAbi, "payable", Name>, options?: SendOptions]
) => Promise<Sent>

/** A contract of the project on a chain of a world: viem's contract instance, with `send` beside `read` and `write`. */
export type WorldContract<Name extends string = string> = GetContractReturnType<AbiOf<Name>, Clients> & {
  readonly contractName: Name
  /** Name of its chain. */
  readonly chainName: string
  readonly chainId: number
  /** Slug of its chain. */
  readonly slug: number
  /** Calls a payable function and attaches what the messages cost that it sends. */
  readonly send: {
    readonly [Name_ in ContractFunctionName<AbiOf<Name>, "payable">]: SendFunction<AbiOf<Name>, Name_>
  }
}

/** What constructor arguments can be made from: the contracts and accounts of the chain that a contract is deployed on. */
export type DeployContext = {
  /** The messaging contract of the chain. */
  readonly socket: Address
  /** The chain's default switchboard. */
  readonly switchboard: Address
  /** The account that deploys. */
  readonly owner: Address
  /** All funded accounts of the chain. */
  readonly accounts: readonly Address[]
  /** Name of the chain. */
  readonly chain: string
  readonly chainId: number
  readonly slug: number
}

/** Constructor arguments, or a function that makes them for each chain. */
export type ArgsFor<Name> = ConstructorArgsOf<Name> | ((context: DeployContext) => ConstructorArgsOf<Name>)
