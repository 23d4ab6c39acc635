import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Account, WalletClient } from "viem"
import { getBlockNumber } from "viem/actions"

import { findOwnContract, type OwnContract } from "./call/findOwnContract.js"
import { readSafe } from "./call/readSafe.js"
import { writeSafeFile } from "./call/writeSafeFiles.js"
import { findPageLink } from "./follow/findPageLink.js"
import { type OpenMessageSource, openMessageSource } from "./follow/openMessageSource.js"
import { sendRows } from "./index.js"
import { messagesView } from "./output/messages.js"
import { showSent, showWritten } from "./output/sentSummary.js"
import { callToSend } from "./send/callToSend.js"
import { prepareCall } from "./send/prepareCall.js"
import { rememberSent } from "./send/rememberSent.js"
import { unlessAborted } from "#src/http/polling/unlessAborted.js"
import { NothingToFollowError } from "#src/messaging/following/trackingErrors.js"
import type { PreparedCall } from "#src/messaging/onchain/fees/prepareSend.js"
import { encodeCall } from "#src/messaging/onchain/plugCall.js"
import { performSend, readSent, type SendThroughPlugReturnType } from "#src/messaging/onchain/sendThroughPlug.js"
import { type CarriedMessage, readCarriedMessages } from "#src/messaging/onchain/standard/gatewayMessage.js"
import type { MessageStatus } from "#src/messaging/states.js"
import type { TransactOptions } from "#src/onchain/transact.js"
import { actionOf } from "#src/plugin/arguments/actionOf.js"
import { type WaitOptions, waitOptionsOf } from "#src/plugin/arguments/readArguments.js"
import { nameChains } from "#src/plugin/config/chainsOf.js"
import type { Chain } from "#src/plugin/connection/chains/describeChain.js"
import { openChains } from "#src/plugin/connection/chains/openChains.js"
import { pollingIntervals } from "#src/plugin/connection/openClients.js"
import { openCommandOutbox } from "#src/plugin/records/openCommandOutbox.js"
import { openSentRecords } from "#src/plugin/records/sentRecords.js"
import { describeForTask } from "#src/plugin/run/describeForTask.js"
import { saySubmitted, sayWhenInterrupted, type SentSoFar } from "#src/plugin/run/InterruptedError.js"
import type { TaskIo } from "#src/plugin/run/openProcess.js"
import { exitCodes } from "#src/plugin/run/runTask.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import type { Clock } from "#src/primitives/clock.js"
import { requireConsent } from "#src/terminal/askYes.js"
import { showSteps } from "#src/terminal/live/showSteps.js"
import { printEvent } from "#src/terminal/printJson.js"
import type { Printer } from "#src/terminal/terminal.js"

export default actionOf(sendRows, async (args, hre, io) => {
  const { signal, clock, terminal } = io
  const { out, err } = terminal
  const { from, json, safe, evenWithoutMessage } = args
  const safeAt = safe === undefined ? undefined : readSafe(args.account)
  // A uint32 can be the name of a chain, and bytes can end with one.
  const own = await findOwnContract(hre, { text: args.plug, argument: "plug", from, others: args.args.map(chainIn) })
  const { source } = own
  const call = callToSend(args, own)
  const { plug } = call
  const waitOptions = waitOptionsOf(args)
  return await sayWhenInterrupted(async (onSent) => {
    await using chains = openChains(hre, { signal })
    const chain = await chains.connect(source)
    await chain.socket()
    if (!chain.isLocal && safe === undefined) requireConsent(args.yes, io.input)
    // Nothing is sent if the API refuses the key. What it does not know, or does not answer about, is followed without it.
    await using following = args.track ? await openMessageSource(hre, source, { clock, signal, err }) : undefined
    const preparing = { own, chain, call, args }
    if (safe !== undefined && safeAt !== undefined) {
      const begun = await chain.fileFor(safeAt)
      const { prepared } = await prepareCall(hre, { ...preparing, account: safeAt }, io)
      const { value } = prepared.call
      const file = await writeSafeFile(safe, {
        ...{ ...begun, createdAt: clock.now() },
        name: `Send on ${source.name}`,
        description: `${call.functionName} of ${plug} with ${value} wei for fee, margin and value`,
        transactions: [{ to: plug, value, data: encodeCall(prepared.call) }],
      })
      showWritten(prepared, { file, json }, out)
      return exitCodes.success
    }
    const walletClient = await chain.wallet(call.account)
    const { address: account } = walletClient.account
    const command = ["send", account, plug, encodeCall(call), call.value]
    const sender = { ...chain, account: walletClient.account, command }
    await using outbox = await openCommandOutbox(sender, hre.config, io)
    const before = await outbox.settle()
    const sendAnew = async (): Promise<SendThroughPlugReturnType> => {
      const { prepared, onGas } = await prepareCall(hre, { ...preparing, account }, io)
      const options = { ...call, onGas, outbox, errorAbis: await chain.errorAbis() }
      const sending = { chain, source, walletClient, prepared, options, onSent }
      return await sendAndRemember(hre, sending, { clock, signal, err })
    }
    const sent =
      before === undefined
        ? await sendAnew()
        : readSent(before.receipt, {
            socket: await chain.socket(),
            value: call.value,
            attached: before.transaction.value,
          })
    const isMissing = sent.messages.length === 0 && !evenWithoutMessage
    const error = isMissing ? await describeForTask(new NothingToFollowError(sent.hash), hre) : undefined
    const carried = await readCarriedMessages(chain.client, sent.messages)
    const linkTo = isMissing ? undefined : await findPageLink(hre.config.plugs, { signal, clock })
    const shown = { own, plug, evenWithoutMessage, json, followedOn: following?.followedOn, error, linkTo, carried }
    showSent(sent, shown, out)
    await outbox.forget()
    if (following === undefined) return error === undefined ? exitCodes.success : exitCodes.failure
    if (error !== undefined) throw error
    await followSent(following, sent, { own, carried, api: hre.config.plugs.messaging, waitOptions, json }, io)
    return exitCodes.success
  })
})

