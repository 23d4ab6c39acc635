import type { FeesInfo } from "../../../src/gateway/types.js"
import { payloadStates, transactionStates } from "../../../src/gateway/states.js"
import type { TransactionStep } from "../../../src/gateway/following/trackers.js"
import { formatAmount } from "../../../src/primitives/numbers/amount.js"
import { formatDuration } from "../../../src/primitives/duration.js"
import { explainState, paintStateColumn } from "../../../src/terminal/paintState.js"
import { formatFacts } from "../../../src/terminal/table.js"
import type { Paint } from "../../../src/terminal/terminal.js"
import type { EventFormatters } from "../../demo/EventFormatters.js"
import type { GatewayDemoEvent } from "./GatewayDemoEvent.js"

const titles = {
  deploy: "It deploys a counter to each chain, side by side",
  write: "It adds 5 to each counter, one chain after the other",
  read: "It reads both counters, and sums in its callback",
  revert: "A call that reverts, and then its callback",
} as const

/** Formats the events of the gateway demo for a person. */
export function createGatewayDemoView(paint: Paint): EventFormatters<GatewayDemoEvent> {
  // On a devnet a chain's slug is its id.
  const names = new Map<number, string>()
  const chainName = (slug: number): string => names.get(slug) ?? String(slug)
  const title = (text: string): string => `\n${paint.bold(text)}`
  // Names have one width throughout, because events that follow one another form one block.
  const facts = (...pairs: readonly (readonly [string, string])[]): string =>
    formatFacts(
      pairs.map(([name, value]) => [name.padEnd("transaction".length), value]),
      paint,
    )
  return {
    ready({ chains, elapsed }) {
      for (const { name, chainId } of chains) names.set(chainId, name)
      return [
        `${paint.bold("A gateway chain and two others in one process")}, ready in ${formatDuration(elapsed)}`,
        facts(...chains.map(({ name, chainId }) => [name, `chain id ${chainId}`] as const)),
      ].join("\n")
    },
    paid: ({ appGateway, chainName: chain, amount, approvals, credits }) =>
      [
        title("An app gateway on the gateway chain, and credits for what it does"),
        facts(
          ["app gateway", appGateway],
          [
            "paid in",
            `${formatAmount(amount, 18)} on ${chain}${approvals > 0 ? ", approved for exactly this amount" : ""}`,
          ],
          ["credits", `${formatAmount(credits, 18)}, counted by the gateway`],
        ),
      ].join("\n"),
    called: ({ what, txHash }) => [title(titles[what]), facts(["transaction", txHash])].join("\n"),
    step: ({ step }) => describeStep(step, chainName, paint),
    deployed: ({ deployments }) =>
      [
        title("Their forwarders on the gateway chain, where they were predicted"),
        facts(
          ...deployments.flatMap(({ chainName: chain, onChainAddress, forwarderAddress }) => [
            [chain, onChainAddress] as const,
            ["forwarder", `${forwarderAddress}, ${paint.green("as predicted")}`] as const,
          ]),
        ),
      ].join("\n"),
    counters: ({ counters, feesInfo }) =>
      facts(...Object.entries(counters).map(([chain, value]) => [chain, String(value)] as const), [
        "fee",
        feeText(feesInfo),
      ]),
    sum: ({ sum }) => facts(["sum", String(sum)]),
    scheduled: ({ timeoutId, delay }) =>
      [title(`A timeout, due in ${formatDuration(delay * 1_000)}`), facts(["timeout", timeoutId])].join("\n"),
    travelled: ({ seconds }) =>
      facts(["time travel", `the gateway chain's clock is set ${formatDuration(seconds * 1_000)} ahead`]),
    fired: ({ lateBy, resolveTxHash }) => {
      const time = lateBy === null || lateBy <= 0 ? "in time" : `${formatDuration(lateBy)} late`
      return facts(["it fires", `${time}${resolveTxHash === null ? "" : `, in ${resolveTxHash}`}`])
    },
    mended: ({ what }) =>
      `  ${paint.green("mended")}: ${what === "target" ? "the target takes the call now" : "the callback takes the result now"}`,
    recovered: ({ feesInfo, workSeen }) => facts(["work seen", String(workSeen)], ["fee", feeText(feesInfo)]),
  }
}

function describeStep(step: TransactionStep, chainName: (slug: number) => string, paint: Paint): string {
  const isPayload = step.subject === "payload"
  const place = isPayload ? `${step.payload.callType} on ${chainName(step.payload.chainSlug)}` : "the request"
  const [revert] = isPayload ? step.reverts : []
  const explanation =
    revert === undefined
      ? paint.dim(explainState(step.state, isPayload ? payloadStates : transactionStates) + forwarderText(step))
      : paint.magenta(`${revert.stage === "callback" ? "its callback reverts" : "reverts"}: ${revert.reason}`)
  return `  ${place.padEnd(placeWidth)}  ${paintStateColumn(step.state, paint, payloadStates)}  ${explanation}`
}

/** The width of the longest place, which is that of a fee payload. */
const placeWidth = "DISTRIBUTE_FEE on alpha".length

function forwarderText(step: TransactionStep): string {
  if (step.subject === "request" || step.payload.appGatewayDetails === null) return ""
  const { onChainAddress, isForwarderDeployed } = step.payload.appGatewayDetails
  return onChainAddress === null ? "" : `; isForwarderDeployed: ${String(isForwarderDeployed)}`
}

function feeText(feesInfo: FeesInfo | null): string {
  return `${feesInfo?.fee ?? "not known"} of at most ${feesInfo?.maxFees ?? "anything"}`
}
