import { onlySent } from "../../src/messaging/following/onlySent.js"
import { watchMessages } from "../../src/messaging/following/watchMessages.js"
import { sendThroughPlug } from "../../src/messaging/onchain/sendThroughPlug.js"
import { readOwnContract } from "../../src/plugin/arguments/readOwnContract.js"
import { readSendArguments, type SendArguments } from "../../src/plugin/arguments/readSendArguments.js"
import { nameChains } from "../../src/plugin/config/chainsOf.js"
import { chainsFor } from "../../src/plugin/connection/askForChain.js"
import { publicClientOf, walletClientOf } from "../../src/plugin/connection/clientsOf.js"
import { connectChain } from "../../src/plugin/connection/connectChain.js"
import { pollingIntervals } from "../../src/plugin/connection/openClients.js"
import { openSocket } from "../../src/plugin/connection/openSocket.js"
import { openContractBook } from "../../src/plugin/contracts/ContractBook.js"
import { confirmDelivery } from "../../src/plugin/run/doctor/confirmDelivery.js"
import { NothingToFollowError } from "../../src/plugin/run/messaging/NothingToFollowError.js"
import { openMessageSource } from "../../src/plugin/run/messaging/openMessageSource.js"
import { readErrorAbis } from "../../src/plugin/run/readErrorAbis.js"
import { type BoundTask, exitCodes, runTask } from "../../src/plugin/run/runTask.js"
import { printDocument, printEvent } from "../../src/terminal/core/json/printJson.js"
import { showSteps } from "../../src/terminal/core/showSteps.js"
import { messagesView } from "../../src/terminal/messaging/messagesView.js"
import { sentFields } from "../../src/terminal/messaging/sentFields.js"
import { sentSummary } from "../../src/terminal/messaging/sentSummary.js"

const send: BoundTask<SendArguments & { yes: boolean }> = runTask(async (args, hre, io) => {
  const { terminal, signal, clock } = io
  const { out, err } = terminal
  const { json } = args
  const { network } = hre.globalOptions
  // A uint32 can be the name of a chain.
  const chains = await chainsFor(hre, [args.from ?? network, ...args.args])
  const chainName = nameChains(chains)
  const book = await openContractBook(hre)
  const where = { chains, from: args.from, network }
  const { contract, source } = await readOwnContract(book, { text: args.plug, argument: "plug", ...where })
  const { call, waitOptions } = readSendArguments(args, { chains, contract })
  const connection = await connectChain(hre, source)
  const socket = await openSocket(connection, source)
  // Nothing is sent if the API refuses the key or does not answer. A chain that it does not know is followed without it.
  await using following = args.track ? await openMessageSource(hre, source, { clock, signal, err }) : undefined
  if (!(await confirmDelivery(hre, { source, plug: call.plug, args: call.args, yes: args.yes, json }, io))) {
    return exitCodes.interrupted
  }

  const sent = await sendThroughPlug(publicClientOf(connection), await walletClientOf(connection), {
    ...call,
    socket,
    errorAbis: await readErrorAbis(hre.artifacts),
    signal,
    onSubmitted: (hash) => {
      err.line(err.paint.dim(`submitted ${hash}`))
    },
  })
  await connection.close()

  const noMessage = sent.messages.length === 0 ? new NothingToFollowError(sent.hash) : undefined
  if (!json) out.line(sentSummary(sent, chainName, out.paint))
  else if (following === undefined) printDocument(out, sentFields(sent), noMessage)
  else printEvent(out, "sent", { ...sentFields(sent), followedOn: following.followedOn })

  if (following !== undefined) {
    if (noMessage !== undefined) throw noMessage
    const subject = { srcChainSlug: source.slug, srcTxHash: sent.hash, signal }
    const polling = { ...pollingIntervals(hre.config.plugs.messaging), ...waitOptions }
    await following.requireFollowable(subject)
    const messages = onlySent(following.source, sent.messages)
    const watch = (onTrouble: (error: unknown) => void) =>
      watchMessages(messages, { ...subject, ...polling, onTrouble })
    await showSteps(watch, messagesView(chainName, following.source.sourceName), { terminal, json, clock })
  }
  return sent.messages.length === 0 ? exitCodes.failure : exitCodes.success
})

export default send
