import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Account, WalletClient } from "viem"
import { getBlockNumber } from "viem/actions"

import type { PlugChain } from "../call/openPlugChain.js"
import { rememberSent } from "./rememberSent.js"
import { unlessAborted } from "#src/http/polling/unlessAborted.js"
import type { PreparedCall } from "#src/messaging/onchain/fees/prepareSend.js"
import { performSend, type SendThroughPlugReturnType } from "#src/messaging/onchain/sendThroughPlug.js"
import type { TransactOptions } from "#src/onchain/transact.js"
import { identifyChain } from "#src/plugin/records/identifyChain.js"
import { openSentRecords } from "#src/plugin/records/sentRecords.js"
import { saySubmitted, type SentSoFar } from "#src/plugin/run/InterruptedError.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import type { Clock } from "#src/primitives/clock.js"
import type { Printer } from "#src/terminal/terminal.js"

type SendAndRememberParameters = {
  readonly chain: PlugChain
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
  const { connection, publicClient } = chain
  // Whether a devnet was restarted since does not decide whether to send.
  const identifying = identifyChain(connection, hre.config, publicClient).catch(() => undefined)
  const readingHead = getBlockNumber(publicClient, { cacheTime: 0 }).then(Number, () => undefined)
  const genesis = (await unlessAborted(identifying, [signal]))?.genesis
  const fromBlock = await unlessAborted(readingHead, [signal])
  const at = clock.now()
  const { address: plug, functionName } = prepared.call
  const account = walletClient.account.address
  await using remembering = rememberSent(
    openSentRecords(hre.config, err),
    { at, srcChainSlug: source.slug, genesis, fromBlock, plug, account, functionName },
    { client: publicClient, clock, err },
  )
  const sent = await performSend(publicClient, walletClient, prepared, {
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
