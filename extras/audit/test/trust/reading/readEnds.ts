import { expect } from "chai"
import { before, describe, it } from "mocha"
import { numberToHex, pad, toEventSelector, toFunctionSelector } from "viem"

import { readEnds } from "#extras/audit/src/trust/reading/readEnds.js"
import type { EndFacts } from "#extras/audit/src/trust/TrustFacts.js"
import { readDeployedEnd } from "#extras/audit/test/fixtures/readDeployedEnd.js"
import type { ChainDeployment } from "#src/messaging/deployments/ChainDeployment.js"
import { loadDeployments } from "#src/messaging/deployments/findDeployment.js"
import { openChainView } from "#src/messaging/reading/ChainView.js"
import { roleId } from "#src/messaging/reading/roles.js"
import { systemClock } from "#src/primitives/clock.js"
import { createDeployedNode, operators } from "#test/fixtures/nodes/deployedNode.js"
import type { Mood } from "#test/fixtures/nodes/moods.js"
import { at } from "#test/fixtures/wire/addresses.js"

const { admin, transmitter, executor, watcher, other, owner } = operators

describe("readEnds", () => {
  let here: ChainDeployment
  before(async () => {
    here = (await loadDeployments()).find(({ name }) => name === "parallel")!
  })

  const read = (options?: Parameters<typeof readDeployedEnd>[1]) => readDeployedEnd(here, options)
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
    expect(known).to.deep.equal([`${board},10`])
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
      (role: string): Mood =>
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

  it("has of each end its own plug and switchboards, the inbound and the outbound one apart", async () => {
    const boardOf = (kind: string) => here.switchboards.find((one) => one.kind === kind)!.address
    const [fast, slow, own] = [boardOf("FAST"), boardOf("OPTIMISTIC"), at(0x66)]
    const { chain, plug } = createDeployedNode(here, { kind: "FAST", siblingSlug: 10 })
    const wired = [
      [fast, slow],
      [slow, own],
      [own, fast],
    ] as const
    const ends = wired.map(([inboundSwitchboard, outboundSwitchboard], index) => ({
      ...{ plug: index === 1 ? at(0x77) : plug, siblingSlug: 10 },
      supposed: { inboundSwitchboard, outboundSwitchboard },
    }))
    const read = await readEnds({
      ...{ name: chain.name, slug: chain.slug, view: await openChainView(chain), clock: systemClock },
      ...{ ends, slugs: [], named: [], isKnown: (address) => address === slow },
    })
    const boards = read.map(({ plug: { address }, inbound, outbound }) => [
      address,
      ...[inbound, outbound].map((board) => [board.address, board.rule, board.isKnown]),
    ])
    const [ofFast, ofSlow, ofOwn] = [
      [fast, "fast", false],
      [slow, "optimistic", true],
      [own, "own", false],
    ]
    expect(boards).to.deep.equal([
      [plug, ofFast, ofSlow],
      [at(0x77), ofSlow, ofOwn],
      [plug, ofOwn, ofFast],
    ])
  })
})
