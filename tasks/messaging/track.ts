import { checkMessageId, checkState } from "../../src/messaging/wire/parameters.js"
import { readWaitOptions } from "../../src/plugin/arguments/readWaitOptions.js"
import { chainsOf, nameChains, sourceChain } from "../../src/plugin/config/chainsOf.js"
import { pollingIntervals } from "../../src/plugin/connection/openClients.js"
import { openMessageSource } from "../../src/plugin/run/messaging/openMessageSource.js"
import { type BoundTask, exitCodes, runTask } from "../../src/plugin/run/runTask.js"
import { checkHash } from "../../src/primitives/checks.js"
import { showSteps } from "../../src/terminal/core/showSteps.js"
import { messagesView } from "../../src/terminal/messaging/messagesView.js"

type TrackArguments = {
  txHash: string
  from: string | undefined
  messageId: string | undefined
  until: string | undefined
  timeout: string | undefined
  json: boolean
}

const track: BoundTask<TrackArguments> = runTask(async (args, hre, { terminal, signal, clock }) => {
  const { json } = args
  const chains = chainsOf(hre.config.plugs)
  const source = sourceChain(chains, { from: args.from, network: hre.globalOptions.network })
  const subject = {
    srcChainSlug: source.slug,
    srcTxHash: checkHash(args.txHash, "txHash"),
    ...(args.messageId === undefined ? {} : { messageId: checkMessageId(args.messageId, "--message-id") }),
  }
  const waitOptions = readWaitOptions(args, checkState)
  await using following = await openMessageSource(hre, source, { clock, signal, err: terminal.err })
  await following.requireFollowable(subject)
  const polling = { ...pollingIntervals(hre.config.plugs.messaging), ...waitOptions, signal }
  await showSteps(
    (onTrouble, _onWait, onUnknown) => following.watch({ ...subject, ...polling, onTrouble }, { onUnknown }),
    messagesView(nameChains(chains), following.sourceName),
    { terminal, json, clock },
  )
  return exitCodes.success
})

export default track
