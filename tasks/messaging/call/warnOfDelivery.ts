import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Address } from "viem"

import { AbortedError } from "../../../src/http/errors.js"
import { unlessAborted } from "../../../src/http/polling/unlessAborted.js"
import { readCodeSize } from "../../../src/onchain/readNode.js"
import { chainsOf } from "../../../src/plugin/config/chainsOf.js"
import type { TaskIo } from "../../../src/plugin/run/openProcess.js"
import type { ChainEntry } from "../../../src/primitives/chains.js"
import type { Clock } from "../../../src/primitives/clock.js"
import { PlugsError } from "../../../src/primitives/PlugsError.js"
import { askYes } from "../../../src/terminal/askYes.js"
import { checkNetwork } from "../../doctor/chains.js"
import { type Check, type CheckResult, failed, type Finding, ok } from "../../doctor/checks.js"
import { checkConnection } from "../../doctor/plugs.js"
import { runChecks } from "../../doctor/runChecks.js"
import { type DoctorChain, openDoctorChains } from "../../doctor/subjects/DoctorChain.js"
import { createDoctorPlug, type PlugPath } from "../../doctor/subjects/DoctorPlug.js"

/** A call that sends messages, and whether it may ask. */
type WarnOfDeliveryParameters = Pick<PlannedMessages, "source" | "plug" | "args"> & {
  /** Whether `--yes` was given: the answer to the question at a terminal. */
  readonly yes: boolean
  /** Whether `--anyway` was given. */
  readonly anyway: boolean
  /** Whether a program reads the output. */
  readonly json: boolean
}

/**
 * Looks, before anything is sent, for what would keep the messages from arriving, and warns of it on standard error. A person at a
 * terminal is to be asked whether to send all the same. Elsewhere, and with `--json`, nothing is sent without `--anyway`: a message that is
 * sent is paid for, and waits until the other side is mended. What may concern other messages than those of the call is only a warning.
 *
 * @returns asks, once what sending costs is shown, and throws an `AbortedError` after a no
 * @throws {WillNotArriveError} nobody can be asked
 * @throws {AbortedError} the signal was aborted
 */
export async function warnOfDelivery(
  hre: HardhatRuntimeEnvironment,
  { yes, anyway, json, ...messages }: WarnOfDeliveryParameters,
  { terminal, input, signal, clock }: Pick<TaskIo, "terminal" | "input" | "signal" | "clock">,
): Promise<() => Promise<void>> {
  const { problems, areOfCall } = await findDeliveryProblems(hre, { ...messages, signal, clock })
  const canAsk = input.isTTY === true && !json
  if (areOfCall && !anyway && !canAsk) throw new WillNotArriveError(problems)
  const { err } = terminal
  for (const { subject, says, mend } of problems) {
    err.line(err.paint.magenta(`warning: the message to ${subject} will not arrive as things are. ${says}`))
    if (mend !== null) err.line(mend)
  }
  const isAsked = problems.length > 0 && canAsk && !yes && !anyway
  return async () => {
    if (isAsked && !(await askYes("Send it all the same?", { terminal, input, signal }))) throw new AbortedError()
  }
}

/** A message was to be sent that would not arrive as things are, and nobody could be asked. Nothing was sent. */
export class WillNotArriveError extends PlugsError {
  readonly code = "WILL_NOT_ARRIVE"

  constructor(problems: readonly CheckResult[]) {
    const names = [...new Set(problems.map(({ subject }) => subject))]
    super(`The message to ${names.join(" and ")} will not arrive as things are, so nothing was sent.`, {
      facts: Object.fromEntries(
        problems.flatMap(({ subject, says, mend }): (readonly [string, string])[] => [
          [subject, says],
          ...(mend === null ? [] : [[`fix for ${subject}`, mend] as const]),
        ]),
      ),
      next: "Fix that first. To pay for it all the same, and have it wait until then, add --anyway.",
    })
  }
}

/** A call that sends messages. */
type PlannedMessages = {
  readonly source: ChainEntry
  readonly plug: Address
  /** The arguments of the call. A slug among them is a destination. */
  readonly args: readonly unknown[]
  readonly clock: Clock
  readonly signal: AbortSignal
}

/** Milliseconds for all of it, because a person waits to send. Problems that are found later are not shown. */
const limit = 5_000

/**
 * Finds what stops a call's messages on the other side: the sibling is not there, is not connected back, or is connected with a switchboard
 * that does not fit. Only destinations in the arguments are looked at, or every connected chain if there are none. What cannot be read is
 * no problem: the destination need not be reachable from here to send.
 *
 * @returns `areOfCall`, whether a message of this call is among those that will not arrive
 * @throws {AbortedError} the signal was aborted
 */
async function findDeliveryProblems(
  hre: HardhatRuntimeEnvironment,
  { source, plug: address, args, clock, signal }: PlannedMessages,
): Promise<{ readonly problems: readonly CheckResult[]; readonly areOfCall: boolean }> {
  const entries = chainsOf(hre.config.plugs)
  const named = entries.filter(({ slug }) => slug !== source.slug && args.includes(slug))
  const others = named.length > 0 ? named : entries.filter(({ slug }) => slug !== source.slug)
  await using opened = await openDoctorChains(hre, [source, ...others], limit)
  const [from, ...destinations] = opened.chains
  if (from === undefined) return { problems: [], areOfCall: false }
  const plug = createDoctorPlug({ label: address, chain: from, address }, destinations)
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
  const problems = results.filter(({ name, status }) => name === "connection" && status === "failed")
  const areOfCall = problems.length > 0 && (named.length > 0 || problems.length === paths.length)
  return { problems, areOfCall }
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
