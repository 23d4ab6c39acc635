import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"
import { zeroAddress } from "viem"

import { findPowers } from "#extras/audit/src/trust/findPowers.js"
import { trustGraph } from "#extras/audit/tasks/output/trustGraph.js"
import type { NamedTrust } from "#extras/audit/tasks/output/trustReport.js"
import { listReliance } from "#extras/audit/tasks/trust/listReliance.js"
import { type Differences, ofSafe, trustFacts } from "#extras/audit/test/fixtures/trustFacts.js"
import { runs } from "#test/fixtures/depth.js"
import { expectHarmless, hostileText } from "#test/fixtures/output/hostileText.js"
import { elementsOf, parseXml, type XmlElement } from "#test/fixtures/output/parseXml.js"
import { at, contracts, people, slugs } from "#test/fixtures/wire/addresses.js"

function pathOf(differences: Differences = {}, names: Partial<NamedTrust> = {}): NamedTrust {
  const facts = trustFacts(differences)
  const end = (slug: number, plug: typeof contracts.plug) => ({ slug, plug, blockNumber: 12n })
  return {
    ...{ facts, ...findPowers(facts), weaknesses: [], unread: [], isConnected: true, application: "vaults" },
    ...{ from: end(slugs.src, contracts.sibling), to: end(slugs.dst, contracts.plug) },
    ...{ srcChain: "alpha", dstChain: "beta", plugName: "Vault", ...names },
  }
}

const draw = (...paths: NamedTrust[]) => {
  const svg = trustGraph(listReliance(paths))
  const root = parseXml(svg)
  const edges = elementsOf(root, "path").map(({ attributes }) => [
    ...[attributes["data-from"], attributes["data-as"], attributes["data-to"]],
  ])
  const reds = elementsOf(root, "g").filter(({ attributes }) => attributes["class"] === "node red")
  return { svg, root, edges, reds: reds.map(({ attributes }) => attributes["data-id"]) }
}

