import { NothingToFollowError } from "../../src/messaging/following/trackingErrors.js"
import { nameChains } from "../../src/plugin/config/chainsOf.js"
import { chainsFor } from "../../src/plugin/connection/chains/askForChain.js"
import { connectChain } from "../../src/plugin/connection/chains/connectChain.js"
import { openSocket } from "../../src/plugin/connection/chains/openSocket.js"
import { pollingIntervals } from "../../src/plugin/connection/openClients.js"
import { openContractBook } from "../../src/plugin/contracts/ContractBook.js"
import { describeForTask } from "../../src/plugin/run/describeForTask.js"
import { sayWhenInterrupted } from "../../src/plugin/run/InterruptedError.js"
import { type BoundTask, exitCodes, runTask } from "../../src/plugin/run/runTask.js"
import { showContract } from "../../src/terminal/contractNames.js"
import { printDocument, printEvent } from "../../src/terminal/printJson.js"
import { showSteps } from "../../src/terminal/showSteps.js"
import { confirmDelivery } from "../doctor/confirmDelivery.js"
import { readOwnContract } from "./call/readOwnContract.js"
import { readSendArguments, type SendArguments } from "./call/readSendArguments.js"
import { sendAndRemember } from "./call/sendAndRemember.js"
import { openMessageSource } from "./follow/openMessageSource.js"
import { messagesView } from "./output/messages.js"
import { sentFields, sentSummary } from "./output/sentSummary.js"

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
  return await sayWhenInterrupted(async (onSent) => {
    await using connection = await connectChain(hre, source, { signal })
    const socket = await openSocket(connection, source)
    // Nothing is sent if the API refuses the key or does not answer. A chain that it does not know is followed without it.
    await using following = args.track ? await openMessageSource(hre, source, { clock, signal, err }) : undefined

    if (!(await confirmDelivery(hre, { source, plug: call.plug, args: call.args, yes: args.yes, json }, io))) {
      return exitCodes.interrupted
    }

    const sent = await sendAndRemember(hre, { connection, source, socket, call, onSent }, { clock, signal, err })

    const isMissing = sent.messages.length === 0 && !call.evenWithoutMessage
    const noMessage = isMissing ? await describeForTask(new NothingToFollowError(sent.hash), hre) : undefined
    const name = book.nameOf(source.slug, call.plug)
    const plugName = name === undefined ? undefined : showContract(call.plug, source.slug, book)
    const naming = { chainName, names: book, plugName }
    if (!json) out.line(sentSummary(sent, { ...naming, evenWithoutMessage: call.evenWithoutMessage }, out.paint))
    else if (following === undefined) printDocument(out, sentFields(sent), noMessage)
    else printEvent(out, "sent", { ...sentFields(sent), followedOn: following.followedOn })

    if (following !== undefined && noMessage !== undefined) throw noMessage
    if (noMessage !== undefined) return exitCodes.failure
    if (following !== undefined && json && sent.messages.length === 0) {
      printEvent(out, "end", { outcome: "success", messages: [] })
    }
    if (following !== undefined && sent.messages.length > 0) {
      const subject = { srcChainSlug: source.slug, srcTxHash: sent.hash, signal }
      const polling = { ...pollingIntervals(hre.config.plugs.messaging), ...waitOptions }
      await following.requireFollowable(subject)
      await showSteps(
        (onTrouble, _onWait, onUnknown) =>
          following.watch({ ...subject, ...polling, onTrouble }, { sent: sent.messages, onUnknown }),
        messagesView(chainName, following.sourceName, book),
        { terminal, json, clock },
      )
    }
    return exitCodes.success
  })
})

export default send
