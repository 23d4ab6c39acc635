import { dayText, type PublicAlert, type PublicPath, type PublicStatus, shownDays } from "./readStatus.js"
import { formatDuration, formatUtc } from "#src/primitives/duration.js"
import { escapeMarkup } from "#src/primitives/text.js"

/** How the page begins. A file that begins so may be replaced by another one. */
export const pageStart = "<!doctype html>\n<!-- Written by npx hardhat messaging watch --publish -->"

/** How many alerts the page has at most. */
const mostAlerts = 100

const style = `
:root { color-scheme: light dark; --ground: #fff; --text: #1b1b1f; --dim: #5b5b66; --line: #dcdce4; --card: #f6f6f9; --bar: #3b6fd4; --slow: #a8590b; --bad: #a3180f; --good: #1c6b35 }
@media (prefers-color-scheme: dark) { :root { --ground: #15171c; --text: #e8e8ec; --dim: #a9adb8; --line: #353942; --card: #1e2128; --bar: #7da5f5; --slow: #e3a35a; --bad: #ff9f96; --good: #7fd69a } }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--text); font: 15px/1.5 system-ui, sans-serif }
main { max-width: 1180px; margin: 0 auto; padding: 24px 16px 48px; overflow-wrap: anywhere }
h1 { margin: 0; font-size: 24px } h2 { margin: 32px 0 12px; font-size: 18px } h3 { margin: 0 0 8px; font-size: 15px }
p { margin: 4px 0 } a { color: inherit }
.dim, dt, th, figcaption, .axis { color: var(--dim); font-size: 13px; font-weight: 400 }
.bad { color: var(--bad); font-weight: 600 } .good { color: var(--good); font-weight: 600 }
.paths { display: grid; gap: 16px; grid-template-columns: repeat(auto-fill, minmax(min(300px, 100%), 1fr)) }
.paths section { padding: 16px; border: 1px solid var(--line); border-radius: 8px; background: var(--card); content-visibility: auto; contain-intrinsic-size: auto 300px }
dl { display: grid; grid-template-columns: 1fr 1fr; gap: 8px 16px; margin: 0 } dt, dd { margin: 0 } dd { font-weight: 600 }
dl, td, figcaption { font-variant-numeric: tabular-nums }
figure { margin: 12px 0 0 } figcaption, .axis { display: flex; justify-content: space-between; gap: 8px }
svg { display: block; width: 100%; height: 40px; border-bottom: 1px solid var(--dim) } .bar { fill: var(--bar) } .slow { fill: var(--slow) }
table { width: 100%; border-collapse: collapse } th, td { padding: 6px 8px 6px 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top } td:first-child { min-width: 84px }
@media (max-width: 520px) { td time { font-size: 13px } thead { display: none } tr { display: grid; grid-template-columns: 160px 1fr; padding: 6px 0; border-bottom: 1px solid var(--line) } td { padding: 0; border: 0 } }
`

/** Renders what everybody may know as a page that needs no script and no other file. */
export function renderStatus({ writtenAt, firstDay, lastDay, paths, alerts }: PublicStatus): string {
  const open = alerts.filter(({ lasted }) => lasted === null).length
  const [inFlight, delivered] = [sum(paths.map((path) => path.inFlight)), sum(paths.map((path) => path.delivered))]
  const days = `${time(firstDay, firstDay)} to ${time(lastDay, lastDay)}`
  const rows = alerts.slice(0, mostAlerts).map(alertRow).join("\n")
  const more = alerts.length - mostAlerts
  return `${pageStart}
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<link rel="icon" href="data:,">
<title>Cross-chain messages</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Cross-chain messages</h1>
<p class="${open === 0 ? "good" : "bad"}">${open === 0 ? "No alert is open." : open === 1 ? "1 alert is open." : `${number(open)} alerts are open.`}</p>
<p>As of ${moment(writtenAt)}</p>
<p class="dim">It is written anew about once a minute. If that time is long ago, nothing later is known here.</p>
<h2>Paths</h2>
<p class="dim">${number(inFlight)} in flight, ${number(delivered)} delivered from ${days}, by days of UTC. All numbers are in <a href="status.json">status.json</a>.</p>
${paths.length === 0 ? "<p>No message was sent in this time.</p>" : `<div class="paths">\n${paths.map((path) => pathCard(path, { firstDay, lastDay })).join("\n")}\n</div>`}
<h2>Alerts</h2>
${alerts.length === 0 ? "<p>There was none in this time.</p>" : `<table>\n<thead><tr><th>alert</th><th>path</th><th>since</th><th>lasted</th></tr></thead>\n<tbody>\n${rows}\n</tbody>\n</table>`}
${more > 0 ? `<p class="dim">${number(more)} more are in <a href="status.json">status.json</a>.</p>` : ""}
</main>
</body>
</html>
`
}

