import { expect } from "chai"
import { describe, it } from "mocha"
import { createClient, custom, type Hex } from "viem"

import { simulate } from "#src/gateway/explaining/calls/simulate.js"

const [from, to]: readonly Hex[] = [`0x${"1".repeat(40)}`, `0x${"2".repeat(40)}`]

/** Simulates a call on a node that answers like this, and returns what it was asked too. */
async function simulated(answer: Hex | Error, value?: bigint) {
  let asked: readonly unknown[] = []
  const request = ({ params }: { params: readonly unknown[] }) => {
    asked = params
    return typeof answer === "string" ? Promise.resolve(answer) : Promise.reject(answer)
  }
  const client = createClient({ transport: custom({ request: request as never }, { retryCount: 0 }) })
  return { found: await simulate(client, { from: from!, to: to!, data: "0x1234", value }), asked }
}
const failing = (message: string, more = {}) => Object.assign(new Error(message), { code: -32_000, ...more })

describe("simulate", () => {
  it("knows code that ends without data from a node that does not tell", async () => {
    expect((await simulated(failing("out of gas"))).found).to.deep.equal({ reverts: true, data: "0x" })
    expect((await simulated(failing("the node is down"))).found).to.equal(undefined)
  })

  it("gives the sender the value that a call carries, and no other call", async () => {
    expect(JSON.stringify((await simulated("0x", 5n)).asked)).to.contain(`"${from}":{"balance"`)
    for (const none of [undefined, 0n]) {
      expect(JSON.stringify((await simulated("0x", none)).asked)).not.to.contain("balance")
    }
  })
})
