import { NothingToFollowError } from "../../src/messaging/following/trackingErrors.js"
import { describeForTask } from "../../src/plugin/run/describeForTask.js"
import { sayWhenInterrupted } from "../../src/plugin/run/InterruptedError.js"
import { type BoundTask, exitCodes, runTask } from "../../src/plugin/run/runTask.js"
import { findOwnContract } from "./call/findOwnContract.js"
import { openPlugChain } from "./call/openPlugChain.js"
import { warnOfDelivery } from "./call/warnOfDelivery.js"
import { openMessageSource } from "./follow/openMessageSource.js"
import { showSent } from "./output/sentSummary.js"
import { followSent } from "./send/followSent.js"
import { readSendArguments, type SendArguments } from "./send/readSendArguments.js"
import { sendAndRemember } from "./send/sendAndRemember.js"

const send: BoundTask<SendArguments & { yes: boolean; anyway: boolean }> = runTask(async (args, hre, io) => {
  const { signal, clock, terminal } = io
  const { out, err } = terminal
  const { from, json, yes, anyway } = args
  // A uint32 can be the name of a chain.
  const own = await findOwnContract(hre, { text: args.plug, argument: "plug", from, others: args.args })
  const { source } = own
  const { call, waitOptions } = readSendArguments(args, own)
  const { plug, evenWithoutMessage } = call
  return await sayWhenInterrupted(async (onSent) => {
    await using chain = await openPlugChain(hre, source, signal)
    // Nothing is sent if the API refuses the key. What it does not know, or does not answer about, is followed without it.
    await using following = args.track ? await openMessageSource(hre, source, { clock, signal, err }) : undefined
    const confirm = await warnOfDelivery(hre, { source, plug, args: call.args, yes, anyway, json }, io)
    const sent = await sendAndRemember(hre, { chain, source, call, confirm, onSent }, { clock, signal, err })
    const isMissing = sent.messages.length === 0 && !evenWithoutMessage
    const error = isMissing ? await describeForTask(new NothingToFollowError(sent.hash), hre) : undefined
    showSent(sent, { own, plug, evenWithoutMessage, json, followedOn: following?.followedOn, error }, out)
    if (following === undefined) return error === undefined ? exitCodes.success : exitCodes.failure
    if (error !== undefined) throw error
    await followSent(following, sent, { own, api: hre.config.plugs.messaging, waitOptions, json }, io)
    return exitCodes.success
  })
})

export default send
