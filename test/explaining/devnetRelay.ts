import { expect } from "chai"
import { describe, it } from "mocha"
import { createClient, custom } from "viem"

import { readDevnetRelay, resumeFix } from "#src/explaining/devnetRelay.js"

const relay = { failures: [], paused: ["seal", "execute"], unmined: [], delay: 0, watchers: [], port: 8_555 }
const nodeWith = (answer: unknown) =>
  createClient({
    transport: custom(
      {
        request: ({ method }: { method: string }) =>
          method === "devnet_relay" && !(answer instanceof Error)
            ? Promise.resolve(answer)
            : Promise.reject(answer instanceof Error ? answer : new Error(method)),
      },
      { retryCount: 0 },
    ),
  })

describe("readDevnetRelay", () => {
  it("reads what a devnet says of its actors, and cuts long reasons", async () => {
    const failures = [{ stage: "seal", chainSlug: 1, reason: "x".repeat(400) }]
    const found = await readDevnetRelay(nodeWith({ ...relay, failures }))
    expect(found).to.deep.include({ paused: relay.paused, port: 8_555 })
    expect(found!.failures).to.have.length(1)
    expect(found!.failures[0]).to.include({ stage: "seal", chainSlug: 1 })
    expect(found!.failures[0]!.reason).to.have.length(300)
  })

  it("is nothing of a node that is no devnet's, or says something else", async () => {
    for (const answer of [new Error("no method"), null, "0x", { ...relay, delay: -1 }, { ...relay, port: 1.5 }]) {
      expect(await readDevnetRelay(nodeWith(answer))).to.equal(undefined)
    }
  })
})

describe("resumeFix", () => {
  it("names the first of the stages that is paused, and the port of that devnet", async () => {
    const fix = await resumeFix(nodeWith(relay), ["verify", "execute", "seal"])
    expect(fix).to.include({ command: "npx hardhat devnet resume --port 8555" })
    expect(fix!.who).to.contain("stage execute")
    const older = await resumeFix(nodeWith({ ...relay, port: undefined }), ["seal"])
    expect(older).to.include({ command: "npx hardhat devnet resume" })
    expect(await resumeFix(nodeWith(relay), ["verify"])).to.equal(undefined)
    expect(await resumeFix(nodeWith({ ...relay, paused: [] }), ["seal"])).to.equal(undefined)
    expect(await resumeFix(nodeWith(new Error("no method")), ["seal"])).to.equal(undefined)
  })
})
