import type { NewTaskActionFunction } from "hardhat/types/tasks"

import { sendThroughPlug, watchMessages } from "../../src/messaging/index.js"
import { chainsOf, nameChains, sourceChain } from "../../src/plugin/config/chainsOf.js"
import { publicClientOf, walletClientOf } from "../../src/plugin/connection/clientsOf.js"
import { connectChain } from "../../src/plugin/connection/connectChain.js"
import { listenForInterruption } from "../../src/plugin/run/listenForInterruption.js"
import { pollingOf } from "../../src/plugin/connection/pollingOf.js"
import { openMessaging } from "../../src/plugin/connection/openMessaging.js"
import { readErrorAbis } from "../../src/plugin/run/readErrorAbis.js"
import { readSendArguments, type SendArguments } from "../../src/plugin/arguments/readSendArguments.js"
import { noTransaction, refuseUnreachable } from "../../src/plugin/connection/refuseUnreachable.js"
import { NothingToFollowError } from "../../src/plugin/run/NothingToFollowError.js"
import { exitCodes, runTask } from "../../src/plugin/run/runTask.js"
import { toJson } from "../../src/terminal/core/json.js"
import { sentSummary } from "../../src/terminal/messaging/sentSummary.js"
import { showSteps } from "../../src/terminal/core/showSteps.js"
import { messagesView } from "../../src/terminal/messaging/messagesView.js"

const send: NewTaskActionFunction<SendArguments> = runTask(async (args, hre, terminal) => {
  const { out, err } = terminal
  const chains = chainsOf(hre.config.plugs)
  const chainName = nameChains(chains)
  const read = readSendArguments(args, chains)
  const source = sourceChain(chains, { from: args.from, network: hre.globalOptions.network })
  const api = args.track ? await openMessaging(hre.config.plugs) : undefined
  const connection = await connectChain(hre, source)
  // A transaction that can't be followed afterwards is better not sent.
  if (api !== undefined) {
    await refuseUnreachable(() => api.getMessages({ srcChainSlug: source.slug, srcTxHash: noTransaction }))
  }

  using interruption = listenForInterruption()
  const sent = await sendThroughPlug(publicClientOf(connection), await walletClientOf(connection), {
    ...read.call,
    errorAbis: await readErrorAbis(hre.artifacts),
    signal: interruption.signal,
    onSubmitted: (hash) => {
      err.line(err.paint.dim(`submitted ${hash}`))
    },
  })
  await connection.close()

  if (!args.json) out.line(sentSummary(sent, chainName, out.paint))
  else if (api === undefined) out.line(toJson(sent, { indent: 2 }))
  else out.line(toJson({ event: "sent", ...sent }))

  if (api !== undefined) {
    if (sent.messages.length === 0) throw new NothingToFollowError(sent.hash)
    const subject = { srcChainSlug: source.slug, srcTxHash: sent.hash }
    const patience = { ...pollingOf(hre.config.plugs.messaging), ...read.patience }
    const watched = { ...subject, ...patience, signal: interruption.signal }
    const watch = (onTrouble: (error: unknown) => void) => watchMessages(api, { ...watched, onTrouble })
    await showSteps(watch, messagesView(chainName), { terminal, json: args.json })
  }
  return exitCodes.success
})

export default send
