import { expect } from "chai"
import { describe, it } from "mocha"

import type { ChainDeployment } from "#src/messaging/deployments/ChainDeployment.js"
import { findDeployment, switchboardsTo } from "#src/messaging/deployments/findDeployment.js"
import type { TrustBreach } from "#src/messaging/TrustPolicy.js"
import type { WiringChange } from "#src/messaging/wiring/plan/WiringPlan.js"
import type { WiringChains } from "#src/messaging/wiring/Wiring.js"
import type { TrustUserConfig } from "#src/plugin/config/PlugsUserConfig.js"
import { checkPlanTrust, isKnownIn, TrustPolicyBrokenError } from "#tasks/messaging/wire/checkPlanTrust.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { deepIt } from "#test/fixtures/depth.js"
import { createDeployedNode, deployedSafeCode } from "#test/fixtures/nodes/deployedNode.js"
import { rejection } from "#test/fixtures/servers/messagingApi.js"
import { at } from "#test/fixtures/wire/addresses.js"

describe("checkPlanTrust", () => {
  /** Holds one change to a policy, without a chain that could be read. */
  const check = async (change: Pick<WiringChange, "kind" | "status">) => {
    const path = { chainSlug: 41_002, plug: at(1), siblingChainSlug: 41_001, sibling: at(2), switchboard: at(3) }
    const changes = [{ ...path, ...change } as WiringChange]
    await checkPlanTrust(
      { plan: { changes, extras: [], problems: [], inPlace: [] }, chains: {} },
      { leastKeysToForge: 1 },
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

  it("reads nothing where there is no policy, or one that only names the code of Safes", async () => {
    const changes = [{ kind: "connect", status: "ready" } as WiringChange]
    const plan = { changes, extras: [], problems: [], inPlace: [] }
    for (const policy of [undefined, { safeCode: deployedSafeCode }])
      await checkPlanTrust({ plan, chains: {} }, policy, createManualClock())
  })

  it("does not mind what has ended in a policy where nothing is connected", async () => {
    const ended = { rule: "OWNER_NOT_SAFE", reason: "it was new", until: "2020-01-31" } as const
    const plan = {
      changes: [{ kind: "disconnect", status: "ready" } as WiringChange],
      extras: [],
      problems: [],
      inPlace: [],
    }
    await checkPlanTrust({ plan, chains: {} }, { exceptions: [ended] }, createManualClock())
  })
})

describe("checkPlanTrust, of plugs on known deployments", () => {
  /** Holds a connection of a plug that has none yet to a policy, and says which rules it would break, for which way. */
  async function check(policy: TrustUserConfig) {
    const [there, here] = (await Promise.all([10, 42_161].map((chainId) => findDeployment(chainId)))) as [
      ChainDeployment,
      ChainDeployment,
    ]
    const [src, dst] = [
      createDeployedNode(there, { kind: "FAST", siblingSlug: here.slug }),
      createDeployedNode(here, { kind: "FAST", siblingSlug: there.slug }),
    ]
    const boards = switchboardsTo(here, there.slug)
    const optimistic = boards.find(({ kind }) => kind === "OPTIMISTIC")!.address
    const change = {
      ...{ kind: "connect", status: "ready", switchboardKind: "OPTIMISTIC", switchboard: optimistic },
      ...{ chainSlug: here.slug, plug: dst.plug, siblingChainSlug: there.slug, sibling: src.plug },
    } as WiringChange
    const plan = { changes: [change], extras: [], problems: [], inPlace: [] }
    const open = ({ chain }: typeof src) => ({ slug: chain.slug, socket: chain.socket, publicClient: chain.client })
    const chains = { there: open(src), here: open(dst), away: { slug: 137 } } as unknown as WiringChains
    const error = await checkPlanTrust(
      { plan, chains },
      { ...policy, safeCode: deployedSafeCode },
      createManualClock(),
    ).then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    if (!(error instanceof TrustPolicyBrokenError)) return error
    return error.breaches.map(({ rule, srcChainSlug, dstChainSlug, dstPlug, says }) => {
      expect([srcChainSlug, dstChainSlug, dstPlug]).to.deep.equal([there.slug, here.slug, dst.plug])
      return [rule, says.includes(optimistic)]
    })
  }

  deepIt(
    "refuses what would break one rule or several, as if it were connected already, and nothing else",
    async () => {
      expect(await check({ leastKeysToForge: 1, leastSecondsUnwatched: 7_200 })).to.equal(undefined)
      expect(await check({ leastSecondsUnwatched: 7_201 })).to.deep.equal([["UNWATCHED_TOO_SOON", false]])
      expect(await check({ switchboards: [at(0xb9)] })).to.deep.equal([["SWITCHBOARD_NOT_ALLOWED", true]])
      expect(await check({ switchboards: [at(0xb9)], leastSecondsUnwatched: 7_201 })).to.deep.equal([
        ...[
          ["UNWATCHED_TOO_SOON", false],
          ["SWITCHBOARD_NOT_ALLOWED", true],
        ],
      ])
    },
  )
})

describe("TrustPolicyBrokenError", () => {
  const breach = (rule: TrustBreach["rule"], says: string): TrustBreach => {
    return { rule, way: null, srcChainSlug: 41_001, dstChainSlug: 41_002, dstPlug: at(1), says, evidence: [] }
  }

  it("counts the breaches of a plan, and names each rule once and the first breach", () => {
    const few = breach("FEW_KEYS_FORGE", "1 key can forge.")
    const breaches = [few, few, breach("OWNER_NOT_SAFE", "It is not owned by a Safe.")]
    const error = new TrustPolicyBrokenError(breaches)
    expect(error.code).to.equal("TRUST_POLICY_BROKEN")
    expect(error.breaches).to.equal(breaches)
    const rules = "FEW_KEYS_FORGE, OWNER_NOT_SAFE"
    expect(error.facts).to.deep.equal({ breaches: "3", rules, first: "1 key can forge." })
  })

  it("says that it is unverified where nothing breaks a rule, but not everything was read", () => {
    const { message, next } = new TrustPolicyBrokenError([breach("NOT_READ", "It is not known.")])
    expect([message, next].join()).to.contain("unverified").and.to.contain("Run it again")
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
