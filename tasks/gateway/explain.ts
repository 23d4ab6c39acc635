import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Hex, PublicClient } from "viem"

import type { Explanation } from "../../src/explaining/Explanation.js"
import type { GatewayCauseName } from "../../src/gateway/explaining/gatewayCauses.js"
import type { GatewayChain, ReachedChain } from "../../src/gateway/reading/types.js"
import { readRequired } from "../../src/plugin/arguments/readArguments.js"
import { chainsOf, gatewayChainOf } from "../../src/plugin/config/chainsOf.js"
import { connectChain } from "../../src/plugin/connection/chains/connectChain.js"
import { explainTimeout } from "../../src/plugin/connection/chains/openMessageChains.js"
import { openGateway } from "../../src/plugin/connection/openClients.js"
import { readCallAbis } from "../../src/plugin/contracts/readAbis.js"
import { type BoundTask, runTask } from "../../src/plugin/run/runTask.js"
import type { ChainEntry } from "../../src/primitives/chains.js"
import { checkBytes32 } from "../../src/primitives/checks.js"
import type { Clock } from "../../src/primitives/clock.js"
import { commandLine } from "../../src/primitives/commands/commandLine.js"
import type { NextCommands } from "../explain/output/adviseNext.js"
import { showExplanation } from "../explain/showExplanation.js"
import type { StoryArguments } from "../explain/StoryArguments.js"

type ExplainArguments = StoryArguments & { id: string | undefined }

const explain: BoundTask<ExplainArguments> = runTask(async (args, hre, io) => {
  const { signal, clock } = io
  return await showExplanation({
    args,
    hre,
    io,
    explain: async () => {
      const given = readRequired(args.id, { argument: "id", example: "the hash of a transaction" })
      const id = checkBytes32(given, "id", "a transaction hash, a payload id or a timeout id")
      await using chains = await openGatewayChains(hre, signal)
      return await explainOnGateway(hre, id, { chains, clock, signal })
    },
    commandsFor: (subject) => nextGatewayCommands(subject, args),
  })
})

export default explain

/** Explains a transaction, payload, timeout or trigger with the chains, the API and the artifacts of a project. */
export async function explainOnGateway(
  hre: Pick<HardhatRuntimeEnvironment, "config" | "artifacts">,
  id: Hex,
  { chains, clock, signal }: { chains: GatewayChains; clock: Clock; signal: AbortSignal },
): Promise<Explanation<GatewayCauseName>> {
  // After the first requests: this reads all that chains can say, with viem.
  const { explainTransaction } = await import("../../src/gateway/explaining/explainTransaction.js")
  const [api, abis] = await Promise.all([openGateway(hre.config.plugs, { clock }), readCallAbis(hre.artifacts)])
  const { gateway, slugs } = chains
  return await explainTransaction({
    id,
    gateway,
    slugs,
    chainOf: (slug) => chains.chainOf(slug),
    api,
    abis,
    clock,
    signal,
  })
}

/** The gateway chain and the chains that it reaches, each connected when it is first needed. Dispose of them when the task has ended. */
export type GatewayChains = AsyncDisposable & {
  readonly gateway: GatewayChain
  /** The slugs of the configured chains. */
  readonly slugs: readonly number[]
  /** The chain of a slug; `undefined` if it is not configured or cannot be read. */
  chainOf(slug: number): Promise<ReachedChain | undefined>
}

/**
 * Connects to the gateway chain, and to others as they are needed.
 *
 * @throws {NodeUnreachableError} the gateway chain's node does not answer
 * @throws {InvalidInputError} the configuration does not say the gateway's contracts
 * @example
 * await using chains = await openGatewayChains(hre, signal)
 * const alpha = await chains.chainOf(41001)
 */
export async function openGatewayChains(hre: HardhatRuntimeEnvironment, signal: AbortSignal): Promise<GatewayChains> {
  const { plugs } = hre.config
  const connections: AsyncDisposable[] = []
  const close = async (): Promise<void> => {
    await Promise.all(connections.map((connection) => connection[Symbol.asyncDispose]()))
  }
  const connect = async (entry: Pick<ChainEntry, "name" | "network">): Promise<PublicClient> => {
    const connection = await connectChain(hre, entry, { timeout: explainTimeout, signal })
    connections.push(connection)
    // After its first request, which needs no viem.
    const { publicClientOf } = await import("../../src/plugin/connection/chains/clientsOf.js")
    return publicClientOf(connection)
  }
  const own = gatewayChainOf(hre.config)
  try {
    const client = await connect({ name: own.name, network: plugs.gateway.network })
    const { explainedChainsOf } = await import("../../src/plugin/connection/explaining/explainGatewayOnConnection.js")
    const { gateway, reached } = await explainedChainsOf(plugs, client, own)
    const opened = new Map<number, Promise<ReachedChain | undefined>>()
    const open = async (slug: number): Promise<ReachedChain | undefined> => {
      const entry = chainsOf(plugs).find((chain) => chain.slug === slug)
      const reader = entry && (await connect(entry).catch(() => undefined))
      return entry && reader && reached(reader, entry)
    }
    return {
      gateway,
      slugs: chainsOf(plugs).map(({ slug }) => slug),
      chainOf(slug) {
        const opening = opened.get(slug) ?? open(slug)
        opened.set(slug, opening)
        return opening
      },
      [Symbol.asyncDispose]: close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Writes the commands that explain and follow something of the gateway: by its id, or as the task was called if that is not known. */
export function nextGatewayCommands(
  { kind, id }: Explanation["subject"],
  args: Readonly<Record<string, unknown>>,
): NextCommands {
  const line = (task: string, given: Readonly<Record<string, unknown>>): string =>
    `npx hardhat ${commandLine(task, given, { positional: ["id"], without: ["json", "html", "markdown"] })}`
  if (typeof id !== "string" || !/^0x[0-9a-fA-F]{64}$/.test(id)) return { again: line("gateway explain", args) }
  const again = line("gateway explain", { id })
  if (kind === "timeout") return { again, follow: `npx hardhat gateway timeouts --id ${id} --wait` }
  return kind === "transaction" ? { again, follow: line("gateway tx", { id, wait: true }) } : { again }
}
