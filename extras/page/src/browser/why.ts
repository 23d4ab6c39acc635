import type { ExplainedMessage } from "../PageEvent.js"
import { ask, button, commandBlock, copyButton, element, timeOfDay } from "./dom.js"
import { runButton } from "./press.js"

/**
 * A button that asks why a message is where it is, and puts the answer into an element. A token lets its fixes be run. Of one that was delivered
 * it is asked at once, since a contract can hold what it brought, and shown where one does.
 */
export function askWhy(id: string, token: string | undefined, into: HTMLElement, isDelivered = false): HTMLElement {
  const asked = (): Promise<ExplainedMessage> => ask(`/page/explain/${encodeURIComponent(id)}`, token)
  const show = (...answer: readonly Node[]): void => {
    // Somebody may look at another message by now.
    if (made.isConnected) into.replaceChildren(askWhy(id, token, into), ...answer)
  }
  const made = button("Explain", {}, () => {
    made.disabled = true
    made.textContent = "Reading the chains …"
    asked().then(
      (explained) => {
        show(...showWhy(token, explained))
      },
      (error: unknown) => {
        show(element("p", { class: "revert" }, String(error)))
      },
    )
  })
  if (isDelivered) {
    asked().then(
      (explained) => {
        if (explained.causes.some(({ name }) => name === "kept-back")) show(...showWhy(token, explained))
      },
      () => undefined,
    )
  }
  return element("div", {}, element("h3", {}, "Why is it here?"), made)
}

function showWhy(token: string | undefined, explained: ExplainedMessage): Node[] {
  const { verdict, says, causes, timeline, fee, command, markdown } = explained
  const list = causes.map(({ name, certainty, says: cause, mend }) =>
    element(
      "li",
      {},
      element("p", {}, element("code", {}, name), ` (${certainty}): ${cause}`),
      ...(mend === null ? [] : [element("p", {}, `Fix: ${mend.who}`)]),
      ...(mend === null || mend.command === null ? [] : [commandBlock(mend.command)]),
      ...(mend?.command && mend.isRunnable && token !== undefined ? [runFix(token, mend.command)] : []),
    ),
  )
  const happened = timeline.map(({ at, place, title, details }) =>
    element(
      "li",
      {},
      element("p", {}, element("b", {}, title), ` on ${place} `, at === null ? "" : timeOfDay(at * 1000)),
      ...details.map((line) => element("p", { class: "dim" }, line)),
    ),
  )
  const read = causes.flatMap(({ evidence }) =>
    evidence.map(({ source, says: found }) => element("p", { class: "dim" }, `${source}: ${found}`)),
  )
  return [
    element("p", {}, element("b", {}, verdict), `: ${says}`),
    element("ol", { class: "causes" }, ...list),
    element("p", { class: "copies" }, copyButton("Copy as command", command), copyButton("Copy as issue", markdown)),
    ...folded("What was read", ...read),
    ...(happened.length === 0 ? [] : folded("On the chains", element("ol", { class: "happened" }, ...happened))),
    ...(fee.length === 0 ? [] : folded("Its fee", waterfall(fee))),
  ]
}

/** What is shown when it is asked for. */
function folded(title: string, ...inside: readonly Node[]): Node[] {
  return inside.length === 0 ? [] : [element("details", {}, element("summary", {}, title), ...inside)]
}

/** Runs the command that is beside it, and shows what that printed. */
function runFix(token: string, command: string): HTMLElement {
  const { button: made, says, printed, allow } = runButton("Run it", { class: "run" }, token, [command])
  allow({ isReadOnly: false })
  return element("div", {}, made, says, printed)
}

/** A bar for each part, as long as it is of the largest. */
function waterfall(fee: ExplainedMessage["fee"]): HTMLElement {
  const most = Math.max(1, ...fee.map(({ wei }) => Number(wei)))
  const rows = fee.map(({ step, wei, says }) => {
    const bar = element("i", { class: "bar" })
    bar.style.width = `${(Math.max(0, Number(wei)) / most) * 100}%`
    return element(
      "li",
      {},
      element("span", {}, step),
      element("span", { class: "dim" }, says),
      element("span", { class: "bars" }, bar),
    )
  })
  return element("ol", { class: "stages" }, ...rows)
}
