import type { FeeHistory, FeePath } from "#src/messaging/history/measureMessages.js"
import type { Found } from "#src/plugin/run/runTask.js"
import { formatUtc } from "#src/primitives/duration.js"
import { formatAmount, parseAmount } from "#src/primitives/numbers/amount.js"
import { mapSpread, type Spread } from "#src/primitives/numbers/spread.js"
import { paint } from "#src/terminal/paint.js"
import { type Report, right, table, whole } from "#src/terminal/report.js"

/** The currency of a chain, and what one coin of it is worth. */
export type CoinPrice = {
  readonly chain: string
  readonly chainSlug: number
  readonly symbol: string
  /** `null` if nobody says. */
  readonly usd: number | null
  /** Why the project's function gave no price. */
  readonly problem: string | null
}

type HistoryOptions = {
  readonly since: Date
  readonly prices: readonly CoinPrice[]
  readonly chainName: (slug: number) => string
  readonly forecast: number | undefined
  readonly csv: boolean
}

type Figure = keyof FeePath["fees"] | "forecastByPast" | "forecastByGas"

/** What people call a figure, and in which chain's currency it is, or in gas. */
type Kind = { readonly label: string; readonly in: "src" | "dst" | "gas" }

const kinds: Readonly<Record<Figure, Kind>> = {
  estimatedNow: { label: "API estimate now", in: "src" },
  demanded: { label: "socket minimum", in: "src" },
  demandedNow: { label: "socket minimum now", in: "src" },
  attached: { label: "attached", in: "src" },
  refunded: { label: "refunded", in: "src" },
  paid: { label: "paid to the socket", in: "src" },
  gasUsed: { label: "gas of delivering", in: "gas" },
  deliveryCost: { label: "delivering", in: "dst" },
  forecastByPast: { label: "more as attached", in: "src" },
  forecastByGas: { label: "more by gas now", in: "dst" },
}

const levels = ["median", "p90", "worst"] as const

type Row = Kind & {
  readonly figure: Figure
  /** Its currency, or gas. */
  readonly unit: string
  readonly spread: Spread | null
  /** In dollars, times 1e36. */
  readonly usd: Spread | null
}

type Path = Omit<FeePath, "fees" | "forecast"> & { from: string; to: string; rows: Row[] }

const unknowable =
  "The API estimates for now: what it said when a message was sent is recorded nowhere. Delivering is the execution alone."

/** What delivered messages have cost. What is not known, and why, is in the notes. */
export function feeHistoryFound(
  history: FeeHistory,
  { since, prices, chainName, forecast, csv }: HistoryOptions,
): Pick<Found, "document" | "report" | "notes"> {
  const paths = history.paths.map(({ fees, forecast: further, ...path }): Path => {
    const ends = { from: chainName(path.srcChainSlug), to: chainName(path.dstChainSlug) }
    return { ...ends, ...path, rows: rowsOf({ ...path, fees, forecast: further }, prices) }
  })
  const shown = paths.map(({ rows, from: srcChainName, to: dstChainName, ...path }) => {
    const fees = rows.map(({ figure, spread, usd }) => [figure, spread && { ...spread, usd: usd && inDollars(usd) }])
    return { srcChainName, dstChainName, ...path, fees: Object.fromEntries(fees) as object }
  })
  const { searched, problems } = history
  const notes = [
    ...problems.map(({ chainSlug, says }) =>
      chainSlug === null ? `The API gives no estimate: ${says}.` : `${chainName(chainSlug)} is left out: ${says}.`,
    ),
    ...paths.flatMap(missingIn),
    ...prices.flatMap(({ chain, problem }) =>
      problem === null ? [] : [`plugs.prices has none for ${chain}: ${problem}.`],
    ),
    ...(paths.some(({ measured }) => measured > 0) ? [unknowable] : []),
  ]
  return {
    document: { since: since.getTime(), forecast, paths: shown, searched, problems, prices },
    report: () => {
      if (csv) return csvLines(paths)
      if (paths.length === 0) return `No message was found since ${formatUtc(since.getTime() / 1_000)}.`
      return paths.map((path) => pathReport(path, forecast))
    },
    notes: notes.map(paint.dim),
  }
}

