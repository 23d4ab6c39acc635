import { expect } from "chai"
import { before, describe, it } from "mocha"
import { type Address, numberToHex, pad, toFunctionSelector, zeroAddress } from "viem"

import { readDeployedEnd } from "#extras/audit/test/fixtures/readDeployedEnd.js"
import type { ChainDeployment } from "#src/messaging/deployments/ChainDeployment.js"
import { loadDeployments } from "#src/messaging/deployments/findDeployment.js"
import { roleId } from "#src/messaging/reading/roles.js"
import { operators } from "#test/fixtures/nodes/deployedNode.js"
import { answering, firstOf, type Mood, noLogs, refuse, revert } from "#test/fixtures/nodes/moods.js"
import { at } from "#test/fixtures/wire/addresses.js"

const { admin, transmitter, executor, watcher, other, owner } = operators

describe("readEnds, of what is not told", () => {
  let here: ChainDeployment
  before(async () => {
    here = (await loadDeployments()).find(({ name }) => name === "parallel")!
  })

  const read = (options?: Parameters<typeof readDeployedEnd>[1]) => readDeployedEnd(here, options)
  const nominate = (signature: "nominee()" | "pendingOwner()", account: Address, of: Address) =>
    answering(signature, () => pad(account), of)

  it("asks owners and those who may become it for roles where no logs tell who holds them, and nobody else", async () => {
    const { end: named } = await read()
    const board = named.inbound.address
    const mood = firstOf(
      nominate("nominee()", executor, here.transmitManager),
      nominate("nominee()", watcher, board),
      nominate("pendingOwner()", transmitter, named.plug.address),
      noLogs,
    )
    const { end, asked } = await read({ mood })
    const held = end.roles.flatMap(({ contract, role: { name, slug = 0 }, holders, isComplete }) =>
      holders.length === 0 ? [] : [[contract, name, slug, isComplete, ...holders]],
    )
    const { executionManager, transmitManager, socket } = end
    const slugs = [10, 1, 8_453, 42_161]
    expect(held).to.deep.equal([
      [socket.address, "GOVERNANCE_ROLE", 0, false, admin],
      [executionManager.address, "EXECUTOR_ROLE", 0, false, executor],
      ...slugs.map((slug) => [transmitManager.address, "TRANSMITTER_ROLE", slug, false, transmitter]),
      [board, "TRIP_ROLE", 0, false, admin, watcher],
      [board, "UN_TRIP_ROLE", 0, false, admin],
      ...slugs.map((slug) => [board, "WATCHER_ROLE", slug, false, watcher]),
      ...[executionManager, transmitManager, end.inbound].flatMap(({ address }) => [
        [address, "WITHDRAW_ROLE", 0, false, admin],
        [address, "RESCUE_ROLE", 0, false, admin],
        [address, "FEES_UPDATER_ROLE", 10, false, transmitter],
      ]),
    ])
    expect([transmitManager, end.inbound, end.plug].map(({ nominee }) => nominee)).to.deep.equal([
      ...[executor, watcher, transmitter],
    ])
    const hasRole = toFunctionSelector("hasRole(bytes32,address)")
    expect(asked.some((text) => text.includes(hasRole) && text.includes(`${pad(zeroAddress).slice(2)}"`))).to.equal(
      false,
    )
    expect(end.accounts.get(executor)).to.deep.equal({ kind: "key" })
    // Nobody but these was asked for.
    const whole = await read({ mood: noLogs })
    expect(new Set(whole.end.roles.flatMap(({ holders }) => holders))).to.deep.equal(new Set([admin]))
  })

  it("tells of one who may become an owner what he is, though he holds no role", async () => {
    const next = at(0x4e)
    const { end } = await read({ mood: nominate("nominee()", next, here.socket) })
    expect([end.socket.nominee, end.executionManager.nominee]).to.deep.equal([next, zeroAddress])
    expect(end.accounts.get(next)).to.deep.equal({ kind: "key" })
  })

  it("doubts one role alone whose contract does not say who holds it", async () => {
    const role = roleId({ name: "WATCHER_ROLE", slug: 10 })
    const silent: Mood = ({ method, params }) => {
      const asked = JSON.stringify(params)
      if (method === "eth_call" && [role.slice(2), pad(other).slice(2)].every((part) => asked.includes(part))) revert()
    }
    const { end } = await read({ mood: silent })
    const doubted = end.roles.flatMap(({ contract, role: { name, slug }, holders, isComplete }) =>
      isComplete ? [] : [[contract, name, slug, ...holders]],
    )
    expect(doubted).to.deep.equal([[end.inbound.address, "WATCHER_ROLE", 10, watcher]])
    expect(end.unread).to.deep.equal([])
  })

  it("has nobody for a transmit manager that the socket does not have, and takes a gateway for one", async () => {
    const without = await read({ mood: answering("transmitManager__()", revert) })
    expect([without.end.transmitManager.address, without.end.unread]).to.deep.equal([zeroAddress, []])
    const mood = answering("supportsAttribute(bytes4)", () => numberToHex(1, { size: 32 }))
    expect((await read({ mood })).end.isGateway).to.equal(true)
  })

  it("names each thing that the node did not tell, which is not known then", async () => {
    const { end: whole } = await read()
    const { address: switchboard } = whole.inbound
    const mood = firstOf(
      answering("supportsAttribute(bytes4)", refuse),
      answering("pendingOwner()", refuse),
      answering("owner()", refuse, switchboard),
      answering("getThreshold()", refuse, owner),
    )
    const { end } = await read({ mood })
    for (const { why } of end.unread) expect(why).to.contain("the node is tired")
    const told = end.unread.map(({ chain, what }) => `${chain}, ${what}`)
    expect(told.toSorted()).to.deep.equal([
      `parallel, the owner of the switchboard ${switchboard}`,
      `parallel, the pendingOwner of the plug ${end.plug.address}`,
      `parallel, what ${owner} is`,
      `parallel, whether the plug ${end.plug.address} is a gateway`,
    ])
    expect([whole.plug.owner, whole.plug.nominee]).to.deep.equal([owner, null])
    expect([end.plug.owner, end.plug.nominee, end.isGateway]).to.deep.equal([owner, undefined, undefined])
    expect([end.inbound.owner, end.socket.owner]).to.deep.equal([undefined, admin])
    expect(end.accounts.get(owner)).to.deep.equal({ kind: "unknown" })
  })
})
