import type { Abi, Address } from "viem"

import type { DevnetChain } from "../../devnet/Devnet.js"
import type { LocalChain } from "../../devnet/chain/chains.js"
import { InvalidInputError } from "../../primitives/InvalidInputError.js"
import type { OpenWorld } from "../OpenWorld.js"
import { addressOf } from "./addressOf.js"
import { bindContract } from "./bindContract.js"
import { chainNamed } from "./chainNamed.js"
import { connectAll } from "./connecting/connect.js"
import { deploy } from "./deploy.js"
import type { AppContext, DeployContext, DeployOptions } from "./DeployContext.js"
import { gatewayOf } from "./gatewayOf.js"
import type { ContractOnChain, WorldContract } from "./WorldContract.js"
import type { DeployConnectedOptions, WorldApps, WorldContracts } from "./WorldContracts.js"

/** Makes what deploys and connects contracts. */
export function createContracts(opened: () => OpenWorld): WorldContracts & WorldApps {
  const deployOn = async (chain: string, contractName: string, args?: unknown, options?: DeployOptions) => {
    const calledAt = placeOf(deployOn)
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
    const account = options.account === undefined ? undefined : addressOf(options.account)
    const wanted =
      typeof names === "string"
        ? (options.chains ?? Object.keys(world.devnet.chains)).map((chain) => [chain, names] as const)
        : Object.entries(names)
    const deployed = await Promise.all(
      wanted.map(async ([chain, name]) => {
        const own = typeof names === "string" || !isByChain(args) ? args : args[chain]
        return [chain, await deployOn(chain, name, own, options)] as const
      }),
    )
    await connectAll(
      world,
      deployed.map(([, plug]) => plug),
      { ...options, account },
    )
    return Object.fromEntries(deployed)
  }

  async function getContractAt(chainName: string, contractName: string, at: Address): Promise<WorldContract> {
    const world = opened()
    const chain: LocalChain = chainName === "gateway" ? gatewayOf(world).chain : chainNamed(world, chainName)
    const address = addressOf(at)
    if ((await chain.publicClient.getCode({ address })) === undefined) {
      throw new InvalidInputError({
        argument: "address",
        problem: `there is no contract at ${address} on ${chainName}`,
        fix: "Check the chain, and that it is deployed by now: await world.deliver() first if the actors deploy it.",
      })
    }
    const abi = (await world.hre.artifacts.readArtifact(contractName)).abi as Abi
    world.registry.add({ name: contractName, chain: chainName, address, abi })
    return bindContract(world, chain, { address, abi, contractName, account: chain.walletClient.account.address })
  }

  async function deployApp(
    contractName: string,
    args?: unknown,
    options?: DeployOptions<AppContext>,
  ): Promise<WorldContract> {
    const calledAt = placeOf(deployApp)
    const world = opened()
    const { chain, contracts } = gatewayOf(world)
    const contextOf = (owner: Address): AppContext => {
      const { accounts, chainId, slug } = chain
      return { ...contracts, owner, accounts, chain: "gateway", chainId, slug }
    }
    return await deploy(world, chain, { contractName, args, options, contextOf, calledAt })
  }

  const contracts = {
    deploy: deployOn,
    deployConnected,
    async connect(plugs: readonly ContractOnChain[], options = {}) {
      await connectAll(opened(), plugs, options)
    },
    getContractAt,
    deployApp,
  }
  // Its types say what the names of contracts and of chains have to do with arguments and results.
  return contracts as unknown as WorldContracts & WorldApps
}

function contextOn({ name, chainId, slug, accounts, contracts }: DevnetChain<boolean>, owner: Address): DeployContext {
  const { socket, switchboard } = contracts
  return { socket, switchboard, owner, accounts, chain: name, chainId, slug }
}

function isByChain(args: unknown): args is Readonly<Record<string, unknown>> {
  return typeof args === "object" && args !== null && !Array.isArray(args)
}

/** The place in the test from which a function was called. */
function placeOf(called: (...args: never[]) => unknown): Error {
  const place = new Error()
  Error.captureStackTrace(place, called)
  return place
}
