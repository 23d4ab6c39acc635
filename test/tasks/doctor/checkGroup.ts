import { expect } from "chai"
import { describe, it } from "mocha"
import type { Address } from "viem"

import { checkGroup, checkPlug } from "#tasks/doctor/plugs.js"
import type { DoctorChain } from "#tasks/doctor/subjects/DoctorChain.js"
import type { DoctorPlug } from "#tasks/doctor/subjects/DoctorPlug.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { at } from "#test/fixtures/wire/addresses.js"

/** A chain of which no switchboard is known. */
const chainOf = (name: string, more: Partial<DoctorChain> = {}): DoctorChain =>
  ({
    ...{ name, slug: name.length, isDevnet: false, switchboardsTo: () => Promise.resolve([]), ...more },
  }) as unknown as DoctorChain
const [alpha, beta] = [chainOf("alpha"), chainOf("beta")]

/** A plug that is connected to nobody, or whose chain does not say so. */
const plugOn = (chain: DoctorChain, address: Address, isRead = true): DoctorPlug => ({
  ...{ label: "Counter", chain, address },
  paths: () => (isRead ? Promise.resolve([]) : Promise.reject(new Error("down"))),
})

describe("the doctor's advice for a plug that is connected to nobody", () => {
  const find = async (groups: readonly (readonly DoctorPlug[])[]) => {
    const all = groups.map((plugs, index) => ({ label: `App ${index + 1}`, plugs }))
    const wiring = { plugs: [], pairs: [], command: "", problem: undefined }
    const found = await checkGroup(all[0]!, { groups: all, wiring, isKnown: () => true })
    return found.map(({ status, subject, says, mend = "" }) => {
      const names = [says, mend].map((text) => text.match(/0x\w{40}/g)?.map((address) => Number(address)) ?? [])
      return [status, subject, names[0], mend.includes("Deploy its sibling") ? "deploy" : "connect"]
    })
  }

  it("is to deploy its sibling where there is none on another chain", async () => {
    const lone = [["failed", "App 1: alpha", [1], "deploy"]]
    expect(await find([[plugOn(alpha, at(1))]])).to.deep.equal(lone)
    expect(await find([[plugOn(alpha, at(1))], [plugOn(alpha, at(2))]])).to.deep.equal(lone)
  })

  it("is to connect it with its own sibling, or else with the only one of another name that is alone on another chain", async () => {
    expect(await find([[plugOn(alpha, at(1)), plugOn(beta, at(2))]])).to.deep.equal([
      ["failed", "App 1: alpha ↔ beta", [1], "connect"],
    ])
    const hub = ["failed", "App 1: alpha ↔ beta", [1], "connect"]
    expect(await find([[plugOn(alpha, at(1))], [plugOn(beta, at(2))]])).to.deep.equal([hub])
    const gamma = chainOf("gamma3")
    // Of two, the first that is known to be connected with nobody.
    expect(await find([[plugOn(alpha, at(1))], [plugOn(gamma, at(2), false)], [plugOn(beta, at(3))]])).to.deep.equal([
      hub,
    ])
    const unread = [[plugOn(alpha, at(1))], [plugOn(gamma, at(2), false)], [plugOn(beta, at(3), false)]]
    expect(await find(unread)).to.deep.equal([["failed", "App 1: alpha", [1], "deploy"]])
  })

  it("says nothing of a plug whose chain does not answer", async () => {
    expect(await find([[plugOn(alpha, at(1), false)]])).to.deep.equal([])
  })
})

describe("checkPlug", () => {
  it("advises to deploy again what a devnet has forgotten, and to check the address elsewhere", async () => {
    const { client } = fakeNode({ eth_getCode: () => "0x" })
    const open = (() => Promise.resolve({ client })) as unknown as DoctorChain["open"]
    const mends = await Promise.all(
      [true, false].map(async (isDevnet) => {
        const { status, mend } = await checkPlug(plugOn(chainOf("alpha", { isDevnet, open, socket: at(9) }), at(1)))
        return [status, mend?.includes("Counter"), mend?.includes("address")]
      }),
    )
    expect(mends).to.deep.equal([
      ["failed", true, false],
      ["failed", false, true],
    ])
  })
})
