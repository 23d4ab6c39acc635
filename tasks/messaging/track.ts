import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Hex } from "viem"

import { openMessageSource } from "./follow/openMessageSource.js"
import { trackRows } from "./index.js"
import { actionOf } from "#src/plugin/arguments/actionOf.js"
import { waitOptionsOf } from "#src/plugin/arguments/readArguments.js"
import type { Values } from "#src/plugin/arguments/rows.js"
import { nameChains, sourceChainIfGiven, type SourceReference } from "#src/plugin/config/chainsOf.js"
import { chainsFor } from "#src/plugin/connection/chains/askForChain.js"
import { openChains } from "#src/plugin/connection/chains/openChains.js"
import { pollingIntervals } from "#src/plugin/connection/openClients.js"
import type { TaskIo } from "#src/plugin/run/openProcess.js"
import { exitCodes } from "#src/plugin/run/runTask.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { formatDuration } from "#src/primitives/duration.js"
import { paint } from "#src/terminal/paint.js"

export default actionOf(trackRows, async (args, hre, io) => {
  const { source: choice, finality, json } = args
  const { terminal, signal, clock } = io
  const { err } = terminal
  const where: SourceReference = { from: args.from, network: hre.globalOptions.network }
  const chains = await chainsFor(hre, [where.from ?? where.network])
  const given = sourceChainIfGiven(chains, where)
  const { source, srcTxHash, messageId } = await findTracked(hre, args, { chains, source: given }, io)
  const subject = { srcChainSlug: source.slug, srcTxHash, ...(messageId === undefined ? {} : { messageId }) }
  await using following = await openMessageSource(hre, source, { clock, signal, err, choice, finality })
  await following.requireFollowable(subject)
  // Loaded after the first request: nothing is shown before.
  const [{ openContractBook }, { showSteps }, { messagesView }] = await Promise.all([
    import("#src/plugin/contracts/ContractBook.js"),
    import("#src/terminal/live/showSteps.js"),
    import("./output/messages.js"),
  ])
  const book = await openContractBook(hre)
  if (!json) {
    const { sayPageLink } = await import("./follow/findPageLink.js")
    await sayPageLink(hre.config.plugs, messageId ?? srcTxHash, { signal, clock, terminal })
  }
  const polling = { ...pollingIntervals(hre.config.plugs.messaging), ...waitOptionsOf(args), signal }
  await showSteps(
    (onTrouble, _onWait, onUnknown) => following.watch({ ...subject, ...polling, onUnknown, onTrouble }),
    messagesView(nameChains(chains), following.sourceName, book, { source: choice, finality }),
    { terminal, json, clock },
  )
  return exitCodes.success
})

type Tracked = { readonly source: ChainEntry; readonly srcTxHash: Hex; readonly messageId: Hex | undefined }

/** Finds what is to be tracked. The hash of a transaction on a chain that is given is known without asking a node. */
async function findTracked(
  hre: HardhatRuntimeEnvironment,
  { id, messageId }: Pick<Values<typeof trackRows>, "id" | "messageId">,
  { chains, source }: { readonly chains: readonly ChainEntry[]; readonly source: ChainEntry | undefined },
  { terminal: { err }, signal, clock }: TaskIo,
): Promise<Tracked> {
  // A message id begins with the slug of the chain that it leaves.
  const isHash = source !== undefined && id !== undefined && Number(id.slice(0, 10)) !== source.slug
  if (isHash) return { source, srcTxHash: id, messageId }
  const [{ findSubject, requireTransaction }, { openSentRecords }] = await Promise.all([
    import("./follow/findSubject.js"),
    import("#src/plugin/records/sentRecords.js"),
  ])
  await using opened = openChains(hre, { named: [source] })
  const places = { chains, opened, records: openSentRecords(hre.config, err), signal }
  const subject = await findSubject({ id, source, messageId }, places)
  const srcTxHash = requireTransaction(subject)
  if (id === undefined && subject.record !== undefined) {
    const age = formatDuration(clock.now() - subject.record.at)
    err.line(paint.dim(`tracking ${srcTxHash} on ${subject.source.name}, the last that was sent, ${age} ago`))
  }
  return { source: subject.source, srcTxHash, messageId: subject.messageId }
}
