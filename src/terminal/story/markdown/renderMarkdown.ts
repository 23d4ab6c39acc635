import type { Cause, ExplainedItem, StoryEvent } from "../../../explaining/Explanation.js"
import { certaintyWords } from "../../explaining/certaintyWords.js"
import { formatTime } from "../../explaining/formatTime.js"
import type { Story } from "../createStory.js"
import { markdownBlock, markdownCode, markdownText } from "./markdownText.js"

/** The first line of the Markdown, by which a file of this package is recognized. Nobody who reads the rendered text sees it. */
export const markdownStart = "<!-- a story of hardhat-plugs -->"

/**
 * Renders a story for an issue: the same as its page, in short.
 *
 * @example
 * terminal.out.write(renderMarkdown(story))
 */
export function renderMarkdown(story: Story): string {
  const { title, explanation, next, leftOut, madeAt, madeBy, madeFrom } = story
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
    `Made at ${formatTime(Math.floor(madeAt / 1000))} by ${markdownText(madeBy)}. ${markdownText(madeFrom)} It shows what was known then. Secrets are left out.`,
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
    mend === null ? "" : `Who can mend it: ${markdownText(mend.who)}`,
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
