import { createHash } from "node:crypto"

import { html, raw } from "hono/html"

import type { Cause, ExplainedItem, StoryEvent } from "../../../src/explaining/Explanation.js"
import { formatDuration } from "../../../src/primitives/duration.js"
import { escapeHidden } from "../../../src/primitives/text.js"
import { certaintyWords } from "./adviseNext.js"
import type { Story } from "./createStory.js"
import { formatTime } from "./explanationReport.js"
import { maxColumns, storyStyle } from "./storyStyle.js"

/** How the first line of a page begins, by which a page of this package is recognized. */
export const pageStart = "<!doctype html><!-- a story of hardhat-plugs -->"

/**
 * Renders a story as one page that is whole by itself: it asks no network and has no script. Its policy forbids both, and every style but
 * its own, even if something hostile became markup.
 *
 * @example
 * await writeFile("story.html", renderHtml(story))
 */
export function renderHtml(story: Story): string {
  const { title, explanation, next, leftOut } = story
  const { verdict, says, subject, causes, items, events } = explanation
  const style = createHash("sha256").update(storyStyle).digest("base64")
  const isOneOfMany = items.length > 1
  const page = markup`${trusted(pageStart)}
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${trusted(style)}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="${story.madeBy}">
<title>${verdict}: ${title}</title>
<style>${trusted(storyStyle)}</style>
</head>
<body>
<header>
<h1><span class="verdict ${verdict}">${verdict}</span> ${title}</h1>
${optionally(causes[0]?.says !== says, () => markup`<p>${says}</p>`)}
<dl class="facts">${Object.entries(subject).map(([name, value]) => markup`<dt>${name}</dt><dd><code>${String(value)}</code></dd>`)}</dl>
</header>
<main>
${section(
  "Causes",
  causes.map((cause, index) => renderCause(cause, { number: index + 1, isOneOfMany })),
)}
<h2>Next</h2>
<p>${next.says}</p>${renderCommand(next.command)}
${section("Where it is", items.map(renderItem))}
${optionally(events.length > 0, () => markup`<h2>What happened</h2>${renderTimeline(events, { isOneOfMany })}`)}
${leftOut.map((note) => markup`<p class="dim">${note}</p>`)}
</main>
<footer><p class="dim">Made at ${formatTime(Math.floor(story.madeAt / 1000))} by ${story.madeBy}. ${story.madeFrom} It shows what was known then. Secrets are left out.</p></footer>
</body>
</html>
`
  return page.toString()
}

function section(title: string, cards: readonly Markup[]): readonly Markup[] {
  return optionally(cards.length > 0, () => markup`<section><h2>${title}</h2><ol>${cards}</ol></section>`)
}

function renderCause(
  { name, certainty, says, evidence, mend, about }: Cause,
  { number, isOneOfMany }: { number: number; isOneOfMany: boolean },
): Markup {
  return markup`<li class="card cause">
<h3>${number}. <code>${name}</code></h3>
<p>${says}</p>
<p class="dim">${certaintyWords[certainty]}</p>
${optionally(isOneOfMany && about !== null, () => markup`<p class="dim">About <code>${about ?? ""}</code></p>`)}
${optionally(
  evidence.length > 0,
  () =>
    markup`<details open><summary>What was read</summary><dl>${evidence.map(
      ({ source, says: read }) => markup`<dt>${source}</dt><dd>${read}</dd>`,
    )}</dl></details>`,
)}
${optionally(mend !== null, () => markup`<p class="mend">Fix: ${mend?.who ?? ""}</p>${renderCommand(mend?.command ?? null)}`)}
</li>
`
}

function renderItem({ id, status, says, since }: ExplainedItem): Markup {
  return markup`<li class="card">
<h3><code>${id}</code></h3>
<p><b>${status}</b>${optionally(since !== null, () => markup` <time>since ${formatTime(since ?? 0)}</time>`)}</p>
<p>${says}</p>
</li>
`
}

function renderCommand(command: string | null): readonly Markup[] {
  return optionally(command !== null, () => markup`<pre><code>${command ?? ""}</code></pre>`)
}

/** Details that are shown without being unfolded. */
const shownLines = 3

/** Renders what happened, in the order of time: a column for each chain or API where the window is wide enough, and one column elsewhere. */
function renderTimeline(events: readonly StoryEvent[], { isOneOfMany }: { readonly isOneOfMany: boolean }): Markup {
  const places = [...new Set(events.map(({ place }) => place))]
  const isSideBySide = places.length <= maxColumns
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
  // A single line takes no more room than what would unfold it.
  const shown = details.length === shownLines + 1 ? details : details.slice(0, shownLines)
  const folded = details.slice(shown.length)
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

/** HTML that is safe to show as it is. */
type Markup = ReturnType<typeof raw>

type Part = string | number | Markup | readonly Markup[]

/**
 * Writes HTML. This is the one place where text becomes part of a page: markup in it is escaped, and so are hidden characters, such as
 * those that change the direction of text.
 *
 * @example
 * markup`<p>${"<b>"}</p>` // <p>&lt;b&gt;</p>
 */
function markup(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  // It returns a promise only for parts that are promises.
  return html(strings, ...parts.map((part) => (typeof part === "string" ? escapeHidden(part) : part))) as Markup
}

/** Writes HTML only if there is something to write. */
function optionally(isThere: boolean, write: () => Markup): readonly Markup[] {
  return isThere ? [write()] : []
}

/** Takes HTML of this package as it is. */
function trusted(text: string): Markup {
  return raw(text)
}
