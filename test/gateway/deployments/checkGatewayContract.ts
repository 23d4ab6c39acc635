import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, createClient, custom, pad } from "viem"

import { readForwarderBeacon } from "#src/gateway/deployments/checkGatewayContract.js"
import { failure } from "#test/fixtures/failure.js"

const [address, beacon]: readonly Address[] = [`0x${"1".repeat(40)}`, `0x${"2".repeat(40)}`]

/** A node that gives one answer to everything. */
const nodeWith = (answer: string | Error) =>
  createClient({
    transport: custom(
      { request: () => (answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)) },
      { retryCount: 0 },
    ),
  })
const away = new Error("the node is away")

describe("readForwarderBeacon", () => {
  const deployment = { deployment: "devnet", asyncDeployer: address! }

  it("reads the beacon, and names the contract that has none, and the node that does not answer", async () => {
    expect(await readForwarderBeacon(nodeWith(pad(beacon!)), deployment)).to.equal(beacon)
    const none = await failure(readForwarderBeacon(nodeWith("0x"), deployment))
    expect([none.code, none.facts]).to.deep.equal(["GATEWAY_DEPLOYMENT_MISMATCH", { asyncDeployer: address }])
    const { code, facts } = await failure(readForwarderBeacon(nodeWith(away), deployment))
    expect([code, facts["contract"], facts["function"]]).to.deep.equal(["NODE_FAILED", address, "forwarderBeacon"])
  })
})
