import { expect } from "chai"
import { describe, it } from "mocha"
import { zeroAddress } from "viem"

import { devnetSocket } from "#src/devnet/addresses.js"
import { findDeployment, loadDeployments, type SwitchboardKind } from "#src/messaging/index.js"
import { devnetSwitchboard, switchboardKinds } from "#src/messaging/switchboardKinds.js"
import { kindOfSwitchboard, projectSwitchboards, projectTrust } from "#src/plugin/connection/projectSwitchboards.js"
import type { ChainEntry } from "#src/primitives/chains.js"

const entry = (name: string, slug: number, socket?: string) => ({ name, slug, network: name, socket }) as ChainEntry

describe("the switchboards that a project knows", () => {
  const chains = [
    ...[entry("one", 42_161), entry("two", 10), entry("three", 137)],
    ...[entry("local", 41_001, devnetSocket.toLowerCase()), entry("unknown", 987_654)],
  ]

  it("are those of the deployments by kind and path, and of a devnet the same for every sibling", async () => {
    const known = await projectSwitchboards(chains, { messaging: {} } as never)
    const of = (from: string, to: string) => switchboardKinds.map((kind) => known(kind, from, to))
    const deployed = async (chainId: number, sibling: number) => {
      const { switchboards = [] } = (await findDeployment(chainId)) ?? {}
      const leading = switchboards.filter(({ siblings }) => siblings.includes(sibling))
      return switchboardKinds.map((kind) => leading.find((one) => one.kind === kind)?.address)
    }
    const found = of("one", "two")
    expect(found).to.deep.equal(await deployed(42_161, 10))
    expect(new Set(found.filter(Boolean)).size > 1).to.equal(true)
    expect(of("two", "three")).to.deep.equal(await deployed(10, 137))
    const local: readonly SwitchboardKind[] = ["FAST", "OPTIMISTIC"]
    expect(local.map((kind) => known(kind, "local", "unknown"))).to.deep.equal(local.map(devnetSwitchboard as never))
    expect(known("NATIVE_BRIDGE", "local", "two")).to.equal(undefined)
    for (const [from, to] of [
      ["unknown", "one"],
      ["one", "unknown"],
      ["one", "nowhere"],
      ["nowhere", "one"],
    ] as const)
      expect(of(from, to)).to.deep.equal(switchboardKinds.map(() => undefined))
    const kindOf = (address: string | undefined, from: string, to: string) =>
      kindOfSwitchboard((address ?? zeroAddress).toLowerCase() as never, { from, to, known })
    expect(kindOf(known("OPTIMISTIC", "one", "two"), "one", "two")).to.equal("OPTIMISTIC")
    expect(kindOf(known("FAST", "one", "two"), "one", "two")).to.equal("FAST")
    expect(kindOf(known("FAST", "one", "two"), "two", "one")).to.equal(undefined)
    expect(kindOf(undefined, "one", "two")).to.equal(undefined)
  })
})

describe("what a project knows of whom its paths trust", () => {
  it("is its switchboards by the slugs of their path, and the slugs of all chains that it or the deployments have", async () => {
    const chains = { one: entry("one", 42_161), two: entry("two", 10), local: entry("local", 41_001, devnetSocket) }
    const { otherSlugs, isKnownSwitchboard } = await projectTrust({ chains, messaging: {} } as never)
    const deployed = (await loadDeployments()).map(({ slug }) => slug)
    expect(otherSlugs).to.deep.equal([42_161, 10, 41_001, ...deployed])
    const known = await projectSwitchboards(Object.values(chains), { messaging: {} } as never)
    const [there, back] = [known("FAST", "one", "two")!, known("FAST", "two", "one")!]
    expect(there).to.not.equal(back)
    const isKnown = (address: string, from: number, to: number) => isKnownSwitchboard?.(address as never, from, to)
    expect([isKnown(there, 42_161, 10), isKnown(back, 10, 42_161)]).to.deep.equal([true, true])
    expect([isKnown(there, 10, 42_161), isKnown(back, 42_161, 10), isKnown(zeroAddress, 42_161, 10)]).to.deep.equal([
      ...[false, false, false],
    ])
    expect([isKnown(devnetSwitchboard("OPTIMISTIC"), 41_001, 10), isKnown(there, 41_001, 10)]).to.deep.equal([
      ...[true, false],
    ])
    // A chain that the project does not have has no name to find a switchboard by.
    expect([isKnown(there, 42_161, 137), isKnown(there, 137, 10)]).to.deep.equal([false, false])
  })
})
