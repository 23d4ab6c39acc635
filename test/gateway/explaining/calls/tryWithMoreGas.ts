import { expect } from "chai"
import hre from "hardhat"
import { after, before, describe, it } from "mocha"
import type { Address, Hex } from "viem"

import { tryWithMoreGas } from "#src/gateway/explaining/calls/simulate.js"
import { deepIt } from "#test/fixtures/depth.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"

describe("tryWithMoreGas", () => {
  let connection: Awaited<ReturnType<typeof hre.network.create>>
  before(async () => {
    connection = await hre.network.create()
  })
  after(() => connection.close())

  const from: Address = `0x${"11".repeat(20)}`
  const to: Address = `0x${"22".repeat(20)}`
  const asked: Hex[] = []
  /** Calls a contract whose limit is too low. */
  const run = async (code: Hex, limit = 30_000n) => {
    await connection.provider.request({ method: "hardhat_setCode", params: [to, code] })
    asked.length = 0
    const { client } = fakeNode(
      { eth_estimateGas: ([{ gas }]: [{ gas: Hex }]) => void asked.push(gas) },
      { behind: connection.provider },
    )
    return await tryWithMoreGas(client, { from, to, data: "0x" }, limit)
  }

  it("finds how much a call needs that its limit does not suffice for", async () => {
    // Stores 1 in slot 0.
    const more = await run("0x600160005500")
    expect(Number(more !== undefined && "needed" in more && more.needed)).to.be.within(43_000, 46_000)
  })

  deepIt("gives a loop without end a million gas more than its limit, and says so", async () => {
    expect(await run("0x5b600056")).to.deep.equal({ failsWith: 1_030_000n, how: "out of gas" })
    expect(asked.map(BigInt)).to.deep.equal([1_030_000n])
  })

  it("says nothing of a call whose limit suffices", async () => {
    expect(await run("0x00")).to.equal(undefined)
  })
})
