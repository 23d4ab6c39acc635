import { findOwnContract } from "./call/findOwnContract.js"
import { openPlugChain } from "./call/openPlugChain.js"
import { writeSafeFile } from "./call/writeSafeFiles.js"
import { findPageLink } from "./follow/findPageLink.js"
import { openMessageSource } from "./follow/openMessageSource.js"
import { showSent, showWritten } from "./output/sentSummary.js"
import { followSent } from "./send/followSent.js"
import { prepareCall } from "./send/prepareCall.js"
import { readSendArguments, type SendArguments } from "./send/readSendArguments.js"
import { sendAndRemember } from "./send/sendAndRemember.js"
import { NothingToFollowError } from "#src/messaging/following/trackingErrors.js"
import { encodeCall } from "#src/messaging/onchain/plugCall.js"
import { readCarriedMessages } from "#src/messaging/onchain/standard/gatewayMessage.js"
import { describeForTask } from "#src/plugin/run/describeForTask.js"
import { sayWhenInterrupted } from "#src/plugin/run/InterruptedError.js"
import { type BoundTask, exitCodes, runTask } from "#src/plugin/run/runTask.js"
import { requireConsent } from "#src/terminal/askYes.js"

const send: BoundTask<SendArguments & { preflight: boolean; yes: boolean; anyway: boolean }> = runTask(
  async (args, hre, io) => {
    const { signal, clock, terminal } = io
    const { out, err } = terminal
    const { from, json } = args
    // A uint32 can be the name of a chain, and bytes can end with one.
    const own = await findOwnContract(hre, { text: args.plug, argument: "plug", from, others: args.args.map(chainIn) })
    const { source } = own
    const { call, safe, waitOptions } = readSendArguments(args, own)
    const { plug, evenWithoutMessage } = call
    return await sayWhenInterrupted(async (onSent) => {
      await using chain = await openPlugChain(hre, source, signal)
      if (!chain.isLocal && safe === undefined) requireConsent(args.yes, io.input)
      // Nothing is sent if the API refuses the key. What it does not know, or does not answer about, is followed without it.
      await using following = args.track ? await openMessageSource(hre, source, { clock, signal, err }) : undefined
      const preparing = { own, chain, call, args }
      if (safe !== undefined) {
        const begun = await chain.fileFor(safe.address)
        const { prepared } = await prepareCall(hre, { ...preparing, account: safe.address }, io)
        const { value } = prepared.call
        const file = await writeSafeFile(safe.file, {
          ...{ ...begun, createdAt: clock.now() },
          name: `Send on ${source.name}`,
          description: `${call.functionName} of ${plug} with ${value} wei for fee, margin and value`,
          transactions: [{ to: plug, value, data: encodeCall(prepared.call) }],
        })
        showWritten(prepared, { file, json }, out)
        return exitCodes.success
      }
      const walletClient = await chain.openWallet(call.account)
      const { prepared, onGas } = await prepareCall(hre, { ...preparing, account: walletClient.account.address }, io)
      const options = { ...call, onGas, errorAbis: await chain.readErrorAbis() }
      const sending = { chain, source, walletClient, prepared, options, onSent }
      const sent = await sendAndRemember(hre, sending, { clock, signal, err })
      const isMissing = sent.messages.length === 0 && !evenWithoutMessage
      const error = isMissing ? await describeForTask(new NothingToFollowError(sent.hash), hre) : undefined
      const carried = await readCarriedMessages(chain.publicClient, sent.messages)
      const linkTo = isMissing ? undefined : await findPageLink(hre.config.plugs, { signal, clock })
      const shown = { own, plug, evenWithoutMessage, json, followedOn: following?.followedOn, error, linkTo, carried }
      showSent(sent, shown, out)
      if (following === undefined) return error === undefined ? exitCodes.success : exitCodes.failure
      if (error !== undefined) throw error
      await followSent(following, sent, { own, carried, api: hre.config.plugs.messaging, waitOptions, json }, io)
      return exitCodes.success
    })
  },
)

export default send

function chainIn(argument: string): string {
  return argument.replace(/^0x[0-9a-fA-F]{40}@/, "")
}
