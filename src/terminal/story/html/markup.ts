import { html, raw } from "hono/html"

import { escapeHidden } from "../../../primitives/text.js"

/** HTML that is safe to show as it is. */
export type Markup = ReturnType<typeof raw>

type Part = string | number | Markup | readonly Markup[]

/**
 * Writes HTML. This is the one place where text becomes part of a page: markup in it is escaped, and so is what is not shown as it is, such
 * as characters that change the direction of text.
 *
 * @example
 * markup`<p>${"<b>"}</p>` // <p>&lt;b&gt;</p>
 */
export function markup(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  // It returns a promise only for parts that are promises.
  return html(strings, ...parts.map((part) => (typeof part === "string" ? escapeHidden(part) : part))) as Markup
}

/** Writes HTML only if there is something to write. */
export function optionally(isThere: boolean, write: () => Markup): readonly Markup[] {
  return isThere ? [write()] : []
}

/** Takes HTML of this package as it is. */
export function trusted(text: string): Markup {
  return raw(text)
}
