import type { HardhatConfig } from "hardhat/types/config"
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Address } from "viem"

import { judgeRows } from "./index.js"
import { builderMethods, parseExactly } from "./judge/builderMethods.js"
import { judgementFields } from "./output/judgementFields.js"
import { judgementReport } from "./output/judgementReport.js"
import type { Batch } from "#extras/audit/src/judging/Batch.js"
import type { KnownContract } from "#extras/audit/src/judging/decodeCalls.js"
import { findingNames } from "#extras/audit/src/judging/Finding.js"
import { judgeBatches, type JudgeBatchesParameters } from "#extras/audit/src/judging/judgeBatches.js"
import { parseBatches } from "#extras/audit/src/judging/parseBatches.js"
import { copiesOf } from "#src/messaging/wiring/Copy.js"
import { actionOf } from "#src/plugin/arguments/actionOf.js"
import { chainIdOf, chainsOf } from "#src/plugin/config/chainsOf.js"
import { deploymentsOf } from "#src/plugin/config/deployments.js"
import { projectTrust } from "#src/plugin/connection/projectSwitchboards.js"
import { readJsonFile } from "#src/plugin/contracts/BookEntry.js"
import { openContractBook } from "#src/plugin/contracts/ContractBook.js"
import { readCallAbis } from "#src/plugin/contracts/readAbis.js"
import { PartlyReadError, ShownFailureError } from "#src/plugin/run/shownErrors.js"
import { type ChainEntry, findChain } from "#src/primitives/chains.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { excerpt } from "#src/primitives/text.js"
import { forkFields } from "#tasks/messaging/output/forkedBlocks.js"
import { planProject } from "#tasks/messaging/wire/planProject.js"

export default actionOf(judgeRows, async ({ file, nonce, ...args }, hre, io) => {
  const batches = await readBatchFiles(hre.config, args)
  const entries = chainsOf(hre.config.plugs)
  const also = batches.map(({ chain }) => chain.name)
  await using project = await planProject(hre, { file, disconnect: false }, { isDryRun: true, also, io })
  const [contractOf, otherAbis, { isKnownSwitchboard, safeCode }] = await Promise.all([
    readContracts(hre, entries),
    readCallAbis(hre.artifacts),
    projectTrust(hre.config.plugs),
  ])
  const judgement = await judgeBatches({
    ...{ batches, plan: project.plan, planAgain: project.planAgain, contractOf, otherAbis, nonce, clock: io.clock },
    copies: copiesOf(project.chains),
    policy: hre.config.plugs.trust,
    otherSlugs: entries.map(({ slug }) => slug),
    ...{ isKnownSwitchboard, safeCode },
  })
  for (const fork of project.forks.values()) await fork.requireSame()
  const { verdict, findings, notJudged } = judgement
  const error =
    verdict === "beyond"
      ? new ShownFailureError({
          message: `The ${batches.length === 1 ? "batch does" : "batches do"} what the wiring does not say.`,
          next: "Sign nothing before each finding is explained.",
          facts: { findings: findingNames.filter((each) => findings.some(({ name }) => name === each)).join(", ") },
        })
      : verdict === "unknown"
        ? new PartlyReadError(notJudged)
        : undefined
  const { forks } = project
  return {
    document: { forks: forkFields(forks), ...judgementFields(judgement) },
    report: () => judgementReport(judgement, forks),
    error,
  }
})

/**
 * Reads the files of a rollout, in their order. An error names the file, if it is one of several.
 *
 * @throws {InvalidInputError} there is none, or one is not a batch
 */
export async function readBatchFiles(
  config: HardhatConfig,
  { batch: files, account }: { readonly batch: readonly string[]; readonly account: Address | undefined },
): Promise<Batch[]> {
  const argument = "batch"
  if (files.length === 0) {
    const fix = "Give the files that are signed, such as wiring.alpha.json wiring.beta.json."
    throw new InvalidInputError({ argument, problem: "there is no file to judge", fix })
  }
  const nameOf = (file: string): string => (files.length === 1 ? argument : excerpt(file))
  const read = files.map(async (file) => {
    const batches = await readBatchFile(config, { batch: file, account, argument: nameOf(file) })
    return batches.map((batch) => ({ ...batch, file }))
  })
  return (await Promise.all(read)).flat()
}

/**
 * Reads a file with a batch of somebody else.
 *
 * @param given.argument the name of the file in errors
 *
 * @throws {InvalidInputError} it cannot be read, is no batch, or is for a chain that the project does not have
 */
export async function readBatchFile(
  config: HardhatConfig,
  {
    batch,
    account,
    argument = "batch",
  }: { readonly batch: string; readonly account: Address | undefined; readonly argument?: string },
): Promise<Batch[]> {
  const chains = chainsOf(config.plugs)
  const file = await readJsonFile(batch, parseExactly)
  if (!("json" in file)) {
    const problem = `${excerpt(batch)} cannot be used: ${"problem" in file ? file.problem : "there is no such file"}`
    throw new InvalidInputError({ argument, problem, fix: "Give a JSON file." })
  }
  return parseBatches(file.json, {
    argument,
    from: account,
    ...builderMethods,
    chains: chains.map((chain) => ({ slug: chain.slug, name: chain.name, chainId: chainIdOf(chain, config) })),
    chainOf(reference, place) {
      const chain =
        typeof reference === "string"
          ? findChain(chains, reference, place)
          : chains.find((one) => chainIdOf(one, config) === reference.chainId)
      if (chain !== undefined) return { slug: chain.slug, name: chain.name, chainId: chainIdOf(chain, config) }
      const problem = `no chain of the project has the chain id ${String((reference as { chainId: number }).chainId)}`
      const known = chains.map((one) => `${one.name} (${chainIdOf(one, config)})`).join(", ")
      throw new InvalidInputError({ argument: place, problem, fix: `Known: ${known}.` })
    },
  })
}

/** Reads the names and ABIs of the project's own contracts on all chains, and the names of the contracts of its deployments. */
export async function readContracts(
  hre: HardhatRuntimeEnvironment,
  chains: readonly ChainEntry[],
): Promise<JudgeBatchesParameters["contractOf"]> {
  const book = await openContractBook(hre)
  const found = chains.flatMap((chain) =>
    book.names(chain.slug).map(async (text): Promise<[string, KnownContract][]> => {
      const contract = await book.find(text, { chain, argument: "plugs.contracts" }).catch((error: unknown) => {
        // A name that several contracts have decodes the calls of none.
        if (!(error instanceof InvalidInputError)) throw error
      })
      return contract === undefined ? [] : [[`${chain.slug} ${contract.address}`, contract]]
    }),
  )
  const deployed = (await deploymentsOf(hre.config.plugs)).flatMap(
    ({ slug, socket, transmitManager, switchboards }): [string, KnownContract][] => [
      [`${slug} ${socket}`, { name: "socket" }],
      [`${slug} ${transmitManager}`, { name: "transmit manager" }],
      ...switchboards.map(
        ({ kind, address }) => [`${slug} ${address}`, { name: `${kind} switchboard` }] as [string, KnownContract],
      ),
    ],
  )
  const known = new Map([...deployed, ...(await Promise.all(found)).flat()])
  return (slug, address) => known.get(`${slug} ${address}`) ?? {}
}
