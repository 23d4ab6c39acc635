import {
  formatPercent,
  routeGas,
  routeName,
  routeTime,
  safeName,
  shortAmount,
  type ShownToken,
  tokenAmount,
  tokenFact,
} from "./routeFormat.js"
import { defaultAcceptLoss, highLoss, isHighLoss, valueLossOf, worstLoss } from "#extras/swap/src/checks/valueLoss.js"
import { type Quote, type QuoteRoute, routeTags } from "#extras/swap/src/types.js"
import { type Column, fits, formatTable } from "#src/terminal/table.js"
import type { Printer } from "#src/terminal/terminal.js"

export type QuoteFacts = {
  readonly request: { readonly inputAmount: bigint }
  readonly input: ShownToken
  readonly output: ShownToken
  readonly swapRequest: { readonly origin: { readonly name: string }; readonly destination: { readonly name: string } }
  readonly quote: Pick<Quote, "input">
  /** The one with the largest output first. */
  readonly routes: readonly QuoteRoute[]
}

/**
 * Compares routes: their output, what they lose of the value, gas and time. The one with the largest output is marked and comes last,
 * where a terminal that has scrolled still shows it. In a narrow window amounts are shortened and the least telling columns left out.
 */
export function quoteTable(facts: QuoteFacts, { paint, columns: width }: Printer): string {
  const { request, input, output, swapRequest, routes } = facts
  const { origin, destination } = swapRequest
  const title = `${tokenAmount(request.inputAmount, input)} on ${origin.name} for ${safeName(output.symbol)} on ${destination.name}`
  const tokens = [`give  ${tokenFact(input, origin.name)}`, `get   ${tokenFact(output, destination.name)}`]
  const head = [paint.bold(title), ...tokens.map((line) => paint.dim(line))]
  if (routes.length === 0) {
    return [
      `${paint.bold(title)}: ${paint.magenta("there is no route.")}`,
      "Try another amount, other providers or more slippage. npx hardhat swap tokens lists the tokens.",
      ...head.slice(1),
    ].join("\n")
  }
  const tables = layouts.map((layout) => formatTable({ ...cellsOf(facts, paint, layout), paint }))
  const table = tables.find((text) => fits(text, width)) ?? formatTable({ ...cellsOf(facts, paint, {}), paint, width })
  return [...head, ...lossWarnings(facts).map((line) => paint.magenta(line)), "", table].join("\n")
}

type Layout = { readonly nameLength?: number; readonly without?: readonly string[] }

/** From everything in full to what matters most. With a `nameLength`, amounts are shortened too. */
const layouts: readonly Layout[] = [
  {},
  { nameLength: 28 },
  { nameLength: 28, without: ["gas", "notes"] },
  { nameLength: 16 },
  { nameLength: 16, without: ["gas"] },
  { nameLength: 16, without: ["gas", "notes"] },
  { nameLength: 12, without: ["gas", "notes", "at least"] },
  { nameLength: 12, without: ["gas", "notes", "at least", "impact"] },
]

type QuoteColumn = Column & { readonly key?: string; readonly cell: (route: QuoteRoute) => string }

function cellsOf(
  { output, quote, routes }: QuoteFacts,
  paint: Printer["paint"],
  { nameLength, without = [] }: Layout,
): { columns: Column[]; rows: string[][] } {
  const most = routes[0]?.output.amount
  const isShort = nameLength !== undefined
  const symbol = safeName(output.symbol, 12)
  // In a narrow window the symbol is in the title and not in each row.
  const amount = (given: bigint | null): string =>
    given === null ? "–" : isShort ? shortAmount(given, output.decimals) : tokenAmount(given, output)
  const lossOf = (route: QuoteRoute) => valueLossOf(route, quote.input?.valueInUsd)
  const columns: QuoteColumn[] = [
    { title: "", cell: (route) => (route.output.amount === most ? paint.green("best") : "") },
    { title: "route", cell: (route) => (isShort ? safeName(routeName(route), nameLength) : routeName(route)) },
    { title: isShort ? `${symbol} you get` : "you get", align: "right", cell: (route) => amount(route.output.amount) },
    { title: "at least", align: "right", cell: (route) => amount(route.output.minAmountOut) },
    { title: "loss", align: "right", cell: (route) => percentCell(lossOf(route).percent, paint) },
    { title: "impact", align: "right", cell: (route) => percentCell(lossOf(route).priceImpact, paint) },
    { title: "gas", align: "right", cell: routeGas },
    { title: "time", align: "right", cell: routeTime },
    { title: "", key: "notes", cell: (route) => paint.dim(notes(route)) },
  ]
  const shown = columns.filter(({ title, key = title }) => !without.includes(key))
  const rows = [...routes].reverse().map((route) => shown.map(({ cell }) => cell(route)))
  return { columns: shown, rows }
}

/** A loss to be warned of has a mark, which a copy without colors keeps. */
function percentCell(percent: number | null, paint: Printer["paint"]): string {
  const text = formatPercent(percent)
  return isHighLoss({ percent, priceImpact: null }) ? paint.red(`! ${text}`) : text
}

function lossWarnings({ quote, routes }: QuoteFacts): string[] {
  const losses = routes.map((route) => valueLossOf(route, quote.input?.valueInUsd))
  const isRefused = losses.some((each) => (worstLoss(each) ?? 0) > defaultAcceptLoss)
  return [
    ...(losses.some(isHighLoss)
      ? [
          `! loses more than ${highLoss} % of its value, by the numbers of the swap API.`,
          ...(isRefused ? [`Above ${defaultAcceptLoss} % it is refused without --accept-loss <percent>.`] : []),
        ]
      : []),
    ...(losses.some(({ percent }) => percent === null)
      ? ["Loss unknown: the swap API gives no dollars to compare. Compare the amounts yourself."]
      : []),
  ]
}

/** Notes what the API says about a route and no other column shows. */
function notes({ routeTags: tags, userOp }: QuoteRoute): string {
  const tagsToShow = tags.filter((tag) => tag !== "MAX_OUTPUT")
  const tagNotes = tagsToShow.map((tag) =>
    Object.hasOwn(routeTags, tag) ? routeTags[tag as "FASTEST"].says : safeName(tag),
  )
  return [...tagNotes, ...(userOp === "tx" ? [] : [safeName(userOp)])].join(", ")
}
