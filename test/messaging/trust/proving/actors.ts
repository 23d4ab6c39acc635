import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, decodeFunctionData, encodeFunctionData, type Hex } from "viem"

import { roleId, type RoleName } from "../../../../src/messaging/reading/roles.js"
import {
  carrier,
  createActors,
  ownedAbi,
  ProofEnded,
  standInOf,
} from "../../../../src/messaging/trust/proving/actors.js"
import type { ChainCopy } from "../../../../src/messaging/trust/proving/openCopy.js"
import type { OwnedContract } from "../../../../src/messaging/trust/TrustFacts.js"
import { at, contracts, type Differences, people, trustFacts } from "../../../fixtures/wire/trustFacts.js"

const { socket, transmitManager, executionManager, switchboard, plug } = contracts
const { admin, transmitter, executor, watcher, secondWatcher, tripper, plugOwner } = people
const slug = 41_001
const manager = at(0xdd)
const [ofTransmitter, ofExecutor, ofWatcher, ofSecond] = [transmitter, executor, watcher, secondWatcher].map(
  (one) => standInOf(one).address,
) as [Address, Address, Address, Address]
const [claiming, accepting] = (["claimOwner", "acceptOwnership"] as const).map((functionName) =>
  encodeFunctionData({ abi: ownedAbi, functionName }),
) as [Hex, Hex]
const id = (name: RoleName): Hex => roleId({ name })

/** What has no arguments is decoded without a list of them. */
type Decoded = { readonly functionName: string; readonly args?: readonly unknown[] }

/** The actors of some keys, and what they send: each as who sends to whom, the function, and its arguments. */
async function actorsOf(
  keys: readonly Address[],
  differences: Differences = {},
  { isCarried = false, refuses = false } = {},
) {
  const sent: unknown[][] = []
  const copy: Partial<ChainCopy> = {
    send(from, { to, data }) {
      const { functionName, args } = decodeFunctionData({ abi: ownedAbi, data }) as Decoded
      sent.push([from, to, functionName, ...(args ?? [])])
      return Promise.resolve(refuses ? undefined : ({ logs: [] } as never))
    },
    deployAnswering: (from, words) => Promise.resolve((sent.push(["deploys", from, ...words]), manager)),
  }
  const end = trustFacts(differences).dst
  const actors = await createActors(copy as ChainCopy, end, { keys, isCarried })
  return { actors, sent, end, outsider: actors.outsider.address }
}

