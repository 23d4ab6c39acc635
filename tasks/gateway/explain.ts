import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Hex } from "viem"

import { type GatewayChains, openGatewayChains } from "./explain/openGatewayChains.js"
import type { Explanation } from "#src/explaining/Explanation.js"
import type { GatewayCauseName } from "#src/gateway/explaining/gatewayCauses.js"
import { readRequired } from "#src/plugin/arguments/readArguments.js"
import { openGateway } from "#src/plugin/connection/openClients.js"
import { openKnownContracts } from "#src/plugin/connection/openKnownContracts.js"
import { readCallAbis } from "#src/plugin/contracts/readAbis.js"
import { type BoundTask, runTask } from "#src/plugin/run/runTask.js"
import { checkBytes32 } from "#src/primitives/checks.js"
import type { Clock } from "#src/primitives/clock.js"
import { commandLine } from "#src/primitives/commands/commandLine.js"
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
