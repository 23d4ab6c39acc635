import { type Node, text } from "./syntax/nodes.js"

/** A part of a file. Lines and columns count from 1; a column is a UTF-16 unit, as editors count them. */
export type Region = {
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
}

/** Finds where nodes are in a file. The compiler counts bytes. */
export function createLocate(content: string): (node: Node) => Region {
  const bytes = Buffer.from(content)
  const starts = [0]
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) starts.push(at + 1)
  const find = (offset: number): readonly [line: number, column: number] => {
    const line = starts.findLastIndex((start) => start <= offset)
    return [line + 1, bytes.toString("utf8", starts[line], offset).length + 1]
  }
  return (node) => {
    const [start = 0, length = 0] = text(node, "src")
      .split(":")
      .map((part) => Math.min(Math.max(Number(part) || 0, 0), bytes.length))
    const [line, column] = find(start)
    const [endLine, endColumn] = find(start + length)
    return { line, column, endLine, endColumn }
  }
}
