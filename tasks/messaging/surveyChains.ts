import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"

import type { KnownChain, ReportedChain } from "./output/chainsReport.js"
import { devnetSocket } from "#src/devnet/addresses.js"
import { readPaths } from "#src/devnet/messaging/paths.js"
import type { Deployments } from "#src/messaging/index.js"
import {
  devnetSwitchboard,
  type DevnetSwitchboardKind,
  devnetSwitchboardKinds,
} from "#src/messaging/switchboardKinds.js"
import { chainIdMissing, type LeftOutNetwork, leftOutNetworks } from "#src/plugin/config/chainsOf.js"
import { deploymentsOf } from "#src/plugin/config/deployments.js"
import type { DevnetConfig } from "#src/plugin/config/PlugsConfig.js"
import { chainTaken } from "#src/primitives/chains.js"
import { didYouMean } from "#src/primitives/commands/nearest.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { inQuotes } from "#src/primitives/text.js"

/** Where the socket of a chain comes from. */
export type SocketOrigin = "configuration" | "deployment" | "devnet"

/** A chain that the project can name. */
export type ConfiguredChain = ReportedChain & {
  readonly socketFrom: SocketOrigin | null
  /** The name of the deployment whose socket it has. */
  readonly deployment: string | null
}

export type ChainSurvey = {
  /** The user's file, or `null` for what the package knows. */
  readonly file: string | null
  readonly configured: readonly ConfiguredChain[]
  readonly known: Deployments
  readonly devnet: readonly KnownChain[]
  /** Networks of the project that are no chain by themselves. */
  readonly leftOut: readonly LeftOutNetwork[]
}

/** Lists the chains that the project has configured and those of which a deployment is known. No network is asked. */
export async function surveyChains({
  config,
  userConfig,
}: Pick<HardhatRuntimeEnvironment, "config" | "userConfig">): Promise<ChainSurvey> {
  const { plugs, networks } = config
  const known = (await deploymentsOf(plugs)).filter(({ isRetired }) => isRetired !== true)
  const devnet = devnetDeployments(plugs.devnet)
  const entries = [
    ...Object.entries(plugs.chains).map(([name, chain]) => ({ name, ...chain })),
    ...Object.entries(plugs.unidentified).map(([name, chain]) => ({ name, slug: null, ...chain })),
  ]
  const configured = entries.map(({ name, network, slug, socket }): ConfiguredChain => {
    const own = userConfig.plugs?.chains?.[name]?.socket
    const isDevnet = socket === devnetSocket
    const deployment = known.find((chain) => chain.slug === slug && chain.socket === socket)
    return {
      name,
      network,
      slug,
      chainId: networks[network]?.chainId ?? null,
      socket: socket ?? null,
      socketFrom:
        socket === undefined ? null : own !== undefined ? "configuration" : isDevnet ? "devnet" : "deployment",
      deployment: deployment?.name ?? null,
    }
  })
  return {
    file: plugs.messaging.deployment ?? null,
    configured,
    known,
    devnet,
    leftOut: leftOutNetworks({ config, userConfig }),
  }
}

/** One chain, its known contracts, and its name in the project. */
export type ChainDetails = { readonly configured: ConfiguredChain | null; readonly known: KnownChain | null }

/**
 * Finds a chain by its name or network in the configuration, by its slug, by its name among the deployments, or by its chain id.
 *
 * @throws {InvalidInputError} there is no such chain, or it is a network that is left out, and why
 */
export function findSurveyed(
  { configured, known, devnet, leftOut }: ChainSurvey,
  text: string,
  argument: string,
): ChainDetails {
  const wanted = text.trim()
  const own =
    configured.find(({ name }) => name === wanted) ??
    configured.find(({ network }) => network === wanted) ??
    configured.find(({ slug }) => slug !== null && String(slug) === wanted)
  if (own !== undefined) {
    const isSame = (chain: KnownChain): boolean => chain.slug === own.slug && chain.socket === own.socket
    return { configured: own, known: [...devnet, ...known].find(isSame) ?? null }
  }
  const other = leftOut.find(({ network }) => network === wanted)
  const twin = other && configured.find(({ name }) => name === other.chain)
  if (twin !== undefined) throw chainTaken(wanted, twin, argument)
  const deployment =
    known.find(({ name }) => name === wanted) ??
    known.find(({ slug }) => String(slug) === wanted) ??
    known.find(({ chainId }) => String(chainId) === wanted)
  if (deployment !== undefined) return { configured: null, known: deployment }
  if (other !== undefined) throw chainIdMissing(argument, wanted)
  throw new InvalidInputError({
    argument,
    problem: `no chain is called ${inQuotes(text)}`,
    fix: `See npx hardhat messaging chains for the names, slugs and chain ids that are known.${didYouMean(
      wanted,
      [...configured, ...known].map(({ name }) => name),
    )}`,
  })
}

/** The devnet's chains and their switchboards, as the configuration has them; a running devnet can have others. */
function devnetDeployments(devnet: DevnetConfig): KnownChain[] {
  const paths = readPaths(devnet.paths, devnet.chains)
  return devnet.chains.map(({ name, slug, chainId }) => {
    const leading = (kind: DevnetSwitchboardKind): number[] =>
      devnet.chains
        .filter((other) =>
          paths.some(
            ({ between, kinds }) =>
              other.name !== name && between.includes(name) && between.includes(other.name) && kinds.includes(kind),
          ),
        )
        .map((other) => other.slug)
    return {
      name,
      slug,
      chainId,
      socket: devnetSocket,
      switchboards: devnetSwitchboardKinds.map((kind) => ({
        kind,
        address: devnetSwitchboard(kind),
        siblings: leading(kind),
      })),
    }
  })
}
