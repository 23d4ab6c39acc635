import type { PageSnapshot } from "../../PageEvent.js"
import { commandBlock, element, type Part, timeOfDay } from "../dom.js"
import { type Press, pressButton, type Pressed } from "../press.js"
import type { Store } from "../store.js"
import { writeCall } from "#src/primitives/writeCall.js"

/** The snapshots on a line of time, each of which all chains can be set back to together, and time itself. */
export function createTimeline(press: Press | undefined): Part {
  const summary = element("summary", {})
  const list = element("ol", { class: "timeline" })
  const take = pressButton("Take a snapshot", { "data-verb": "snapshot" }, press && (() => press("snapshot")))
  const pass = pressButton("Clocks + 1 day", { "data-verb": "passDay" }, press && (() => press("passDay")))
  const root = element("details", { class: "panel" }, summary, list)
  root.append(act(take, "await devnet.snapshot()"), act(pass, "await world.time.increase(86400)"))
  let drawn: readonly PageSnapshot[] | undefined
  let backs: readonly Pressed[] = []
  const draw = ({ snapshots }: Store): void => {
    if (snapshots === drawn) return
    drawn = snapshots
    backs = snapshots.map(({ id }) =>
      pressButton("Set all chains back", { "data-verb": "revert" }, press && (() => press("revert", id))),
    )
    const items = snapshots.map(({ id, at }, index) =>
      element(
        "li",
        { "data-snapshot": id },
        element("b", {}, `${timeOfDay(at)} · ${id}`),
        act(backs[index] as Pressed, `await ${writeCall("devnet.revert", { id }, "id")}`),
      ),
    )
    list.replaceChildren(...items)
  }
  return {
    root,
    show(store) {
      const { length } = store.snapshots
      summary.textContent = length === 0 ? "Snapshots and time" : `Snapshots and time: ${length}`
      draw(store)
      for (const each of [take, pass, ...backs]) each.allow(store)
    },
  }
}

/** A button, and the line that does the same. */
function act({ button, says }: Pressed, line: string): HTMLElement {
  return element("div", { class: "act" }, button, commandBlock(line), says)
}
