import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Abi } from "viem"

import { type ContractName, waitLine } from "../output/wiring.js"
import type { Fork } from "./forkChain.js"
import { openWiringChains } from "./openWiringChains.js"
import type { WireArguments } from "./readWireMode.js"
import { planWiring } from "#src/messaging/wiring/plan/planWiring.js"
import type { WiringPlan } from "#src/messaging/wiring/plan/WiringPlan.js"
import type { Wiring, WiringChains } from "#src/messaging/wiring/Wiring.js"
import { chainsOf } from "#src/plugin/config/chainsOf.js"
import { loadWiring } from "#src/plugin/config/loadWiring.js"
import { projectSwitchboards } from "#src/plugin/connection/projectSwitchboards.js"
import { openContractBook } from "#src/plugin/contracts/ContractBook.js"
import { readErrorAbis } from "#src/plugin/contracts/readAbis.js"
import type { TaskIo } from "#src/plugin/run/openProcess.js"
import { requireConfirmed } from "#src/plugin/run/requireConfirmed.js"
import { findChain } from "#src/primitives/chains.js"
import { Disposables } from "#src/primitives/lifetime/Disposables.js"

/** The plan of a project's wiring, and the chains that it is sent to. */
export type PlannedProject = AsyncDisposable & {
  readonly plan: WiringPlan
  /** Compares the chains with the wiring again. */
  readonly planAgain: () => Promise<WiringPlan>
  readonly chains: WiringChains
  /** By chain. */
  readonly forks: ReadonlyMap<string, Fork>
  readonly errorAbis: readonly Abi[]
  readonly nameOf: ContractName
}

type PlanProjectOptions = {
  readonly isDryRun: boolean
  /** Whether it will be sent, or handed to others to sign, without a question. Default: it will not. */
  readonly isUnasked?: boolean | undefined
  /** Chains to connect to besides those of the wiring, by name. */
  readonly also?: readonly string[] | undefined
  readonly io: TaskIo
}

/**
 * Reads the wiring of a project, connects to its chains, and compares the two.
 *
 * @throws {InvalidInputError} there is no wiring, or it is not one
 */
export async function planProject(
  hre: HardhatRuntimeEnvironment,
  { file, disconnect }: Pick<WireArguments, "file" | "disconnect">,
  { isDryRun, isUnasked = false, also = [], io }: PlanProjectOptions,
): Promise<PlannedProject> {
  const { terminal, signal, clock } = io
  const { err } = terminal
  const chainList = chainsOf(hre.config.plugs)
  const { wiring, applications } = await loadWiring(file, hre.config)
  const [book, errorAbis, switchboardOf] = await Promise.all([
    openContractBook(hre),
    readErrorAbis(hre.artifacts),
    projectSwitchboards(chainList, hre.config.plugs),
  ])
  await using opening = new Disposables()
  const opened = opening.use(
    await openWiringChains(hre, {
      ...{ names: [...applications.flatMap(({ contracts }) => [...contracts.keys()]), ...also], chains: chainList },
      ...{ isDryRun, clock, signal },
      onWait: (chain) => {
        err.line(waitLine(chain))
      },
    }),
  )
  const planAgain = (): Promise<WiringPlan> =>
    planWiring({
      ...{ wiring: wiring as Wiring, chains: opened.chains, errorAbis, disconnect, switchboardOf },
      contractOf: async (name, chain) => {
        const argument = `wiring: contract on ${chain}`
        const contract = await book.find(name, { chain: findChain(chainList, chain, argument), argument })
        const reached = opened.chains[chain]
        const client = reached && "publicClient" in reached ? reached.publicClient : undefined
        const account = reached && "walletClient" in reached ? reached.walletClient?.account?.address : undefined
        if (isUnasked) await requireConfirmed(hre, { contract, client, argument, account, yes: true }, io)
        return contract.address
      },
    })
  return {
    ...opened,
    plan: await planAgain(),
    planAgain,
    errorAbis,
    nameOf: (slug, address) => book.nameOf(slug, address),
    [Symbol.asyncDispose]: opening.move()[Symbol.asyncDispose],
  }
}
