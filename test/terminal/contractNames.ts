import { expect } from "chai"
import { describe, it } from "mocha"

import { showContract, showGatewayContract } from "#src/terminal/contractNames.js"

describe("the address of a contract", () => {
  const known = new Map([
    ["41002 0xaa", "Greeter"],
    ["43 0xaa", "Gateway"],
  ])
  const nameOf = (slug: number, address: string): string | undefined => known.get(`${slug} ${address}`)
  const names = { gatewaySlug: 43, nameOf }

  it("is shown with the name that the project has for it on its chain, or else alone", () => {
    expect([
      showContract("0xaa", 41002, names),
      showContract("0xaa", 41001, names),
      showContract("0xbb", 41002, names),
      showContract("0xaa", null, names),
      showContract("0xaa", 41002, undefined),
    ]).to.deep.equal(["0xaa (Greeter)", "0xaa", "0xbb", "0xaa", "0xaa"])
  })

  it("is that of the gateway's chain for an app gateway", () => {
    const shown = [showGatewayContract("0xaa", names), showGatewayContract("0xaa", undefined)]
    expect(shown).to.deep.equal(["0xaa (Gateway)", "0xaa"])
  })
})
