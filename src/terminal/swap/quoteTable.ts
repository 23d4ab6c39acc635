import type { Quote, QuoteRoute } from "../../swap/types.js"
import { routeTags } from "../../swap/userOps.js"
import { safeName, routeFees, routeName, routeTime, tokenAmount, type TokenUnit } from "./routeFormat.js"
import { formatTable } from "../core/table.js"
import type { Printer } from "../core/terminal.js"

export type QuoteFacts = {
  readonly request: { readonly inputAmount: bigint }
  readonly input: TokenUnit
  readonly output: TokenUnit
  readonly swapRequest: { readonly origin: { readonly name: string }; readonly destination: { readonly name: string } }
  readonly quote: Pick<Quote, "input">
  /** The one with the largest output first. */
  readonly routes: readonly QuoteRoute[]
}

/** Compares routes: their output, minimum output, fees and time. The one with the largest output is marked. */
export function quoteTable(
  { request, input, output, swapRequest, quote, routes }: QuoteFacts,
  { paint, columns: width }: Printer,
): string {
  const title = `${tokenAmount(request.inputAmount, input)} on ${swapRequest.origin.name} for ${safeName(output.symbol)} on ${swapRequest.destination.name}`
  if (routes.length === 0) {
    return [
      `${paint.bold(title)}: ${paint.yellow("there is no route.")}`,
      "Try another amount, other providers or more slippage. npx hardhat swap tokens lists the tokens.",
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
      paint.dim(notes(route)),
    ]),
    paint,
    width,
  })
  return `${paint.bold(title)}\n\n${table}`
}

/** Notes what the API says about a route and no other column shows. */
function notes({ routeTags: tags, userOp }: QuoteRoute): string {
  const tagsToShow = tags.filter((tag) => tag !== "MAX_OUTPUT")
  const tagNotes = tagsToShow.map((tag) =>
    Object.hasOwn(routeTags, tag) ? routeTags[tag as "FASTEST"].says : safeName(tag),
  )
  return [...tagNotes, ...(userOp === "tx" ? [] : [safeName(userOp)])].join(", ")
}
