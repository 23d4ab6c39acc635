import { expect } from "chai"
import { describe, it } from "mocha"
import { maxUint256 } from "viem"

import { limitsOn, readRetryArguments, type RetryArguments } from "#tasks/messaging/retry/readRetryArguments.js"
import { thrown } from "#test/fixtures/failure.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const account = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
const none: RetryArguments = {
  ...{ id: undefined, from: undefined, messageId: undefined, gasLimit: undefined, maxValue: undefined },
  ...{ cause: undefined, account: undefined, confirmations: undefined, safe: undefined },
  ...{ dryRun: false, yes: false, json: false, maxGasPrice: undefined, maxGasCost: undefined },
}
const read = (given: Partial<RetryArguments>) => readRetryArguments({ ...none, ...given })

describe("readRetryArguments", () => {
  it("reads which message is meant, by whom, and what may be spent", () => {
    expect(read({})).to.deep.equal({
      ...{ cause: undefined, account: undefined, safe: undefined, confirmations: 1 },
      asked: { id: undefined, messageId: undefined },
      limits: { gasLimit: undefined, maxValue: undefined },
    })
    const given = { id: bytes32(1), messageId: bytes32(2), gasLimit: "1", maxValue: "0.5", confirmations: "3", account }
    expect(read(given)).to.deep.equal({
      ...{ cause: undefined, account, safe: undefined, confirmations: 3 },
      asked: { id: bytes32(1), messageId: bytes32(2) },
      limits: { gasLimit: 1n, maxValue: 5n * 10n ** 17n },
    })
    expect(read({ cause: " given-up " }).cause).to.equal("given-up")
    expect(read({ safe: "a.json", account })).to.deep.include({ safe: account, account })
  })

  it("refuses what contradicts, is missing or unknown, by the option", () => {
    const table: [Partial<RetryArguments>, string][] = [
      [{ cause: "given-up", id: bytes32(1) }, "id"],
      [{ cause: "given-up", messageId: bytes32(1) }, "--message-id"],
      [{ cause: "no such thing" }, "--cause"],
      [{ safe: "a.json", account, confirmations: "2" }, "--confirmations"],
      [{ safe: "a.json" }, "--account"],
      [{ account: "0x12" }, "--account"],
      [{ id: "0x12" }, "id"],
      [{ messageId: "0x12" }, "--message-id"],
      [{ gasLimit: "0" }, "--gas-limit"],
      [{ maxValue: "much" }, "--max-value"],
    ]
    for (const [given, argument] of table) {
      expect(thrown(() => read(given)).facts["argument"], JSON.stringify(given)).to.equal(argument)
    }
    expect(thrown(() => read({ cause: "givn-up" })).next).to.match(/^Did you mean given-up\?/)
    expect(thrown(() => read({ cause: "xyz" })).next).to.contain("given-up")
  })
})

describe("limitsOn", () => {
  const plugs = { devnet: { chains: [{ name: "alpha", slug: 41_001, chainId: 7 }] } }
  const network = (url: string) => ({ type: "http", chainId: 7, url: { get: () => Promise.resolve(url) } })
  const networks = { alpha: network("http://127.0.0.1:1"), beta: network("https://node.example") }
  const limits = (name: "alpha" | "beta", given: Parameters<typeof limitsOn>[1]) =>
    limitsOn({ name, slug: name === "alpha" ? 41_001 : 41_002, network: name }, given, { networks, plugs } as never)

  it("lets only money of a devnet be spent without a limit, and takes what is given for both", async () => {
    const none = { gasLimit: undefined, maxValue: undefined }
    const gas = { maxGasPrice: undefined, maxGasCost: undefined }
    expect(await limits("alpha", { args: gas, limits: none })).to.deep.equal({ ...none, ...gas, maxValue: maxUint256 })
    expect(await limits("beta", { args: gas, limits: none })).to.deep.equal({ ...none, ...gas })
    const given = { gasLimit: 5n, maxValue: 6n }
    for (const name of ["alpha", "beta"] as const) {
      expect(await limits(name, { args: { maxGasPrice: "2", maxGasCost: "0.3" }, limits: given })).to.deep.equal({
        ...{ ...given, maxGasPrice: 2n * 10n ** 9n, maxGasCost: 3n * 10n ** 17n },
      })
    }
  })
})
