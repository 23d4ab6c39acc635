import { expect } from "chai"
import { describe, it } from "mocha"
import { createClient, custom } from "viem"

import { deployedStageTimes, devnetStageTimes, readStageTimes } from "../../../src/messaging/explaining/stageTimes.js"

/** A node that calls itself something, or fails. */
function nodeOf(version: unknown) {
  const request = () => (version instanceof Error ? Promise.reject(version) : Promise.resolve(version))
  return createClient({ transport: custom({ request }, { retryCount: 0 }) })
}

describe("readStageTimes", () => {
  it("expects messages to be fast on a node for development alone", async () => {
    for (const version of ["HardhatNetwork/3.17.0/@nomicfoundation/edr/0.1", "anvil/v1.0.0"]) {
      expect(await readStageTimes(nodeOf(version)), version).to.equal(devnetStageTimes)
    }
    for (const version of ["Geth/v1.15.0", "erigon/3.0", "", 7, null, new Error("not supported")]) {
      expect(await readStageTimes(nodeOf(version)), String(version)).to.equal(deployedStageTimes)
    }
  })
})
