import type { NewTaskActionFunction } from "hardhat/types/tasks"

import { watchMessage } from "../../src/messaging/index.js"
import { checkMessageId, checkState } from "../../src/messaging/parameters.js"
import { checkHash } from "../../src/primitives/checks.js"
import { chainsOf, nameChains, sourceChain } from "../../src/plugin/config/chainsOf.js"
import { listenForInterruption } from "../../src/plugin/task/listenForInterruption.js"
import { pollingOf } from "../../src/plugin/connection/pollingOf.js"
import { openMessaging } from "../../src/plugin/connection/openMessaging.js"
import { noTransaction, refuseUnreachable } from "../../src/plugin/connection/refuseUnreachable.js"
import { readPatience } from "../../src/plugin/arguments/readPatience.js"
import { exitCodes, runTask } from "../../src/plugin/task/runTask.js"
import { showJourney } from "../../src/terminal/showJourney.js"
import { tellMessages } from "../../src/terminal/tellMessages.js"

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
  const patience = readPatience(args, checkState)
  const client = await openMessaging(hre.config.plugs)
  await refuseUnreachable(() => client.getMessages({ srcChainSlug: subject.srcChainSlug, srcTxHash: noTransaction }))
  using interruption = listenForInterruption()
  const watched = { ...subject, ...pollingOf(hre.config.plugs.messaging), ...patience, signal: interruption.signal }
  const watch = (onTrouble: (error: unknown) => void) => watchMessage(client, { ...watched, onTrouble })
  await showJourney(watch, tellMessages(nameChains(chains)), { terminal, json: args.json })
  return exitCodes.success
})

export default track