function csvLines(paths: readonly Path[]): Report {
  const lines = paths.flatMap(({ from, to, sent, delivered, rows }) =>
    rows.map(({ figure, unit, spread, usd, in: side }) => {
      const path = [from, to, sent, delivered, figure, side === "gas" ? unit : `wei ${unit}`]
      const worth = levels.map((level) => usd && formatAmount(usd[level], 36))
      return [...path, spread?.known ?? 0, ...levels.map((level) => spread?.[level]), ...worth].join()
    }),
  )
  const titles = "from,to,sent,delivered,figure,unit,known,median,p90,worst,median_usd,p90_usd,worst_usd"
  return [titles, ...lines].map((line) => whole(line))
}

function pathReport({ from, to, sent, delivered, measured, rows }: Path, forecast: number | undefined): Report {
  const arrived = delivered === null ? `${to} could not be read` : `${delivered} delivered`
  const newest = delivered !== null && measured < delivered ? `, the newest ${measured} measured` : ""
  const title = paint.bold(`${from} → ${to}: ${sent} sent, ${arrived}${newest}`)
  return [title, measured > 0 && [figureTable(rows, forecast), ""]]
}

function rowsOf(path: Omit<FeePath, "sent" | "delivered" | "measured">, prices: readonly CoinPrice[]): Row[] {
  const { fees, forecast, srcChainSlug: src, dstChainSlug: dst } = path
  const further = forecast && { forecastByPast: forecast.byPast, forecastByGas: forecast.byGas }
  return Object.entries({ ...fees, ...further }).map(([name, spread]) => {
    const figure = name as Figure
    const { [figure]: kind } = kinds
    const coin = prices.find(({ chainSlug }) => chainSlug === { src, dst, gas: undefined }[kind.in])
    const price = coin === undefined || coin.usd === null ? undefined : parseAmount(coin.usd.toFixed(12), 18)
    const usd = spread && price !== undefined ? mapSpread(spread, (amount) => amount * price) : null
    return { ...kind, figure, unit: kind.in === "gas" ? "gas" : (coin?.symbol ?? "coins"), spread, usd }
  })
}

function inDollars(usd: Spread): object {
  return Object.fromEntries(levels.map((level) => [level, Number(formatAmount(usd[level], 36))]))
}

function figureTable(rows: readonly Row[], forecast: number | undefined): Report {
  const shown = rows.filter(({ figure, spread }) => figure !== "demandedNow" || spread !== null)
  const amount = ({ spread, usd, in: side }: Row, level: (typeof levels)[number]): string | null => {
    if (spread === null) return null
    const text = side === "gas" ? String(spread[level]) : short(spread[level], 18)
    return usd === null ? text : `${text} = $${short(usd[level], 36)}`
  }
  return table(shown, {
    figure: ({ figure, label, unit, in: side }) => {
      const name = figure.startsWith("forecast") ? `${forecast} ${label}` : label
      return side === "gas" ? name : `${name} (${unit})`
    },
    known: right(({ spread }) => spread?.known ?? 0),
    ...Object.fromEntries(levels.map((level) => [level, right((row: Row) => amount(row, level))])),
  })
}

/** Six digits are enough for people. CSV and JSON have all. */
function short(amount: bigint, decimals: number): string {
  const unit = 10n ** BigInt(Math.max(0, String(amount).length - 6))
  return formatAmount(((amount + unit / 2n) / unit) * unit, decimals)
}

/** Says what nodes did not give. What is only of now is not missed. */
function missingIn({ from, to, measured, rows }: Path): string[] {
  return rows.flatMap(({ figure, label, in: side, spread }) => {
    const count = measured - (spread?.known ?? 0)
    const node = side === "src" ? from : to
    if (count === 0 || figure.endsWith("Now")) return []
    return [`${from} → ${to}: ${label} is not known of ${count}, because the node of ${node} does not show it.`]
  })
}
