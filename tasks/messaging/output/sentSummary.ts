import type { CallNames } from "./sendPlan.js"
import { type SafeFile, safeFileLine } from "./wiring.js"
import type { PreparedCall } from "#src/messaging/onchain/fees/prepareSend.js"
import type { SendThroughPlugReturnType } from "#src/messaging/onchain/sendThroughPlug.js"
import { type CarriedMessage, describeCarried } from "#src/messaging/onchain/standard/gatewayMessage.js"
import { nameChains } from "#src/plugin/config/chainsOf.js"
import { formatAmount } from "#src/primitives/numbers/amount.js"
import type { PlugsError } from "#src/primitives/PlugsError.js"
import { type ContractNames, showContract } from "#src/terminal/contractNames.js"
import { paint } from "#src/terminal/paint.js"
import { printDocument, printEvent } from "#src/terminal/printJson.js"
import { type Fact, facts, type Report } from "#src/terminal/report.js"
import type { Printer } from "#src/terminal/terminal.js"

/** What shows a transaction that was sent. */
type ShowSentOptions = Omit<SentSummaryOptions, "chainName" | "source" | "names"> & {
  readonly own: CallNames
  readonly json: boolean
  /** Where its messages are followed; `undefined` if they are not. */
  readonly followedOn: string | undefined
  /** What is wrong with it. */
  readonly error: PlugsError | undefined
}

/** Shows a transaction that was sent: as a document, or as the first event of those that follow its messages. */
export function showSent(
  sent: SendThroughPlugReturnType,
  { own: { source, chains, book }, json, followedOn, error, ...options }: ShowSentOptions,
  out: Printer,
): void {
  const naming = { source, chainName: nameChains(chains), names: book }
  if (!json) out.show(sentSummary(sent, { ...naming, ...options }))
  else if (followedOn === undefined) printDocument(out, sentFields(sent, options), error)
  else printEvent(out, "sent", { ...sentFields(sent, options), followedOn })
}

/** Shows that a call was written for a Safe. It was not sent, so it has sent no messages. */
export function showWritten(
  { call, fee, value }: PreparedCall,
  { file, json }: { readonly file: SafeFile; readonly json: boolean },
  out: Printer,
): void {
  const unsent = { hash: null, fee, value, attached: call.value, messages: [] }
  if (json) printDocument(out, { ...sentFields(unsent), safeFiles: [file] })
  else out.show(safeFileLine(file))
}

/** A sent transaction with the fields that it has in JSON: the APIs' own, such as `outboundTx` for the transaction of a message. */
function sentFields(
  { hash, messages, ...sent }: Omit<SendThroughPlugReturnType, "hash"> & { readonly hash: string | null },
  { linkTo, carried }: Pick<SentSummaryOptions, "linkTo" | "carried"> = {},
): object {
  return {
    txHash: hash,
    ...sent,
    messages: messages.map(({ transactionHash, ...message }) => ({
      ...message,
      carried: carried?.get(message.messageId),
      outboundTx: transactionHash,
      ...(linkTo === undefined ? {} : { page: linkTo(message.messageId) }),
    })),
  }
}

type SentFacts = {
  readonly hash: string
  /** The fee that was paid, in wei. */
  readonly fee: bigint
  /** Wei for the function's own use. */
  readonly value: bigint
  /** Everything attached, in wei. */
  readonly attached: bigint
  readonly messages: readonly { readonly messageId: string; readonly dstChainSlug: number; readonly dstPlug: string }[]
}

type SentSummaryOptions = {
  readonly chainName: (slug: number) => string
  /** The plug that sent, and its chain. */
  readonly plug: string
  readonly source: { readonly slug: number }
  /** What the project calls its plugs. */
  readonly names: ContractNames
  readonly evenWithoutMessage: boolean
  /** Gives the link to a message on the page of a devnet, if there is one. */
  readonly linkTo?: ((messageId: string) => string) | undefined
  /** Messages of ERC-7786, by the id of the message that carries each. */
  readonly carried?: ReadonlyMap<string, CarriedMessage> | undefined
}

/**
 * A transaction, its messages and the value attached to it.
 *
 * @param options.evenWithoutMessage whether it was sent although it would send no message
 */
export function sentSummary(
  { hash, fee, value, attached, messages }: SentFacts,
  { chainName, plug, source, names, evenWithoutMessage, linkTo, carried }: SentSummaryOptions,
): Report {
  const isNamed = names.nameOf(source.slug, plug) !== undefined
  return [
    headline(messages.length, evenWithoutMessage),
    facts([
      ["transaction", hash],
      ["plug", isNamed ? showContract(plug, source.slug, names) : null],
      ["fee", wei(fee)],
      ["value", value === 0n ? null : wei(value)],
      ["attached", `${wei(attached)}${restText({ fee, value, attached })}`],
      ...messages.flatMap(({ messageId, dstChainSlug, dstPlug }): readonly Fact[] => {
        const name = names.nameOf(dstChainSlug, dstPlug)
        const [src, dst] = [chainName(source.slug), chainName(dstChainSlug)]
        const inside = carried?.get(messageId)
        return [
          [`to ${dst}${name === undefined ? "" : ` (${name})`}`, messageId],
          ...(inside === undefined ? [] : describeCarried(inside, { src, dst })),
        ]
      }),
      ...messages.map(({ messageId }): Fact => ["page", linkTo?.(messageId)]),
    ]),
  ]
}

/** A plug that forwards everything attached pays the margin to the socket, too. The use of a function's own value is unknown. */
function restText({ fee, value, attached }: Omit<SentFacts, "hash" | "messages">): string {
  if (fee === 0n) return ""
  if (attached < fee) return "; the plug paid the fee itself"
  if (fee === attached) return "; all of it went to the socket"
  return value === 0n ? "; the rest was refunded" : "; fee, value and margin"
}

function headline(messages: number, evenWithoutMessage: boolean): string {
  if (messages === 0 && evenWithoutMessage) return paint.green("Sent the transaction. It sent no message.")
  if (messages === 0) {
    return paint.magenta(
      "The transaction sent no message, although its simulation did. The plug can keep what was attached.",
    )
  }
  return paint.green(messages === 1 ? "Sent one message." : `Sent ${messages} messages.`)
}

function wei(amount: bigint): string {
  return `${formatAmount(amount, 18)} (${amount} wei)`
}
