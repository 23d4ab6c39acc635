import { openMessageSource } from "./follow/openMessageSource.js"
import { trackRows } from "./index.js"
import { actionOf } from "#src/plugin/arguments/actionOf.js"
import { waitOptionsOf } from "#src/plugin/arguments/readArguments.js"
import { nameChains, sourceChainIfGiven, type SourceReference } from "#src/plugin/config/chainsOf.js"
import { chainsFor } from "#src/plugin/connection/chains/askForChain.js"
import { openChains } from "#src/plugin/connection/chains/openChains.js"
import { pollingIntervals } from "#src/plugin/connection/openClients.js"
import { exitCodes } from "#src/plugin/run/runTask.js"
import { formatDuration } from "#src/primitives/duration.js"
import { paint } from "#src/terminal/paint.js"

export default actionOf(trackRows, async (args, hre, { terminal, signal, clock }) => {
  const { messageId, source: choice, finality, json } = args
  const { err } = terminal
  const { network } = hre.globalOptions
  const chains = await chainsFor(hre, [args.from ?? network])
  const where: SourceReference = { from: args.from, network }
  const find = async () => {
    if (args.txHash !== undefined) {
      const srcTxHash = args.txHash
      const given = sourceChainIfGiven(chains, where)
      if (given !== undefined) return { source: given, srcTxHash }
      const { requireChainOf } = await import("./follow/findSubject.js")
      await using opened = openChains(hre)
      return { source: await requireChainOf(srcTxHash, { chains, opened }, "txHash"), srcTxHash }
    }
    const { findLastSent } = await import("./follow/findLastSent.js")
    const { openSentRecords } = await import("#src/plugin/records/sentRecords.js")
    const given = sourceChainIfGiven(chains, where)
    await using opened = openChains(hre, { named: [given] })
    const places = { chains, opened, source: given }
    const { record, source } = await findLastSent(openSentRecords(hre.config, err), places)
    const age = formatDuration(clock.now() - record.at)
    err.line(paint.dim(`tracking ${record.hash} on ${source.name}, the last that was sent, ${age} ago`))
    return { source, srcTxHash: record.hash }
  }
  const { source, srcTxHash } = await find()
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
