import { expect } from "chai"
import { describe, it } from "mocha"

import { readSendArguments } from "../../../../tasks/messaging/send/readSendArguments.js"

const plug = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
const source = { name: "alpha", slug: 41001, network: "alpha", maxGasCost: "0.1" }
const chains = [{ name: "beta", slug: 41002, network: "beta" }]
const contract = { name: undefined, chain: undefined, address: plug, abi: undefined, source: undefined } as const
const known = { chains, contract, source }
const line = {
  plug: plug.toLowerCase(),
  signature: "add(uint32,uint256)",
  args: ["beta", "5"],
  from: undefined,
  account: undefined,
  margin: "2.5",
  value: "0.5",
  maxFee: undefined,
  budget: undefined,
  confirmations: undefined,
  safe: undefined,
  evenWithoutMessage: false,
  track: true,
  until: "sealed",
  timeout: "10m",
  json: false,
}

describe("readSendArguments", () => {
  it("reads the call, what is attached to it, and how long to wait", () => {
    const { call, waitOptions } = readSendArguments(line, known)
    expect(call).to.deep.include({ plug, functionName: "add", args: [41002, 5n] })
    expect(call).to.include({ value: 5n * 10n ** 17n, marginPercent: 2.5 })
    expect(waitOptions).to.deep.equal({ until: "SEALED", timeout: 600_000 })
  })

  it("reads the most to pay as fee, and leaves its default to the helper", () => {
    expect(readSendArguments(line, known).call).to.not.have.property("maxFee")
    expect(readSendArguments({ ...line, maxFee: "0.01" }, known).call).to.include({ maxFee: 10n ** 16n })
    expect(() => readSendArguments({ ...line, maxFee: "a lot" }, known)).to.throw("--max-fee")
    expect(readSendArguments({ ...line, maxFee: "1gwei" }, known).call).to.include({ maxFee: 10n ** 9n })
    expect(() => readSendArguments({ ...line, value: "1000000000000000" }, known)).to.throw(
      /^Option "--value": .*wei if it is wei/,
    )
  })

  it("reads what gas may cost, or takes it from the chain", () => {
    expect(readSendArguments(line, known).call).to.include({ maxGasCost: 10n ** 17n })
    const { call } = readSendArguments({ ...line, maxGasCost: "0.2", maxGasPrice: "3" }, known)
    expect(call).to.include({ maxGasCost: 2n * 10n ** 17n, maxGasPrice: 3n * 10n ** 9n })
  })

  it("leaves the defaults of waiting to the watch", () => {
    const { waitOptions } = readSendArguments({ ...line, until: undefined, timeout: undefined }, known)
    expect(waitOptions).to.deep.equal({})
  })

  it("refuses options of waiting where nothing is waited for", () => {
    const alone = { ...line, track: false, until: undefined, timeout: undefined }
    expect(() => readSendArguments(alone, known)).to.not.throw()
    expect(() => readSendArguments({ ...alone, until: "sealed" }, known)).to.throw(/^Option "--until": .*--track/)
    expect(() => readSendArguments({ ...alone, timeout: "10m" }, known)).to.throw(/^Option "--timeout": .*--track/)
  })
})
