import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Abi, Client, Hex } from "viem"
import { getTransaction, getTransactionReceipt } from "viem/actions"
import { decodeEventLog, decodeFunctionData, formatAbiItemWithArgs, getAbiItem, getAddress, size } from "viem/utils"

import type { ExplainedMessage } from "#extras/page/src/PageEvent.js"
import type { MessageChange } from "#src/devnet/changes.js"
import type { Mend } from "#src/explaining/Explanation.js"
import { readProjectAbis } from "#src/explaining/source/readProjectAbis.js"
import { compareFees } from "#src/messaging/compareFees.js"
import type { MessagingClient } from "#src/messaging/createMessagingClient.js"
import { capacitorAbi, socketAbi, switchboardAbi } from "#src/messaging/onchain/abi.js"
import { feesOf, readOutboundMessages } from "#src/messaging/onchain/events.js"
import { getMinFees } from "#src/messaging/onchain/getMinFees.js"
import type { ReadableChain } from "#src/messaging/reading/Journey.js"
import { refundedIn } from "#src/onchain/refundedIn.js"
import { chainsOf } from "#src/plugin/config/chainsOf.js"
import { explainTimeout, openChains } from "#src/plugin/connection/chains/openChains.js"
import { explainOnChains } from "#src/plugin/connection/explaining/explainOnChains.js"
import { openMessaging } from "#src/plugin/connection/openClients.js"
import { openContractBook } from "#src/plugin/contracts/ContractBook.js"
import type { TaskIo } from "#src/plugin/run/openProcess.js"
import { type ChainEntry, findChain } from "#src/primitives/chains.js"
import { explainMessageCommand } from "#src/primitives/commands/explainCommands.js"
import { formatAmount } from "#src/primitives/numbers/amount.js"
import { oneLine, shorten } from "#src/primitives/text.js"
import { createContractNamer } from "#tasks/explain/output/createContractNamer.js"
import { renderMarkdown } from "#tasks/explain/output/renderMarkdown.js"
import { tellStory } from "#tasks/explain/writeStory.js"

/**
 * Explains a message of the page as `messaging explain` does, with the chains of the project's configuration.
 *
 * @throws {InvalidInputError} the configuration has no such chain
 */
export async function explainForPage(
  message: MessageChange,
  hre: HardhatRuntimeEnvironment,
  { clock, signal }: Pick<TaskIo, "clock" | "signal">,
): Promise<ExplainedMessage> {
  const { messageId, srcChainSlug, outboundTx, dstChainSlug } = message
  const chains = chainsOf(hre.config.plugs)
  const source = findChain(chains, srcChainSlug, "--from")
  await using opened = openChains(hre, { timeout: explainTimeout })
  const subject = { source, srcTxHash: outboundTx as Hex, messageId: messageId as Hex, record: undefined }
  const explanation = await explainOnChains(hre, subject, { chains, opened, clock, signal })
  const command = explainMessageCommand(outboundTx, { from: source.name, messageId })
  const nameContracts = createContractNamer({ names: await openContractBook(hre), chains })
  const story = await tellStory(explanation, { commands: { again: command }, nameContracts }, hre, clock)
  const { verdict, says, causes, events } = story.explanation
  const abis = [...(await readProjectAbis(hre.artifacts)), socketAbi, switchboardAbi, capacitorAbi]
  const timeline = events.map(async ({ at, place, title, txHash, details }) => {
    const chain = chains.find(({ name }) => name === place)
    const client = chain && (await opened.find(chain.slug))?.client
    const decoded = client && txHash !== null ? await decodeTransaction(client, txHash as Hex, abis) : []
    return { at, place, title, details: [...details, ...decoded.map((line) => nameContracts(line, place))] }
  })
  const [src, dst] = await Promise.all([srcChainSlug, dstChainSlug].map((slug) => opened.find(slug)))
  const to = findChain(chains, dstChainSlug, "--to")
  const api = await openMessaging(hre.config.plugs)
  // Of a transaction that a reorg has taken back there is no fee.
  const fee = src && (await readFee(message, { src, dst, to, api, signal }).catch(() => undefined))
  return {
    ...{ verdict, says, command, markdown: renderMarkdown(story) },
    causes: causes.map(({ mend, ...cause }) => ({ ...cause, mend: mend && { ...mend, isRunnable: isRunnable(mend) } })),
    timeline: await Promise.all(timeline),
    fee: fee ?? [],
  }
}

/** Whether the page can run what mends a cause: only commands of Hardhat, of which it is one itself. */
export function isRunnable({ command }: Pick<Mend, "command">): boolean {
  return command?.startsWith("npx hardhat ") === true
}

/** What is shown of a transaction. One of an actor can carry a batch. */
const maxLogs = 12

/**
 * Reads what a transaction called and logged, a line each, decoded with the first ABI that has it.
 *
 * @returns nothing if the chain does not have the transaction
 */
