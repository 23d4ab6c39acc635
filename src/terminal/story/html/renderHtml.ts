import { createHash } from "node:crypto"

import type { Cause, ExplainedItem } from "../../../explaining/Explanation.js"
import { certaintyWords } from "../../explaining/certaintyWords.js"
import { formatTime } from "../../explaining/formatTime.js"
import type { Story } from "../createStory.js"
import { type Markup, markup, optionally, trusted } from "./markup.js"
import { renderTimeline } from "./renderTimeline.js"
import { storyStyle } from "./storyStyle.js"

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
${optionally(mend !== null, () => markup`<p class="mend">Who can mend it: ${mend?.who ?? ""}</p>${renderCommand(mend?.command ?? null)}`)}
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
