import type { PageTrust, PageWiring } from "../../changes.js"
import { ask, commandBlock, element, scrolling } from "../dom.js"
import { pressButton } from "../press.js"

type Plug = PageWiring["plugs"][number]

/** A button that asks who can forge messages from one plug to another, which takes a moment, and the place for the answer. */
export function askForgers(path: string, from: Plug, to: Plug): readonly Node[] {
  const into = element("div", {})
  const query = new URLSearchParams({
    ...{ fromslug: String(from.chainSlug), fromplug: from.address },
    ...{ slug: String(to.chainSlug), plug: to.address },
  })
  const attributes = { class: "quiet", "data-verb": "forgers", "aria-label": `Who can forge: ${path}` }
  const { button, says, allow } = pressButton("Who can forge", attributes, async () => {
    const trust = await ask<PageTrust>(`/page/trust?${query.toString()}`)
    const report = scrolling(`What plugs trust says of ${path}`, element("pre", {}, trust.report))
    into.replaceChildren(element("p", { role: "status" }, trust.says), report, commandBlock(trust.command))
  })
  allow({ isReadOnly: false })
  return [button, says, into]
}