describe("createActors", () => {
  it("moves each role by which one of its keys signs to a stand-in, and no other", async () => {
    const holders = {
      EXECUTOR_ROLE: [executor, contracts.safe],
      GOVERNANCE_ROLE: [executor],
      WITHDRAW_ROLE: [executor],
    }
    const own = [transmitter, executor, watcher, contracts.safe]
    const { sent } = await actorsOf(own, { holders })
    expect(sent).to.deep.equal([
      [admin, transmitManager, "grantRoleWithSlug", id("TRANSMITTER_ROLE"), slug, ofTransmitter],
      [admin, executionManager, "grantRole", id("EXECUTOR_ROLE"), ofExecutor],
      // As many watchers as before.
      [admin, switchboard, "revokeWatcherRole", slug, watcher],
      [admin, switchboard, "grantWatcherRole", slug, ofWatcher],
    ])
    const optimistic = await actorsOf([watcher, tripper], { inbound: { rule: "optimistic" } })
    expect(optimistic.sent).to.deep.equal([
      [admin, switchboard, "grantRoleWithSlug", id("WATCHER_ROLE"), slug, ofWatcher],
      [admin, switchboard, "grantRole", id("TRIP_ROLE"), standInOf(tripper).address],
    ])
    expect((await actorsOf([plugOwner, admin])).sent).to.deep.equal([])
  })

  it("gives an honest message all watchers of the path, a transmitter and an executor", async () => {
    const { sent } = await actorsOf([], {}, { isCarried: true })
    expect(sent).to.deep.equal([
      [admin, switchboard, "revokeWatcherRole", slug, watcher],
      [admin, switchboard, "grantWatcherRole", slug, ofWatcher],
      [admin, switchboard, "revokeWatcherRole", slug, secondWatcher],
      [admin, switchboard, "grantWatcherRole", slug, ofSecond],
      [admin, transmitManager, "grantRoleWithSlug", id("TRANSMITTER_ROLE"), slug, carrier.address],
      [admin, executionManager, "grantRole", id("EXECUTOR_ROLE"), carrier.address],
    ])
  })

  it("says that it was not tried where the owner of a contract cannot move a role", async () => {
    const ended: unknown = await actorsOf([executor], {}, { refuses: true }).catch((error: unknown) => error)
    expect(ended).to.be.instanceOf(ProofEnded).and.include({ status: "not tried" })
  })

  it("calls a contract as its owner, or as the next one once he has claimed it, and for nobody else", async () => {
    const board: OwnedContract = { name: "switchboard", address: switchboard, owner: admin, nominee: tripper }
    const asOwner = async (keys: readonly Address[], contract: OwnedContract, call: Hex) => {
      const { actors, sent } = await actorsOf(keys)
      sent.length = 0
      return [await actors.asOwner(contract, call), ...sent]
    }
    expect(await asOwner([admin, plugOwner], board, accepting)).to.deep.equal([
      true,
      [admin, switchboard, "acceptOwnership"],
    ])
    const nominated = [plugOwner, { ...board, nominee: plugOwner }] as const
    expect(await asOwner([nominated[0]], nominated[1], accepting)).to.deep.equal([
      ...[true, [plugOwner, switchboard, "claimOwner"], [plugOwner, switchboard, "acceptOwnership"]],
    ])
    expect(await asOwner([plugOwner], { ...nominated[1], name: "plug", address: plug }, claiming)).to.deep.equal([
      ...[true, [plugOwner, plug, "acceptOwnership"], [plugOwner, plug, "claimOwner"]],
    ])
    for (const [owner, nominee] of [
      [admin, tripper],
      [null, null],
      [undefined, undefined],
    ]) {
      expect(await asOwner([plugOwner], { ...board, owner, nominee }, claiming)).to.deep.equal([false])
    }
  })

  it("governs the socket by the role, or by granting it as the owner", async () => {
    const govern = async (keys: readonly Address[], differences: Differences = {}, refuses = false) => {
      const { actors, sent, outsider } = await actorsOf(keys, differences, { refuses })
      sent.length = 0
      return { done: await actors.asGovernance(claiming), sent, outsider }
    }
    const holders = { GOVERNANCE_ROLE: [admin, plugOwner] }
    expect(await govern([plugOwner], { holders })).to.deep.include({
      ...{ done: true, sent: [[plugOwner, socket, "claimOwner"]] },
    })
    const refused = await govern([plugOwner], { holders }, true)
    expect([refused.done, refused.sent.length]).to.deep.equal([false, 1])
    const { done, sent, outsider } = await govern([admin])
    expect([done, sent]).to.deep.equal([
      true,
      [
        [admin, socket, "grantRole", id("GOVERNANCE_ROLE"), outsider],
        [outsider, socket, "claimOwner"],
      ],
    ])
    expect(await govern([plugOwner])).to.deep.include({ done: false, sent: [] })
  })

  it("signs with a role that its keys hold or give, or by a manager that governance replaces", async () => {
    const signersIn = async (keys: readonly Address[], differences: Differences = {}) => {
      const { actors, sent, end, outsider } = await actorsOf(keys, differences)
      sent.length = 0
      const role = { name: "WATCHER_ROLE", slug } as const
      const watchers = actors.signersOf(end.inbound, role).map(({ address }) => address)
      const [proposes, executes] = [(await actors.transmitter(slug))?.address, (await actors.executor())?.address]
      const name = (address: Address | undefined) => (address === outsider ? "outsider" : address)
      return { watchers, signers: [name(proposes), name(executes)], sent, outsider }
    }
    expect(await signersIn([transmitter, executor, watcher])).to.deep.include({
      ...{ watchers: [ofWatcher], signers: [ofTransmitter, ofExecutor], sent: [] },
    })
    const owner = { ...trustFacts().dst.transmitManager, owner: plugOwner }
    const giving = await signersIn([plugOwner], { end: { transmitManager: owner } })
    expect([giving.watchers, giving.signers, giving.sent]).to.deep.equal([
      [],
      ["outsider", undefined],
      [
        [plugOwner, transmitManager, "grantRoleWithSlug", id("TRANSMITTER_ROLE"), slug, giving.outsider],
        ...[["deploys", giving.outsider, giving.outsider, "0x01"]],
      ],
    ])
    const governing = await signersIn([tripper], { holders: { GOVERNANCE_ROLE: [tripper], TRIP_ROLE: [] } })
    expect([governing.signers, governing.sent]).to.deep.equal([
      ["outsider", "outsider"],
      [
        ["deploys", governing.outsider, governing.outsider, "0x01"],
        [tripper, socket, "setTransmitManager", manager],
        ["deploys", governing.outsider, governing.outsider, "0x01"],
        [tripper, socket, "setExecutionManager", manager],
      ],
    ])
    const open = { end: { executionManager: { ...trustFacts().dst.executionManager, isOpen: true } } }
    expect((await signersIn([executor], open)).signers).to.deep.equal([undefined, "outsider"])
  })
})
