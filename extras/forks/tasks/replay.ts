import { once } from "node:events"

import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Hex } from "viem"

import { replayRows } from "./index.js"
import { replayDocument, replayReport, stoppedDocument, stoppedReport } from "./output/replayReport.js"
import { countMended, replaysDocument, replaysReport } from "./output/replaysReport.js"
import { replayAll } from "./replay/replayAll.js"
import { findTarget, readAt } from "#extras/forks/src/replay/findTarget.js"
import {
  openReplayer,
  type ReplayChanges,
  replayMessage,
  type ReplayTarget,
} from "#extras/forks/src/replay/replayMessage.js"
import { firstLine, writeReplayTest } from "#extras/forks/src/replay/writeReplayTest.js"
import { actionOf } from "#src/plugin/arguments/actionOf.js"
import type { Values } from "#src/plugin/arguments/rows.js"
import { sourceChainIfGiven } from "#src/plugin/config/chainsOf.js"
import { chainsFor } from "#src/plugin/connection/chains/askForChain.js"
import { explainTimeout, openChains } from "#src/plugin/connection/chains/openChains.js"
import { openContractBook } from "#src/plugin/contracts/ContractBook.js"
import { openSentRecords } from "#src/plugin/records/sentRecords.js"
import type { TaskIo } from "#src/plugin/run/openProcess.js"
import { type ExitCode, exitCodes, type Found } from "#src/plugin/run/runTask.js"
import { ShownFailureError } from "#src/plugin/run/shownErrors.js"
import { checkOwnFile, writeOwnFile } from "#src/primitives/files/writeOwnFile.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { printEvent } from "#src/terminal/printJson.js"
import { findSubject, requireTransaction } from "#tasks/messaging/follow/findSubject.js"

export default actionOf(replayRows, async (args, hre, io) => {
  const { id, messageId, gasLimit, with: contract, after, asTest } = args
  const at = args.at === undefined ? undefined : readAt(args.at)
  const changes = { gasLimit, with: contract, after }
  const where = { from: args.from, network: hre.globalOptions.network }
  const chains = await chainsFor(hre, [where.from ?? where.network])
  const source = sourceChainIfGiven(chains, where)
  await using opened = openChains(hre, { named: [source], timeout: explainTimeout })
  if (args.allFailed) return await replayFailed(hre, args, { ...io, opened, chains, source, changes })

  const file = { argument: "--as-test", start: firstLine }
  if (asTest !== undefined) await checkOwnFile(asTest, file)
  const records = openSentRecords(hre.config, io.terminal.err)
  const subject = await findSubject({ id, source, messageId }, { chains, opened, records, signal: io.signal })
  const asked = { ...subject, srcTxHash: requireTransaction(subject), at }
  const target = await findTarget(asked, { chains, opened })
  if (args.serve !== undefined) return await serveStopped(hre, { target, changes, port: args.serve }, io, args.json)
  const replay = await replayMessage(hre, target, changes)
  if (asTest !== undefined) {
    const text = writeReplayTest(replay, { from: subject.source.name, at: target.at, ...changes })
    await writeOwnFile(asTest, { ...file, text })
  }
  const { outcome, reason } = replay.replayed
  const message = `The message is not delivered on the fork: ${reason ?? outcome}.`
  const next = "Try it with other gas or other code: --gas-limit, --with."
  return {
    document: { ...replayDocument(replay), file: asTest },
    report: () => [replayReport(replay), asTest !== undefined && `Its test is in ${asTest}.`],
    error: outcome === "delivered" ? undefined : new ShownFailureError({ message, next }),
  }
})

/** Serves the fork until the task is interrupted. */
async function serveStopped(
  hre: HardhatRuntimeEnvironment,
  { target, changes, port }: { readonly target: ReplayTarget; readonly changes: ReplayChanges; readonly port: number },
  { terminal, signal }: TaskIo,
  json: boolean,
): Promise<ExitCode> {
  await using replayer = await openReplayer(hre, target)
  await using stopped = await replayer.serve(target.message, changes, port)
  if (json) printEvent(terminal.out, "ready", stoppedDocument(stopped))
  else terminal.out.show(stoppedReport(stopped))
  if (!signal.aborted) await once(signal, "abort")
  if (json) printEvent(terminal.out, "end", { outcome: "success" })
  return exitCodes.success
}

type Context = Parameters<typeof replayAll>[2] & {
  readonly source: Parameters<typeof replayAll>[1]["source"] | undefined
  readonly changes: {
    readonly gasLimit: bigint | undefined
    readonly with: string | undefined
    readonly after: Hex | undefined
  }
}

/** @throws {InvalidInputError} it is not said whose messages */
async function replayFailed(
  hre: HardhatRuntimeEnvironment,
  { plug, blocks }: Pick<Values<typeof replayRows>, "plug" | "blocks">,
  { changes, source: chain, ...context }: Context & TaskIo,
): Promise<Found> {
  const missing = (argument: string, problem: string, fix: string) => new InvalidInputError({ argument, problem, fix })
  if (plug === undefined)
    throw missing("--plug", "it is missing", "Name the plug that sent the messages, such as --plug Vault.")
  const book = await openContractBook(hre)
  const { address, ...found } = await book.find(plug, { chain, argument: "--plug" })
  const source = chain ?? found.chain
  if (source === undefined) throw missing("--from", "it is missing", "Name the chain of the plug.")
  const { replays, ...searched } = await replayAll(hre, { source, plug: address, blocks, changes }, context)
  const { failed, mended } = countMended(replays)
  const message = `${failed - mended.length} of ${failed} messages that fail are not delivered on the fork.`
  return {
    document: replaysDocument(replays, searched),
    report: () => replaysReport(replays),
    error:
      failed === mended.length
        ? undefined
        : new ShownFailureError({ message, next: "Replay one of them alone to see why." }),
  }
}
