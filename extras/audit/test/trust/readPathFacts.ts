import { expect } from "chai"
import { describe, it } from "mocha"
import { zeroAddress } from "viem"

import { readPathFacts, readTrust } from "#extras/audit/src/trust/readTrust.js"
import type { ChainDeployment } from "#src/messaging/deployments/ChainDeployment.js"
import { loadDeployments } from "#src/messaging/deployments/findDeployment.js"
import type { ReadableChain } from "#src/messaging/reading/Journey.js"
import { createDeployedNode } from "#test/fixtures/nodes/deployedNode.js"
import { at } from "#test/fixtures/wire/addresses.js"

describe("readPathFacts", () => {
  it("reads one end for both directions as it is supposed, each path with its own, and no source that is not there", async () => {
    const all = await loadDeployments()
    const [here, there] = ["parallel", "optimism"].map((name) => all.find((one) => one.name === name)!) as [
      ChainDeployment,
      ChainDeployment,
    ]
    const [one, two] = [
      createDeployedNode(here, { kind: "FAST", siblingSlug: there.slug }),
      createDeployedNode(there, { kind: "FAST", siblingSlug: here.slug }),
    ]
    const stranger = at(0x77)
    const paths = [
      { from: { slug: there.slug }, to: { slug: here.slug, plug: one.plug, supposed: { siblingPlug: stranger } } },
      { from: { slug: here.slug }, to: { slug: there.slug, plug: two.plug } },
    ]
    const read = (chains: readonly ReadableChain[], some = paths) => readPathFacts({ paths: some, chains })
    const ends = (await read([one.chain, two.chain])).map(({ src, dst }) => [
      [src?.plug.address, src?.config.siblingPlug],
      [dst.plug.address, dst.config.siblingPlug, dst.siblingSlug],
    ])
    expect(ends).to.deep.equal([
      [
        [two.plug, one.plug],
        [one.plug, stranger, there.slug],
      ],
      [
        [one.plug, stranger],
        [two.plug, one.plug, here.slug],
      ],
    ])
    // Nobody has said that a switchboard is known.
    const [alone, ...others] = await read([one.chain], paths.slice(0, 1))
    expect([alone?.src, alone?.dst.inbound.isKnown, others]).to.deep.equal([undefined, false, []])
    const known: string[] = []
    const isKnownSwitchboard = (...place: readonly unknown[]) => known.push(place.join()) > 0
    const [asked] = await readPathFacts({ paths: paths.slice(0, 1), chains: [one.chain], isKnownSwitchboard })
    expect(asked?.dst.inbound.isKnown).to.equal(true)
    expect(new Set(known)).to.deep.equal(new Set([`${asked?.dst.inbound.address},${here.slug},${there.slug}`]))
    const [trust] = await readTrust({ paths: paths.slice(0, 1), chains: [one.chain] })
    expect([trust?.from, trust?.to, trust?.isConnected]).to.deep.equal([
      { slug: there.slug, plug: stranger, blockNumber: null },
      { slug: here.slug, plug: one.plug, blockNumber: alone?.dst.blockNumber },
      true,
    ])
    expect(trust?.unread.map(({ chain, what }) => [chain, what])).to.deep.equal([["10", "the sibling's side"]])
    const supposed = { siblingPlug: zeroAddress }
    const off = { from: { slug: there.slug }, to: { slug: here.slug, plug: one.plug, supposed } }
    const [unconnected] = await readTrust({ paths: [off], chains: [one.chain, two.chain] })
    expect(unconnected).to.deep.include({ isConnected: false, powers: [], weaknesses: [], notWhole: [], unread: [] })
    const missing = await read([two.chain], paths.slice(0, 1)).catch((error: unknown) => String(error))
    expect(missing).to.contain(`Chain ${here.slug} of plug ${one.plug}`)
  })
})
