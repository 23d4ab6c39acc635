import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Address } from "viem"

import { unlessAborted } from "../../src/http/polling/unlessAborted.js"
import { readCodeSize } from "../../src/onchain/reading/readCodeSize.js"
import type { ChainEntry } from "../../src/primitives/chains.js"
import type { Clock } from "../../src/primitives/clock.js"
import { chainsOf } from "../../src/plugin/config/chainsOf.js"
import { checkNetwork } from "./chains/checkNetwork.js"
import { createDoctorChain, type DoctorChain } from "./chains/DoctorChain.js"
import { type Check, type CheckResult, failed, type Finding, ok } from "./checks.js"
import { checkConnection } from "./plugs/checkConnection.js"
import { createDoctorPlug, type PlugPath } from "./plugs/DoctorPlug.js"
import { runChecks } from "./runChecks.js"

/** A call that sends messages. */
export type PlannedMessages = {
  readonly source: ChainEntry
  readonly plug: Address
  /** The arguments of the call. A slug among them is a destination. */
  readonly args: readonly unknown[]
  readonly clock: Clock
  readonly signal: AbortSignal
}

/** Milliseconds for all of it, because somebody waits to send. What is not known by then is not said. */
const limit = 5_000

/**
 * Finds what stops a call's messages on the other side: the sibling is not there, is not connected back, or is connected with a switchboard
 * that does not fit. Only destinations in the arguments are looked at, or every connected chain if there are none. What cannot be read is
 * no problem: the destination need not be reachable from here to send.
 *
 * @throws {AbortedError} the signal was aborted
 */
export async function findDeliveryProblems(
  hre: HardhatRuntimeEnvironment,
  { source, plug: address, args, clock, signal }: PlannedMessages,
): Promise<readonly CheckResult[]> {
  const entries = chainsOf(hre.config.plugs)
  const named = entries.filter(({ slug }) => slug !== source.slug && args.includes(slug))
  const others = named.length > 0 ? named : entries.filter(({ slug }) => slug !== source.slug)
  const [from, ...destinations] = await Promise.all(
    [source, ...others].map((chain) => createDoctorChain(hre, chain, limit)),
  )
  if (from === undefined) return []
  const plug = createDoctorPlug({ label: address, chain: from, address }, destinations)
  try {
    const paths = await unlessAborted(
      plug.paths().catch(() => []),
      [signal],
    )
    const checks = paths.flatMap(({ to, config }): Check[] => {
      const network: Check = { name: "network", subject: to.name, run: () => checkNetwork(to) }
      const run = (): Promise<Finding> => checkArrival({ chain: from, address }, { to, config })
      return [network, { name: "connection", subject: to.name, needs: [network], run: () => orUnknown(run()) }]
    })
    const results = await runChecks(checks, { clock, signal, limit })
    return results.filter(({ name, status }) => name === "connection" && status === "failed")
  } finally {
    for (const chain of [from, ...destinations]) chain.close()
  }
}

async function checkArrival(
  from: { readonly chain: DoctorChain; readonly address: Address },
  { to, config: { siblingPlug } }: PlugPath,
): Promise<Finding> {
  const { client } = await to.open()
  if ((await readCodeSize(client, siblingPlug)) === 0) {
    return failed(
      `There is no contract at the sibling ${siblingPlug} on ${to.name}.`,
      `Deploy it there, and connect the plug on ${from.chain.name} to it.`,
    )
  }
  return (await checkConnection(from, { chain: to, address: siblingPlug })) ?? ok("")
}

async function orUnknown(finding: Promise<Finding>): Promise<Finding> {
  return await finding.catch(() => ok("It could not be read."))
}
