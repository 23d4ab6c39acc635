import { expect } from "chai"
import { describe, it } from "mocha"
import { type Hex, parseEventLogs } from "viem"

import { accessAbi, optimisticSwitchboardAbi, socketAbi } from "../abis.js"
import type { TestedChain } from "../openTestedChain.js"
import { siblingSlug } from "../prepareRoles.js"
import { refusal } from "../refusal.js"
import { accounts, idOf, roleOf } from "../signatures.js"

const owner = { account: accounts.owner.address }
const stranger = { account: accounts.stranger.address }
const governor = { account: accounts.governor.address }
const role = idOf("RESCUE_ROLE")
const ofSibling = roleOf("RESCUE_ROLE", siblingSlug)

/** Adds the tests of owners and roles, which every contract has, and of what the socket lets them set. */
export function testAccess(chain: () => TestedChain): void {
  for (const name of [
    "socket",
    "executionManager",
    "transmitManager",
    "fastSwitchboard",
    "optimisticSwitchboard",
  ] as const) {
    describe(`access to the ${name}`, () => {
      const access = () => chain().at(accessAbi, chain()[name].address)
      const grantee = accounts.stranger.address
      const logged = async (hash: Promise<Hex>) => {
        const logs = parseEventLogs({ abi: accessAbi, logs: (await chain().mined(hash)).logs })
        return logs.map(({ eventName, args }) => [eventName, ...Object.values(args)])
      }

      it("grants and revokes a role, as a whole and by chain", async () => {
        const { read, write } = access()
        expect(await logged(write.grantRole([role, grantee], owner))).to.deep.equal([["RoleGranted", role, grantee]])
        expect(await read.hasRole([role, grantee])).to.equal(true)
        expect(await read.hasRoleWithSlug([role, siblingSlug, grantee])).to.equal(false)
        expect(await logged(write.revokeRole([role, grantee], owner))).to.deep.equal([["RoleRevoked", role, grantee]])
        expect(await read.hasRole([role, grantee])).to.equal(false)

        expect(await logged(write.grantRoleWithSlug([role, siblingSlug, grantee], owner))).to.deep.equal([
          ["RoleGranted", ofSibling, grantee],
        ])
        expect(await read.hasRoleWithSlug([role, siblingSlug, grantee])).to.equal(true)
        expect(await read.hasRole([ofSibling, grantee])).to.equal(true)
        expect(await read.hasRole([role, grantee])).to.equal(false)
        expect(await logged(write.revokeRoleWithSlug([role, siblingSlug, grantee], owner))).to.deep.equal([
          ["RoleRevoked", ofSibling, grantee],
        ])
      })

      it("grants and revokes several at once", async () => {
        const { read, write, simulate } = access()
        const batch = [
          [role, role],
          [siblingSlug, siblingSlug + 1],
          [grantee, accounts.plug.address],
        ] as const
        expect(await logged(write.grantBatchRole(batch, owner))).to.deep.equal([
          ["RoleGranted", ofSibling, grantee],
          ["RoleGranted", roleOf("RESCUE_ROLE", siblingSlug + 1), accounts.plug.address],
        ])
        expect(await read.hasRoleWithSlug([role, siblingSlug + 1, accounts.plug.address])).to.equal(true)
        expect(await logged(write.revokeBatchRole(batch, owner))).to.have.length(2)
        expect(await read.hasRoleWithSlug([role, siblingSlug, grantee])).to.equal(false)
        const uneven = [[role], [siblingSlug, siblingSlug], [grantee]] as const
        expect(await refusal(simulate.grantBatchRole(uneven, owner))).to.equal("UnequalArrayLengths()")
        expect(await refusal(simulate.revokeBatchRole(uneven, owner))).to.equal("UnequalArrayLengths()")
      })

      it("lets nobody but the owner grant, revoke and nominate", async () => {
        const { simulate } = access()
        const calls = [
          simulate.grantRole([role, grantee], stranger),
          simulate.revokeRole([role, grantee], stranger),
          simulate.grantRoleWithSlug([role, siblingSlug, grantee], stranger),
          simulate.revokeRoleWithSlug([role, siblingSlug, grantee], stranger),
          simulate.grantBatchRole([[role], [siblingSlug], [grantee]], stranger),
          simulate.revokeBatchRole([[role], [siblingSlug], [grantee]], stranger),
          simulate.nominateOwner([grantee], stranger),
        ]
        for (const call of calls) expect(await refusal(call)).to.equal("OnlyOwner()")
      })

      it("is handed over in two steps", async () => {
        const { read, write, simulate } = access()
        expect(await refusal(simulate.claimOwner(stranger))).to.equal("OnlyNominee()")
        expect(await logged(write.nominateOwner([grantee], owner))).to.deep.equal([["OwnerNominated", grantee]])
        expect(await read.nominee()).to.equal(grantee)
        expect(await read.owner()).to.equal(accounts.owner.address)
        expect(await logged(write.claimOwner(stranger))).to.deep.equal([["OwnerClaimed", grantee]])
        expect(await read.owner()).to.equal(grantee)
      })
    })
  }

  describe("governance of the socket", () => {
    const contract = accounts.stranger.address
    const settings = [
      { setter: "setExecutionManager", event: "ExecutionManagerSet", view: "executionManager__" },
      { setter: "setTransmitManager", event: "TransmitManagerSet", view: "transmitManager__" },
      { setter: "setHasher", event: "HasherSet", view: "hasher__" },
      { setter: "setCapacitorFactory", event: "CapacitorFactorySet", view: "capacitorFactory__" },
    ] as const

    for (const { setter, event, view } of settings) {
      it(`${setter}: is the governor's`, async () => {
        const { publicClient, walletClient, mined } = chain()
        const socket = { address: chain().socket.address, abi: socketAbi }
        const call = { ...socket, functionName: setter, args: [contract] } as const
        const receipt = await mined(walletClient.writeContract({ ...call, ...governor }))
        const [log] = parseEventLogs({ abi: socketAbi, logs: receipt.logs })
        expect(log!.eventName).to.equal(event)
        expect(Object.values(log!.args)).to.deep.equal([contract])
        expect(await publicClient.readContract({ ...socket, functionName: view })).to.equal(contract)
        expect(await refusal(publicClient.simulateContract({ ...call, ...stranger }))).to.equal(
          `NoPermit(${idOf("GOVERNANCE_ROLE")})`,
        )
      })
    }

    it("rescueFunds: is its role's", async () => {
      const { socket, publicClient, testClient, mined } = chain()
      const ether = "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE"
      const safe = "0x00000000000000000000000000000000005afe02"
      await testClient.setBalance({ address: socket.address, value: 5n })
      await mined(socket.write.rescueFunds([ether, safe, 5n], { account: accounts.treasurer.address }))
      expect(await publicClient.getBalance({ address: safe })).to.equal(5n)
      const foreign = socket.simulate.rescueFunds([ether, safe, 0n], stranger)
      expect(await refusal(foreign)).to.equal(`NoPermit(${role})`)
    })
  })

  describe("switchboards of one's own", () => {
    it("registerSwitchboardForSibling: anybody opens a path once, with a kind of queue that exists", async () => {
      const { socket, mined } = chain()
      const siblingSwitchboard = accounts.plug.address
      const receipt = await mined(
        socket.write.registerSwitchboardForSibling([siblingSlug, 1n, 1n, siblingSwitchboard], stranger),
      )
      const switchboard = accounts.stranger.address
      const capacitor = await socket.read.capacitors__([switchboard, siblingSlug])
      const decapacitor = await socket.read.decapacitors__([switchboard, siblingSlug])
      const logs = parseEventLogs({ abi: socketAbi, logs: receipt.logs })
      expect(logs.map(({ eventName, args }) => [eventName, args])).to.deep.equal([
        [
          "SwitchboardAdded",
          {
            switchboard,
            siblingChainSlug: siblingSlug,
            capacitor,
            decapacitor,
            maxPacketLength: 1n,
            capacitorType: 1n,
          },
        ],
        ["SiblingSwitchboardUpdated", { switchboard, siblingChainSlug: siblingSlug, siblingSwitchboard }],
      ])
      const register = (maxPacketLength: bigint, slug: number) =>
        refusal(
          socket.simulate.registerSwitchboardForSibling([slug, maxPacketLength, 1n, siblingSwitchboard], stranger),
        )
      expect(await register(1n, siblingSlug)).to.equal("SwitchboardExists()")
      expect(await register(11n, siblingSlug + 1)).to.equal("PacketLengthNotAllowed()")
    })

    it("useSiblingSwitchboard: logs the counterpart of the caller", async () => {
      const { socket, mined } = chain()
      const receipt = await mined(socket.write.useSiblingSwitchboard([siblingSlug, accounts.plug.address], stranger))
      const [event] = parseEventLogs({ abi: socketAbi, logs: receipt.logs })
      expect(event!.eventName).to.equal("SiblingSwitchboardUpdated")
      expect(event!.args).to.deep.equal({
        switchboard: accounts.stranger.address,
        siblingChainSlug: siblingSlug,
        siblingSwitchboard: accounts.plug.address,
      })
    })

    it("updateSibling: logs the counterpart of the switchboard, and is the governor's", async () => {
      for (const name of ["fastSwitchboard", "optimisticSwitchboard"] as const) {
        const switchboard = chain().at(optimisticSwitchboardAbi, chain()[name].address)
        const receipt = await chain().mined(
          switchboard.write.updateSibling([siblingSlug, accounts.plug.address], governor),
        )
        const [event] = parseEventLogs({ abi: socketAbi, logs: receipt.logs })
        expect(event!.eventName).to.equal("SiblingSwitchboardUpdated")
        const foreign = switchboard.simulate.updateSibling([siblingSlug, accounts.plug.address], stranger)
        expect(await refusal(foreign)).to.equal(`NoPermit(${idOf("GOVERNANCE_ROLE")})`)
      }
    })
  })
}
