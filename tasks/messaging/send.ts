import { NothingToFollowError } from "../../src/messaging/following/trackingErrors.js"
import { nameChains } from "../../src/plugin/config/chainsOf.js"
import { type GasArguments, readGasLimits } from "../../src/plugin/config/gasLimits.js"
import { describeForTask } from "../../src/plugin/run/describeForTask.js"
import { sayWhenInterrupted } from "../../src/plugin/run/InterruptedError.js"
import { type BoundTask, exitCodes, runTask } from "../../src/plugin/run/runTask.js"
import { printDocument, printEvent } from "../../src/terminal/printJson.js"
import { findOwnContract } from "./call/findOwnContract.js"
import { openPlugChain } from "./call/openPlugChain.js"
import { warnOfDelivery } from "./call/warnOfDelivery.js"
import { openMessageSource } from "./follow/openMessageSource.js"
import { sentFields, sentSummary } from "./output/sentSummary.js"
import { followSent } from "./send/followSent.js"
import { readSendArguments, type SendArguments } from "./send/readSendArguments.js"
import { sendAndRemember } from "./send/sendAndRemember.js"

const send: BoundTask<SendArguments & GasArguments & { yes: boolean; anyway: boolean }> = runTask(
  async (args, hre, io) => {
    const { signal, clock } = io
    const { out, err } = io.terminal
    const { from, json, yes, anyway } = args
    // A uint32 can be the name of a chain.
    const own = await findOwnContract(hre, { text: args.plug, argument: "plug", from, others: args.args })
    const { source, book } = own
    const { call, waitOptions } = readSendArguments(args, own)
    return await sayWhenInterrupted(async (onSent) => {
      await using chain = await openPlugChain(hre, source, signal)
      // Nothing is sent if the API refuses the key. What it does not know, or does not answer about, is followed without it.
      await using following = args.track ? await openMessageSource(hre, source, { clock, signal, err }) : undefined
      const confirm = await warnOfDelivery(hre, { source, plug: call.plug, args: call.args, yes, anyway, json }, io)
      const sent = await sendAndRemember(
        hre,
        { chain, source, call: { ...call, ...readGasLimits(args, source) }, confirm, onSent },
        { clock, signal, err },
      )
      const { evenWithoutMessage } = call
      const isMissing = sent.messages.length === 0 && !evenWithoutMessage
      const noMessage = isMissing ? await describeForTask(new NothingToFollowError(sent.hash), hre) : undefined

      const naming = { source, chainName: nameChains(own.chains), names: book }
      if (!json) out.line(sentSummary(sent, { ...naming, plug: call.plug, evenWithoutMessage }, out.paint))
      else if (following === undefined) printDocument(out, sentFields(sent), noMessage)
      else printEvent(out, "sent", { ...sentFields(sent), followedOn: following.followedOn })

      if (following === undefined) return noMessage === undefined ? exitCodes.success : exitCodes.failure
      if (noMessage !== undefined) throw noMessage
      await followSent(following, sent, { own, api: hre.config.plugs.messaging, waitOptions, json }, io)
      return exitCodes.success
    })
  },
)

export default send
