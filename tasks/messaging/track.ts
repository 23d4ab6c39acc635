import type { NewTaskActionFunction } from "hardhat/types/tasks"

import { watchMessage } from "../../src/messaging/index.js"
import { checkMessageId, checkState } from "../../src/messaging/wire/parameters.js"
import { checkHash } from "../../src/primitives/checks.js"
import { chainsOf, nameChains, sourceChain } from "../../src/plugin/config/chainsOf.js"
import { listenForInterruption } from "../../src/plugin/run/listenForInterruption.js"
import { pollingOf } from "../../src/plugin/connection/pollingOf.js"
import { openMessaging } from "../../src/plugin/connection/openMessaging.js"
import { noTransaction, refuseUnreachable } from "../../src/plugin/connection/refuseUnreachable.js"
import { readWaitOptions } from "../../src/plugin/arguments/readWaitOptions.js"
import { exitCodes, runTask } from "../../src/plugin/run/runTask.js"
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

const track: NewTaskActionFunction<TrackArguments> = runTask(async (args, hre, terminal) => {
  const chains = chainsOf(hre.config.plugs)
  const subject = {
    srcChainSlug: sourceChain(chains, { from: args.from, network: hre.globalOptions.network }).slug,
    srcTxHash: checkHash(args.txHash, "txHash"),
    ...(args.messageId === undefined ? {} : { messageId: checkMessageId(args.messageId, "--message-id") }),
  }
  const patience = readWaitOptions(args, checkState)
  const client = await openMessaging(hre.config.plugs)
  await refuseUnreachable(() => client.getMessages({ srcChainSlug: subject.srcChainSlug, srcTxHash: noTransaction }))
  using interruption = listenForInterruption()
  const watched = { ...subject, ...pollingOf(hre.config.plugs.messaging), ...patience, signal: interruption.signal }
  const watch = (onTrouble: (error: unknown) => void) => watchMessage(client, { ...watched, onTrouble })
  await showSteps(watch, messagesView(nameChains(chains)), { terminal, json: args.json })
  return exitCodes.success
})

export default track
