import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import { getBlockNumber } from "viem/actions"

import { unlessAborted } from "../../../src/http/polling/unlessAborted.js"
import { sendThroughPlug, type SendThroughPlugReturnType } from "../../../src/messaging/onchain/sendThroughPlug.js"
import { identifyChain } from "../../../src/plugin/records/identifyChain.js"
import { openSentRecords } from "../../../src/plugin/records/sentRecords.js"
import type { SentSoFar } from "../../../src/plugin/run/InterruptedError.js"
import type { ChainEntry } from "../../../src/primitives/chains.js"
import type { Clock } from "../../../src/primitives/clock.js"
import { gasText } from "../../../src/terminal/gasText.js"
import type { Printer } from "../../../src/terminal/terminal.js"
import type { PlugChain } from "../call/openPlugChain.js"
import type { CallToSend } from "./readSendArguments.js"
import { rememberSent } from "./rememberSent.js"

type SendAndRememberParameters = {
  readonly chain: PlugChain
  readonly source: ChainEntry
  readonly call: CallToSend
  /** Called when the gas is shown; it throws if nothing is to be sent. */
  readonly confirm: () => Promise<void>
  readonly onSent: (sent: SentSoFar) => void
}

/** Sends a call as an account of its chain, and writes to the project what was sent: also where Ctrl-C ends it. */
export async function sendAndRemember(
  hre: HardhatRuntimeEnvironment,
  { chain, source, call, confirm, onSent }: SendAndRememberParameters,
  { clock, signal, err }: { readonly clock: Clock; readonly signal: AbortSignal; readonly err: Printer },
): Promise<SendThroughPlugReturnType> {
  const { connection, publicClient, socket } = chain
  const walletClient = await chain.openWallet(call.account)
  // Whether a devnet was restarted since does not decide whether to send.
  const identifying = identifyChain(connection, hre.config, publicClient).catch(() => undefined)
  const readingHead = getBlockNumber(publicClient, { cacheTime: 0 }).then(Number, () => undefined)
  const genesis = (await unlessAborted(identifying, [signal]))?.genesis
  const fromBlock = await unlessAborted(readingHead, [signal])
  const at = clock.now()
  const { plug, functionName } = call
  const account = walletClient.account.address
  await using remembering = rememberSent(
    openSentRecords(hre.config.paths.root),
    { at, srcChainSlug: source.slug, genesis, fromBlock, plug, account, functionName },
    { client: publicClient, clock, err },
  )
  const sent = await sendThroughPlug(publicClient, walletClient, {
    ...call,
    socket,
    errorAbis: await chain.readErrorAbis(),
    signal,
    onGas: async (gas) => {
      err.line(err.paint.dim(`gas: ${gasText({ ...gas, native: chain.native })}`))
      await confirm()
    },
    onSubmitted: (hash) => {
      remembering.submitted(hash)
      err.line(err.paint.dim(`submitted ${hash}`))
      onSent({
        facts: { transaction: hash, chain: source.name, plug },
        goOn: `messaging track ${hash} --from ${source.name}`,
      })
    },
  })
  const messages = sent.messages.map(({ messageId, dstChainSlug, dstPlug }) => ({ messageId, dstChainSlug, dstPlug }))
  await remembering.mined(sent.hash, messages)
  return sent
}
