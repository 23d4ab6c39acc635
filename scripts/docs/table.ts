/** Renders a Markdown table, unaligned as Prettier writes it. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(" | ")} |`
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n")
}

function cell(text: string): string {
  return text.replace(/\s+/g, " ").replaceAll("|", String.raw`\|`)
}

/** Marks a text as code. */
export function code(text: string): string {
  return `\`${text}\``
}