function pathCard(path: PublicPath, { firstDay, lastDay }: Pick<PublicStatus, "firstDay" | "lastDay">): string {
  const { src, dst, inFlight, delivered, median, p95, days } = path
  const first = Date.parse(firstDay) / dayMs
  const byDay = new Map(days.map((each) => [each.day, each]))
  const all = Array.from({ length: shownDays }, (_, index) => byDay.get(dayText(first + index)))
  const facts = [
    ["median", duration(median)],
    ["95 % within", duration(p95)],
    ["delivered", number(delivered)],
    ["in flight", number(inFlight)],
  ].map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`)
  const counts = all.map((each) => each?.delivered ?? 0)
  const slow = all.map((each) => each?.p95 ?? 0)
  return `<section>
<h3>${escapeMarkup(src)} → ${escapeMarkup(dst)}</h3>
<dl>${facts.join("")}</dl>
${chart(counts, { color: "bar", of: "deliveries by day", most: number(Math.max(...counts)) })}
${chart(slow, { color: "slow", of: "95 % within, by day", most: duration(Math.max(...slow)) })}
<p class="axis">${time(firstDay, firstDay)}${time(lastDay, lastDay)}</p>
</section>`
}

type ChartOptions = { readonly color: string; readonly of: string; readonly most: string }

/** A column a day, the highest as high as the chart. */
function chart(values: readonly number[], { color, of, most }: ChartOptions): string {
  const highest = Math.max(1, ...values)
  const columns = values.map((value, day) => {
    const height = Math.round((40 * value) / highest)
    return value === 0 ? "" : `M${day * 10} 40v-${Math.max(1, height)}h8v${Math.max(1, height)}z`
  })
  const box = `viewBox="0 0 ${values.length * 10} 40" preserveAspectRatio="none" role="img"`
  return `<figure><figcaption><span>${of}</span><span>at most ${most}</span></figcaption>
<svg ${box} aria-label="${of}, at most ${most}"><path class="${color}" d="${columns.join("")}"/></svg></figure>`
}

function alertRow({ kind, src, dst, since, lasted }: PublicAlert): string {
  const path = src === undefined || dst === undefined ? "–" : `${escapeMarkup(src)} → ${escapeMarkup(dst)}`
  const ended = lasted === null ? `<td class="bad">is open</td>` : `<td>${duration(lasted)}</td>`
  return `<tr><td>${escapeMarkup(kind)}</td><td>${path}</td><td>${moment(since)}</td>${ended}</tr>`
}

const dayMs = 24 * 60 * 60_000

function moment(ms: number): string {
  const text = formatUtc(Math.floor(ms / 1_000))?.replace(/:\d\d UTC$/, " UTC")
  return text === undefined ? "–" : time(new Date(ms).toISOString(), text)
}

function time(machine: string, text: string): string {
  return `<time datetime="${escapeMarkup(machine)}">${escapeMarkup(text)}</time>`
}

function duration(ms: number | null): string {
  return ms === null ? "–" : formatDuration(ms)
}

function number(value: number): string {
  return value.toLocaleString("en-US")
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
