import { element, type Part, setAttribute } from "./dom.js"
import { laneAt } from "./row.js"

/** The heads of the lanes: each chain with its newest block, which ticks. */
export function createLanes(): Part {
  const track = element("span", { class: "track" })
  const root = element(
    "div",
    { class: "lanes row" },
    element("span", { class: "when" }),
    element("span", { class: "id" }),
    track,
  )
  const heads = new Map<number, { readonly head: HTMLElement; readonly block: HTMLElement }>()
  return {
    root,
    show({ chains, gatewaySlug }) {
      if (chains.length !== heads.size || chains.some(({ slug }) => !heads.has(slug))) {
        heads.clear()
        for (const { slug, name } of chains) {
          const block = element("b", { class: "block" })
          heads.set(slug, {
            block,
            head: element("span", { class: "head" }, element("span", { class: "name" }, name), block),
          })
        }
        track.replaceChildren(...[...heads.values()].map(({ head }) => head))
      }
      for (const { slug, block: number, name, chainId } of chains) {
        const { head, block } = heads.get(slug) ?? {}
        if (head === undefined || block === undefined) continue
        head.style.width = `${100 / chains.length}%`
        head.style.left = `${laneAt(slug, { chains })}%`
        head.title = `${name}, chain id ${chainId}, slug ${slug}${slug === gatewaySlug ? ", of app gateways" : ""}`
        const text = `#${number}`
        if (block.textContent === text) continue
        block.textContent = text
        // Every other block has the other name, so that the animation begins anew.
        setAttribute(block, "data-tick", number % 2)
      }
    },
  }
}
