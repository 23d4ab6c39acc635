import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"

import type { ProjectTrust } from "../output/trustFields.js"
import { findPaths, type NamedPath } from "./findPaths.js"
import { readTrust } from "#extras/audit/src/trust/readTrust.js"
import type { ReadableChain } from "#src/messaging/reading/Journey.js"
import { chainsOf, nameChains } from "#src/plugin/config/chainsOf.js"
import { deploymentsOf } from "#src/plugin/config/deployments.js"
import type { Chains } from "#src/plugin/connection/chains/openChains.js"
import { projectTrust } from "#src/plugin/connection/projectSwitchboards.js"
import { type ContractBook, openContractBook } from "#src/plugin/contracts/ContractBook.js"
import type { Clock } from "#src/primitives/clock.js"

/** With what paths are read. */
export type TrustReading = { readonly clock: Clock; readonly opened: Chains }

type AskedPaths = { readonly plugs: readonly string[]; readonly file: string | undefined } | readonly NamedPath[]

type OpenedPaths = Pick<ProjectTrust, "notRead"> & {
  readonly book: ContractBook
  readonly wanted: readonly NamedPath[]
  readonly chains: readonly ReadableChain[]
}

/**
 * Reads who can do what on the paths of a project: on those that are given, or on those that `findPaths` finds.
 */
export async function readProjectTrust(
  hre: HardhatRuntimeEnvironment,
  asked: AskedPaths,
  { clock, opened }: TrustReading,
): Promise<ProjectTrust> {
  const [{ book, wanted, chains, notRead }, known] = await Promise.all([
    openPaths(hre, asked, opened),
    projectTrust(hre.config.plugs),
  ])
  const nameOf = nameChains(chainsOf(hre.config.plugs))
  const readable = wanted.filter(({ to }) => chains.some(({ slug }) => slug === to.slug))
  const trust = await readTrust({ ...known, paths: readable, chains, clock })
  const paths = trust.map((path, index) => ({
    ...path,
    application: readable[index]?.application ?? null,
    ...{ srcChain: nameOf(path.from.slug), dstChain: nameOf(path.to.slug) },
    plugName: book.nameOf(path.to.slug, path.to.plug),
  }))
  return { paths, notRead }
}

/** The paths that are asked for, or that `findPaths` finds, and their chains. */
export async function openPaths(
  hre: HardhatRuntimeEnvironment,
  asked: AskedPaths,
  opened: Chains,
): Promise<OpenedPaths> {
  const entries = chainsOf(hre.config.plugs)
  const [book, deployments] = await Promise.all([openContractBook(hre), deploymentsOf(hre.config.plugs)])
  const wanted = "plugs" in asked ? await findPaths(hre, asked, { chains: entries, book, opened }) : asked
  const slugs = new Set(wanted.flatMap(({ from, to }) => [from.slug, to.slug]))
  const notRead: { name: string; why: string }[] = []
  const chains = await Promise.all(
    entries.map(async ({ slug, name }): Promise<ReadableChain[]> => {
      if (!slugs.has(slug)) return []
      const chain = await opened.open(slug)
      if ("problem" in chain) notRead.push({ name, why: chain.problem })
      if ("problem" in chain) return []
      const start = deployments.find((one) => one.slug === slug && one.socket === chain.socket)?.startBlock
      return [{ ...chain, slug, name, firstBlock: start === undefined ? undefined : BigInt(start) }]
    }),
  )
  return { book, wanted, chains: chains.flat(), notRead }
}