function chainIn(argument: string): string {
  return argument.replace(/^0x[0-9a-fA-F]{40}@/, "")
}

type FollowSentOptions = {
  readonly own: OwnContract
  readonly carried: ReadonlyMap<string, CarriedMessage>
  /** The API that may be asked. */
  readonly api: { readonly baseUrl: string }
  readonly waitOptions: WaitOptions<MessageStatus>
  readonly json: boolean
}

/** Follows the messages of a transaction that was sent, and shows each step. */
export async function followSent(
  following: OpenMessageSource,
  { hash, messages }: SendThroughPlugReturnType,
  { own: { source, chains, book }, carried, api, waitOptions, json }: FollowSentOptions,
  { terminal, signal, clock }: TaskIo,
): Promise<void> {
  if (messages.length === 0) {
    if (json) printEvent(terminal.out, "end", { outcome: "success", messages: [] })
    return
  }
  const subject = { srcChainSlug: source.slug, srcTxHash: hash, signal, sent: messages, carried }
  const polling = { ...pollingIntervals(api), ...waitOptions }
  await following.requireFollowable(subject)
  await showSteps(
    (onTrouble, _onWait, onUnknown) => following.watch({ ...subject, ...polling, onUnknown, onTrouble }),
    messagesView(nameChains(chains), following.sourceName, book),
    { terminal, json, clock },
  )
}

type SendAndRememberParameters = {
  readonly chain: Chain
  readonly source: ChainEntry
  readonly walletClient: WalletClient & { readonly account: Account }
  readonly prepared: PreparedCall
  readonly options: TransactOptions & { readonly budget: bigint | undefined }
  readonly onSent: (sent: SentSoFar) => void
}

/** Sends a prepared call as an account of its chain, and writes to the project what was sent: also where Ctrl-C ends it. */
export async function sendAndRemember(
  hre: HardhatRuntimeEnvironment,
  { chain, source, walletClient, prepared, options, onSent }: SendAndRememberParameters,
  { clock, signal, err }: { readonly clock: Clock; readonly signal: AbortSignal; readonly err: Printer },
): Promise<SendThroughPlugReturnType> {
  const { client } = chain
  // Whether a devnet was restarted since does not decide whether to send.
  const identifying = chain.identity().catch(() => undefined)
  const readingHead = getBlockNumber(client, { cacheTime: 0 }).then(Number, () => undefined)
  const genesis = (await unlessAborted(identifying, [signal]))?.genesis
  const fromBlock = await unlessAborted(readingHead, [signal])
  const at = clock.now()
  const { address: plug, functionName } = prepared.call
  const account = walletClient.account.address
  await using remembering = rememberSent(
    openSentRecords(hre.config, err),
    { at, srcChainSlug: source.slug, genesis, fromBlock, plug, account, functionName },
    { client, clock, err },
  )
  const sent = await performSend(client, walletClient, prepared, {
    ...options,
    signal,
    onSubmitted: (hash, replaced) => {
      remembering.submitted(hash)
      saySubmitted(err, hash, replaced)
      onSent({
        facts: { transaction: hash, chain: source.name, plug },
        goOn: `messaging track ${hash} --from ${source.name}`,
      })
    },
  })
  const messages = sent.messages.map(({ messageId, dstChainSlug, dstPlug }) => ({ messageId, dstChainSlug, dstPlug }))
  remembering.mined(sent.hash, messages)
  return sent
}
