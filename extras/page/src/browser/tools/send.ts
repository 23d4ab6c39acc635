import type { PageWiring, SendAnswer } from "../../PageEvent.js"
import { ask, commandBlock, element, type Part } from "../dom.js"
import { type Press, pressButton } from "../press.js"
import { nameOf } from "../row.js"
import type { Store } from "../store.js"
import { wayIn } from "./wiring.js"

/** An argument to begin with, by its type. A uint32 is the other chain. */
const examples: Readonly<Record<string, string>> = {
  string: "hello",
  bool: "true",
  bytes: "0x",
  address: `0x${"1".repeat(40)}`,
}

/** Sends a message from one plug to the one that it is connected to, and says before what that costs. */
export function createSend(press: Press | undefined): Part {
  const [path, call] = [element("select", {}), element("select", {})]
  const args = element("input", { type: "text", spellcheck: "false" })
  const [fee, same] = [element("p", { role: "status" }), element("div", {})]
  let wiring: PageWiring = { plugs: [], links: [], accounts: [] }
  let store: Store | undefined
  let asked = 0
  const end = (which: "from" | "to") => wiring.plugs[wiring.links[Number(path.value)]?.[which] ?? -1]
  const chainOf = (which: "from" | "to"): string => (store ? nameOf(end(which)?.chainSlug ?? 0, store) : "")
  const send = async (more: object): Promise<SendAnswer> => {
    const { chainSlug: slug, address: plug } = end("from") ?? {}
    return (await press?.("send", { slug, plug, ...more })) as SendAnswer
  }
  const callNow = () => ({ signature: call.value, args: args.value })
  const fail = (error: unknown): void => {
    fee.textContent = error instanceof Error ? error.message : String(error)
  }
  /** Shows what the devnet answers, unless something else was asked for meanwhile. */
  const show = (form: object, then: (answer: SendAnswer) => void): void => {
    const now = ++asked
    const unlessLate =
      <T>(act: (given: T) => void) =>
      (given: T) => {
        if (now === asked) act(given)
      }
    send(form).then(unlessLate(then), unlessLate(fail))
  }
  const price = (): void => {
    same.replaceChildren()
    show(callNow(), ({ says = "", command = "" }) => {
      fee.textContent = says
      same.replaceChildren(commandBlock(command))
    })
  }
  const begin = (): void => {
    const types = /\((.*)\)/.exec(call.value)?.[1]?.split(", ") ?? []
    const words = types.map((each) =>
      /^uint32\b/.test(each) ? chainOf("to") : (examples[each.split(" ")[0] ?? ""] ?? "1"),
    )
    args.value = words.join(" ")
    price()
  }
  const readCalls = (): void => {
    show({}, ({ functions }) => {
      call.replaceChildren(...functions.map((each) => element("option", {}, each)))
      if (functions.length > 0) begin()
      else fee.textContent = "The project has no contract with this code whose functions take a fee."
    })
  }
  path.addEventListener("change", readCalls)
  call.addEventListener("change", begin)
  args.addEventListener("input", price)
  const { button, says, allow } = pressButton(
    "Send a message",
    { "data-verb": "send" },
    press && (() => send({ ...callNow(), isSent: true })),
  )
  const label = (text: string, of: HTMLElement) => element("label", {}, text, of)
  const fields = [label("path", path), label("function", call), label("arguments", args)]
  const form = element("div", { class: "send" }, ...fields)
  const root = element("details", { class: "panel" }, element("summary", {}, "Send a message"), form, fee, same)
  root.append(element("p", { class: "act" }, button, says))
  root.addEventListener("toggle", () => {
    if (!root.open) return
    const reading = ask<PageWiring>("/page/wiring").then((read) => {
      wiring = read
      const options = read.links.flatMap(({ problem, ...ends }, value) =>
        problem === null && store ? [element("option", { value }, wayIn(ends, read, store))] : [],
      )
      path.replaceChildren(...options)
      if (options.length > 0) readCalls()
      else fee.textContent = "No two plugs are connected."
    })
    reading.catch(fail)
  })
  return {
    root,
    show(given) {
      store = given
      // Before anything has moved there is the one that deploys, too.
      root.hidden = press === undefined || given.isReadOnly || given.items.size === 0
      allow(given)
    },
  }
}
