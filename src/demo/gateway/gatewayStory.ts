import type { FeesInfo } from "../../gateway/types.js"
import { payloadStates, transactionStates } from "../../gateway/states.js"
import type { TransactionStep } from "../../gateway/following/transactionTracker.js"
import { formatAmount } from "../../primitives/amount.js"
import { formatDuration } from "../../primitives/duration.js"
import { explainState, paintStateColumn } from "../../terminal/core/paintState.js"
import { formatFacts } from "../../terminal/core/table.js"
import type { Paint } from "../../terminal/core/terminal.js"

type Deployed = {
  readonly chain: string
  readonly onChainAddress: string
  readonly forwarderAddress: string
}

/** Says what happens in the gateway's demo, in the words of the protocol. */
export type GatewayStory = {
  ready(chains: readonly { readonly name: string; readonly chainId: number }[], elapsed: number): string
  paid(facts: { appGateway: string; chain: string; amount: bigint; approvals: number; credits: bigint }): string
  called(what: "deploy" | "write" | "read" | "revert", hash: string): string
  step(step: TransactionStep): string
  deployed(deployments: readonly Deployed[]): string
  counters(counters: Readonly<Record<string, bigint>>, feesInfo: FeesInfo | null): string
  sum(sum: bigint): string
  scheduled(timeoutId: string, delay: number): string
  travelled(seconds: number): string
  fired(lateBy: number | null, resolveTxHash: string | null): string
  mended(what: "target" | "callback"): string
  recovered(feesInfo: FeesInfo | null, workSeen: bigint): string
}

const titles = {
  deploy: "It deploys a counter to each chain, side by side",
  write: "It adds 5 to each counter, one chain after the other",
  read: "It reads both counters, and sums in its callback",
  revert: "A call that reverts, and then its callback",
} as const

/** @param chainName what a person calls the chain of a slug */
export function createGatewayStory(paint: Paint, chainName: (slug: number) => string): GatewayStory {
  const title = (text: string): string => `\n${paint.bold(text)}`
  // One width for all, because the facts of a scene are told one after another.
  const facts = (...pairs: readonly (readonly [string, string])[]): string =>
    formatFacts(
      pairs.map(([name, value]) => [name.padEnd("transaction".length), value]),
      paint,
    )
  return {
    ready: (chains, elapsed) =>
      [
        `${paint.bold("A gateway chain and two others in one process")}, ready in ${formatDuration(elapsed)}`,
        facts(...chains.map(({ name, chainId }) => [name, `chain id ${chainId}`] as const)),
      ].join("\n"),
    paid: ({ appGateway, chain, amount, approvals, credits }) =>
      [
        title("An app gateway on the gateway chain, and credits for what it does"),
        facts(
          ["app gateway", appGateway],
          ["paid in", `${formatAmount(amount, 18)} on ${chain}${approvals > 0 ? ", approved to the unit" : ""}`],
          ["credits", `${formatAmount(credits, 18)}, counted by the gateway`],
        ),
      ].join("\n"),
    called: (what, hash) => [title(titles[what]), facts(["transaction", hash])].join("\n"),
    step: (step) => describeStep(step, chainName, paint),
    deployed: (deployments) =>
      [
        title("Their forwarders on the gateway chain, where they were predicted"),
        facts(
          ...deployments.flatMap(({ chain, onChainAddress, forwarderAddress }) => [
            [chain, onChainAddress] as const,
            ["forwarder", `${forwarderAddress}, ${paint.green("as predicted")}`] as const,
          ]),
        ),
      ].join("\n"),
    counters: (counters, feesInfo) =>
      facts(...Object.entries(counters).map(([chain, value]) => [chain, String(value)] as const), [
        "fee",
        feeText(feesInfo),
      ]),
    sum: (sum) => facts(["sum", String(sum)]),
    scheduled: (timeoutId, delay) =>
      [title(`A timeout, due in ${formatDuration(delay * 1_000)}`), facts(["timeout", timeoutId])].join("\n"),
    travelled: (seconds) =>
      facts(["time travel", `the gateway chain's clock is set ${formatDuration(seconds * 1_000)} on`]),
    fired: (lateBy, resolveTxHash) =>
      facts([
        "it fires",
        `${lateBy === null || lateBy <= 0 ? "in time" : `${formatDuration(lateBy)} late`}${resolveTxHash === null ? "" : `, in ${resolveTxHash}`}`,
      ]),
    mended: (what) =>
      `  ${paint.green("mended")}: ${what === "target" ? "the target takes the call now" : "the callback takes the result now"}`,
    recovered: (feesInfo, workSeen) => facts(["work seen", String(workSeen)], ["fee", feeText(feesInfo)]),
  }
}

function describeStep(step: TransactionStep, chainName: (slug: number) => string, paint: Paint): string {
  const isPayload = step.subject === "payload"
  const place = isPayload ? `${step.payload.callType} on ${chainName(step.payload.chainSlug)}` : "the request"
  const [revert] = isPayload ? step.reverts : []
  const says =
    revert === undefined
      ? paint.dim(explainState(step.state, isPayload ? payloadStates : transactionStates) + forwarderText(step))
      : paint.yellow(`${revert.stage === "callback" ? "its callback reverts" : "reverts"}: ${revert.reason}`)
  return `  ${place.padEnd(placeWidth)}  ${paintStateColumn(step.state, paint, payloadStates)}  ${says}`
}

/** As wide as the longest: a fee's. */
const placeWidth = "DISTRIBUTE_FEE on alpha".length

function forwarderText(step: TransactionStep): string {
  if (step.subject === "request" || step.payload.appGatewayDetails === null) return ""
  const { onChainAddress, isForwarderDeployed } = step.payload.appGatewayDetails
  return onChainAddress === null ? "" : `; isForwarderDeployed: ${String(isForwarderDeployed)}`
}

function feeText(feesInfo: FeesInfo | null): string {
  return `${feesInfo?.fee ?? "not known"} of at most ${feesInfo?.maxFees ?? "anything"}`
}
