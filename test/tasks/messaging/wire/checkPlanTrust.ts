import { expect } from "chai"
import { describe, it } from "mocha"

import type { WiringChange } from "../../../../src/messaging/wiring/plan/WiringPlan.js"
import { checkPlanTrust, isKnownIn } from "../../../../tasks/messaging/wire/checkPlanTrust.js"
import { createManualClock } from "../../../fixtures/clocks/manualClock.js"
import { rejection } from "../../../fixtures/servers/messagingApi.js"
import { at } from "../../../fixtures/wire/trustFacts.js"

describe("checkPlanTrust", () => {
  /** Holds one change to a policy, without a chain that could be read. */
  const check = async (change: Pick<WiringChange, "kind" | "status">) => {
    const path = { chainSlug: 41_002, plug: at(1), siblingChainSlug: 41_001, sibling: at(2), switchboard: at(3) }
    const changes = [{ ...path, ...change } as WiringChange]
    await checkPlanTrust(
      { plan: { changes, extras: [], problems: [], inPlace: [] }, chains: {} },
      {},
      createManualClock(),
    )
  }

  it("reads nothing where nothing is connected", async () => {
    await check({ kind: "disconnect", status: "ready" })
    await check({ kind: "connect", status: "blocked" })
    for (const status of ["ready", "elsewhere"] as const) {
      expect(String(await rejection(check({ kind: "connect", status })))).to.contain("is not one of the chains")
    }
  })

  it("reads nothing where there is no policy", async () => {
    const changes = [{ kind: "connect", status: "ready" } as WiringChange]
    const plan = { changes, extras: [], problems: [], inPlace: [] }
    await checkPlanTrust({ plan, chains: {} }, undefined, createManualClock())
  })
})

describe("isKnownIn", () => {
  it("is true of the switchboard of a change whose kind is known, on the chain of that change", () => {
    const changes = [
      { chainSlug: 1, switchboard: at(1), switchboardKind: "FAST" },
      { chainSlug: 2, switchboard: at(2), switchboardKind: "OPTIMISTIC" },
      { chainSlug: 1, switchboard: at(3), switchboardKind: undefined },
    ] as const
    const known = [1, 2, 3].map((board) => [1, 2].map((slug) => isKnownIn(changes, at(board), slug)))
    expect(known).to.deep.equal([
      [true, false],
      [false, true],
      [false, false],
    ])
  })
})
