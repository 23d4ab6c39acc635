import { expect } from "chai"
import { describe, it } from "mocha"

import { readSendArguments } from "#tasks/messaging/send/readSendArguments.js"

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
  it("reads a margin of up to 1000 percent", () => {
    const margin = (text: string) => readSendArguments({ ...line, margin: text }, known).call.marginPercent
    expect(["0", "101", "1000"].map(margin)).to.deep.equal([0, 101, 1_000])
    expect(() => margin("1000.1")).to.throw(/^Option "--margin"/)
  })

  it("reads the Safe that a call is written for, which is neither tracked nor waited for", () => {
    const alone = { ...line, track: false, until: undefined, timeout: undefined, safe: "a/safe.json" }
    const account = plug.toLowerCase()
    const { safe, call } = readSendArguments({ ...alone, account }, known)
    expect(safe).to.deep.equal({ file: "a/safe.json", address: plug })
    expect(call.account).to.equal(plug)
    expect(readSendArguments({ ...alone, safe: undefined, account }, known).safe).to.equal(undefined)
    expect(() => readSendArguments(alone, known)).to.throw(/^Option "--account"/)
    expect(() => readSendArguments({ ...alone, account, track: true }, known)).to.throw(/^Option "--track": .*--safe/)
    expect(() => readSendArguments({ ...alone, account, confirmations: "2" }, known)).to.throw(
      /^Option "--confirmations": .*--safe/,
    )
  })
})
