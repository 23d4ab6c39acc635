import { expect } from "chai"
import { network } from "hardhat"
import { after, before, describe, it } from "mocha"
import { type Address, type Hex, numberToHex } from "viem"

import { readCodePrefixes } from "#src/onchain/scanning/readCodePrefixes.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { at } from "#test/fixtures/wire/addresses.js"

describe("readCodePrefixes", () => {
  const delegated: Hex = `0xef0100${at(0x1002).slice(2)}`
  const codes = new Map<Address, Hex>([
    [at(0x1001), "0x"],
    [at(0x1002), "0x60"],
    [at(0x1003), `0x60${"ab".repeat(700)}`],
    [at(0x1004), delegated],
  ])
  const begins = ["0x", "0x60", `0x60${"ab".repeat(31)}`, delegated]
  let connection: Awaited<ReturnType<typeof network.create>>
  before(async () => {
    connection = await network.create()
    for (const params of codes) await connection.provider.request({ method: "hardhat_setCode", params })
  })
  after(() => connection.close())

  const read = async (change: (answer: unknown) => unknown, addresses = [...codes.keys()]) => {
    const { provider } = connection
    const { client, asked } = fakeNode(async ({ method, params: [first] }) => {
      const answer: unknown = await provider.request({ method, params: [first, "latest"] })
      return method === "eth_call" ? change(answer) : answer
    })
    return { codes: [...(await readCodePrefixes(client, addresses, 1n)).values()], asked }
  }

  it("gives what the code of each address begins with, with one request for all but a delegated key", async () => {
    const found = await read((answer) => answer)
    expect(found.codes.map((code) => String(code).toLowerCase())).to.deep.equal(
      begins.map((code) => code.toLowerCase()),
    )
    expect(found.asked).to.deep.equal(["eth_call", "eth_getCode"])
    const many = Array.from({ length: 800 }, (_, number) => at(0x2000 + number))
    const crowd = await read((answer) => answer, many)
    expect(crowd.asked).to.deep.equal(["eth_call", "eth_call", "eth_call"])
    expect(new Set(crowd.codes)).to.deep.equal(new Set(["0x"]))
  })

  for (const [what, wrong] of [
    ["does not know the call", () => Promise.reject(new Error("it creates nothing"))],
    ["answers with less", (answer: unknown) => String(answer).slice(0, -2)],
    ["answers with something else", () => numberToHex(1)],
  ] as const) {
    it(`asks one by one where a node ${what}`, async () => {
      const found = await read(wrong)
      expect(found.asked).to.deep.equal(["eth_call", ...Array<string>(4).fill("eth_getCode")])
      expect(found.codes[1]).to.equal("0x60")
    })
  }
})