export async function decodeTransaction(client: Client, hash: Hex, abis: readonly Abi[]): Promise<readonly string[]> {
  const read = await Promise.all([getTransaction(client, { hash }), getTransactionReceipt(client, { hash })]).catch(
    () => undefined,
  )
  if (read === undefined) return []
  const [{ to, input }, { logs }] = read
  const called = firstThat(abis, (abi) => {
    const { functionName: name, args = [] } = decodeFunctionData({ abi, data: input })
    return written(getAbiItem({ abi, name, args }), args)
  })
  const logged = logs.slice(0, maxLogs).map(({ address, topics, data }) => {
    const log = firstThat(abis, (abi) => {
      const { eventName: name, args = [] } = decodeEventLog({ abi, topics, data })
      const item = getAbiItem({ abi, name } as never) as EventItem
      return written(item, Array.isArray(args) ? args : item.inputs.map((input) => (args as never)[input.name ?? ""]))
    })
    return `Log of ${getAddress(address)}: ${log ?? `an event that no known ABI has, ${topics[0] ?? "without a topic"}`}`
  })
  const call = to === null ? "Deploys a contract" : `Calls ${getAddress(to)}: ${called ?? input.slice(0, 10)}`
  return [call, ...logged, ...(logs.length > maxLogs ? [`… and ${logs.length - maxLogs} more logs`] : [])]
}

type EventItem = { readonly name: string; readonly inputs: readonly { readonly name?: string }[] }

function written(item: unknown, args: readonly unknown[]): string | undefined {
  const text = formatAbiItemWithArgs({ abiItem: item as never, args, includeName: true })
  return text && shorten(oneLine(text), 200)
}

/** ABIs that do not have it throw. */
function firstThat(abis: readonly Abi[], decode: (abi: Abi) => string | undefined): string | undefined {
  for (const abi of abis) {
    try {
      const decoded = decode(abi)
      if (decoded !== undefined) return decoded
    } catch {
      // Another ABI may have it.
    }
  }
  return undefined
}

type ReadFeeOptions = {
  readonly src: Pick<ReadableChain, "client" | "socket" | "name">
  /** `undefined` if it cannot be read. */
  readonly dst: Pick<ReadableChain, "client" | "name"> | undefined
  readonly to: ChainEntry
  readonly api: Pick<MessagingClient, "estimateMinFees">
  readonly signal: AbortSignal
}

/** Reads what became of the fee of a message: what the API and the socket ask for it now, and what was paid, spent and refunded. */
export async function readFee(
  { messageId, outboundTx, executionTxHash }: MessageChange,
  { src, dst, to, api, signal }: ReadFeeOptions,
): Promise<ExplainedMessage["fee"]> {
  const { client, socket, name } = src
  const hash = outboundTx as Hex
  const [receipt, { value }] = await Promise.all([
    getTransactionReceipt(client, { hash }),
    getTransaction(client, { hash }),
  ])
  const all = readOutboundMessages(receipt, { socket })
  const message = all.find((one) => one.messageId === messageId)
  if (message === undefined) return []
  const {
    srcPlug: plug,
    srcChainSlug,
    dstChainSlug,
    minMsgGasLimit,
    payload,
    executionParams,
    transmissionParams,
  } = message
  const priced = { to, gasLimit: minMsgGasLimit, payloadLength: size(payload) }
  const asked = { socket, plug, dstChainSlug, minMsgGasLimit, payloadSize: size(payload) }
  const [now] = await compareFees({
    ...{ messages: [priced], srcPlug: plug, srcChainSlug, api, signal },
    read: () => getMinFees(client, { ...asked, executionParams, transmissionParams }),
  })
  const executed = dst && executionTxHash !== null ? await spentIn(dst.client, executionTxHash as Hex) : undefined
  const others =
    all.length === 1 ? "" : `, of which ${formatAmount(feesOf(all), 18)} paid for all ${all.length} messages`
  const part = (step: string, wei: bigint | null | undefined, says: string): ExplainedMessage["fee"] =>
    wei === null || wei === undefined ? [] : [{ step, wei: String(wei), says: `${formatAmount(wei, 18)} ${says}` }]
  return [
    ...part("estimated", now?.estimate, "is what the messaging API estimates now"),
    ...part("demanded", now?.onChain, `is what getMinFees of the socket on ${name} demands now`),
    ...part("attached", value, `was attached to the transaction${others}`),
    ...part("paid", feesOf([message]), `was paid to the socket on ${name} for this message`),
    ...part("spent", executed, `of the native token of ${dst?.name ?? ""} was spent on gas by the executor`),
    ...part("refunded", await refundedIn(client, receipt, value), "came back to the sender in the same transaction"),
  ]
}

async function spentIn(client: Client, hash: Hex): Promise<bigint> {
  const { gasUsed, effectiveGasPrice } = await getTransactionReceipt(client, { hash })
  return gasUsed * effectiveGasPrice
}
