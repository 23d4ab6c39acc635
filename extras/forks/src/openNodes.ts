import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { NetworkConnection } from "hardhat/types/network"

import type { ChainIdentity } from "#src/devnet/chain/chains.js"
import { openChain, type OpenChainsFunction } from "#src/devnet/chain/chains.js"
import type { AnnouncedBlock } from "#src/devnet/chain/followHead.js"
import { NodeFailedError } from "#src/onchain/callErrors.js"
import { isDevelopmentVersion } from "#src/onchain/readNode.js"
import { deploymentsOf } from "#src/plugin/config/deployments.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { nodeReason } from "#src/primitives/reverts/nodeReason.js"

type Provider = NetworkConnection["provider"]
type Project = Pick<HardhatRuntimeEnvironment, "network" | "config">

/**
 * Asks the nodes of networks which chains they are of.
 *
 * @throws {InvalidInputError} there is no such network, or its node is none for development, mines by itself, or has the protocol
 * @throws {NodeFailedError} a node does not answer
 */
export async function identifyNodes(project: Project, networks: readonly string[]): Promise<ChainIdentity[]> {
  return await Promise.all(
    networks.map(async (name) => {
      if (project.config.networks[name]?.type !== "http") {
        const known = Object.entries(project.config.networks).filter(([, { type }]) => type === "http")
        throw new InvalidInputError({
          argument: "--on",
          problem: `the project has no network ${name} with a URL`,
          fix: `Known: ${known.map(([one]) => one).join(", ") || "none"}.`,
        })
      }
      const connection = await project.network.create(name)
      try {
        const { provider } = connection
        const ask = (method: string, ...params: unknown[]): Promise<unknown> => provider.request({ method, params })
        const chainId = Number(
          await ask("eth_chainId").catch((error: unknown) => {
            throw new NodeFailedError({ functionName: "eth_chainId", chain: name }, nodeReason(error))
          }),
        )
        const isOwn = isDevelopmentVersion(await ask("web3_clientVersion"))
        const refuse = (problem: string, fix: string): InvalidInputError =>
          new InvalidInputError({ argument: "--on", problem: `the node of ${name} ${problem}`, fix })
        const start = "Start npx hardhat node, or anvil without --block-time."
        if (!isOwn) throw refuse("is none for development", start)
        if ((await ask("hardhat_getAutomine")) !== true) throw refuse("mines at intervals", start)
        const deployed = (await deploymentsOf(project.config.plugs)).find((one) => one.chainId === chainId)
        if (deployed && (await ask("eth_getCode", deployed.socket, "latest")) !== "0x") {
          throw refuse("forks a chain that has the contracts", `Use them: npx hardhat devnet --fork ${name}.`)
        }
        return { name, chainId, slug: chainId }
      } finally {
        await connection.close()
      }
    }),
  )
}

/** Opens chains whose nodes run in other processes, under the names of their networks. Others may use them at the same time. */
export function openNodes({ network }: Pick<Project, "network">): OpenChainsFunction {
  return async (chainsToOpen, { attach } = {}) => {
    const opened = await Promise.all(
      chainsToOpen.map(async ({ name }) => await network.create({ network: name, override: { accounts: "remote" } })),
    )
    const ends = opened.map(({ provider }) => announceBlocks(provider))
    for (const [index, { name }] of chainsToOpen.entries())
      attach?.(name, (opened[index] as NetworkConnection).provider)
    return {
      chains: await Promise.all(
        chainsToOpen.map((chain, index) => openChain(chain, opened[index] as NetworkConnection)),
      ),
      async close() {
        for (const end of ends) end()
        await Promise.all(opened.map((connection) => connection.close()))
      },
    }
  }
}

/** Announces the blocks of a node as one in this process does, which HTTP cannot: by asking. Returns a function that ends it. */
function announceBlocks(provider: Provider): () => void {
  const request = provider.request.bind(provider)
  let last: string | undefined
  const look = async (): Promise<void> => {
    const block = (await request({ method: "eth_getBlockByNumber", params: ["latest", false] })) as AnnouncedBlock
    if (block.hash === last) return
    last = block.hash
    provider.emit("notification", { subscription: "0x1", result: block })
  }
  // What a node that is gone does not answer, the next request of an actor reports.
  const timer = setInterval(() => void look().catch(() => undefined), intervalMs)
  provider.request = async (call) => {
    if (call.method === "eth_subscribe") return "0x1"
    if (call.method === "eth_unsubscribe") return true
    if (call.method === "eth_pendingTransactions") return await readPending(request)
    const answer: unknown = await request(call)
    if (mines.test(call.method)) await look()
    return answer
  }
  return () => {
    clearInterval(timer)
  }
}

/** Milliseconds. Blocks of a devnet's own actors are not waited for. */
const intervalMs = 100

const mines = /^(?:eth_send|evm_mine|evm_revert|hardhat_mine)/

/** Which only Hardhat's nodes have a method for. */
async function readPending(request: Provider["request"]): Promise<unknown> {
  const block = (await request({ method: "eth_getBlockByNumber", params: ["pending", true] })) as {
    readonly transactions?: readonly unknown[]
  }
  return block.transactions ?? []
}
