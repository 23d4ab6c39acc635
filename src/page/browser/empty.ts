import { firstCommands } from "../firstCommands.js"
import { commandBlock, element, type Part } from "./dom.js"
import { type Press, pressButton } from "./press.js"

/** What a devnet shows on which nothing has moved: how to make something move, and a button that does it. */
export function createEmpty(press: Press | undefined): Part {
  const send = pressButton("Run both", { "data-verb": "sendFirst" }, press && (() => press("sendFirst")))
  const root = element(
    "section",
    { class: "empty" },
    element("h2", {}, "Nothing has moved yet"),
    element(
      "p",
      {},
      "Deploy and connect a pair of plugs, then send a message. In a project that npm create hardhat-plugs wrote:",
    ),
    ...firstCommands.map(commandBlock),
    element("p", {}, send.button, send.says),
    element("p", { class: "dim" }, "Whatever your scripts and tasks send to this devnet appears here as it moves."),
  )
  return {
    root,
    show(store) {
      root.hidden = store.isLive === undefined || store.items.size > 0
      send.allow(store)
    },
  }
}
