import { existsSync } from "node:fs"

import type { HardhatConfig } from "hardhat/types/config"

import { devnetSocket, isDevnetSocket } from "#src/devnet/addresses.js"
import type { ChainRequest, ForkedDeployment } from "#src/devnet/options.js"
import { UnknownDeploymentError } from "#src/messaging/deployments/deploymentErrors.js"
import { devnetSwitchboard, devnetSwitchboardKinds } from "#src/messaging/switchboardKinds.js"
import { chainIdOf, chainsOf } from "#src/plugin/config/chainsOf.js"
import { deploymentsOf } from "#src/plugin/config/deployments.js"
import { type ChainEntry, findChain } from "#src/primitives/chains.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import type { WorldFork } from "#src/testing/World.js"

/** The variable of the environment that names the chains whose recordings grow: tests can run in another process. */
export const growing = "PLUGS_RECORD"

type Config = Pick<HardhatConfig, "networks" | "plugs">

/**
 * Finds in the configuration what chains are forks of.
 *
 * @throws {InvalidInputError} a chain is not configured, or its network has no URL
 * @throws {UnknownDeploymentError} no messaging contracts are known on it
 */
export async function readForks(config: Config, forks: readonly WorldFork[]): Promise<ChainRequest[]> {
  const found = forks.map((fork) => {
    const { name, ...given } = typeof fork === "string" ? { name: fork } : fork
    const chain = findChain(chainsOf(config.plugs), name, "forks")
    const { url, ...configured } = config.plugs.forks[chain.name] ?? {}
    const isGrowing = process.env[growing]?.split(",").includes(chain.name)
    return { chain, url, own: { ...configured, ...(isGrowing && { grows: true }), ...given } }
  })
  const slugs = found.map(({ chain }) => chain.slug)
  return await Promise.all(
    found.map(async ({ own, url, chain }) => {
      const chainId = chainIdOf(chain, config)
      const deployment = isDevnetSocket(chain.socket)
        ? ofDevnet(slugs)
        : await deploymentOf(config.plugs, chain, chainId)
      // A URL can be a secret that only the machine has on which the recording was made.
      const isRecorded = own.recording !== undefined && existsSync(own.recording) && own.grows !== true
      const from = isRecorded ? {} : url === undefined ? await originOf(config, chain) : { url: await url.get() }
      return { name: chain.name, chainId, slug: chain.slug, fork: { ...from, ...own, deployment } }
    }),
  )
}

/** The node of a chain, and the block at which the configuration forks it. */
export async function originOf(
  config: Config,
  { name, network }: ChainEntry,
): Promise<{ readonly url: string; readonly block?: number }> {
  const configured = config.networks[network]
  if (configured?.type === "http") return { url: await configured.url.get() }
  const forking = configured?.forking
  if (forking === undefined) {
    throw new InvalidInputError({
      argument: "forks",
      problem: `the network of ${name} has no URL`,
      fix: 'Give it one, with type: "http".',
    })
  }
  const { blockNumber } = forking
  return { url: await forking.url.get(), ...(blockNumber !== undefined && { block: Number(blockNumber) }) }
}

/** A devnet has the same contracts on each chain, each leading to every other one. */
function ofDevnet(siblings: readonly number[]): ForkedDeployment {
  const switchboards = devnetSwitchboardKinds.map((kind) => ({ kind, address: devnetSwitchboard(kind), siblings }))
  return { socket: devnetSocket, switchboards }
}

async function deploymentOf(
  plugs: Config["plugs"],
  { slug, socket }: ChainEntry,
  chainId: number,
): Promise<ForkedDeployment> {
  const known = (await deploymentsOf(plugs)).find((deployment) => deployment.slug === slug)
  if (known === undefined) throw new UnknownDeploymentError({ chainId })
  return { ...known, ...(socket && { socket }) }
}
