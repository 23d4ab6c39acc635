import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"

import type { ReadExecuteArguments, SwapCommand } from "../arguments/readExecuteArguments.js"
import { nameSwapChains } from "../../../src/plugin/config/swapChains.js"
import { publicClientOf, walletClientOf } from "../../../src/plugin/connection/chains/clientsOf.js"
import { connectChain } from "../../../src/plugin/connection/chains/connectChain.js"
import { openSwap, pollingIntervals } from "../../../src/plugin/connection/openClients.js"
import { trustedContracts } from "../../../src/plugin/connection/trustedContracts.js"
import { readErrorAbis } from "../../../src/plugin/contracts/readErrorAbis.js"
import { executeSwap } from "./executeSwap.js"
import { needsSigning } from "../journal/confirmEntry.js"
import { openJournal } from "../../../src/plugin/records/openJournal.js"
import { type ChainReader, openReader } from "../offer/openReader.js"
import { sayWhenSwapInterrupted } from "./sayWhenSwapInterrupted.js"
import { pinnedTokens } from "../../../src/plugin/tokens/pinnedTokens.js"
import type { TaskIo } from "../../../src/plugin/run/TaskIo.js"
import { latestTime } from "../../../src/primitives/clock.js"
import { readFirstEntry } from "../../../src/swap/execution/journal/entries.js"
import type { RouteJournal } from "../../../src/swap/index.js"
import { openMalformedNotes } from "../../../src/terminal/core/malformedNotes.js"
import { confirmSwap } from "../../../src/terminal/swap/consent/confirmSwap.js"
import { confirmTarget } from "../../../src/terminal/swap/consent/confirmTarget.js"
import { printReplaced } from "../../../src/terminal/swap/events/printReplaced.js"
import { printResumed } from "../../../src/terminal/swap/events/printResumed.js"
import { showExecution } from "../../../src/terminal/swap/showExecution.js"

/** What a swap is begun or resumed with. */
type RunSwapParameters = ReadExecuteArguments & {
  readonly json: boolean
  readonly yes: boolean
  readonly requote: boolean
  /** The commands that go on after Ctrl-C, without `npx hardhat`: `again` while only an approval was sent, then `resume`. */
  readonly goOn: { readonly again: string; readonly resume: (quoteId: string) => string }
}

/** Executes a swap that is paid by a transaction, or resumes one, and shows it to its end. */
export async function runSwap(
  hre: HardhatRuntimeEnvironment,
  { command, waitOptions, allowedTargets, acceptLoss, json, yes, requote, goOn }: RunSwapParameters,
  { terminal, input, signal, clock, startedAt = latestTime(clock) }: TaskIo,
): Promise<void> {
  const { plugs, paths } = hre.config
  using notes = openMalformedNotes(terminal.err)
  const client = await openSwap(plugs, { clock, onMalformed: notes.onMalformed })
  const chainName = nameSwapChains(hre.config)
  const asking = { terminal, input, signal }
  const canAsk = !yes && !json && input.isTTY === true
  const connection = await connectChain(hre, command.source, { signal })
  try {
    const publicClient = publicClientOf(connection)
    const records = await openJournal(connection, paths.root, publicClient)
    await using destination = await openDestination(hre, command, { journal: records.journal, requote })
    const limits = { ...(await trustedContracts(command.source, hre.config, allowedTargets)), acceptLoss }
    const walletClient = await walletClientOf(connection)
    const errorAbis = await readErrorAbis(hre.artifacts)
    await sayWhenSwapInterrupted(goOn, (noting) =>
      executeSwap({
        ...records,
        command,
        limits,
        pins: (name) => pinnedTokens(plugs, name),
        client,
        publicClient,
        destinationClient: destination === undefined ? publicClient : destination.client,
        walletClient,
        errorAbis,
        chainName,
        options: { ...pollingIntervals(plugs.swap), ...waitOptions, requote },
        signal,
        confirm: (plan) => {
          notes.print()
          return confirmSwap(plan, { ...asking, json, yes, acceptLoss })
        },
        confirmTarget: canAsk ? (question) => confirmTarget(question, { ...asking, chainName }) : undefined,
        show: (run) => showExecution(noting.steps(run), { terminal, json, clock, chainName }),
        onResume: (entry) => {
          noting.resumed(entry)
          printResumed(entry, { terminal, json })
        },
        onReplaced: (entry) => {
          printReplaced(entry, { terminal, json })
        },
        startedAt,
      }),
    )
  } finally {
    await connection.close()
  }
}

/** Reads the destination chain. `undefined` if the swap stays on its chain, or nothing of it has to be shown. */
async function openDestination(
  hre: HardhatRuntimeEnvironment,
  command: SwapCommand,
  { journal, requote }: { readonly journal: RouteJournal; readonly requote: boolean },
): Promise<ChainReader | undefined> {
  if (command.kind === "begin") {
    const { origin, destination } = command.swapRequest
    return origin.chainId === destination.chainId ? undefined : await openReader(hre, destination.chainId)
  }
  const entry = await readFirstEntry(journal, command.quoteId)
  if (entry === undefined || !needsSigning(entry, requote)) return undefined
  const { destinationChainId } = entry.request
  return entry.chainId === destinationChainId ? undefined : await openReader(hre, destinationChainId)
}
