import type { Address } from "viem"

import type { ConnectOptions } from "./connecting/ConnectOptions.js"
import type {
  AppContext,
  ArgsFor,
  DeployAppOptions,
  DeployContext,
  DeployOptions,
  DeployParameters,
} from "./deploying/DeployContext.js"
import type { ConstructorArgsOf, ContractName, ContractOnChain, WorldContract } from "./WorldContract.js"

/** Options of `deployConnected`. */
export type DeployConnectedOptions<Chain extends string, Subset extends Chain = Chain> = DeployOptions<
  DeployContext<Subset>
> &
  ConnectOptions<Subset> & {
    /** The chains to deploy on. Default: all. */
    readonly chains?: readonly Subset[] | undefined
  }

/** A contract for each chain that is to have one. */
export type NamesByChain<Chain extends string> = { readonly [Name in Chain]?: ContractName }

type AllOf<Union> = (Union extends unknown ? (value: Union) => void : never) extends (value: infer All) => void
  ? All
  : never

/** Arguments for contracts of differing names: the same for all if they take the same, or some for each chain. */
export type ArgsByChain<Names> =
  | ArgsForAll<AllOf<ConstructorArgsOf<Names[keyof Names]>>, DeployContext<keyof Names & string>>
  | { readonly [Chain in keyof Names]: ArgsFor<Names[Chain], DeployContext<Chain & string>> }

// Spread, so that what a function returns is taken as a tuple while the names are still being inferred.
type ArgsForAll<Args, Context> = Args extends readonly unknown[]
  ? readonly [...Args] | ((context: Context) => readonly [...Args] | Promise<readonly [...Args]>)
  : never

/** Deploys a contract on each chain, and connects each with all others. */
export type DeployConnected<Chain extends string> = {
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
