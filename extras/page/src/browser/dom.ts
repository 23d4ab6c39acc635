import type { Standing, Store } from "./store.js"
import { escapeHidden, exactJson } from "#src/primitives/text.js"

/** A part of the page, which shows what is known. */
export type Part = { readonly root: HTMLElement; readonly show: (store: Store) => void }

/** What an element can be given. Text becomes text, never markup. */
export type Child = Node | string

/** A standing has a colour. Any other text would have none. */
type Attributes = Readonly<Record<string, string | number | boolean | undefined>> & {
  readonly "data-standing"?: Standing
}

/**
 * Makes an element.
 *
 * @example
 * element("button", { class: "control", disabled: true }, "Pause")
 */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) setAttribute(made, name, value)
  made.append(...children.map((child) => (typeof child === "string" ? shownText(child) : child)))
  return made
}

/** Text that shows all that it has: what would turn the line around or hide itself becomes its escape. */
export function shownText(text: string): string {
  return escapeHidden(text, { keepsLines: true })
}

export function setAttribute(on: Element, name: string, value: string | number | boolean | undefined): void {
  if (value === undefined || value === false) on.removeAttribute(name)
  else on.setAttribute(name, value === true ? "" : String(value))
}

/** A button that does something, and says in its label what. */
export function button(text: string, attributes: Attributes, press: () => void): HTMLButtonElement {
  const made = element("button", { type: "button", ...attributes }, text)
  made.addEventListener("click", press)
  return made
}

/** A button that copies a text, and says that it has, or why not. A text can be one that has to be asked for. */
export function copyButton(label: string, text: string | (() => Promise<string>)): HTMLButtonElement {
  const made = button(label, { class: "quiet" }, () => {
    void copy(text).then((says) => {
      made.textContent = shownText(says)
      setTimeout(() => (made.textContent = label), 1500)
    })
  })
  return made
}

async function copy(text: string | (() => Promise<string>)): Promise<string> {
  try {
    await navigator.clipboard.writeText(typeof text === "string" ? text : await text())
    return "Copied"
  } catch (error) {
    return error instanceof DOMException ? "The browser refuses to copy" : String(error)
  }
}

/** Asks the devnet, and throws what it says where it refuses. What it prints for a page without the token cannot be run. */
export async function ask<Answer>(path: string, token?: string, body?: object): Promise<Answer> {
  const headers: Record<string, string> = token === undefined ? {} : { "x-page-token": token }
  // Amounts go as text, which JSON has no other form for.
  const post = body && { method: "POST", body: exactJson(body) }
  if (post) headers["content-type"] = "application/json"
  const response = await fetch(path, { headers, ...post })
  const answer = (await response.json()) as Answer & { readonly message?: string }
  if (!response.ok) throw new Error(answer.message ?? `status ${response.status}`)
  return answer
}

/** A command as one can run it, with a button that copies it. */
export function commandBlock(command: string): HTMLElement {
  return element("div", { class: "command" }, element("code", {}, command), copyButton("Copy", command))
}

/** What may be wider than the page. It can be focused, so that the arrow keys move it. */
export function scrolling(label: string, inside: Node): HTMLElement {
  return element("div", { class: "scrolls", tabindex: 0, role: "region", "aria-label": label }, inside)
}

/** The ends of an address or hash, which a narrow row has room for. */
export function shortHex(hex: string): string {
  return hex.length <= 14 ? hex : `${hex.slice(0, 8)}…${hex.slice(-4)}`
}

/** The end of an id that counts up, which is where it differs from others. */
export function idEnd(id: string): string {
  return id.length <= 14 ? id : `…${id.slice(-4)}`
}

/** The time of day of a moment, in milliseconds since 1970. */
export function timeOfDay(moment: number): string {
  return new Date(moment).toLocaleTimeString("en-GB")
}

export function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.max(0, Math.round(milliseconds))} ms`
  const seconds = milliseconds / 1000
  if (seconds < 60) return `${seconds.toFixed(1)} s`
  return seconds < 3600
    ? `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
    : `${(seconds / 3600).toFixed(1)} h`
}
