import { expect } from "chai"
import { describe, it } from "mocha"
import type { Address } from "viem"

import { findDeployment } from "#src/messaging/deployments/findDeployment.js"
import { deployedStageTimes, devnetStageTimes, readStageTimes } from "#src/messaging/explaining/stageTimes.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"

/** A node that calls itself something, or fails. */
const nodeOf = (version: unknown) => fakeNode(() => version).client

const own = { slug: 41001, socket: "0x1111111111111111111111111111111111111111" } as const

describe("the stages of the deployed system", () => {
  it("take ten minutes together at most, and are stuck after three times as long each", () => {
    const times = Object.values(deployedStageTimes)
    expect(times.map(({ typical }) => typical)).to.deep.equal([120, 180, 180, 120])
    expect(times.map(({ stuckAfter }) => stuckAfter)).to.deep.equal([1_800, 1_800, 1_800, 1_800])
  })
})

describe("readStageTimes", () => {
  it("expects messages to be fast on a node for development alone", async () => {
    for (const version of ["HardhatNetwork/3.17.0/@nomicfoundation/edr/0.1", "anvil/v1.0.0"]) {
      expect(await readStageTimes({ ...own, client: nodeOf(version) }), version).to.equal(devnetStageTimes)
    }
    for (const version of ["Geth/v1.15.0", "erigon/3.0", "", 7, null, new Error("not supported")]) {
      expect(await readStageTimes({ ...own, client: nodeOf(version) }), String(version)).to.equal(deployedStageTimes)
    }
  })

  it("expects no message to be faster on a local node of a public chain than on the chain", async () => {
    const client = nodeOf("anvil/v1.0.0")
    const { slug, socket } = (await findDeployment(42161))!
    const lowerCase = socket.toLowerCase() as Address
    expect(await readStageTimes({ client, slug, socket: lowerCase })).to.equal(deployedStageTimes)
    expect(await readStageTimes({ client, slug, socket: own.socket })).to.equal(devnetStageTimes)
    expect(await readStageTimes({ client, slug: own.slug, socket })).to.equal(devnetStageTimes)
  })
})
