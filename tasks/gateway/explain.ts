import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { NetworkConnection } from "hardhat/types/network"
import type { Hex, PublicClient } from "viem"

import type { Explanation } from "#src/explaining/Explanation.js"
import type { GatewayCauseName } from "#src/gateway/explaining/gatewayCauses.js"
import type { GatewayChain, ReachedChain } from "#src/gateway/reading/types.js"
import { readRequired } from "#src/plugin/arguments/readArguments.js"
import { chainsOf, gatewayChainOf } from "#src/plugin/config/chainsOf.js"
import { connectChain } from "#src/plugin/connection/chains/connectChain.js"
import { explainTimeout } from "#src/plugin/connection/chains/openChains.js"
import { openGateway } from "#src/plugin/connection/openClients.js"
import { openKnownContracts } from "#src/plugin/connection/openKnownContracts.js"
import { readCallAbis } from "#src/plugin/contracts/readAbis.js"
import { type BoundTask, runTask } from "#src/plugin/run/runTask.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { checkBytes32 } from "#src/primitives/checks.js"
import type { Clock } from "#src/primitives/clock.js"
import { commandLine } from "#src/primitives/commands/commandLine.js"
import { Disposables } from "#src/primitives/lifetime/Disposables.js"
import { memoize } from "#src/primitives/lifetime/lazily.js"
import type { NextCommands } from "#tasks/explain/output/adviseNext.js"
import { showExplanation } from "#tasks/explain/showExplanation.js"
import type { StoryArguments } from "#tasks/explain/StoryArguments.js"

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
    commandsFor: nextGatewayCommands,
  })
})

export default explain

/** Explains a transaction, payload, timeout or trigger with the chains, the API and the artifacts of a project. */
async function explainOnGateway(
  hre: Pick<HardhatRuntimeEnvironment, "config" | "artifacts">,
  id: Hex,
  { chains, clock, signal }: { chains: GatewayChains; clock: Clock; signal: AbortSignal },
): Promise<Explanation<GatewayCauseName>> {
  // After the first requests: this reads all that chains can say, with viem.
  const { explainTransaction } = await import("#src/gateway/explaining/explainTransaction.js")
  const [api, abis] = await Promise.all([openGateway(hre.config.plugs, { clock }), readCallAbis(hre.artifacts)])
  const { gateway, slugs } = chains
  const chainOf = (slug: number) => chains.chainOf(slug)
  const isKnown = await openKnownContracts(hre, async (slug) =>
    slug === gateway.slug ? gateway.client : (await chainOf(slug))?.client,
  )
  return await explainTransaction({ id, gateway, slugs, chainOf, isKnown, api, abis, clock, signal })
}

/** Writes the commands that explain and follow something of the gateway, by its id. */
export function nextGatewayCommands({ kind, id }: Explanation["subject"]): NextCommands {
  const again = `npx hardhat ${commandLine("gateway explain", { id }, { positional: ["id"] })}`
  const waiting = { id, wait: true }
  if (kind === "transaction") {
    return { again, follow: `npx hardhat ${commandLine("gateway tx", waiting, { positional: ["id"] })}` }
  }
  if (kind !== "timeout") return { again }
  return { again, follow: `npx hardhat ${commandLine("gateway timeouts", waiting, { positional: [] })}` }
}

/** The gateway chain and the chains that it reaches, each connected when it is first needed. Dispose of them when the task has ended. */
type GatewayChains = AsyncDisposable & {
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
async function openGatewayChains(hre: HardhatRuntimeEnvironment, signal: AbortSignal): Promise<GatewayChains> {
  const { plugs } = hre.config
  await using opening = new Disposables()
  const clientOf = async (connection: NetworkConnection): Promise<PublicClient> => {
    // After its first request, which needs no viem.
    const { publicClientOf } = await import("#src/plugin/connection/chains/clientsOf.js")
    return publicClientOf(connection)
  }
  const connect = (entry: Pick<ChainEntry, "name" | "network">) =>
    connectChain(hre, entry, { timeout: explainTimeout, signal })
  const own = gatewayChainOf(hre.config)
  const client = await clientOf(opening.use(await connect({ name: own.name, network: plugs.gateway.network })))
  const { explainedChainsOf } = await import("#src/plugin/connection/explaining/explainGatewayOnConnection.js")
  const { gateway, reached } = await explainedChainsOf(plugs, client, own)
  const opened = opening.move()
  const open = async (slug: number): Promise<ReachedChain | undefined> => {
    const entry = chainsOf(plugs).find((chain) => chain.slug === slug)
    const connection = entry && (await connect(entry).catch(() => undefined))
    return entry && connection && reached(await clientOf(opened.use(connection)), entry)
  }
  return {
    gateway,
    slugs: chainsOf(plugs).map(({ slug }) => slug),
    chainOf: memoize(open),
    [Symbol.asyncDispose]: opened[Symbol.asyncDispose],
  }
}
