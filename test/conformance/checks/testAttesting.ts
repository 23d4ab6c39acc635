import { expect } from "chai"
import { describe, it } from "mocha"
import { parseEventLogs } from "viem"

import { fastSwitchboardAbi } from "../abis.js"
import { switchboardFees } from "../feeUpdates.js"
import { attest, attestation, type Incoming, incomingMessage, propose } from "../incoming.js"
import type { TestedChain } from "../openTestedChain.js"
import { siblingSlug } from "../prepareRoles.js"
import { refusal } from "../refusal.js"
import { accounts, idOf, malformedSignatures } from "../signatures.js"
import { apply } from "../SignedUpdate.js"
import { tripsOf } from "../tripsOf.js"

const owner = { account: accounts.owner.address }
const stranger = { account: accounts.stranger.address }

/** Adds the tests of what makes a switchboard allow a packet. */
export function testAttesting(chain: () => TestedChain): void {
  const isAllowed = async (
    switchboard: "fastSwitchboard" | "optimisticSwitchboard",
    { packetId, root }: Incoming,
    proposalCount = 0n,
  ): Promise<boolean> => {
    const proposal = [packetId, proposalCount, chain()[switchboard].address] as const
    const proposedAt = await chain().socket.read.rootProposedAt(proposal)
    return await chain()[switchboard].read.allowPacket([root, packetId, proposalCount, siblingSlug, proposedAt])
  }
  const addWatcher = () =>
    chain().mined(chain().fastSwitchboard.write.grantWatcherRole([siblingSlug, accounts.secondWatcher.address], owner))
  const attempt = async (...parameters: Parameters<typeof attestation>) =>
    await refusal(chain().fastSwitchboard.simulate.attest(await attestation(...parameters), stranger))

  describe("attesting", () => {
    it("attest: logs the watcher and makes the root valid", async () => {
      const incoming = incomingMessage(chain())
      const { fastSwitchboard } = chain()
      await propose(chain(), incoming)
      expect(await isAllowed("fastSwitchboard", incoming)).to.equal(false)
      const receipt = await attest(chain(), incoming)
      const [event] = parseEventLogs({ abi: fastSwitchboardAbi, eventName: "ProposalAttested", logs: receipt.logs })
      const { packetId, root } = incoming
      const watcher = accounts.watcher.address
      expect(event!.args).to.deep.equal({ packetId, proposalCount: 0n, root, watcher, attestationsCount: 1n })
      expect(await fastSwitchboard.read.isAttested([watcher, root])).to.equal(true)
      expect(await fastSwitchboard.read.attestations([root])).to.equal(1n)
      expect(await fastSwitchboard.read.isRootValid([root])).to.equal(true)
      expect(await isAllowed("fastSwitchboard", incoming)).to.equal(true)
    })

    it("attest: waits for every watcher, and a watcher who comes later undoes nothing", async () => {
      const incoming = incomingMessage(chain())
      const { fastSwitchboard } = chain()
      await propose(chain(), incoming)
      await addWatcher()
      expect(await fastSwitchboard.read.totalWatchers([siblingSlug])).to.equal(2n)
      await attest(chain(), incoming)
      expect(await fastSwitchboard.read.isRootValid([incoming.root])).to.equal(false)
      expect(await isAllowed("fastSwitchboard", incoming)).to.equal(false)
      await attest(chain(), incoming, { watcher: accounts.secondWatcher })
      expect(await isAllowed("fastSwitchboard", incoming)).to.equal(true)
      await chain().mined(fastSwitchboard.write.grantWatcherRole([siblingSlug, accounts.stranger.address], owner))
      expect(await isAllowed("fastSwitchboard", incoming)).to.equal(true)
    })

    it("attest: a watcher who goes later completes nothing", async () => {
      const incoming = incomingMessage(chain())
      const { fastSwitchboard, mined } = chain()
      await propose(chain(), incoming)
      await addWatcher()
      await attest(chain(), incoming)
      const gone = accounts.secondWatcher.address
      await mined(fastSwitchboard.write.revokeWatcherRole([siblingSlug, gone], owner))
      expect(await fastSwitchboard.read.totalWatchers([siblingSlug])).to.equal(1n)
      expect(await isAllowed("fastSwitchboard", incoming)).to.equal(false)
    })

    it("attest: counts a root once, whichever proposal of it is attested", async () => {
      const incoming = incomingMessage(chain())
      await addWatcher()
      await propose(chain(), incoming)
      await propose(chain(), incoming)
      await attest(chain(), incoming)
      expect(await attempt(chain(), incoming, { proposalCount: 1n })).to.equal("AlreadyAttested()")
      await attest(chain(), incoming, { watcher: accounts.secondWatcher, proposalCount: 1n })
      expect(await isAllowed("fastSwitchboard", incoming)).to.equal(true)
      expect(await isAllowed("fastSwitchboard", incoming, 1n)).to.equal(true)
    })

    it("attest: checks the root, the signature, then whether the signer attested, then who it is", async () => {
      const incoming = incomingMessage(chain())
      const { fastSwitchboard, mined } = chain()
      const other = incomingMessage(chain(), { counter: 2n })
      const malformed = (signature: (typeof malformedSignatures)[string]) =>
        refusal(fastSwitchboard.simulate.attest([incoming.packetId, 0n, incoming.root, signature], stranger))
      expect(await malformed("0x"), "not proposed").to.equal("InvalidRoot()")
      await propose(chain(), incoming)
      expect(await attempt(chain(), { ...incoming, root: other.root })).to.equal("InvalidRoot()")
      expect(await attempt(chain(), incoming, { proposalCount: 1n })).to.equal("InvalidRoot()")
      for (const [form, signature] of Object.entries(malformedSignatures)) {
        expect(await malformed(signature), form).to.match(/^Error\(ECDSA: invalid signature/)
      }
      expect(await attempt(chain(), incoming, { watcher: accounts.stranger })).to.equal("WatcherNotFound()")
      // Signed for another proposal, so somebody else is recovered.
      const [packetId, , root, signature] = await attestation(chain(), incoming, { proposalCount: 1n })
      const call = fastSwitchboard.simulate.attest([packetId, 0n, root, signature], stranger)
      expect(await refusal(call)).to.equal("WatcherNotFound()")

      await attest(chain(), incoming)
      await mined(fastSwitchboard.write.revokeWatcherRole([siblingSlug, accounts.watcher.address], owner))
      expect(await attempt(chain(), incoming), "attested and revoked").to.equal("AlreadyAttested()")
    })

    it("grantWatcherRole: counts each watcher once", async () => {
      const { fastSwitchboard } = chain()
      const { watcher, stranger: nobody } = accounts
      const grant = fastSwitchboard.simulate.grantWatcherRole([siblingSlug, watcher.address], owner)
      expect(await refusal(grant)).to.equal("WatcherFound()")
      const revoke = fastSwitchboard.simulate.revokeWatcherRole([siblingSlug, nobody.address], owner)
      expect(await refusal(revoke)).to.equal("WatcherNotFound()")
      const asRole = fastSwitchboard.simulate.grantRoleWithSlug(
        [idOf("WATCHER_ROLE"), siblingSlug, nobody.address],
        owner,
      )
      expect(await refusal(asRole)).to.equal("InvalidRole()")
    })

    it("setFees: stores the fee of one watcher times their number", async () => {
      await addWatcher()
      await apply(chain(), switchboardFees)
      const { fastSwitchboard } = chain()
      expect(await fastSwitchboard.read.fees([siblingSlug])).to.deep.equal([26n, 17n])
      expect(await fastSwitchboard.read.getMinFees([siblingSlug])).to.deep.equal([26n, 17n])
    })
  })

  describe("allowPacket", () => {
    for (const switchboard of ["fastSwitchboard", "optimisticSwitchboard"] as const) {
      it(`${switchboard}: turns true by time alone, where there is a timeout`, async () => {
        const incoming = incomingMessage(chain())
        await propose(chain(), incoming, switchboard)
        const timeout = await chain()[switchboard].read.timeoutInSeconds()
        expect(await isAllowed(switchboard, incoming)).to.equal(false)
        const { testClient } = chain()
        const early = Number(timeout) - Math.min(60, Math.ceil(Number(timeout) / 2))
        await testClient.increaseTime({ seconds: early })
        await testClient.mine({ blocks: 1 })
        expect(await isAllowed(switchboard, incoming)).to.equal(false)
        await testClient.increaseTime({ seconds: Number(timeout) - early + 1 })
        await testClient.mine({ blocks: 1 })
        expect(await isAllowed(switchboard, incoming)).to.equal(timeout > 0n)
      })

      it(`${switchboard}: is false while anything is tripped, and a proposal stays tripped`, async () => {
        const incoming = { ...incomingMessage(chain()), packetId: tripsOf(switchboard).tripProposal.args["packetId"] }
        const proposed = incoming as Incoming
        for (let i = 0; i < 4; i++) await propose(chain(), proposed, switchboard)
        const timeout = await chain()[switchboard].read.timeoutInSeconds()
        if (timeout === 0n) await attest(chain(), proposed)
        await chain().testClient.increaseTime({ seconds: Number(timeout) + 1 })
        await chain().testClient.mine({ blocks: 1 })
        expect(await isAllowed(switchboard, proposed, 2n)).to.equal(true)

        const { tripGlobal, unTrip, tripPath, unTripPath, tripProposal } = tripsOf(switchboard)
        for (const [trip, untrip] of [
          [tripGlobal, unTrip],
          [tripPath, unTripPath],
        ] as const) {
          await apply(chain(), trip)
          expect(await isAllowed(switchboard, proposed, 2n), trip.name).to.equal(false)
          await apply(chain(), untrip)
          expect(await isAllowed(switchboard, proposed, 2n), untrip.name).to.equal(true)
        }
        await apply(chain(), tripProposal)
        expect(await isAllowed(switchboard, proposed, 2n)).to.equal(false)
        expect(await isAllowed(switchboard, proposed, 3n), "another proposal").to.equal(true)
      })

      it(`${switchboard}: is false for packets before the path's first`, async () => {
        const contract = chain()[switchboard]
        const slug = siblingSlug + 2
        const governor = { account: accounts.governor.address }
        const register = chain().at(fastSwitchboardAbi, contract.address).write.registerSiblingSlug
        await chain().mined(register([slug, 1n, 1n, 5n, accounts.stranger.address], governor))
        expect(await contract.read.initialPacketCount([slug])).to.equal(5n)
        const packet = (count: number) =>
          `0x${slug.toString(16)}${"00".repeat(20)}${count.toString(16).padStart(16, "0")}` as const
        const allowed = (count: number) => contract.read.allowPacket([idOf("root"), packet(count), 0n, slug, 1n])
        const timeout = await contract.read.timeoutInSeconds()
        expect(await allowed(4)).to.equal(false)
        expect(await allowed(5)).to.equal(timeout > 0n)
      })
    }

    it("fastSwitchboard: opens each path once, and only the governor does", async () => {
      const { fastSwitchboard } = chain()
      const args = [siblingSlug, 1n, 1n, 0n, accounts.stranger.address] as const
      const again = fastSwitchboard.simulate.registerSiblingSlug(args, { account: accounts.governor.address })
      expect(await refusal(again)).to.equal("SwitchboardExists()")
      const foreign = fastSwitchboard.simulate.registerSiblingSlug(args, stranger)
      expect(await refusal(foreign)).to.equal(`NoPermit(${idOf("GOVERNANCE_ROLE")})`)
    })
  })
}
