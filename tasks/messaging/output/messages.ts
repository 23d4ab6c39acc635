import type { SourceChoice } from "#src/messaging/following/followMessages.js"
import type { MessageStep } from "#src/messaging/following/messageTracker.js"
import { type CarriedMessage, describeCarried } from "#src/messaging/onchain/standard/gatewayMessage.js"
import type { Outcome } from "#src/messaging/reading/execution/readOutcome.js"
import { isFinal, unseenOnChains } from "#src/messaging/states.js"
import type { Message } from "#src/messaging/types.js"
import type { Finality } from "#src/onchain/scanning/LogPosition.js"
import { formatDuration } from "#src/primitives/duration.js"
import type { ContractNames } from "#src/terminal/contractNames.js"
import type { StepRange, StepView } from "#src/terminal/live/showSteps.js"
import { explainState, paintState, paintStateColumn } from "#src/terminal/paintState.js"
import type { StepFields } from "#src/terminal/printJson.js"
import { apart, facts, ifAny, type Report, right, table } from "#src/terminal/report.js"
import { endOfHex, shortenHex } from "#src/terminal/shortenHex.js"

/** A message with the fields that it has in JSON, where the destination's plug is called `dstPlug` as everywhere else. */
function messageFields({ to: { destPlug, ...to }, ...message }: Message): object {
  return { ...message, to: { ...to, dstPlug: destPlug } }
}

/**
 * A step of a message, why `inbound` of its destination reverts, if it does, the message of ERC-7786 that it carries, if it does, and what
 * the application did with it, where it was delivered.
 */
export type ExplainedStep = MessageStep & {
  readonly revert?: { readonly reason: string }
  readonly carried?: CarriedMessage
  readonly outcome?: Outcome
}

/** A step of a message with the fields that it has in JSON. */
export function messageStepFields({ message, outcome, ...step }: ExplainedStep): StepFields {
  return {
    ...step,
    ...(outcome === undefined ? {} : { outcome: outcomeFields(outcome) }),
    message: messageFields(message),
  }
}

function outcomeFields({ logs, keptBack, sent }: Outcome): object {
  return {
    logs,
    keptBack: keptBack.map(({ log, release }) => ({ ...log, release: release ?? null })),
    sent: sent.map(({ messageId }) => messageId),
  }
}

/**
 * Shows messages while they are tracked.
 *
 * @param chainName names the chain of a slug
 * @param sourceName the source of the states
 * @param names the project's names of its plugs
 * @param reading where a person has chosen to read, for JSON
 */
export function messagesView(
  chainName: (slug: number) => string,
  sourceName = "the messaging API",
  names?: ContractNames,
  reading?: { readonly source: SourceChoice; readonly finality: Finality | undefined },
): StepView<ExplainedStep> {
  return {
    api: sourceName,
    subject: "the transaction",
    keyOf: ({ messageId }) => messageId,
    lineParts: (step) => ({
      name: { long: shortenHex(step.messageId), short: endOfHex(step.messageId) },
      place: route(step, chainName),
      state: paintStateColumn(step.state),
      isFinal: isFinal(step.state),
      explanation: explainState(step.state),
      ...(step.revert === undefined
        ? { detail: latestTransaction(step) }
        : { problem: `reverts: ${step.revert.reason}` }),
    }),
    stepFields: messageStepFields,
    endFields: (ranges) => ({
      messages: ranges.map(({ last }) => messageFields(last.message)),
      ...readingFields(reading),
    }),
    summary: (ranges) => summary(ranges, { chainName, names }),
  }
}

/** Where the states were read, and which of them could not be seen there. */
function readingFields(reading: Parameters<typeof messagesView>[3]): object {
  if (reading === undefined) return {}
  const { source, finality = "latest" } = reading
  return source === "chain" ? { source, finality, notVisible: unseenOnChains } : { source }
}

function summary(
  ranges: readonly StepRange<ExplainedStep>[],
  { chainName, names }: { chainName: (slug: number) => string; names: ContractNames | undefined },
): Report {
  const steps = ranges.map(({ last }) => last)
  const outcomes = steps.flatMap((step) => (step.outcome === undefined ? [] : describeOutcome(step, step.outcome)))
  return apart(
    table(ranges, {
      message: ({ last }, hash) => hash(last.messageId),
      route: ({ last }) => route(last, chainName),
      plugs: ifAny(({ last }) => plugNames(last, names)),
      state: ({ last }) => paintState(last.state),
      time: right(({ first, last }) => formatDuration(last.at - first.at)),
      "last tx": ({ last: { message } }, hash) =>
        hash(message.executionDetails.executionTxHash ?? message.inboundTx ?? message.outboundTx),
    }),
    ...steps.map(({ carried, message: { from, to } }) => {
      const ends = { src: chainName(from.srcChainSlug), dst: chainName(to.dstChainSlug) }
      return carried && facts(describeCarried(carried, ends))
    }),
    outcomes.length > 0 && outcomes,
  )
}

/** The most logs that are listed of a delivery. */
const listedLogs = 10

function describeOutcome({ messageId, message: { to } }: ExplainedStep, { logs, keptBack, sent }: Outcome): string[] {
  const decoded = logs.filter(({ isDecoded }) => isDecoded)
  const listed = decoded.slice(0, listedLogs).map(({ address, says }) => {
    const contract = address === to.destPlug ? "the plug" : address
    return `${shortenHex(messageId)}: ${contract} logged ${says}`
  })
  const left = decoded.length - listed.length
  const kept = keptBack.flatMap(({ log, release, isEnded }) =>
    release === undefined || isEnded ? [] : [`  what ${log.address} kept back, this releases: ${release.says}`],
  )
  const next = sent.map((one) => `${shortenHex(messageId)}: sent ${shortenHex(one.messageId)} on`)
  return [...listed, ...(left > 0 ? [`… and ${left} more logs`] : []), ...kept, ...next]
}

/** Names both plugs of a message, if the project has a name for one of them. */
function plugNames({ message: { from, to } }: MessageStep, names: ContractNames | undefined): string | undefined {
  const [src, dst] = [names?.nameOf(from.srcChainSlug, from.srcPlug), names?.nameOf(to.dstChainSlug, to.destPlug)]
  if (src === undefined && dst === undefined) return undefined
  return `${src ?? shortenHex(from.srcPlug)} → ${dst ?? shortenHex(to.destPlug)}`
}

function route({ message }: MessageStep, chainName: (slug: number) => string): string {
  return `${chainName(message.from.srcChainSlug)} → ${chainName(message.to.dstChainSlug)}`
}

function latestTransaction({ message }: MessageStep): string | undefined {
  const { executionTxHash } = message.executionDetails
  if (executionTxHash !== null) return `executed in ${executionTxHash}`
  if (message.inboundTx !== null) return `inbound in ${message.inboundTx}`
  return message.status === "RECEIVED" ? `sent in ${message.outboundTx}` : undefined
}
