import type { ConfigHooks } from "hardhat/types/hooks"
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { NetworkConnection } from "hardhat/types/network"

import { invalid } from "../arguments.js"
import { type ChainToOpen, networkConfig, openChain, type OpenChainsFunction } from "#src/devnet/chain/chains.js"
import { createForkFolder, keepApart } from "#src/devnet/chain/fork.js"
import { limitMemory } from "#src/devnet/chain/limitMemory.js"
import { askOnce } from "#src/devnet/chain/requests.js"

/** What a world needs of the user's Hardhat project. */
export type ProjectRuntime = Pick<HardhatRuntimeEnvironment, "network" | "artifacts" | "config" | "hooks">

/** Opens chains with the settings of a network of the user's project, whose traces, coverage and gas statistics then count them. */
export function openProjectChains(hre: ProjectRuntime, network: string): OpenChainsFunction {
  const config = hre.config.networks[network]
  if (config?.type !== "edr-simulated") {
    throw invalid(
      "network",
      config === undefined ? `the project has no network ${network}` : `the network ${network} is not simulated`,
      'Name a network whose type is "edr-simulated".',
    )
  }
  return async (chainsToOpen, { bornAt, attach } = {}) => {
    if (config.forking?.enabled === true && chainsToOpen.some(({ fork }) => fork === undefined)) {
      throw invalid(
        "network",
        `the network ${network} is a fork, and the world would deploy a second protocol to it`,
        'To use the contracts of the chain, name it in forks, as in createWorld(hre, { forks: ["arbitrum", "optimism"] }).',
      )
    }
    const connections: NetworkConnection[] = []
    const folder = chainsToOpen.some(({ fork }) => fork !== undefined) ? await createForkFolder() : undefined
    const close = async (): Promise<void> => {
      await Promise.all(connections.map((connection) => connection.close()))
      await folder?.forget()
    }
    const apart = chainsToOpen.flatMap(({ fork }) =>
      folder !== undefined && fork !== undefined ? [keepApart(hre, fork, folder.path)] : [],
    )
    const connect = async (chain: ChainToOpen): Promise<NetworkConnection> => {
      const override = { ...networkConfig(chain, bornAt), ...mineAtOnce }
      const connection = await hre.network.create({ network, override })
      connections.push(connection)
      askOnce(connection.provider)
      attach?.(chain.name, connection.provider)
      return connection
    }
    const stopSharing = shareAccounts(hre, network, chainsToOpen)
    const opened = await limitMemory(() => Promise.allSettled(chainsToOpen.map(connect))).finally(() => {
      for (const stop of [stopSharing, ...apart]) stop()
    })
    try {
      const chains = opened.map(async (result, index) => {
        if (result.status === "rejected") throw result.reason
        return await openChain(chainsToOpen[index] as ChainToOpen, result.value)
      })
      return { chains: await Promise.all(chains), close }
    } catch (error) {
      await close().catch(() => undefined)
      throw error
    }
  }
}

/**
 * Hardhat works out the accounts of a network for each connection that overrides anything, unless it finds the same object: half of the
 * time in which a chain opens.
 */
function shareAccounts({ config, hooks }: ProjectRuntime, network: string, chains: readonly ChainToOpen[]): () => void {
  const handlers: Partial<ConfigHooks> = {
    async resolveUserConfig(userConfig, resolveVariable, next) {
      const resolved = await next(userConfig, resolveVariable)
      const [overridden, own] = [resolved.networks[network], config.networks[network]]
      const isOurs = chains.some(({ chainId }) => chainId === overridden?.chainId)
      if (isOurs && overridden?.type === "edr-simulated" && own?.type === "edr-simulated") {
        overridden.accounts = own.accounts
      }
      return resolved
    },
  }
  hooks.registerHandlers("config", handlers)
  return () => {
    hooks.unregisterHandlers("config", handlers)
  }
}

/** Overrides the project's network: the actors wait for each of their transactions. */
const mineAtOnce = {
  mining: { auto: true, interval: 0 },
  throwOnTransactionFailures: true,
  throwOnCallFailures: true,
} as const
