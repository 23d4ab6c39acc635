import { expect } from "chai"
import { before, describe, it } from "mocha"
import { type Address, pad, zeroAddress } from "viem"

import { readTrust } from "#extras/audit/src/trust/readTrust.js"
import type { ChainDeployment, Deployments } from "#src/messaging/deployments/ChainDeployment.js"
import { loadDeployments, switchboardsTo } from "#src/messaging/deployments/findDeployment.js"
import { type SwitchboardKind, switchboardKinds } from "#src/messaging/switchboardKinds.js"
import { deepIt, variants } from "#test/fixtures/depth.js"
import {
  createDeployedNode,
  type DeployedNodeOptions,
  deployedSafeCode,
  operators,
} from "#test/fixtures/nodes/deployedNode.js"

describe("readTrust, of the known deployments", () => {
  let all: Deployments
  before(async () => {
    all = await loadDeployments()
  })
  const find = (name: string) => all.find((one) => one.name === name)!
  const leads = (from: ChainDeployment, to: ChainDeployment, kind: SwitchboardKind) =>
    switchboardsTo(from, to.slug).some((board) => board.kind === kind)
  const siblingOf = (here: ChainDeployment, kind: SwitchboardKind) =>
    all.find((one) => leads(here, one, kind) && leads(one, here, kind))
  const read = async (
    here: ChainDeployment,
    there: ChainDeployment,
    options: Omit<DeployedNodeOptions, "siblingSlug" | "kind"> & { readonly kind?: SwitchboardKind } = {},
  ) => {
    const [src, dst] = ([there, here] as const).map((chain) =>
      createDeployedNode(chain, { kind: "FAST", ...options, siblingSlug: (chain === here ? there : here).slug }),
    )
    const [trust] = await readTrust({
      paths: [{ from: { slug: there.slug }, to: { slug: here.slug, plug: dst!.plug } }],
      chains: [src!.chain, dst!.chain],
      otherSlugs: all.map(({ slug }) => slug),
      isKnownSwitchboard: () => true,
      safeCode: deployedSafeCode,
    })
    return { ...trust!, methods: [...src!.methods, ...dst!.methods], views: src!.views() + dst!.views() }
  }

  // Each request is one of HTTP and one of JSON-RPC: none is a batch. The views that one of them asks for together are counted apart.
  deepIt("makes no request but for views, logs, codes and slots, and at most 102 for a path", async function () {
    for (const here of variants(all, 1)) {
      for (const kind of switchboardKinds) {
        const there = siblingOf(here, kind)
        if (there === undefined) continue
        const { methods, views, unread, notWhole, powers } = await read(here, there, { kind })
        expect(unread, here.name).to.deep.equal([])
        expect(new Set(methods), here.name).to.deep.equal(
          new Set(["eth_getBlockByNumber", "eth_call", "eth_getLogs", "eth_getCode", "eth_getStorageAt"]),
        )
        expect([methods.length, views], `${here.name} ${kind}`).to.satisfy(
          ([one, other]: number[]) => one! <= 102 && other! <= 700,
        )
        const rule = kind === "NATIVE_BRIDGE" ? "FORGE_BY_UNKNOWN_SWITCHBOARD" : "FORGE_BY_TIMEOUT"
        expect(
          powers.map(({ code }) => code),
          here.name,
        ).to.include(rule)
        expect(notWhole, here.name).to.deep.equal([])
      }
    }
  })

  deepIt(
    "uses what a node gives that allows few blocks in a request, within 124 requests, and names the blocks that it left",
    async () => {
      const { methods, unread, powers, notWhole } = await read(find("arbitrum"), find("optimism"), { range: 2_000 })
      expect(methods.length).to.be.at.most(124)
      expect(unread.map(({ what }) => what)).to.deep.equal(["who holds roles", "who holds roles"])
      for (const { why } of unread)
        expect(why).to.match(/allows 2000 blocks in a request, .* blocks \d+ to \d+ were left$/)
      // The first blocks of the contracts have who got the roles.
      const waiting = powers.find(({ code }) => code === "FORGE_BY_TIMEOUT")
      expect(waiting?.keys.map(({ address }) => address)).to.have.members([operators.transmitter, operators.executor])
      expect(notWhole).to.include("FORGE_BY_TIMEOUT")
    },
  )

  it("says without logs who cannot be known, and not that there is nobody", async () => {
    const calls: string[] = []
    const mood: DeployedNodeOptions["mood"] = ({ method, params }) => {
      if (method === "eth_getLogs") throw Object.assign(new Error("logs are off"), { code: -32_601 })
      calls.push(JSON.stringify(params))
    }
    const { methods, unread, powers, notWhole, weaknesses } = await read(find("arbitrum"), find("optimism"), { mood })
    expect(methods.length).to.be.at.most(112)
    expect(unread.map(({ what }) => what)).to.deep.equal(["who holds roles", "who holds roles"])
    expect(notWhole).to.include.members([
      ...[
        "FORGE_BY_TIMEOUT",
        "FORGE_BY_ATTESTING",
        "CENSOR_BY_NOT_PROPOSING",
        "FREEZE_BY_TRIP",
        "DRAIN_BY_WITHDRAWING",
      ],
    ])
    // Owners may hold roles. Nobody is not asked for.
    const asked = (account: Address): boolean =>
      calls.some((text) => new RegExp(`91d14854.{64}${pad(account).slice(2)}`, "i").test(text))
    expect([operators.admin, zeroAddress].map(asked)).to.deep.equal([true, false])
    // What the contracts themselves say is known all the same, and of watchers how many there are.
    expect(powers.map(({ code }) => code)).to.include.members(["FORGE_BY_CONNECTING", "RULES_BY_SOCKET"])
    expect(weaknesses.map(({ name }) => name)).to.not.include("NO_WATCHER")
    expect(powers.some(({ code, keys }) => code === "CENSOR_BY_NOT_PROPOSING" && keys.length === 0)).to.equal(false)
  })
})
