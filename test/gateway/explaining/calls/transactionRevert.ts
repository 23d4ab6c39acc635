import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, createClient, custom, type Hex, zeroAddress } from "viem"

import { findSilentMistake } from "../../../../src/gateway/explaining/calls/transactionRevert.js"

const from: Address = `0x${"1".repeat(40)}`
const app: Address = `0x${"2".repeat(40)}`
const called: Address = `0x${"3".repeat(40)}`

describe("findSilentMistake", () => {
  /** What is found in a call of an app gateway that reverts after it has called an address with this code. */
  async function foundAt(at: Address, code: Hex) {
    const frame = { type: "CALL", from: app, to: at, value: "0x0", input: "0x12345678", output: "0x" }
    const top = { ...frame, from, to: app, error: "execution reverted", calls: [frame] }
    const answer = (method: string, params: readonly unknown[]): unknown => {
      if (method === "eth_getCode") return code
      if (method === "debug_traceCall") return "tracer" in (params[2] as object) ? top : { structLogs: [] }
      throw Object.assign(new Error("execution reverted"), { code: 3, data: "0x" })
    }
    const request = ({ method, params }: { method: string; params: readonly unknown[] }) =>
      Promise.resolve().then(() => answer(method, params))
    const client = createClient({ transport: custom({ request: request as never }, { retryCount: 0 }) })
    return await findSilentMistake(client, { from, to: app, data: "0x12345678", value: 0n, blockNumber: 9n })
  }

  it("blames an address without code, and no contract that returns nothing", async () => {
    expect(await foundAt(called, "0x")).to.deep.equal({ kind: "no contract", by: app, at: called })
    expect(await foundAt(zeroAddress, "0x")).to.deep.equal({ kind: "no contract", by: app, at: zeroAddress })
    expect(await foundAt(called, "0x6000")).to.equal(undefined)
  })
})
