import { expect } from "chai"
import { describe, it } from "mocha"

import { readRows } from "#src/plugin/arguments/readRows.js"
import type { Given } from "#src/plugin/arguments/rows.js"
import { sendRows } from "#tasks/messaging/index.js"
import { callToSend } from "#tasks/messaging/send/callToSend.js"

const plug = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
const source = { name: "alpha", slug: 41001, network: "alpha", maxGasCost: "0.1" }
const chains = [{ name: "beta", slug: 41002, network: "beta" }]
const contract = { name: undefined, chain: undefined, address: plug, abi: undefined, source: undefined } as const
const known = { chains, contract, source }
const line = {
  plug: plug.toLowerCase(),
  signature: "add(uint32,uint256)",
  args: ["beta", "5"],
  margin: "2.5",
  value: "0.5",
}
const read = (given: Given<typeof sendRows>) => callToSend(readRows(sendRows, given), known)

describe("callToSend", () => {
  it("reads the call, and what is attached to it", () => {
    const call = read(line)
    expect(call).to.deep.include({ plug, functionName: "add", args: [41002, 5n] })
    expect(call).to.include({ value: 5n * 10n ** 17n, marginPercent: 2.5 })
  })

  it("reads the most to pay as fee, and leaves its default to the helper", () => {
    expect(read(line)).to.not.have.property("maxFee")
    expect(read({ ...line, maxFee: "0.01" })).to.include({ maxFee: 10n ** 16n })
    expect(() => read({ ...line, maxFee: "a lot" })).to.throw("--max-fee")
    expect(read({ ...line, maxFee: "1gwei" })).to.include({ maxFee: 10n ** 9n })
    expect(() => read({ ...line, value: "1000000000000000" })).to.throw(/^Option "--value": .*wei if it is wei/)
  })

  it("reads what gas may cost, or takes it from the chain", () => {
    expect(read(line)).to.include({ maxGasCost: 10n ** 17n })
    const call = read({ ...line, maxGasCost: "0.2", maxGasPrice: "3" })
    expect(call).to.include({ maxGasCost: 2n * 10n ** 17n, maxGasPrice: 3n * 10n ** 9n })
  })

  it("reads a margin of up to 1000 percent", () => {
    const margin = (text: string) => read({ ...line, margin: text }).marginPercent
    expect(["0", "101", "1000"].map(margin)).to.deep.equal([0, 101, 1_000])
    expect(() => margin("1000.1")).to.throw(/^Option "--margin"/)
  })
})
