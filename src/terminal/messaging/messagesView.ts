import type { MessageStep } from "../../messaging/following/messageTracker.js"
import { isFinal } from "../../messaging/states.js"
import { formatDuration } from "../../primitives/duration.js"
import { explainState, paintState, paintStateColumn } from "../core/paintState.js"
import { messageFields, messageStepFields } from "./messageFields.js"
import { endOfHex, shortenHex } from "../core/shortenHex.js"
import type { ContractNames } from "../core/contractNames.js"
import type { StepRange, StepView } from "../core/showSteps.js"
import { formatHashTable } from "../core/table.js"
import type { Printer } from "../core/terminal.js"

/**
 * Shows messages while they are tracked.
 *
 * @param chainName names the chain of a slug
 * @param sourceName where the states come from
 * @param names what the project calls its plugs
 */
export function messagesView(
  chainName: (slug: number) => string,
  sourceName = "the messaging API",
  names?: ContractNames,
): StepView<MessageStep & { readonly revert?: { readonly reason: string } }> {
  return {
    api: sourceName,
    subject: "the transaction",
    keyOf: ({ messageId }) => messageId,
    lineParts: (step, paint) => ({
      name: { long: shortenHex(step.messageId), short: endOfHex(step.messageId) },
      place: route(step, chainName),
      state: paintStateColumn(step.state, paint),
      isFinal: isFinal(step.state),
      explanation: explainState(step.state),
      detail: step.revert === undefined ? latestTransaction(step) : `reverts: ${step.revert.reason}`,
    }),
    stepFields: messageStepFields,
    endFields: (ranges) => ({ messages: ranges.map(({ last }) => messageFields(last.message)) }),
    summary: (ranges, printer) => summary(ranges, printer, { chainName, names }),
  }
}

function summary(
  ranges: readonly StepRange<MessageStep>[],
  { paint, columns: width }: Printer,
  { chainName, names }: { chainName: (slug: number) => string; names: ContractNames | undefined },
): string {
  const hasNames = ranges.some(({ last }) => plugNames(last, names) !== "")
  return formatHashTable(
    (hash) =>
      ranges.map(({ first, last }) => [
        hash(last.messageId),
        route(last, chainName),
        ...(hasNames ? [plugNames(last, names)] : []),
        paintState(last.state, paint),
        formatDuration(last.at - first.at),
        hash(last.message.executionDetails.executionTxHash ?? last.message.inboundTx ?? last.message.outboundTx),
      ]),
    {
      columns: [
        { title: "message" },
        { title: "route" },
        ...(hasNames ? [{ title: "plugs" }] : []),
        { title: "state" },
        { title: "time", align: "right" },
        { title: "last tx" },
      ],
      paint,
      width,
    },
  )
}

/** Names both plugs of a message; empty if the project has a name for neither. */
function plugNames({ message: { from, to } }: MessageStep, names: ContractNames | undefined): string {
  const [src, dst] = [names?.nameOf(from.srcChainSlug, from.srcPlug), names?.nameOf(to.dstChainSlug, to.destPlug)]
  if (src === undefined && dst === undefined) return ""
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
