import type { FaultForm, FaultOption } from "../../PageEvent.js"
import { ask, commandBlock, element, type Part, setAttribute } from "../dom.js"
import { type Press, pressButton } from "../press.js"
import type { Store } from "../store.js"
import { writeCall } from "#src/primitives/writeCall.js"

/** What each fault does, by its name: `buildPage.ts` takes it from the table of faults. */
declare const faultTexts: Readonly<Record<string, string>>

/** Every fault as a switch, with the line of a test that does the same. What there is is asked for when the panel is opened. */
export function createFaults(press: Press | undefined): Part {
  const summary = element("summary", {})
  const list = element("ul", { class: "faults" })
  const root = element("details", { class: "panel" }, summary, list)
  let rows: readonly Part[] = []
  let shown: Store | undefined
  async function load(): Promise<void> {
    const forms = await ask<readonly FaultForm[]>("/page/faults")
    const wanted = Object.keys(wants)
    const byWant = [...forms].sort((one, other) => rank(one, wanted) - rank(other, wanted))
    rows = byWant.map((form) => createRow(form, press))
    const often = byWant.filter(({ fault }) => fault in wants).length
    const [first, more] = [rows.slice(0, often), rows.slice(often)].map((some) => some.map((row) => row.root))
    const rest = element("ul", { class: "faults" }, ...(more ?? []))
    const fold = element("details", {}, element("summary", {}, `${more?.length ?? 0} more`), rest)
    list.replaceChildren(...(first ?? []), ...(more?.length ? [element("li", { class: "all" }, fold)] : []))
    for (const row of rows) if (shown !== undefined) row.show(shown)
  }
  root.addEventListener("toggle", () => {
    if (!root.open || rows.length > 0) return
    load().catch((error: unknown) => {
      list.replaceChildren(element("li", {}, String(error)))
    })
  })
  return {
    root,
    show(store) {
      shown = store
      const { length } = store.faults
      summary.textContent = length === 0 ? "Faults" : `⚠ Faults: ${length} on`
      setAttribute(root, "data-on", length > 0)
      for (const row of rows) row.show(store)
    },
  }
}

/** What a person wants to try, by the fault that does it, in the order of how often. The others are behind "more". */
const wants: Readonly<Record<string, string>> = {
  down: "Stop a part of the relay",
  slow: "Slow a part down",
  outOfGas: "Run out of gas",
  reorg: "Reorganize a chain",
  trip: "Trip switchboards",
  missingAttestations: "Lose attestations",
  lateAttestations: "Delay attestations",
  stoppedChain: "Stop a chain",
  risingFees: "Raise the fees",
  forge: "Forge a message",
  failingApi: "Break an API",
}

function rank({ fault }: FaultForm, wanted: readonly string[]): number {
  return wanted.includes(fault) ? wanted.indexOf(fault) : wanted.length
}

function createRow(form: FaultForm, press: Press | undefined): Part {
  const { fault, subject, options } = form
  let shown: Store | undefined
  const active = () => shown?.faults.filter((each) => each.fault === fault) ?? []
  const inputs = options.map((option) => ({ option, input: createInput(option) }))
  const values = (): Readonly<Record<string, unknown>> =>
    Object.fromEntries(inputs.map(({ option, input }) => [option.name, valueOf(option, input.value)]))
  const act = async (): Promise<void> => {
    const on = active()
    for (const { id } of on) await press?.("endFault", id)
    if (on.length === 0) await press?.("beginFault", { ...values(), fault })
  }
  const toggle = pressButton(fault, { class: "switch", role: "switch", "aria-checked": "false" }, press && act)
  const fields = element(
    "span",
    { class: "fields" },
    ...inputs.map(({ option, input }) => element("label", {}, option.name, input)),
  )
  const lines = element("div", { class: "lines" })
  function draw(): void {
    const on = active()
    const text =
      on.length > 0 ? on.map(({ line }) => line) : [`await ${writeCall(`world.faults.${fault}`, values(), subject)}`]
    setAttribute(toggle.button, "aria-checked", on.length > 0 ? "true" : "false")
    fields.hidden = on.length > 0
    state.textContent = on.length > 0 ? `on, happened: ${on.map(({ happened }) => happened).join(", ")}` : "off"
    if (lines.dataset["text"] === text.join("\n")) return
    lines.dataset["text"] = text.join("\n")
    lines.replaceChildren(...text.map(commandBlock))
  }
  const state = element("span", { class: "dim" })
  for (const { input } of inputs) input.addEventListener("input", draw)
  const says = element("p", {}, faultTexts[fault] ?? "")
  const root = element(
    "li",
    { "data-fault": fault },
    ...(fault in wants ? [element("b", {}, wants[fault] ?? "")] : []),
    element("div", { class: "act" }, toggle.button, state, toggle.says),
  )
  root.append(says, fields, lines)
  draw()
  return {
    root,
    show(store) {
      shown = store
      toggle.allow(store)
      draw()
    },
  }
}

function createInput({ kind, choices, value }: FaultOption): HTMLInputElement | HTMLSelectElement {
  if (choices === undefined)
    return element("input", { type: kind === "number" ? "number" : "text", step: "any", value, placeholder: "default" })
  const all = value === "" ? ["", ...choices] : choices
  const select = element(
    "select",
    {},
    ...all.map((choice) => element("option", { value: choice }, choice === "" ? "any" : choice)),
  )
  select.value = value
  return select
}

/** What is left empty is left out. */
function valueOf({ kind }: FaultOption, text: string): unknown {
  if (text === "") return undefined
  if (kind === "number") return Number(text)
  if (kind === "amount") return /^\d+$/.test(text) ? BigInt(text) : text
  return kind === "boolean" ? text === "true" : text
}
