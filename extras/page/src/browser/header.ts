import type { Commands } from "../PageEvent.js"
import { button, element, type Part, setAttribute } from "./dom.js"
import type { Press } from "./press.js"
import type { Store } from "./store.js"

type Control = { readonly verb: keyof Commands; readonly label: string; readonly key: string }

const controls: readonly Control[] = [
  { verb: "pause", label: "Pause", key: "p" },
  { verb: "resume", label: "Resume", key: "r" },
  { verb: "step", label: "Step", key: "s" },
]

/**
 * The top of the page: whether it is live, whether the relay stands still, and the controls with the command that does the same.
 *
 * @param press does something with the token of the printed link; without it nothing can be pressed
 */
export function createHeader(press: Press | undefined): Part {
  const live = element("span", { class: "live", role: "status" })
  const relay = element("span", { class: "relay", role: "status" })
  const says = element("span", { class: "says", role: "status" })
  const command = element("code", { class: "same" })
  let store: Store | undefined
  /** The control that the command is shown of: the last one pointed at, or else the one that fits. */
  let told: keyof Commands | undefined
  const control = (verb: keyof Commands): void => {
    if (press === undefined || store?.isReadOnly !== false) return
    says.textContent = `${verb} …`
    press(verb).then(
      (done) => (says.textContent = verb === "step" ? stepText(done) : ""),
      (error: unknown) => (says.textContent = error instanceof Error ? error.message : String(error)),
    )
  }
  const buttons = controls.map(({ verb, label, key }) => {
    const made = button(label, { class: "control", "data-verb": verb, "aria-keyshortcuts": key }, () => {
      control(verb)
    })
    const tell = (): void => {
      told = verb
      if (store !== undefined) show(store)
    }
    made.addEventListener("mouseenter", tell)
    made.addEventListener("focus", tell)
    return made
  })
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    const pressed = controls.find(({ key }) => key === event.key)
    if (pressed !== undefined) control(pressed.verb)
  })
  const root = element(
    "header",
    {},
    element("h1", {}, element("a", { href: "/page" }, "devnet")),
    live,
    relay,
    element("span", { class: "controls" }, ...buttons, command, says),
  )
  function show(given: Store): void {
    store = given
    const { isLive, paused, isReadOnly, commands } = given
    live.textContent = isLive === true ? "● live" : isLive === undefined ? "○ connecting" : "○ away, trying again"
    setAttribute(live, "data-on", isLive === true)
    relay.textContent = paused.length === 0 ? "▶ the relay runs" : "⏸ the relay stands still"
    relay.title = paused.join(", ")
    setAttribute(relay, "data-paused", paused.length > 0)
    for (const [index, { verb }] of controls.entries()) {
      const made = buttons[index]
      if (made === undefined) continue
      const fits = verb === "step" || (verb === "pause") === (paused.length === 0)
      made.disabled = press === undefined || isReadOnly || !fits
      made.title = commands?.[verb] ?? ""
    }
    if (commands === undefined) command.textContent = ""
    else if (isReadOnly) command.textContent = "read-only"
    else if (press === undefined) command.textContent = "to control it, open the link that the devnet printed"
    else command.textContent = commands[told ?? (paused.length === 0 ? "pause" : "resume")]
  }
  return { root, show }
}

export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLSelectElement
}

function stepText(done: unknown): string {
  const items = (done ?? []) as readonly { items?: number; stage?: string }[]
  return items.length === 0
    ? "nothing waited"
    : items.map(({ stage, items: count }) => `${stage ?? ""} ${count ?? 0}`).join(", ")
}
