import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import path from "node:path"

import type { ConfigHooks } from "hardhat/types/hooks"
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { NetworkConnection } from "hardhat/types/network"

/** Where a fork begins. */
export type ForkPoint = {
  /** The URL of a node of the chain. */
  readonly url: string
  /** The last block that the fork has in common with the chain. */
  readonly block: number
}

/** A folder for what a fork reads of its chain. */
export type ForkFolder = { readonly path: string; readonly forget: () => Promise<void> }

/**
 * Makes a folder for what forks read of their chains. Those of a project have one together, in which a chain is known by host, port and
 * chain id: a chain that was started again would be answered for from the one before it.
 */
export async function createForkFolder(): Promise<ForkFolder> {
  const folder = await mkdtemp(path.join(tmpdir(), "hardhat-plugs-fork-"))
  return { path: folder, forget: () => rm(folder, { recursive: true, force: true }) }
}

/** Has the fork of a project that begins there keep what it reads in a folder, until this is stopped. */
export function keepApart(
  { hooks }: Pick<HardhatRuntimeEnvironment, "hooks">,
  { url, block }: ForkPoint,
  folder: string,
): () => void {
  const handlers: Partial<ConfigHooks> = {
    async resolveUserConfig(userConfig, resolveVariable, next) {
      const resolved = await next(userConfig, resolveVariable)
      for (const [name, network] of Object.entries(resolved.networks)) {
        const { forking } = (userConfig.networks?.[name] ?? {}) as { readonly forking?: { readonly url?: unknown } }
        if (network.type !== "edr-simulated" || forking?.url !== url) continue
        if (network.forking?.blockNumber === BigInt(block)) network.forking.cacheDir = folder
      }
      return resolved
    },
  }
  hooks.registerHandlers("config", handlers)
  return () => {
    hooks.unregisterHandlers("config", handlers)
  }
}

/** The sender of calls that are in nobody's name, and who gets the reward of a fork's blocks. */
const inEveryCall = ["0x0000000000000000000000000000000000000000", "0xc014ba5ec014ba5ec014ba5ec014ba5ec014ba5e"]

/**
 * Begins a fork with a block of its own, since it does not know the rules of the chain's blocks, and has it keep the accounts that nearly
 * every call reads, by setting their balances to what they are: for an account that it has not changed itself, it asks the chain three times
 * in each call.
 */
export async function beginFork(provider: NetworkConnection["provider"]): Promise<void> {
  for (const account of inEveryCall) {
    const balance: unknown = await provider.request({ method: "eth_getBalance", params: [account, "latest"] })
    await provider.request({ method: "hardhat_setBalance", params: [account, balance] })
  }
  await provider.request({ method: "evm_mine" })
}
