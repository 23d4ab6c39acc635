import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Client } from "viem"

import type { SwapCommand } from "../arguments/readExecuteArguments.js"
import { swapCommandKey } from "../execute/swapCommandKey.js"
import type { GetSwapOfferParameters } from "../offer/getSwapOffer.js"
import type { SwapClient } from "#extras/swap/src/createSwapClient.js"
import { lockCommand } from "#extras/swap/src/execution/journal/commandRecords.js"
import { openJournal, type SwapRecords } from "#extras/swap/src/plugin/openJournal.js"
import { openSwap } from "#extras/swap/src/plugin/openSwap.js"
import { readerOf } from "#extras/swap/src/plugin/readerOf.js"
import { pinnedTokens } from "#src/plugin/config/pinnedTokens.js"
import { senderOn } from "#src/plugin/connection/chains/clientsOf.js"
import { openChains } from "#src/plugin/connection/chains/openChains.js"
import type { TaskIo } from "#src/plugin/run/openProcess.js"
import { Disposables } from "#src/primitives/lifetime/Disposables.js"
import { openMalformedNotes } from "#src/terminal/malformedNotes.js"

/** A command that begins a swap. */
export type BeginCommand = Extract<SwapCommand, { kind: "begin" }>

/** What a command opens a deposit with. It is held by this process until it is disposed of. */
export type DepositRun = AsyncDisposable & {
  readonly client: SwapClient
  /** Reads the origin chain. */
  readonly origin: Client
  readonly records: SwapRecords
  /** Of the command. */
  readonly key: string
  readonly terms: GetSwapOfferParameters
  readonly signal: AbortSignal
}

/**
 * Connects to the chains of a deposit, and reserves its command.
 *
 * @throws {SwapBusyError} another process is running the command
 * @throws {NodeUnreachableError} the node of the origin chain does not answer
 */
export async function openDepositRun(
  hre: HardhatRuntimeEnvironment,
  command: BeginCommand,
  { terminal, signal, clock }: Pick<TaskIo, "terminal" | "signal" | "clock">,
): Promise<DepositRun> {
  const { plugs } = hre.config
  const { source, swapRequest } = command
  await using opening = new Disposables()
  const { onMalformed } = opening.use(openMalformedNotes(terminal.err))
  const client = await openSwap(plugs, { clock, onMalformed })
  const chains = opening.use(openChains(hre, { signal }))
  const chain = await chains.connect(source)
  const userAddress = swapRequest.receiver === undefined ? await senderOn(chain.connection) : undefined
  const destination = await readerOf(chains, swapRequest.destination.chainId)
  const records = await openJournal(chain, hre.config)
  const key = swapCommandKey(command)
  opening.use(await lockCommand(records.journal, key))
  const pins = (name: string) => pinnedTokens(plugs, name)
  const terms = { swapRequest, userAddress, readers: { origin: chain.client, destination }, pins, signal }
  return {
    client,
    origin: chain.client,
    records,
    key,
    terms,
    signal,
    [Symbol.asyncDispose]: opening.move()[Symbol.asyncDispose],
  }
}
