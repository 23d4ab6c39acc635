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
import { paint } from "#src/terminal/paint.js"
import { type Columns, type Grid, grid, type Report, right, type Table } from "#src/terminal/report.js"

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
export function quoteTable(offer: QuoteFacts): Report {
  const { request, input, output, swapRequest, routes } = offer
  const { origin, destination } = swapRequest
  const title = `${tokenAmount(request.inputAmount, input)} on ${origin.name} for ${safeName(output.symbol)} on ${destination.name}`
  const tokens = [`give  ${tokenFact(input, origin.name)}`, `get   ${tokenFact(output, destination.name)}`].map(
    paint.dim,
  )
  if (routes.length === 0) {
    return [
      `${paint.bold(title)}: ${paint.magenta("there is no route.")}`,
      "Try another amount, other providers or more slippage. npx hardhat swap tokens lists the tokens.",
      ...tokens,
    ]
  }
  const grids = layouts.map((layout) => quoteGrid(offer, layout))
  const compared: Table = { kind: "table", grids, blocks: quoteGrid(offer, {}) }
  const differ = [input, output].some(({ apiSays }) => apiSays !== undefined)
  const warnings = [...(differ ? [otherSymbol] : []), ...lossWarnings(offer)]
  return [paint.bold(title), ...tokens, ...warnings.map(paint.magenta), "", compared]
}

const otherSymbol =
  "! the swap API describes a token otherwise than its chain. Compare the address: swap execute takes it, or a symbol of plugs.swap.tokens."

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

function quoteGrid({ output, quote, routes }: QuoteFacts, { nameLength, without = [] }: Layout): Grid {
  const most = routes[0]?.output.amount
  const isShort = nameLength !== undefined
  const has = (column: string): boolean => !without.includes(column)
  // In a narrow window the symbol is in the title and not in each row.
  const amount = (given: bigint | null): string | null =>
    given === null ? null : isShort ? shortAmount(given, output.decimals) : tokenAmount(given, output)
  const lossOf = (route: QuoteRoute) => valueLossOf(route, quote.input?.valueInUsd)
  const columns: Columns<QuoteRoute> = {
    "": (route) => (route.output.amount === most ? paint.green("best") : ""),
    route: (route) => (isShort ? safeName(routeName(route), nameLength) : routeName(route)),
    [isShort ? `${safeName(output.symbol, 12)} you get` : "you get"]: right((route) => amount(route.output.amount)),
    "at least": has("at least") && right((route) => amount(route.output.minAmountOut)),
    loss: right((route) => percentCell(lossOf(route).percent)),
    impact: has("impact") && right((route) => percentCell(lossOf(route).priceImpact)),
    gas: has("gas") && right(routeGas),
    time: right(routeTime),
    " ": has("notes") && ((route) => paint.dim(notes(route))),
  }
  return grid([...routes].reverse(), columns)
}

/** A loss to be warned of has a mark, which a copy without colors keeps. */
function percentCell(percent: number | null): string {
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
