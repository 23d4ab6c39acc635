/** How a check ended. */
export type Ending = {
  readonly name: string
  /** The line that runs it on any machine. */
  readonly command: string
  readonly code: number
  readonly seconds: number
  /** What it printed, without colours. */
  readonly output: string
}

/** Characters of output that are kept of a check, from its end. GitHub takes 65,536 in a comment. */
export const maxOutput = 60_000

/** Each report begins with a line that finds it again. */
export function markerOf(title: string): string {
  return `<!-- hardhat-plugs: ${title.replaceAll(/[^\w .-]/g, "_")} -->`
}

/**
 * Writes what the checks found as Markdown: a table first, then what failed checks printed, unfolded.
 *
 * @param endings None say that no check was read, which is no pass.
 * @param source a line that says what was checked
 */
export function formatReport(title: string, endings: readonly Ending[], source?: string): string {
  const heading = [
    markerOf(title),
    `### ${title.replaceAll(/[\r\n<>]/g, " ")}`,
    ...(source === undefined ? [] : [source]),
  ]
  if (endings.length === 0)
    return `${[...heading, "**Not known:** the run left no report that can be read."].join("\n\n")}\n`
  const failed = endings.filter(({ code }) => code !== 0)
  const verdict = failed.length === 0 ? "All passed." : `Failed: ${failed.map(({ name }) => name).join(", ")}.`
  const rows = endings.map(
    ({ name, command, code, seconds }) =>
      `| ${name} | ${code === 0 ? "passed" : `**failed**, exit code ${code}`} | ${seconds.toFixed(0)} s | \`${command}\` |`,
  )
  const room = Math.floor(maxOutput / endings.length) - 500
  const parts = endings.map((ending) => formatOutput(ending, room))
  const table = ["| check | result | time | on your machine |", "| --- | --- | --- | --- |", ...rows].join("\n")
  return `${[...heading, verdict, table, ...parts].join("\n\n")}\n`
}

/** Output is code, so that nothing in it is a link, a mention or a picture: its fence is longer than any in it. */
function formatOutput({ name, code, output }: Ending, room: number): string {
  // Characters that are not seen go: they turn lines around, and GitHub refuses some.
  const visible = output.replaceAll(/[^\P{C}\n\t]/gu, "")
  const shown =
    visible.length > room ? `… the last ${room} characters:\n${visible.slice(-room).toWellFormed()}` : visible
  const longest = Math.max(2, ...[...shown.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = "`".repeat(longest + 1)
  return [
    `<details${code === 0 ? "" : " open"}><summary>${name}</summary>`,
    `${fence}text\n${shown.trim()}\n${fence}`,
    "</details>",
  ].join("\n\n")
}
