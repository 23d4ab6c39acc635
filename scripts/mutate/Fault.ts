/** One fault planted in one file. */
export type Fault = {
  /** The file, from the root of the repository. */
  readonly path: string
  /** The first line that it changes, counted from 1. */
  readonly line: number
  /** What was done, such as `condition negated`. */
  readonly kind: string
  /** The whole file with the fault in it. */
  readonly text: string
  /** Undefined for a patch. */
  readonly edit?: Edit
}

/** A replacement of one part of a text. */
export type Edit = { readonly kind: string; readonly start: number; readonly end: number; readonly replacement: string }

/** Makes a fault of an edit. */
export function faultOf(path: string, text: string, edit: Edit): Fault {
  const { kind, start, end, replacement } = edit
  return {
    path,
    kind,
    edit,
    line: text.slice(0, start).split("\n").length,
    text: text.slice(0, start) + replacement + text.slice(end),
  }
}
