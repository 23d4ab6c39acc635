import { expect } from "chai"
import { describe, it } from "mocha"
import { maxUint256 } from "viem"

import { readRows } from "#src/plugin/arguments/readRows.js"
import type { Given } from "#src/plugin/arguments/rows.js"
import { retryRows } from "#tasks/messaging/index.js"
import { limitsOn } from "#tasks/messaging/retry/limitsOn.js"
import { readCause } from "#tasks/messaging/retry/readCause.js"
import { thrown } from "#test/fixtures/failure.js"

const read = (given: Given<typeof retryRows>) => readRows(retryRows, given)

describe("readCause", () => {
  it("reads a cause that explain finds", () => {
    expect(readCause(" given-up ")).to.equal("given-up")
    expect(thrown(() => readCause("givn-up")).next).to.match(/^Did you mean given-up\?/)
    const { facts, next } = thrown(() => readCause("xyz"))
    expect([facts["argument"], next]).to.deep.equal(["--cause", "Give one that it shows, such as given-up."])
  })
})

describe("limitsOn", () => {
  const plugs = { devnet: { chains: [{ name: "alpha", slug: 41_001, chainId: 7 }], gateway: { chainId: 9 } } }
  const network = (url: string) => ({ type: "http", chainId: 7, url: { get: () => Promise.resolve(url) } })
  const networks = { alpha: network("http://127.0.0.1:1"), beta: network("https://node.example") }
  const limits = (name: "alpha" | "beta", given: Parameters<typeof limitsOn>[1]) =>
    limitsOn({ name, slug: name === "alpha" ? 41_001 : 41_002, network: name }, given, { networks, plugs } as never)

  it("lets only money of a devnet be spent without a limit, and takes what is given for both", async () => {
    const none = { gasLimit: undefined, maxValue: undefined, maxGasPrice: undefined, maxGasCost: undefined }
    expect(await limits("alpha", read({}))).to.deep.equal({ ...none, maxValue: maxUint256 })
    expect(await limits("beta", read({}))).to.deep.equal(none)
    const given = { gasLimit: "5", maxValue: "6wei", maxGasPrice: "2", maxGasCost: "0.3" }
    for (const name of ["alpha", "beta"] as const) {
      expect(await limits(name, read(given))).to.deep.equal({
        ...{ gasLimit: 5n, maxValue: 6n, maxGasPrice: 2n * 10n ** 9n, maxGasCost: 3n * 10n ** 17n },
      })
    }
  })
})
