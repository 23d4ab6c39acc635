import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import { type Address, zeroAddress } from "viem"

import { getPlugConfig } from "#src/messaging/onchain/getPlugConfig.js"
import type { TrustedPath } from "#src/messaging/TrustPolicy.js"
import { listConnections } from "#src/messaging/wiring/plan/listConnections.js"
import { loadWiring } from "#src/plugin/config/loadWiring.js"
import type { Chains } from "#src/plugin/connection/chains/openChains.js"
import type { ContractBook } from "#src/plugin/contracts/ContractBook.js"
import { type ChainEntry, findChain } from "#src/primitives/chains.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"

/** A path to read, and the application of the wiring that it belongs to. */
export type NamedPath = TrustedPath & { readonly application: string | null }

type Project = {
  readonly chains: readonly ChainEntry[]
  readonly book: ContractBook
  readonly opened: Pick<Chains, "require">
}

/**
 * Finds the paths of a project: those of the plugs that are named, or else those of its wiring. Each connection is two of them.
 *
 * @throws {InvalidInputError} there is no wiring, a name is not known, or a plug that is named is connected to no chain of the project
 */
export async function findPaths(
  hre: HardhatRuntimeEnvironment,
  { plugs, file }: { readonly plugs: readonly string[]; readonly file: string | undefined },
  project: Project,
): Promise<NamedPath[]> {
  if (plugs.length === 0) return await findWired(hre, file, project)
  if (file !== undefined) {
    throw new InvalidInputError({ argument: "--file", problem: "plugs are named", fix: "Give one of the two." })
  }
  const paths = (await Promise.all(plugs.map((text) => findNamed(text, project)))).flat()
  return [...new Map(paths.map((path) => [JSON.stringify([path.from, path.to]), path])).values()]
}

async function findWired(
  hre: HardhatRuntimeEnvironment,
  file: string | undefined,
  { chains, book }: Project,
): Promise<NamedPath[]> {
  const { applications } = await loadWiring(file, hre.config)
  const { wanted } = await listConnections(applications, {
    chains: Object.fromEntries(chains.map(({ name, slug }) => [name, { slug }])),
    contractOf: async (name, chain) => {
      const argument = `wiring: contract on ${chain}`
      return (await book.find(name, { chain: findChain(chains, chain, argument), argument })).address
    },
  })
  return wanted.map(({ application, chainSlug, plug, siblingChainSlug, sibling }) => ({
    application,
    from: { slug: siblingChainSlug, plug: sibling },
    to: { slug: chainSlug, plug },
  }))
}

async function findNamed(text: string, { chains, book, opened }: Project): Promise<NamedPath[]> {
  const argument = "plugs"
  const [, name = text, on] = /^(.*)@([^@]*)$/s.exec(text.trim()) ?? []
  const chain = on === undefined ? undefined : findChain(chains, on, argument)
  const { address: plug, ...found } = await book.find(name, { chain, argument })
  const home = chain ?? found.chain
  if (home === undefined) {
    const problem = `${text} does not say on which chain the plug is`
    throw new InvalidInputError({
      argument,
      problem,
      fix: `Add the chain, such as ${text}@${chains[0]?.name ?? "alpha"}.`,
    })
  }
  const { client, socket } = await opened.require(home)
  const others = chains.filter(({ slug }) => slug !== home.slug)
  const siblings = await Promise.all(
    others.map(async ({ slug }): Promise<readonly [number, Address]> => {
      const { siblingPlug } = await getPlugConfig(client, { socket, plug, siblingChainSlug: slug })
      return [slug, siblingPlug]
    }),
  )
  const connected = siblings.filter(([, sibling]) => sibling !== zeroAddress)
  if (connected.length === 0) {
    const problem = `${text} is connected to no chain of plugs.chains`
    const fix = "Check the address, or connect the plug: npx hardhat messaging connect."
    throw new InvalidInputError({ argument, problem, fix })
  }
  return connected.flatMap(([slug, sibling]) => [
    { application: null, from: { slug, plug: sibling }, to: { slug: home.slug, plug } },
    { application: null, from: { slug: home.slug, plug }, to: { slug, plug: sibling } },
  ])
}
