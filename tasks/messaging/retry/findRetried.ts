import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Hex } from "viem"

import { findSubject } from "../follow/findSubject.js"
import { explainRefusal } from "./explainRefusal.js"
import { pickMessage } from "./pickMessage.js"
import type { OutboundMessage } from "#src/messaging/onchain/events.js"
import { MessageNotExecutableError } from "#src/messaging/retrying/retryErrors.js"
import { sourceChainIfGiven } from "#src/plugin/config/chainsOf.js"
import { chainsFor } from "#src/plugin/connection/chains/askForChain.js"
import { openMessageChains } from "#src/plugin/connection/chains/openMessageChains.js"
import { explainOnChains } from "#src/plugin/connection/explaining/explainOnChains.js"
import { openSentRecords } from "#src/plugin/records/sentRecords.js"
import type { TaskIo } from "#src/plugin/run/openProcess.js"
import { type ChainEntry, findChain } from "#src/primitives/chains.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { Disposables } from "#src/primitives/lifetime/Disposables.js"

/** The message that is meant. Dispose of it when the task has ended. */
export type RetriedMessage = AsyncDisposable & {
  readonly message: OutboundMessage
  readonly srcTxHash: Hex
  readonly from: ChainEntry
  readonly to: ChainEntry
  /** Throws an error again. To one that says that the message cannot be executed it adds why, and how to fix that. */
  readonly rethrow: (error: unknown) => Promise<never>
}

/**
 * Finds the message that a person means, on the chain that it left.
 *
 * @param from what `--from` says
 * @throws {InvalidInputError} there is no such message, or several
 */
export async function findRetried(
  hre: HardhatRuntimeEnvironment,
  {
    from,
    ...asked
  }: { readonly id: Hex | undefined; readonly messageId: Hex | undefined; readonly from: string | undefined },
  { clock, signal, terminal }: Pick<TaskIo, "clock" | "signal" | "terminal">,
): Promise<RetriedMessage> {
  const { network } = hre.globalOptions
  const chains = await chainsFor(hre, [from ?? network])
  const source = sourceChainIfGiven(chains, { from, network })

  await using opening = new Disposables()
  const opened = opening.use(openMessageChains(hre))
  const records = openSentRecords(hre.config, terminal.err)
  const subject = await findSubject({ ...asked, source }, { chains, opened, records, signal })
  const { srcTxHash } = subject
  if (srcTxHash === undefined) {
    throw new InvalidInputError({
      argument: "id",
      problem: `no transaction of ${subject.source.name} was found that sent this message`,
      fix: "Give the hash of the transaction that sent it.",
    })
  }
  const message = await pickMessage(await opened.require(subject.source), { ...subject, srcTxHash })
  const to = findChain(chains, message.dstChainSlug, "id")
  const rethrow = async (error: unknown): Promise<never> => {
    if (!(error instanceof MessageNotExecutableError)) throw error
    const explained = { ...subject, messageId: message.messageId }
    throw explainRefusal(error, await explainOnChains(hre, explained, { chains, opened, clock, signal }))
  }
  const dispose = opening.move()[Symbol.asyncDispose]
  return { message, srcTxHash, from: subject.source, to, rethrow, [Symbol.asyncDispose]: dispose }
}