describe("the graph of what applications rest on", () => {
  const on = (address: string) => `${String(slugs.dst)} ${address}`
  const { socket, executionManager, transmitManager, switchboard, plug, safe } = contracts
  const { admin, transmitter, executor, watcher, secondWatcher, tripper, signers } = people

  it("has an edge for each that rests on another one, and no other", () => {
    const { edges, root } = draw(pathOf())
    expect(edges).to.have.deep.members([
      ["application vaults", "plug", on(plug)],
      [on(plug), "switchboard for alpha", on(switchboard)],
      [on(plug), "socket", on(socket)],
      [on(socket), "execution manager", on(executionManager)],
      [on(socket), "transmit manager", on(transmitManager)],
      [on(plug), "owner", on(safe)],
      ...signers.map((signer) => [on(safe), "signer", signer]),
      ...[socket, executionManager, transmitManager, switchboard].map((one) => [on(one), "owner", admin]),
      [on(transmitManager), "transmitter", transmitter],
      [on(executionManager), "executor", executor],
      ...[watcher, secondWatcher].map((one) => [on(switchboard), "watcher", one]),
      [on(switchboard), "tripper", tripper],
    ])
    expect(root.attributes).to.include({ role: "img", "aria-labelledby": "title desc" })
    expect(elementsOf(root, "desc")[0]?.text).to.contain("can forge messages alone")
    const [safeBox] = elementsOf(root, "g").filter(({ attributes }) => attributes["data-id"] === on(safe))
    expect(safeBox?.text).to.contain("Safe, 2 of 3")
  })

  it("has the next owner, the governance and a module as well, nothing that nobody holds, and no contract of a path that is not connected", () => {
    const [next, module, governor] = [at(0x31), at(0x32), at(0x33)]
    const { dst } = trustFacts()
    const known = draw(pathOf()).edges
    const more = draw(
      pathOf({
        end: {
          plug: { ...dst.plug, nominee: next },
          socket: { ...dst.socket, nominee: zeroAddress },
          executionManager: { ...dst.executionManager, owner: zeroAddress },
        },
        holders: { GOVERNANCE_ROLE: [governor] },
        accounts: {
          [safe]: { ...ofSafe, threshold: 2, signers, modules: [module] },
          [next]: { kind: "delegated key", delegate: plug },
          [governor]: { kind: "key" },
        },
      }),
    )
    const isKnown = (edge: unknown) => known.some((one) => String(one) === String(edge))
    expect(more.edges.filter((edge) => !isKnown(edge))).to.deep.equal([
      [on(safe), "module", on(module)],
      [on(plug), "next owner", next],
      [on(socket), "governance", governor],
    ])
    expect(known.length - more.edges.filter(isKnown).length).to.equal(1)
    const details = new Map(
      elementsOf(more.root, "g").map((box) => [box.attributes["data-id"], elementsOf(box, "title")[0]?.text]),
    )
    expect(details.get(next)).to.equal("0x00000000…000031, delegated key, next owner: can forge alone")
    expect(details.get(on(module))).to.equal("0x00000000…000032, unknown on beta, module: can forge alone")
    const apart = draw(pathOf({}, { isConnected: false, application: null, plugName: undefined, powers: [] }))
    expect(apart.edges).to.deep.equal([["application 0x00000000…0000A1", "plug", on(plug)]])
    expect(apart.reds).to.deep.equal([])
    expect(elementsOf(apart.root, "desc")[0]?.text).to.equal("No key that was found can forge messages alone.")
    expect(apart.root.attributes["viewBox"]).to.equal("0 0 1642 120")
  })

  it("places each in its column, with what it is and as what others rest on it", () => {
    const { root } = draw(pathOf())
    const boxes = elementsOf(root, "g").map((box) => {
      return `${box.attributes["transform"] ?? ""} ${elementsOf(box, "title")[0]?.text ?? ""}`
    })
    expect(boxes).to.deep.equal([
      "translate(296 50) Vault, plug on beta: one key can forge its messages",
      "translate(16 50) vaults, application",
      "translate(576 50) socket, 0x00000000…0000A3 on beta",
      "translate(576 104) switchboard, 0x00000000…0000a6 on beta",
      "translate(856 50) execution manager, 0x00000000…0000a4 on beta",
      "translate(856 104) transmit manager, 0x00000000…0000A5 on beta",
      "translate(1136 50) 0x00000000…0000A7, Safe, 2 of 3, on beta, owner",
      "translate(1416 50) 0x00000000…000021, key, signer",
      "translate(1416 104) 0x00000000…000022, key, signer",
      "translate(1416 158) 0x00000000…000023, key, signer",
      "translate(1416 212) 0x00000000…000013, key, owner: can forge alone",
      "translate(1416 266) 0x00000000…000014, key, transmitter",
      "translate(1416 320) 0x00000000…000015, key, executor",
      "translate(1416 374) 0x00000000…000016, key, watcher",
      "translate(1416 428) 0x00000000…000017, key, watcher",
      "translate(1416 482) 0x00000000…000018, key, tripper",
    ])
    const wayTo = (id: string) =>
      elementsOf(root, "path").find((edge) => edge.attributes["data-to"] === id)?.attributes["d"]
    expect(wayTo(on(plug))).to.equal("M226 70 C261 70 261 70 296 70")
    expect(wayTo(signers[2])).to.equal("M1346 70 C1381 70 1381 178 1416 178")
    expect(root.attributes["viewBox"]).to.equal("0 0 1642 552")
  })

  it("is red where one key can forge, and nowhere else", () => {
    expect(draw(pathOf()).reds).to.have.members([on(plug), admin])
    const { dst } = trustFacts()
    const nobody = (contract: "socket" | "executionManager" | "transmitManager") => ({ ...dst[contract], owner: null })
    const end = {
      ...{ socket: nobody("socket"), transmitManager: nobody("transmitManager") },
      executionManager: { ...dst.executionManager, owner: null },
    }
    expect(draw(pathOf({ end, inbound: { owner: null } })).reds).to.deep.equal([])
    // The key of the sibling owns nothing, and stands there all the same.
    const accounts = { [contracts.sibling]: { kind: "delegated key", delegate: plug } } as const
    const sending = draw(pathOf({ end, accounts, inbound: { owner: null } }))
    expect(sending.reds).to.have.members([on(plug), contracts.sibling])
    expect(sending.edges).to.deep.include([on(plug), "FORGE_BY_SIBLING_KEY", contracts.sibling])
  })

  it("is the same for the same facts, has no script and needs no other file", () => {
    const { svg, root } = draw(pathOf())
    expect(draw(pathOf()).svg).to.equal(svg)
    for (const name of ["script", "image", "use", "a", "foreignObject"])
      expect(elementsOf(root, name)).to.deep.equal([])
    expect(svg).to.not.match(/href|url\(|@import|\son\w+=/)
    expect(svg).to.contain("prefers-color-scheme: dark")
  })

  it("shows names of others as text, whatever they are", () => {
    const count = (root: XmlElement) => ["g", "path", "text"].map((name) => elementsOf(root, name).length)
    const expectText = (name: string): void => {
      const { root, svg } = draw(pathOf({}, { application: name, plugName: name, srcChain: name }))
      expect(count(root)).to.deep.equal(count(draw(pathOf()).root))
      expectHarmless(svg)
    }
    for (const name of ["</title><script>alert(1)</script>", "]]>", "&amp;\"'", "--><!--"]) expectText(name)
    fc.assert(fc.property(hostileText, expectText), runs({ fast: 30, deep: 500 }))
  })

  it("ends where Safes sign for each other", () => {
    const circle = { ...ofSafe, threshold: 1, signers: [safe, signers[0]], modules: [safe] } as const
    const { edges } = draw(pathOf({ accounts: { [safe]: circle } }))
    expect(edges).to.deep.include.members([
      [on(safe), "signer", on(safe)],
      [on(safe), "module", on(safe)],
    ])
  })
})
