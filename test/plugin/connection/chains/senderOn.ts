import { expect } from "chai"
import { describe, it } from "mocha"
import type { Address } from "viem"

import { senderOn } from "#src/plugin/connection/chains/clientsOf.js"
import { failure } from "#test/fixtures/failure.js"
import { dai, usdc, user } from "#test/fixtures/wire/swapRoutes.js"

describe("the account that a connection sends from", () => {
  const sender = (accounts: readonly string[], wanted?: Address) =>
    senderOn({ networkName: "alpha", provider: { request: () => Promise.resolve(accounts) } } as never, wanted)

  it("is the first of its network, or the one that is wanted, with its checksum", async () => {
    const accounts = [user.toLowerCase(), dai.toLowerCase()]
    expect(await sender(accounts)).to.equal(user)
    expect(await sender(accounts, dai)).to.equal(dai)
  })

  it("is refused where the network has none, or another, with the first five that it has", async () => {
    expect(await failure(sender([]))).to.include({ argument: "config.networks.alpha.accounts" })
    const fixOf = async (accounts: readonly string[]) => (await failure(sender(accounts, usdc))).next
    expect(await fixOf([])).to.equal("It has no account.")
    expect(await failure(sender([user], usdc))).to.include({ code: "INVALID_INPUT", argument: "--account" })
    const many = [1, 2, 3, 4, 5, 6].map((digit) => `0x${String(digit).repeat(40)}`)
    expect(await fixOf(many)).to.equal(`Its accounts are ${many.slice(0, 5).join(", ")}.`)
  })
})
