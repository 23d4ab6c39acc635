import { expect } from "chai"
import { describe, it } from "mocha"

import { findActorCauses, readActors } from "#src/gateway/explaining/findActorCauses.js"
import type { GatewayCause } from "#src/gateway/explaining/types.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { finalized, gatewayCase, minedAt, payloadFacts, requestFacts } from "#test/fixtures/wire/gatewayFacts.js"

/** A client of the gateway's node of a devnet whose relay is paused at some stages. */
const devnetPausedAt = (...paused: readonly string[]) =>
  fakeNode({ devnet_relay: { failures: [], paused, unmined: [], delay: 0, watchers: [], port: 8545 } })

const own = gatewayCase({}).gateway

async function causesOf(more: object, found: readonly GatewayCause[] = []) {
  const { client, asked } = devnetPausedAt("finalize", "executePayload")
  const reading = gatewayCase({ gateway: { ...own, client }, ...more })
  const causes = findActorCauses({ ...reading, actors: await readActors(reading, found) })
  return { asked, of: causes.map(({ about, says }) => [Number(about), /stage (\w+)/.exec(says)?.[1]]) }
}

describe("findActorCauses", () => {
  it("is about the batch of each request that is open, whichever batch another request is in", async () => {
    const done = { resolved: { ...minedAt(6), fee: 1n } }
    const requests = [
      requestFacts([payloadFacts(1, done), payloadFacts(2, { batchCount: 1 }), payloadFacts(3, { batchCount: 2 })]),
      requestFacts([payloadFacts(4, { finalized: finalized(4) }), payloadFacts(5, { batchCount: 1 })]),
    ]
    expect((await causesOf({ requests })).of).to.deep.equal([
      [2, "finalize"],
      [4, "executePayload"],
    ])
  })

  it("does not ask the devnet where something else keeps it, or nothing is open", async () => {
    const requests = [requestFacts([payloadFacts(1)])]
    const cause = (name: GatewayCause["name"]): GatewayCause => ({ name, says: "", evidence: [] })
    for (const kept of [[cause("fees-too-low")], [cause("schedule-waiting")]]) {
      expect((await causesOf({ requests }, kept)).asked).to.deep.equal([])
    }
    expect((await causesOf({ requests }, [cause("api-behind")])).asked).to.deep.equal(["devnet_relay"])
    expect((await causesOf({ requests: [] })).asked).to.deep.equal([])
  })
})
