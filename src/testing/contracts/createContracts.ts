import type { Abi, Address } from "viem"

import { checkList, checkOptions, describeArgument, everyOption, invalid } from "../arguments.js"
import { placeOf } from "../world/awaited.js"
import { addressOf, chainNamed, gatewayOf } from "../world/findInWorld.js"
import type { OpenWorld } from "../world/OpenWorld.js"
import { bindContract } from "./bindContract.js"
import { connectAll } from "./connect.js"
import { deploy, readArtifact } from "./deploy.js"
import { createFunds } from "./funds.js"
import type { ConnectOptions, ContractOnChain, WorldContract } from "./WorldContract.js"
import type {
  AppContext,
  DeployAppOptions,
  DeployConnectedOptions,
  DeployContext,
  DeployOptions,
  WorldApps,
  WorldContracts,
} from "./WorldContracts.js"
import type { LocalChain } from "#src/devnet/chain/chains.js"
import type { DevnetChain } from "#src/devnet/Devnet.js"

export function createContracts(opened: () => OpenWorld): WorldContracts & WorldApps {
  const deployOn = async (chain: string, contractName: string, args?: unknown, options?: DeployOptions) => {
    const calledAt = placeOf(deployOn)
    checkOptions("deploy", options, deployOptions)
    const on = chainNamed(opened(), chain)
    const contextOf = (owner: Address): DeployContext => contextOn(on, owner)
    return await deploy(opened(), on, { contractName, args, options, contextOf, calledAt })
  }

  async function deployConnected(
    names: string | Readonly<Record<string, string>>,
    args?: unknown,
    options: DeployConnectedOptions<string> = {},
  ): Promise<Readonly<Record<string, WorldContract>>> {
    const world = opened()
    checkOptions("deployConnected", options, deployConnectedOptions)
    checkNames(names)
    if (options.chains !== undefined) checkList("chains", options.chains, '{ chains: ["alpha", "beta"] }')
    const { chains, switchboard, connectBy, ...own } = options
    const account = options.account === undefined ? undefined : addressOf(options.account)
    const wanted =
      typeof names === "string"
        ? (chains ?? Object.keys(world.devnet.chains)).map((chain) => [chain, names] as const)
        : Object.entries(names)
    const deployed = await Promise.all(
      wanted.map(async ([chain, name]) => {
        const ownArgs = typeof names === "string" || !isByChain(args) ? args : args[chain]
        return [chain, await deployOn(chain, name, ownArgs, own)] as const
      }),
    )
    await connectAll(
      world,
      deployed.map(([, plug]) => plug),
      { switchboard, connectBy, account },
    )
    return Object.fromEntries(deployed)
  }

  async function getContractAt(chainName: string, contractName: string, at: Address): Promise<WorldContract> {
    const world = opened()
    const calledAt = placeOf(getContractAt)
    const chain: LocalChain = chainName === "gateway" ? gatewayOf(world).chain : chainNamed(world, chainName)
    const address = addressOf(at)
    if ((await chain.publicClient.getCode({ address })) === undefined) {
      throw invalid(
        "address",
        `there is no contract at ${address} on ${chainName}`,
        "Check the chain, and that it is deployed by now: await world.deliver() first if the actors deploy it.",
      )
    }
    const abi = (await readArtifact(world, contractName, calledAt)).abi as Abi
    world.registry.add({ name: contractName, chain: chainName, address, abi })
    return bindContract(world, chain, { address, abi, contractName, account: chain.walletClient.account.address })
  }

  async function deployApp(
    contractName: string,
    args?: unknown,
    options: DeployAppOptions = {},
  ): Promise<WorldContract> {
    const calledAt = placeOf(deployApp)
    checkOptions("deployApp", options, deployAppOptions)
    const world = opened()
    const { chain, contracts } = gatewayOf(world)
    const contextOf = (owner: Address): AppContext => {
      const { accounts, chainId, slug } = chain
      return { ...contracts, owner, accounts, chain: "gateway", chainId, slug }
    }
    const app = await deploy(world, chain, { contractName, args, options, contextOf, calledAt })
    if (options.credits !== undefined) await createFunds(opened).depositCredits(app, options.credits)
    return app
  }

  const contracts = {
    deploy: deployOn,
    deployConnected,
    async connect(plugs: readonly ContractOnChain[], options: ConnectOptions = {}) {
      checkList("plugs", plugs, "world.connect([vault, wrapper])")
      checkOptions("connect", options, connectOptions)
      await connectAll(opened(), plugs, options)
    },
    getContractAt,
    deployApp,
  }
  // Its types say what the names of contracts and of chains have to do with arguments and results.
  return contracts as unknown as WorldContracts & WorldApps
}

const ofDeploy = ["account", "value", "libraries"] as const
const ofConnect = ["switchboard", "connectBy"] as const
const deployOptions = everyOption<DeployOptions>()(...ofDeploy)
const connectOptions = everyOption<ConnectOptions>()(...ofConnect)
const deployAppOptions = everyOption<DeployAppOptions>()(...ofDeploy, "credits")
const deployConnectedOptions = everyOption<DeployConnectedOptions<string>>()(...ofDeploy, ...ofConnect, "chains")

/** For users without TypeScript. */
function checkNames(names: unknown): void {
  if (typeof names === "string" || isByChain(names)) return
  throw invalid(
    "contractNames",
    `${describeArgument(names)} names no contract`,
    'Give a name for every chain, or one for each: world.deployConnected({ alpha: "Vault", beta: "Wrapper" }, args).',
  )
}

function contextOn({ name, chainId, slug, accounts, contracts }: DevnetChain<boolean>, owner: Address): DeployContext {
  const { socket, switchboard } = contracts
  return { socket, switchboard, owner, accounts, chain: name, chainId, slug }
}

function isByChain(args: unknown): args is Readonly<Record<string, unknown>> {
  return typeof args === "object" && args !== null && !Array.isArray(args)
}
