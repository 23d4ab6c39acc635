import type { PageCall, PageFunction, PageWiring } from "../../PageEvent.js"
import { ask, type Child, commandBlock, element, type Part, setAttribute, shownText } from "../dom.js"
import { runButton } from "../press.js"
import type { Store } from "../store.js"

type Plug = PageWiring["plugs"][number]

/** Milliseconds after the last letter, or after a block, until a form asks again what it comes to. */
const pause = 300

/** A plug, and each of its functions that send as a form. What there is is asked for when it is opened. */
export function createCalls(plug: Plug, title: string, token: string | undefined): Part {
  const body = element("div", {})
  const root = element("details", { class: "plug" }, element("summary", {}, `${title}, ${plug.balance}`))
  root.append(element("code", {}, plug.address), body)
  let forms: readonly Part[] = []
  let shown: Store | undefined
  const say = (...children: readonly Child[]): void => {
    body.replaceChildren(element("p", { class: "dim" }, ...children))
  }
  const load = async (): Promise<void> => {
    const { functions } = await ask<{ functions: readonly PageFunction[] }>(`/page/functions?${queryOf(plug)}`)
    if (functions.length === 0) say("None of its functions sends a message.")
    forms = functions.map((each) => createForm(plug, each, token, shown))
    if (forms.length > 0) body.replaceChildren(...forms.map((form) => form.root))
  }
  root.addEventListener("toggle", () => {
    if (!root.open || forms.length > 0) return
    say("Reading its functions …")
    load().catch((error: unknown) => {
      say(String(error))
    })
  })
  return {
    root,
    show(store) {
      shown = store
      for (const form of forms) form.show(store)
    },
  }
}

function createForm(plug: Plug, { signature, inputs }: PageFunction, token: string | undefined, store?: Store): Part {
  const chains = store?.chains.filter(({ slug }) => slug !== store.gatewaySlug && slug !== plug.chainSlug) ?? []
  const names = element("datalist", { id: newId() }, ...chains.map(({ name }) => element("option", { value: name })))
  const fields = [...inputs, { name: "--value", type: "ether" }].map((input) => createField(input, names.id))
  const fee = element("span", { class: "fee", role: "status" })
  const line = element("div", {})
  let [asked, answered, block, due, isPressed] = [0, 0, 0, 0, false]
  /** Asks what the form comes to, and shows that. Returns the command that is then beside the button. */
  const read = async (): Promise<string | null> => {
    const mine = (asked += 1)
    const values = fields.map(({ input }) => input.value)
    const asking = ask<PageCall>(`/page/call?${queryOf(plug, signature, values)}`, token)
    const { problems, command, ...told } = await asking.finally(() => (answered = mine))
    if (mine !== asked) return command
    for (const [index, { input, refuse }] of fields.entries())
      refuse(isPressed || input.value !== "" ? (problems[index] ?? null) : null)
    fee.textContent = shownText(told.fee === null ? told.says : `fee ${told.says}`)
    setAttribute(fee, "data-refused", command !== null && told.fee === null)
    line.replaceChildren(...(command === null ? [] : [commandBlock(command)]))
    return command
  }
  const readSoon = (): void => {
    clearTimeout(due)
    due = setTimeout(() => {
      due = 0
      read().catch((error: unknown) => (fee.textContent = String(error)))
    }, pause)
  }
  const attributes = { type: "submit", "data-verb": "send" }
  const { button, says, printed, allow } = runButton("Send", attributes, token, async () => {
    isPressed = true
    const command = await read()
    if (command === null) fields.find(({ input }) => input.getAttribute("aria-invalid"))?.input.focus()
    return command
  })
  const root = element("form", { class: "call", "data-function": signature, autocomplete: "off" })
  root.append(element("h2", {}, signature), element("div", { class: "values" }, ...fields.map((field) => field.root)))
  root.append(names, element("div", { class: "act" }, button, fee, says), line, printed)
  root.addEventListener("input", readSoon)
  root.addEventListener("submit", (event) => {
    event.preventDefault()
  })
  const show = (now: Store): void => {
    allow(now)
    const newest = now.chains.find(({ slug }) => slug === plug.chainSlug)?.block ?? 0
    // Letters are waited for, and so is the answer before.
    if (newest === block || due !== 0 || answered < asked || !root.checkVisibility()) return
    block = newest
    readSoon()
  }
  if (store !== undefined) allow(store)
  readSoon()
  return { root, show }
}

/** @param chains the id of what a `uint32` offers, because it can be a chain */
function createField({ name, type }: PageFunction["inputs"][number], chains: string) {
  const says = element("span", { class: "revert", id: newId() })
  const about = { id: newId(), "aria-describedby": says.id }
  const input =
    type === "bool"
      ? element("select", about, ...["false", "true"].map((value) => element("option", { value }, value)))
      : element("input", { ...about, placeholder: hintOf(type), ...(type === "uint32" ? { list: chains } : {}) })
  const label = element("label", { for: about.id }, name, " ", element("span", { class: "dim" }, type))
  return {
    root: element("div", {}, label, input, says),
    input,
    /** Says what is wrong with the value, or nothing. */
    refuse: (problem: string | null): void => {
      says.textContent = shownText(problem ?? "")
      setAttribute(input, "aria-invalid", problem === null ? undefined : "true")
    },
  }
}

/** How a value of a type is written. */
function hintOf(type: string): string {
  if (type.endsWith("]")) return "[1, 2]"
  if (type.startsWith("(")) return "{ … } or [ … ]"
  if (type === "ether") return "for its own use, such as 0.5"
  return /^(address|bytes)/.test(type) ? "0x…" : ""
}

let ids = 0
const newId = (): string => `of-form-${(ids += 1)}`

function queryOf({ chainSlug, address }: Plug, signature?: string, values: readonly string[] = []): string {
  const query = new URLSearchParams({ slug: String(chainSlug), plug: address })
  if (signature !== undefined) query.set("signature", signature)
  for (const value of values.slice(0, -1)) query.append("arg", value)
  query.set("value", values.at(-1) ?? "")
  return query.toString()
}
