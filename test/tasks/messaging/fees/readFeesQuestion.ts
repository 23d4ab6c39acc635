import { expect } from "chai"
import { describe, it } from "mocha"

import { readRows } from "#src/plugin/arguments/readRows.js"
import type { Given } from "#src/plugin/arguments/rows.js"
import { readFeesQuestion } from "#tasks/messaging/fees/readFeesQuestion.js"
import { feesRows } from "#tasks/messaging/index.js"
import { thrown } from "#test/fixtures/failure.js"

const [beta, gamma] = ["beta", "gamma"].map((name, index) => ({ name, slug: 41002 + index, network: name }))
const contract = {
  name: undefined,
  chain: undefined,
  address: `0x${"1".repeat(40)}`,
  abi: undefined,
  source: undefined,
}
const known = { chains: [beta!, gamma!], contract } as never
const read = (given: Given<typeof feesRows>) => readFeesQuestion(readRows(feesRows, given), known)

describe("readFeesQuestion", () => {
  it("prices a message of 96 bytes to each destination, each once, with the gas that is given", () => {
    const message = { kind: "message", destinations: [beta, gamma], gasLimit: undefined, payloadLength: 96 }
    expect(read({ to: "beta,gamma,beta" })).to.deep.equal(message)
    const given = { to: "gamma", gasLimit: "1", payloadLength: "0" }
    expect(read(given)).to.deep.equal({ ...message, destinations: [gamma], gasLimit: 1n, payloadLength: 0 })
  })

  it("prices a call with what it carries", () => {
    const call = { call: "add(uint32,uint256)", args: ["beta", "5"] }
    expect(read(call)).to.deep.include({ kind: "call", functionName: "add", args: [41002, 5n], value: 0n })
    expect(read({ ...call, value: "0.5" })).to.deep.include({ value: 5n * 10n ** 17n })
  })

  it("refuses what does not go together, or is out of range, by the option", () => {
    const table: [Given<typeof feesRows>, string][] = [
      [{}, "--to"],
      [{ to: "delta" }, "--to"],
      [{ call: "add()", to: "beta" }, "--to"],
      [{ call: "add()", gasLimit: "1" }, "--gas-limit"],
      [{ call: "add()", payloadLength: "1" }, "--payload-length"],
    ]
    for (const [given, argument] of table) {
      expect(thrown(() => read(given)).facts["argument"], JSON.stringify(given)).to.equal(argument)
    }
  })
})
