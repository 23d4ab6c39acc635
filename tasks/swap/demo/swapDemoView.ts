import { formatAmount } from "../../../src/primitives/numbers/amount.js"
import { formatDuration } from "../../../src/primitives/duration.js"
import type { RouteStep } from "../../../src/swap/following/routeTracker.js"
import { routeStates } from "../../../src/swap/states.js"
import { explainState, paintState, paintStateColumn } from "../../../src/terminal/paintState.js"
import { quoteTable } from "../output/quoteTable.js"
import { safeName, routeName, tokenAmount } from "../output/routeFormat.js"
import { formatFacts, formatTable } from "../../../src/terminal/table.js"
import type { Paint, Printer } from "../../../src/terminal/terminal.js"
import type { EventFormatters } from "../../demo/EventFormatters.js"
import type { DemoBalance, SwapDemoEvent } from "./SwapDemoEvent.js"

const titles = {
  completed: "A swap from one chain to another: what is offered for it",
  refunded: "A swap that will fail on the other chain",
} as const

/** Formats the events of the swap demo for a person. */
export function createSwapDemoView(printer: Printer): EventFormatters<SwapDemoEvent> {
  const { paint } = printer
  const title = (text: string): string => `\n${paint.bold(text)}`
  const fact = (name: string, value: string): string => formatFacts([[name.padEnd(11), value]], paint)
  return {
    ready: ({ chains, elapsed }) =>
      [
        `${paint.bold("Two chains with a market on each")}, ready in ${formatDuration(elapsed)}`,
        ...chains.map(({ name, chainId }) => fact(name, `chain id ${chainId}`)),
      ].join("\n"),
    quoted: ({ swap, offer }) => [title(titles[swap]), "", quoteTable(offer, printer), ""].join("\n"),
    chosen: ({ route }) => fact("route", `${routeName(route)}, quote ${route.quoteId}`),
    moved: ({ chainName: chain, amount, ...token }) =>
      fact("meanwhile", paint.magenta(`somebody buys the same for ${tokenAmount(amount, token)} on ${chain}`)),
    step({ step }) {
      if (step.state === "APPROVING") return fact("approving", `in ${step.hash}`)
      if (step.state === "MINED") return fact("sent", `in ${step.hash}`)
      // The other steps of the execution are in these two already.
      return step.state === "FOLLOWING" ? describeStep(step.step, paint) : undefined
    },
    ended: ({ route: { status }, before, after }) =>
      [
        "",
        formatTable({
          columns: [
            { title: "balance" },
            { title: "before", align: "right" },
            { title: "after", align: "right" },
            { title: "difference", align: "right" },
          ],
          rows: after.map((balance, index) => row(before[index]?.amount ?? 0n, balance)),
          paint,
        }),
        `\n  ${paintState(status, paint, routeStates)}: ${explainState(status, routeStates)}`,
      ].join("\n"),
  }
}

function describeStep({ state, route }: RouteStep, paint: Paint): string {
  const hash =
    state === "REFUNDED" ? route.refund?.txHash : state === "COMPLETED" ? route.destination.txHash : undefined
  const where = typeof hash === "string" ? `, in ${hash}` : ""
  return `  ${paintStateColumn(state, paint, routeStates)}  ${paint.dim(explainState(state, routeStates) + where)}`
}

function row(before: bigint, { chainName: chain, symbol, decimals, amount }: DemoBalance): string[] {
  const difference = amount - before
  const sign = difference > 0n ? "+" : ""
  return [
    `${safeName(symbol)} on ${chain}`,
    formatAmount(before, decimals),
    formatAmount(amount, decimals),
    difference === 0n ? "none" : `${sign}${formatAmount(difference, decimals)}`,
  ]
}
