import type { StoryEvent } from "../../../explaining/Explanation.js"
import { formatDuration } from "../../../primitives/duration.js"
import { formatTime } from "../../explaining/formatTime.js"
import { type Markup, markup, optionally } from "./markup.js"
import { mostColumns } from "./storyStyle.js"

/** Details that are shown without being unfolded. */
const mostShown = 3

/** Renders what happened, in the order of time: a column for each chain or API where the window is wide enough, and one column elsewhere. */
export function renderTimeline(
  events: readonly StoryEvent[],
  { isOneOfMany }: { readonly isOneOfMany: boolean },
): Markup {
  const places = [...new Set(events.map(({ place }) => place))]
  const isSideBySide = places.length <= mostColumns
  const start = events.find(({ at }) => at !== null)?.at ?? null
  return markup`<ol class="timeline${isSideBySide ? ` side n${places.length}` : ""}">
${optionally(
  isSideBySide,
  () =>
    markup`<li class="heads" aria-hidden="true"><span>Time</span>${places.map(
      (place, index) => markup`<span class="c${index + 1}">${place}</span>`,
    )}</li>`,
)}
${events.map((event) => renderEvent(event, { start, column: places.indexOf(event.place) + 1, isOneOfMany }))}</ol>`
}

function renderEvent(
  { at, place, blockNumber, txHash, about, title, details }: StoryEvent,
  { start, column, isOneOfMany }: { start: number | null; column: number; isOneOfMany: boolean },
): Markup {
  const shown = details.slice(0, mostShown)
  const folded = details.slice(mostShown)
  return markup`<li>${renderTime(at, start)}<div class="card c${column}">
<p><span class="place where">${place}</span>${optionally(
    blockNumber !== null,
    () => markup` <span class="dim">block ${String(blockNumber)}</span>`,
  )}</p>
<h3>${title}</h3>
${optionally(txHash !== null, () => markup`<p><code>${txHash ?? ""}</code></p>`)}
${optionally(isOneOfMany && about !== null, () => markup`<p class="dim">About <code>${about ?? ""}</code></p>`)}
${optionally(shown.length > 0, () => renderLines(shown))}
${optionally(
  folded.length > 0,
  () => markup`<details><summary>${folded.length} more</summary>${renderLines(folded)}</details>`,
)}
</div></li>
`
}

function renderTime(at: number | null, start: number | null): Markup {
  if (at === null) return markup`<time>at an unknown time</time>`
  const after = start === null || at <= start ? "" : ` +${formatDuration((at - start) * 1000)}`
  return markup`<time>${formatTime(at)}${after}</time>`
}

function renderLines(lines: readonly string[]): Markup {
  return markup`<ul>${lines.map((line) => markup`<li>${line}</li>`)}</ul>`
}
