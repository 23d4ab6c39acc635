import type { Address } from "viem"

import type { Addressed } from "../world/findInWorld.js"
import type {
  ConnectOptions,
  ConstructorArgsOf,
  ContractName,
  ContractOnChain,
  WorldContract,
} from "./WorldContract.js"
import type { GatewayContracts } from "#src/devnet/gateway/deploy.js"

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
type DeployParameters<Name, Context = DeployContext, Options = DeployOptions<Context>> =
  readonly [] extends ConstructorArgsOf<Name>
    ? [args?: ArgsFor<Name, Context>, options?: Options]
    : [args: ArgsFor<Name, Context>, options?: Options]

/** Options of `deployConnected`. */
export type DeployConnectedOptions<Chain extends string, Subset extends Chain = Chain> = DeployOptions<
  DeployContext<Subset>
> &
  ConnectOptions<Subset> & {
    /** The chains to deploy on. Default: all. */
    readonly chains?: readonly Subset[] | undefined
  }

/** A contract for each chain that is to have one. */
type NamesByChain<Chain extends string> = { readonly [Name in Chain]?: ContractName }

type AllOf<Union> = (Union extends unknown ? (value: Union) => void : never) extends (value: infer All) => void
  ? All
  : never

/** Arguments for contracts of differing names: the same for all if they take the same, or some for each chain. */
type ArgsByChain<Names> =
  | ArgsForAll<AllOf<ConstructorArgsOf<Names[keyof Names]>>, DeployContext<keyof Names & string>>
  | { readonly [Chain in keyof Names]: ArgsFor<Names[Chain], DeployContext<Chain & string>> }

// Spread, so that what a function returns is taken as a tuple while the names are still being inferred.
type ArgsForAll<Args, Context> = Args extends readonly unknown[]
  ? readonly [...Args] | ((context: Context) => readonly [...Args] | Promise<readonly [...Args]>)
  : never

/** Deploys a contract on each chain, and connects each with all others. */
type DeployConnected<Chain extends string> = {
  <Contract extends ContractName, Subset extends Chain = Chain>(
    contractName: Contract,
    ...parameters: DeployParameters<Contract, DeployContext<Subset>, DeployConnectedOptions<Chain, Subset>>
  ): Promise<{ readonly [Name in Subset]: WorldContract<Contract> }>
  <const Names extends NamesByChain<Chain>>(
    contractNames: Names,
    args: ArgsByChain<Names>,
    options?: Omit<DeployConnectedOptions<Chain, keyof Names & Chain>, "chains">,
  ): Promise<{ readonly [Name in keyof Names]: WorldContract<Names[Name] & string> }>
}

/** Deploys contracts of the project, typed as hardhat-viem's `deployContract` is, and connects them. */
export type WorldContracts<Chain extends string = string> = {
  /**
   * Deploys a contract of the project on a chain.
   *
   * @throws {CallRevertedError} the constructor reverts; the stack begins in the Solidity source
   * @throws {InvalidInputError} the world has no such chain, or libraries are missing or unknown
   * @example
   * const token = await world.deploy("alpha", "Token", ["Name", "SYM"])
   * const greeter = await world.deploy("beta", "Greeter", ({ socket, owner }) => [socket, owner])
   */
  readonly deploy: <Contract extends ContractName>(
    chain: Chain,
    contractName: Contract,
    ...parameters: DeployParameters<Contract, DeployContext<Chain>>
  ) => Promise<WorldContract<Contract>>
  /**
   * Deploys a contract on each chain, and connects each with all others.
   *
   * @returns the contracts by the names of their chains
   * @throws what `deploy` and `connect` throw
   * @example
   * const { alpha, beta } = await world.deployConnected("Greeter", ({ socket, owner }) => [socket, owner])
   * await world.deployConnected({ alpha: "Vault", beta: "Wrapper" }, ({ socket, owner }) => [socket, owner])
   * await world.deployConnected("Greeter", args, { chains: ["alpha", "beta"], switchboard: "OPTIMISTIC" })
   */
  readonly deployConnected: DeployConnected<Chain>
  /**
   * Connects plugs that are deployed already, each with all others.
   *
   * @throws {CallRevertedError} a plug refuses
   * @throws {ConnectionNotMadeError} the function of a plug was called, and has connected nothing
   * @throws {InvalidInputError} a plug has no such function, or the path no such switchboard
   * @example
   * await world.connect([vault, wrapper], { switchboard: "OPTIMISTIC" })
   */
  readonly connect: (plugs: readonly ContractOnChain[], options?: ConnectOptions<Chain>) => Promise<void>
  /**
   * Gives a contract that is deployed already, such as one that an app gateway or a factory has made.
   *
   * @throws {InvalidInputError} there is no code at the address
   * @example
   * const board = await world.getContractAt("beta", "Board", onChainAddress)
   */
  readonly getContractAt: <Contract extends ContractName>(
    chain: Chain | "gateway",
    contractName: Contract,
    address: Address,
  ) => Promise<WorldContract<Contract>>
}

/** What a world with a gateway has besides. */
export type WorldApps = {
  /**
   * Deploys an app gateway of the project on the gateway chain. Its `send` returns the requests that a call has made.
   *
   * @throws what `deploy` and `depositCredits` throw
   * @example
   * const args = ({ addressResolver }) => [addressResolver, parseEther("0.1")]
   * const app = await world.deployApp("BoardGateway", args, { credits: parseEther("1") })
   * await app.send.deployBoards([[world.chains.beta.slug]])
   */
  readonly deployApp: <Contract extends ContractName>(
    contractName: Contract,
    ...parameters: DeployParameters<Contract, AppContext, DeployAppOptions>
  ) => Promise<WorldContract<Contract>>
}
