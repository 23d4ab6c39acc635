import { certaintyWords } from "./adviseNext.js"
import type { Story } from "./createStory.js"
import { formatTime } from "./explanationReport.js"
import type { Cause, ExplainedItem, StoryEvent } from "#src/explaining/Explanation.js"
import { escapeHidden } from "#src/primitives/text.js"

/** The first line of the Markdown, by which a file of this package is recognized. Nobody who reads the rendered text sees it. */
export const markdownStart = "<!-- a story of hardhat-plugs -->"

/**
 * Renders a story for an issue: the same as its page, in short.
 *
 * @example
 * terminal.out.write(renderMarkdown(story))
 */
export function renderMarkdown(story: Story): string {
  const { title, explanation, next, leftOut, madeAt, madeBy } = story
  const { verdict, says, subject, causes, items, events } = explanation
  const isOneOfMany = items.length > 1
  const parts = [
    markdownStart,
    `## ${capitalized(verdict)}: ${markdownText(title)}`,
    causes[0]?.says === says ? "" : markdownText(says),
    Object.entries(subject)
      .map(([name, value]) => `- ${markdownText(name)}: ${markdownCode(String(value))}`)
      .join("\n"),
    ...causes.flatMap((cause, index) => formatCause(cause, index + 1, isOneOfMany)),
    markdownText(next.says),
    ...(next.command === null ? [] : [markdownBlock(next.command)]),
    ...formatItems(items),
    ...formatEvents(events, isOneOfMany),
    ...leftOut.map(markdownText),
    `Made at ${formatTime(Math.floor(madeAt / 1000))} by ${markdownText(madeBy)}. It was read from the chains and the APIs, and shows what was known then. Secrets are left out.`,
  ]
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`
}

function formatCause(
  { name, certainty, says, evidence, mend, about }: Cause,
  number: number,
  isOneOfMany: boolean,
): string[] {
  const read = evidence.map(({ source, says: found }) => `- ${markdownText(source)}: ${markdownText(found)}`)
  return [
    `### ${number}. ${markdownCode(name)}`,
    markdownText(says),
    `${capitalized(certaintyWords[certainty])}.`,
    isOneOfMany && about !== null ? `About ${markdownCode(about)}` : "",
    read.join("\n"),
    mend === null ? "" : `Fix: ${markdownText(mend.who)}`,
    mend?.command === undefined || mend.command === null ? "" : markdownBlock(mend.command),
  ]
}

function formatItems(items: readonly ExplainedItem[]): string[] {
  const rows = items.map(({ id, status, says, since }) => [
    markdownCode(id),
    markdownText(status),
    since === null ? "" : formatTime(since),
    markdownText(says),
  ])
  return rows.length === 0 ? [] : ["### Where it is", formatTable(["id", "state", "since", "where"], rows)]
}

function formatEvents(events: readonly StoryEvent[], isOneOfMany: boolean): string[] {
  const rows = events.map(({ at, place, blockNumber, txHash, about, title, details }) => [
    at === null ? "" : formatTime(at),
    `${markdownText(place)}${blockNumber === null ? "" : ` ${String(blockNumber)}`}`,
    [
      markdownText(title),
      ...(isOneOfMany && about !== null ? [`about ${markdownCode(about)}`] : []),
      ...(txHash === null ? [] : [markdownCode(txHash)]),
      ...details.map(markdownText),
    ].join("<br>"),
  ])
  if (rows.length === 0) return []
  const table = formatTable(["time", "place, block", "what"], rows)
  return [`<details><summary>What happened (${rows.length})</summary>`, table, "</details>"]
}

function formatTable(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  return [titles, titles.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n")
}

function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

// What a page like GitHub's does with text after it has become HTML: it notifies people, and links issues. An escape does not prevent that,
// a comment in between does.
const callers = /(?<=@)(?=\w)|(?<=#)(?=\d)|(?<=\bGH-)(?=\d)|(?<=\bwww)(?=\.)/gi

/**
 * Writes text so that Markdown shows it as it is, on one line and also in a table. This is the one place where text becomes Markdown.
 *
 * @example
 * markdownText("a | b") // "a \\| b"
 */
export function markdownText(text: string): string {
  return escapeHidden(text)
    .split(callers)
    .map((part) =>
      part.replace(/[\\`*_{}[\]<>()#+!|~&$@^="'-]/g, (character) =>
        isPlain(character) ? character : `\\${character}`,
      ),
    )
    .join("<!-- -->")
}

/** Characters that mean something to Markdown only at the beginning of a line, which no text from outside is at. */
function isPlain(character: string): boolean {
  return /[()+='"-]/.test(character)
}

/** Writes text as code in a line. A bar is escaped, because it would end the cell of a table, even in code. */
export function markdownCode(text: string): string {
  const shown = escapeHidden(text)
  const fence = "`".repeat(longestRun(shown) + 1)
  const pad = shown.startsWith("`") || shown.endsWith("`") || shown === "" ? " " : ""
  return `${fence}${pad}${shown.replaceAll("|", "\\|")}${pad}${fence}`
}

/** Writes a command as a block of its own, ready to be copied. */
export function markdownBlock(command: string): string {
  const shown = escapeHidden(command)
  const fence = "`".repeat(Math.max(3, longestRun(shown) + 1))
  return `${fence}sh\n${shown}\n${fence}`
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length))
}
