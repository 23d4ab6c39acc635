import { expect } from "chai"
import { describe, it } from "mocha"

import type { TriedDelivery } from "#src/messaging/wiring/tryDeliveries.js"
import { deliveryFields, deliveryLines } from "#tasks/messaging/output/deliveries.js"
import { markColors } from "#test/fixtures/output/markColors.js"
import { at } from "#test/fixtures/wire/addresses.js"

const ends = { application: "app", chain: "alpha", chainSlug: 11, siblingChain: "beta", siblingChainSlug: 12 }
const delivery = (status: TriedDelivery["status"], more: Partial<TriedDelivery> = {}): TriedDelivery => {
  return { ...ends, plug: at(0x71), status, fee: 5n, reason: undefined, notes: [], ...more }
}

describe("deliveryLines", () => {
  it("says of each message how far it came, and why not further", () => {
    const why = { reason: "it is late" }
    const [first, ...lines] = markColors(
      deliveryLines([
        delivery("arrived", { notes: ["Not all was checked."] }),
        delivery("refused", why),
        delivery("failed", why),
        delivery("failed", { ...why, fee: null }),
        delivery("one-sided", why),
        delivery("unverified", why),
        delivery("unverified", { ...why, fee: null }),
      ]),
    )
    expect(first).to.equal("A message over each new connection, tried and not kept:")
    expect(lines).to.deep.equal([
      "  <green>app alpha → beta: sent for 5 wei, arrived.</>",
      "    <magenta>Not all was checked.</>",
      "  <dim>app alpha → beta: sent for 5 wei, refused, which is no failure: it is late.</>",
      "  <red>app alpha → beta: sent for 5 wei, stopped before inbound: it is late.</>",
      "  <red>app alpha → beta: not sent: it is late.</>",
      "  <magenta>app alpha → beta: sent for 5 wei, not brought: the other side is left to connect.</>",
      "  <magenta>app alpha → beta: sent for 5 wei, unverified: it is late.</>",
      "  <magenta>app alpha → beta: unverified: it is late.</>",
    ])
  })
})

describe("deliveryFields", () => {
  it("names the ends of a connection as those of a message, and has null where nothing is known", () => {
    const { notes, ...fields } = deliveryFields(delivery("failed", { fee: null, notes: ["odd"] }))
    expect([notes, fields]).to.deep.equal([
      ["odd"],
      {
        ...{ application: "app", srcChainName: "alpha", srcChainSlug: 11, srcPlug: at(0x71) },
        ...{ dstChainName: "beta", dstChainSlug: 12, status: "failed", fee: null, reason: null },
      },
    ])
    expect(deliveryFields(delivery("refused", { reason: "why" }))).to.include({ fee: 5n, reason: "why" })
  })
})
