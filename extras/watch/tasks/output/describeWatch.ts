import { watchedError } from "./watchedError.js"
import { eventParts } from "./watchView.js"
import type { WatchState } from "#extras/watch/src/readWatchState.js"
import type { Found } from "#src/plugin/run/runTask.js"
import { formatAge, formatDuration } from "#src/primitives/duration.js"
import { paint } from "#src/terminal/paint.js"
import { right, table } from "#src/terminal/report.js"

type DescribeWatchOptions = {
  /** Milliseconds between two looks. What is older than three of them is old, and never fine. */
  readonly interval: number
  /** Milliseconds since 1970. */
  readonly now: number
  readonly chainName: (slug: number) => string
}

/** Says what a watch knows, for a program and for a person. */
export function describeWatch(state: WatchState, { interval, now, chainName }: DescribeWatchOptions): Found {
  const isOld = (lookedAt: number | null): boolean => lookedAt === null || now - lookedAt > 3 * interval
  const age = (at: number | null): string => {
    const text = at === null ? "never" : `${formatAge(now - at)} ago`
    return isOld(at) ? paint.red(`${text}, old`) : text
  }
  const { holder } = state
  const chains = state.chains.map(({ slug, name, block, lookedAt }) => {
    return { chainSlug: slug, name: name ?? chainName(slug), block, lookedAt, isOld: isOld(lookedAt) }
  })
  const paths = state.paths.map((path) => ({ ...path, isOld: isOld(path.lookedAt) }))
  const unread = chains.map(({ name, isOld: problem }) => ({ name, problem: problem || undefined }))
  const looked = { chains: unread.length === 0 ? [{ name: "the chains", problem: true }] : unread, problems: [] }
  const since = holder?.since === undefined ? "" : `, for ${formatDuration(now - holder.since)}`
  return {
    document: {
      holder: holder === undefined ? null : { name: holder.name, since: holder.since ?? null },
      ...{ chains, paths, alerts: state.alerts.map(({ id, ...alert }) => ({ alert: id, ...alert })) },
    },
    error: watchedError(new Map(state.alerts.map((alert) => [alert.id, alert])), looked),
    report: () => [
      paths.length === 0
        ? "No message is known."
        : table(paths, {
            path: ({ srcChainSlug, dstChainSlug }) => `${chainName(srcChainSlug)} → ${chainName(dstChainSlug)}`,
            "last look": ({ lookedAt }) => age(lookedAt),
            "in flight": right(({ inFlight }) => inFlight),
            delivered: right(({ delivered }) => delivered),
            late: right(({ late }) => late),
            stuck: right(({ stuck }) => stuck),
            failed: right(({ failed }) => failed),
            unverified: right(({ unverified }) => unverified),
            other: right(({ otherAlerts }) => otherAlerts),
          }),
      ...state.alerts.map((alert) => eventParts({ event: "alert", ...alert }, chainName).join("  ")),
      chains.map(({ name, block, lookedAt }) => `${name} block ${block ?? "–"} (${age(lookedAt)})`).join(", "),
      holder === undefined ? "Nobody holds this watch now." : `Held by ${holder.name}${since}.`,
    ],
  }
}
