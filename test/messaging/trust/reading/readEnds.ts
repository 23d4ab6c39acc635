import { expect } from "chai"
import { before, describe, it } from "mocha"
import { numberToHex, pad, toEventSelector, toFunctionSelector, zeroAddress } from "viem"

import type { ChainDeployment } from "../../../../src/messaging/deployments/ChainDeployment.js"
import { loadDeployments } from "../../../../src/messaging/deployments/findDeployment.js"
import type { ReadableChain } from "../../../../src/messaging/reading/Journey.js"
import { roleId } from "../../../../src/messaging/reading/roles.js"
import { readPathFacts, readTrust } from "../../../../src/messaging/trust/readTrust.js"
import type { EndFacts } from "../../../../src/messaging/trust/TrustFacts.js"
import { createDeployedNode, type DeployedNodeOptions, operators } from "../../../fixtures/nodes/deployedNode.js"
import { at } from "../../../fixtures/wire/trustFacts.js"

const { admin, transmitter, executor, watcher, other, owner } = operators

describe("readEnds", () => {
  let here: ChainDeployment
  before(async () => {
    here = (await loadDeployments()).find(({ name }) => name === "parallel")!
  })

  /** Reads the end of a path from optimism on a chain with four siblings, and what its node was asked. */
  async function read({
    isKnown = true,
    ...options
  }: Omit<Partial<DeployedNodeOptions>, "siblingSlug" | "kind"> & { isKnown?: boolean } = {}) {
    const asked: string[] = []
    const mood: DeployedNodeOptions["mood"] = (question) => {
      asked.push(JSON.stringify(question.params))
      return options.mood?.(question)
    }
    const known = new Set<string>()
    const isKnownSwitchboard = (...place: readonly unknown[]): boolean => {
      known.add(place.join())
      return isKnown
    }
    const { chain, plug } = createDeployedNode(here, { kind: "FAST", siblingSlug: 10, ...options, mood })
    const [facts] = await readPathFacts({
      paths: [{ from: { slug: 10 }, to: { slug: here.slug, plug } }],
      ...{ chains: [chain], otherSlugs: [1, 10, 56, here.slug, 8_453, 42_161], isKnownSwitchboard },
    })
    return { end: facts!.dst, asked, plug, known: [...known] }
  }
  const namesOf = ({ roles, inbound }: EndFacts) =>
    roles.flatMap(({ contract, role: { name, slug = 0 }, holders, isComplete }) =>
      contract === inbound.address ? [[name, slug, isComplete, ...holders]] : [],
    )

  it("reads each role of each contract once, of all chains that a known switchboard watches", async () => {
    const { end, asked, plug, known } = await read()
    const board = end.inbound.address
    const slugs = [10, 1, 8_453, 42_161]
    expect([...end.inbound.totalWatchers]).to.deep.equal(slugs.map((slug) => [slug, 2n]))
    expect(end.roles.map(({ contract, role: { name, slug = 0 } }) => `${contract} ${name} ${slug}`)).to.deep.equal([
      ...["GOVERNANCE_ROLE 0", "RESCUE_ROLE 0"].map((role) => `${end.socket.address} ${role}`),
      `${end.executionManager.address} EXECUTOR_ROLE 0`,
      ...slugs.map((slug) => `${end.transmitManager.address} TRANSMITTER_ROLE ${slug}`),
      ...["TRIP_ROLE 0", "UN_TRIP_ROLE 0"].map((role) => `${board} ${role}`),
      ...slugs.map((slug) => `${board} WATCHER_ROLE ${slug}`),
      ...[end.executionManager, end.transmitManager, end.inbound].flatMap(({ address }) =>
        ["WITHDRAW_ROLE 0", "RESCUE_ROLE 0", "FEES_UPDATER_ROLE 10"].map((role) => `${address} ${role}`),
      ),
    ])
    expect(end.roles.every(({ isComplete }) => isComplete)).to.equal(true)
    expect(namesOf(end).slice(0, 3)).to.deep.equal([
      ["TRIP_ROLE", 0, true, admin, watcher],
      ["UN_TRIP_ROLE", 0, true, admin],
      ["WATCHER_ROLE", 10, true, watcher, other],
    ])
    const { socket, executionManager, transmitManager, inbound, outbound } = end
    expect([socket.address, transmitManager.address]).to.deep.equal([here.socket, here.transmitManager])
    expect(known).to.deep.equal([`${board},${here.slug},10`])
    const owned = [socket, executionManager, transmitManager, inbound, outbound, end.plug]
    expect(owned.map((contract) => [contract.name, contract.owner])).to.deep.equal([
      ...["socket", "execution manager", "transmit manager", "switchboard", "switchboard"].map((name) => [name, admin]),
      ["plug", owner],
    ])
    expect([end.plug.address, end.isGateway, end.executionManager.isOpen, end.unread]).to.deep.equal([
      ...[plug, false, false, []],
    ])
    expect([admin, owner, transmitter, executor].map((one) => end.accounts.get(one)?.kind)).to.deep.equal([
      ...["Safe", "Safe", "key", "key"],
    ])
    // No packet of a chain goes to itself.
    const own = `${toFunctionSelector("totalWatchers(uint32)").slice(2)}${numberToHex(here.slug, { size: 32 }).slice(2)}`
    expect(asked.some((text) => text.includes(own))).to.equal(false)
  })

  it("does not follow what a switchboard that is not known says of other chains, nor its count", async () => {
    const { end } = await read({ isKnown: false })
    expect(end.roles.flatMap(({ role: { slug = 10 } }) => (slug === 10 ? [] : [slug]))).to.deep.equal([])
    expect(end.inbound.isKnown).to.equal(false)
    const range = 2_000
    const [known, unknown] = [await read({ range }), await read({ range, isKnown: false })]
    // As many were found as it counts, whatever the rest of the logs has.
    expect(known.end.roles.flatMap(({ role, isComplete }) => (isComplete ? [role.name] : []))).to.deep.equal(
      [...known.end.inbound.totalWatchers].map(() => "WATCHER_ROLE"),
    )
    expect(unknown.end.roles.some(({ isComplete }) => isComplete)).to.equal(false)
    for (const { end: one } of [known, unknown]) {
      expect(one.unread.map(({ chain, what }) => [chain, what])).to.deep.equal([["parallel", "who holds roles"]])
    }
  })

  it("knows of nobody else that all are there where the logs lack a watcher that a switchboard counts", async () => {
    const whole = createDeployedNode(here, { kind: "FAST", siblingSlug: 10 }).chain.client
    const lacking =
      (role: string): NonNullable<DeployedNodeOptions["mood"]> =>
      (question) => {
        if (question.method !== "eth_getLogs") return undefined
        return whole
          .request(question as never)
          .then((logs) =>
            (logs as readonly { topics: readonly string[] }[]).filter(
              ({ topics: [event, granted, account] }) =>
                !(event === granting && granted === role && account === pad(other).toLowerCase()),
            ),
          )
      }
    const granting = toEventSelector("RoleGranted(bytes32,address)")
    const { end } = await read({ mood: lacking(roleId({ name: "WATCHER_ROLE", slug: 10 })) })
    const complete = end.roles.flatMap(({ role: { name, slug }, isComplete }) =>
      isComplete ? [`${name} ${slug}`] : [],
    )
    expect(complete).to.deep.equal(
      [...end.inbound.totalWatchers.keys()].flatMap((slug) => (slug === 10 ? [] : [`WATCHER_ROLE ${slug}`])),
    )
    expect(namesOf(end).find(([name, slug]) => name === "WATCHER_ROLE" && slug === 10)).to.deep.equal([
      ...["WATCHER_ROLE", 10, false, watcher],
    ])
    expect(end.unread.map(({ what }) => what)).to.deep.equal(["who holds roles"])
    // Whom an executor has beside him is not counted by anybody.
    const executors = await read({ mood: lacking(roleId({ name: "EXECUTOR_ROLE" })) })
    expect(executors.end.roles.every(({ isComplete }) => isComplete)).to.equal(true)
  })
})

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
