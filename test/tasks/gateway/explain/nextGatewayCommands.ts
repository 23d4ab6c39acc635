import { expect } from "chai"
import { describe, it } from "mocha"

import { nextGatewayCommands } from "#tasks/gateway/explain.js"
import { hash } from "#test/fixtures/output/explanations.js"

describe("nextGatewayCommands", () => {
  it("names what follows a transaction or a timeout, and explains anything again by its id", () => {
    const id = hash(1)
    const again = `npx hardhat gateway explain ${id}`
    const transaction = { again, follow: `npx hardhat gateway tx ${id} --wait` }
    expect(nextGatewayCommands({ kind: "transaction", id })).to.deep.equal(transaction)
    const timeout = { again, follow: `npx hardhat gateway timeouts --id ${id} --wait` }
    expect(nextGatewayCommands({ kind: "timeout", id })).to.deep.equal(timeout)
    for (const kind of ["payload", "trigger"]) {
      expect(nextGatewayCommands({ kind, id }), kind).to.deep.equal({ again })
    }
  })
})
