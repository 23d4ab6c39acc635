import type { Verb } from "../PageEvent.js"
import { ask, button, element, shownText } from "./dom.js"
import type { Store } from "./store.js"

/** Does something on the devnet. Rejects with the reason where it is refused. */
export type Press = (verb: Verb, given?: unknown) => Promise<unknown>

/** @param token of the printed link, which no other page has */
export function createPress(token: string): Press {
  return async (verb, given) => (await ask<{ done?: unknown }>(`/page/do/${verb}`, token, { given })).done
}

/** A button that does something on the devnet, and the place that says what it is doing, or why it was refused. */
export type Pressed = {
  readonly button: HTMLButtonElement
  readonly says: HTMLElement
  /** Nothing can be pressed without the token, and nothing where the page is read-only. */
  readonly allow: (store: Pick<Store, "isReadOnly">) => void
}

/** @param act what the button does; `undefined` without the token */
export function pressButton(
  label: string,
  attributes: Parameters<typeof button>[1],
  act: (() => Promise<unknown>) | undefined,
): Pressed {
  const says = element("span", { class: "says", role: "status" })
  const made = button(label, attributes, () => {
    // Not disabled meanwhile, because it would lose the focus.
    if (act === undefined || made.getAttribute("aria-busy") === "true") return
    made.setAttribute("aria-busy", "true")
    says.textContent = "…"
    act()
      .then(
        () => (says.textContent = ""),
        (error: unknown) => (says.textContent = error instanceof Error ? error.message : String(error)),
      )
      .finally(() => {
        made.removeAttribute("aria-busy")
      })
  })
  made.disabled = true
  return {
    button: made,
    says,
    allow: ({ isReadOnly }) => {
      made.disabled = act === undefined || isReadOnly
    },
  }
}

/** A button that runs what the page shows, a command after the other until one fails, and the place that shows what that prints. */
export function runButton(
  label: string,
  attributes: Parameters<typeof button>[1],
  token: string | undefined,
  commands: readonly string[],
): Pressed & { readonly printed: HTMLElement } {
  const printed = element("pre", { class: "printed", role: "status" })
  printed.hidden = true
  const act = async (): Promise<void> => {
    printed.hidden = true
    for (const command of commands) {
      type Answer = { readonly code: number | null; readonly output: string }
      const { code, output } = await ask<Answer>("/page/run", token ?? "", { command })
      printed.textContent = shownText(`${output.trim()}\n${code === 0 ? "✓ done" : `✕ it ended with code ${code}`}`)
      printed.hidden = false
      if (code !== 0) return
    }
  }
  return { ...pressButton(label, attributes, token === undefined ? undefined : act), printed }
}
