import type { Quote, QuoteRoute } from "../../swap/types.js"
import { routeTags } from "../../swap/userOps.js"
import { named, routeFees, routeName, routeTime, tokenAmount, type TokenWords } from "./routeFormat.js"
import { formatTable } from "../core/table.js"
import type { Printer } from "../core/terminal.js"

export type QuoteFacts = {
  /** In whole tokens, as it was asked for. */
  readonly request: { readonly inputAmount: bigint }
  readonly input: TokenWords
  readonly output: TokenWords
  readonly swapRequest: { readonly origin: { readonly name: string }; readonly destination: { readonly name: string } }
  readonly quote: Pick<Quote, "input">
  /** The best first. */
  readonly routes: readonly QuoteRoute[]
}

/** Routes side by side: what is got, and at least, for which fees, and when. The one that gives the most is marked. */
export function quoteTable(
  { request, input, output, swapRequest, quote, routes }: QuoteFacts,
  { paint, columns: width }: Printer,
): string {
  const title = `${tokenAmount(request.inputAmount, input)} on ${swapRequest.origin.name} for ${named(output.symbol)} on ${swapRequest.destination.name}`
  if (routes.length === 0) {
    return [
      `${paint.bold(title)}: ${paint.yellow("nobody offers a route.")}`,
      "Try another amount, other providers or more slippage, and see npx hardhat swap tokens for what is traded.",
    ].join("\n")
  }
  const most = routes[0]?.output.amount
  const table = formatTable({
    columns: [
      { title: "" },
      { title: "route" },
      { title: "you get", align: "right" },
      { title: "at least", align: "right" },
      { title: "fees", align: "right" },
      { title: "time", align: "right" },
      { title: "" },
    ],
    rows: routes.map((route) => [
      route.output.amount === most ? paint.green("best") : "",
      routeName(route),
      tokenAmount(route.output.amount, output),
      route.output.minAmountOut === null ? "–" : tokenAmount(route.output.minAmountOut, output),
      routeFees(route, quote.input?.valueInUsd ?? null),
      routeTime(route),
      paint.dim(remarks(route)),
    ]),
    paint,
    width,
  })
  return `${paint.bold(title)}\n\n${table}`
}

/** What the API says of a route beside what the table shows by itself. */
function remarks({ routeTags: tags, userOp }: QuoteRoute): string {
  const told = tags.filter((tag) => tag !== "MAX_OUTPUT")
  const says = told.map((tag) => (Object.hasOwn(routeTags, tag) ? routeTags[tag as "FASTEST"].says : named(tag)))
  return [...says, ...(userOp === "tx" ? [] : [named(userOp)])].join(", ")
}
