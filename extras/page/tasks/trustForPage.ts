import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"

import type { PageTrust } from "#extras/page/src/PageEvent.js"
import type { PlacedPlug } from "#extras/page/src/routes.js"
import { chainsOf } from "#src/plugin/config/chainsOf.js"
import { explainTimeout, openChains } from "#src/plugin/connection/chains/openChains.js"
import { extras } from "#src/plugin/extras.js"
import type { TaskIo } from "#src/plugin/run/openProcess.js"
import { parseAddress } from "#src/primitives/address.js"
import { type ChainEntry, findChain } from "#src/primitives/chains.js"
import { commandLine } from "#src/primitives/commands/commandLine.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { isLoopback } from "#src/primitives/urls/isLoopback.js"

/**
 * Reads who can forge and censor messages from one plug to another, as `plugs trust` does.
 *
 * @throws {InvalidInputError} an address is none, or the project's chains are others
 * @throws what `readTrust` throws
 */
export async function trustForPage(
  from: PlacedPlug,
  to: PlacedPlug,
  hre: HardhatRuntimeEnvironment,
  { clock, port }: Pick<TaskIo, "clock"> & { readonly port: number },
): Promise<PageTrust> {
  const [, chain] = [await requireThisDevnet(from.slug, hre, port), await requireThisDevnet(to.slug, hre, port)]
  const end = ({ slug, address }: PlacedPlug) => ({ slug, plug: parseAddress(address, "plug") })
  const path = { from: end(from), to: end(to) }
  const { describePath } = await extras.auditor()
  await using opened = openChains(hre, { timeout: explainTimeout })
  const { plugName, says, report } = await describePath(hre, path, { clock, opened })
  const plug = `${plugName ?? path.to.plug}@${chain.name}`
  return {
    says,
    report,
    command: `npx hardhat ${commandLine("plugs trust", { plug }, { positional: ["plug"] })}`,
  }
}

/**
 * Finds a chain in the configuration, by which the commands of the page reach it.
 *
 * @param port of the devnet that has the page
 * @throws {InvalidInputError} the configuration does not have the chain, or reaches another node by it
 */
export async function requireThisDevnet(
  slug: number,
  { config }: Pick<HardhatRuntimeEnvironment, "config">,
  port: number,
): Promise<ChainEntry> {
  const chain = findChain(chainsOf(config.plugs), slug, "chain")
  const network = config.networks[chain.network]
  const url = network?.type === "http" ? new URL(await network.url.getUrl()) : undefined
  if (url !== undefined && isLoopback(url) && Number(url.port) === port) return chain
  throw new InvalidInputError({
    argument: `config.networks.${chain.network}`,
    problem: "commands of this project do not reach this devnet by it",
    fix: `Start the devnet with the port of the configuration, or set plugs.devnet.port to ${port}.`,
  })
}
