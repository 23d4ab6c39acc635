import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"

import type { Clock } from "../../src/primitives/clock.js"
import { findChain } from "../../src/primitives/chains.js"
import { chainsOf } from "../../src/plugin/config/chainsOf.js"
import { openContractBook } from "../../src/plugin/contracts/ContractBook.js"
import { createApiProbes } from "./apis/createApiProbes.js"
import { createDoctorChain } from "./chains/DoctorChain.js"
import type { Check, CheckResult, CheckStatus } from "./checks.js"
import { listChecks } from "./listChecks.js"
import { findPlugs } from "./plugs/findPlugs.js"
import { runChecks } from "./runChecks.js"

/** What to examine. */
export type RunDoctorParameters = {
  /** Plugs, such as `Greeter`, `Greeter@beta` or `0x…@beta`. None: those that the project has names for. */
  readonly plugs: readonly string[]
  /** Chains, by name or slug. None: all that are configured. */
  readonly chains: readonly string[]
  /** The chain that messages are sent from, by name or slug. */
  readonly from: string | undefined
  /** Milliseconds for each check. */
  readonly limit: number
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly onProgress?: ((pending: readonly Check[]) => void) | undefined
}

/** The report: every check with what it found, and the worst of them. */
export type DoctorReport = {
  readonly verdict: Exclude<CheckStatus, "skipped">
  readonly checks: readonly CheckResult[]
}

/**
 * Checks everything that can be wrong before the first message. Nothing is signed, sent or written.
 *
 * @throws {InvalidInputError} a chain or a plug does not exist
 * @throws {AbortedError} the signal was aborted
 */
export async function runDoctor(
  hre: HardhatRuntimeEnvironment,
  { plugs, chains: names, from, limit, clock, signal, onProgress }: RunDoctorParameters,
): Promise<DoctorReport> {
  const all = chainsOf(hre.config.plugs)
  const named = names.length === 0 ? all : [...new Set(names.map((name) => findChain(all, name, "--chains")))]
  const source = from === undefined ? undefined : findChain(named, from, "--from")
  // A request must end before its check does, so that the check can say what happened.
  const timeout = Math.ceil(limit * 0.8)
  const chains = await Promise.all(named.map((chain) => createDoctorChain(hre, chain, timeout)))
  try {
    const book = await openContractBook(hre)
    const checks = await listChecks({
      ...{ hre, chains, clock, timeout },
      from: chains.find(({ slug }) => slug === source?.slug),
      apis: createApiProbes(hre.config.plugs, { chains, clock, timeout }),
      groups: await findPlugs(book, chains, plugs),
      problems: book.problems,
    })
    const results = await runChecks(checks, { clock, signal, limit, onProgress })
    return { verdict: verdictOf(results), checks: results }
  } finally {
    for (const chain of chains) chain.close()
  }
}

function verdictOf(results: readonly CheckResult[]): DoctorReport["verdict"] {
  const has = (status: CheckStatus): boolean => results.some((result) => result.status === status)
  return has("failed") ? "failed" : has("warning") ? "warning" : "ok"
}
