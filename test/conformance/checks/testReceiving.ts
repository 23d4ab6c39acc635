import { expect } from "chai"
import { describe, it } from "mocha"
import { parseEventLogs, zeroAddress, zeroHash } from "viem"

import { socketAbi } from "../abis.js"
import {
  attest,
  connectReceiver,
  execution,
  type ExecutionDetails,
  type Incoming,
  incomingMessage,
  propose,
  transmitterDigest,
} from "../incoming.js"
import type { TestedChain } from "../openTestedChain.js"
import { siblingSlug } from "../prepareRoles.js"
import { refusal } from "../refusal.js"
import { accounts, malformedSignatures, sign } from "../signatures.js"
import { promising } from "./testSending.js"

const stranger = { account: accounts.stranger.address }

/** Adds the tests of proposals and of the order in which `execute` checks. */
export function testReceiving(chain: () => TestedChain): void {
  describe("proposing", () => {
    it("proposeForSwitchboard: logs and stores the root, and counts", async () => {
      const { socket, fastSwitchboard, publicClient } = chain()
      const { packetId, root } = incomingMessage(chain())
      for (const proposalCount of [0n, 1n]) {
        const receipt = await propose(chain(), { packetId, root })
        const [event] = parseEventLogs({ abi: socketAbi, eventName: "PacketProposed", logs: receipt.logs })
        const switchboard = fastSwitchboard.address
        const transmitter = accounts.transmitter.address
        expect(event!.args).to.deep.equal({ transmitter, packetId, proposalCount, root, switchboard })
        const proposal = [packetId, proposalCount, switchboard] as const
        const { timestamp } = await publicClient.getBlock({ blockNumber: receipt.blockNumber })
        expect(await socket.read.packetIdRoots(proposal)).to.equal(root)
        expect(await socket.read.isPacketProposed(proposal)).to.equal(true)
        expect(await socket.read.rootProposedAt(proposal)).to.equal(timestamp)
        expect(await socket.read.proposalCount([packetId])).to.equal(proposalCount + 1n)
      }
      expect(await socket.read.isPacketProposed([packetId, 2n, fastSwitchboard.address])).to.equal(false)
    })

    it("proposeForSwitchboard: takes the root zero, which is no proposal", async () => {
      const { packetId } = incomingMessage(chain())
      await propose(chain(), { packetId, root: zeroHash })
      const { socket, fastSwitchboard } = chain()
      expect(await socket.read.proposalCount([packetId])).to.equal(1n)
      expect(await socket.read.isPacketProposed([packetId, 0n, fastSwitchboard.address])).to.equal(false)
    })

    it("proposeForSwitchboard: refuses the packet zero and other signers", async () => {
      const { socket, fastSwitchboard, slug } = chain()
      const { packetId, root } = incomingMessage(chain())
      const attempt = async (id: typeof packetId, signer = accounts.transmitter, local = slug) => {
        const signature = await sign(signer, transmitterDigest(local, id, root))
        const args = [id, root, fastSwitchboard.address, signature] as const
        return await refusal(socket.simulate.proposeForSwitchboard(args, stranger))
      }
      expect(await attempt(zeroHash)).to.equal("InvalidPacketId()")
      expect(await attempt(packetId, accounts.stranger)).to.equal("InvalidTransmitter()")
      expect(await attempt(packetId, accounts.transmitter, slug + 1)).to.equal("InvalidTransmitter()")
      for (const [form, signature] of Object.entries(malformedSignatures)) {
        const args = [packetId, root, fastSwitchboard.address, signature] as const
        const call = socket.simulate.proposeForSwitchboard(args, stranger)
        expect(await refusal(call), form).to.match(/^Error\(ECDSA: invalid signature/)
      }
    })
  })

  describe("execute", () => {
    const attempt = (details: ExecutionDetails, message: Incoming["message"], value = 0n) =>
      refusal(chain().socket.simulate.execute([details, message], { ...stranger, value }))

    it("delivers once, and logs it", async () => {
      const incoming = incomingMessage(chain())
      await connectReceiver(chain())
      await propose(chain(), incoming)
      await attest(chain(), incoming)
      const { socket, receiver, mined } = chain()
      const details = await execution(incoming)
      const receipt = await mined(socket.write.execute([details, incoming.message], stranger))

      const [event] = parseEventLogs({ abi: socketAbi, eventName: "ExecutionSuccess", logs: receipt.logs })
      expect(event!.args).to.deep.equal({ msgId: incoming.message.msgId })
      expect(await socket.read.messageExecuted([incoming.message.msgId])).to.equal(true)
      expect(await receiver.read.lastPayload()).to.equal(incoming.message.payload)
      expect(await attempt(details, incoming.message)).to.equal("MessageAlreadyExecuted()")
      // Whatever else is wrong is not looked at any more.
      expect(await attempt({ ...details, executionGasLimit: 0n, packetId: zeroHash }, incoming.message)).to.equal(
        "MessageAlreadyExecuted()",
      )
    })

    // Everything is wrong at first, and one thing after the other is put right.
    it("checks in the deployed order", async () => {
      const incoming = incomingMessage(chain(), { executionParams: promising(5n) })
      const { message, packetId } = incoming
      const honest = await execution(incoming)
      const other = incomingMessage(chain(), { counter: 2n })
      const strangers = await sign(accounts.stranger, incoming.root)
      let details: ExecutionDetails = { ...honest, executionGasLimit: 0n, packetId: zeroHash, signature: strangers }

      expect(await attempt(details, message)).to.equal("LowGasLimit()")
      details = { ...details, executionGasLimit: message.minMsgGasLimit }
      expect(await attempt(details, message)).to.equal("InvalidPacketId()")
      details = { ...details, packetId: `0x00000001${packetId.slice(10)}` }
      expect(await attempt(details, message)).to.equal("ErrInSourceValidation()")
      details = { ...details, packetId }
      expect(await attempt(details, message), "never connected").to.equal("PacketNotProposed()")
      await connectReceiver(chain())
      expect(await attempt(details, message), "not proposed").to.equal("PacketNotProposed()")
      // Another message's root, so the proof will not fit.
      await propose(chain(), { packetId, root: other.root })
      expect(await attempt(details, message)).to.equal("NotExecutor()")
      details = { ...details, signature: honest.signature }
      expect(await attempt(details, message)).to.equal("InsufficientMsgValue()")
      expect(await attempt(details, message, 4n)).to.equal("InsufficientMsgValue()")
      expect(await attempt(details, message, 5n)).to.equal("VerificationFailed()")
      await attest(chain(), { packetId, root: other.root })
      expect(await attempt(details, message, 5n)).to.equal("InvalidProof()")
      await propose(chain(), incoming)
      await attest(chain(), incoming, { proposalCount: 1n })
      expect(await attempt({ ...details, proposalCount: 1n }, message, 5n)).to.equal("accepted")
    })

    it("finds no proposal for a plug that listens to another switchboard", async () => {
      const incoming = incomingMessage(chain())
      await connectReceiver(chain(), "optimisticSwitchboard")
      await propose(chain(), incoming, "fastSwitchboard")
      await attest(chain(), incoming)
      expect(await attempt(await execution(incoming), incoming.message)).to.equal("PacketNotProposed()")
    })

    it("takes nobody's signature for a plug that disconnected", async () => {
      const incoming = incomingMessage(chain())
      const { receiver, fastSwitchboard, mined } = chain()
      await connectReceiver(chain())
      await propose(chain(), incoming)
      await attest(chain(), incoming)
      await mined(
        receiver.write.connect([siblingSlug, zeroAddress, fastSwitchboard.address], {
          account: accounts.owner.address,
        }),
      )
      expect(await attempt(await execution(incoming), incoming.message)).to.equal("NotExecutor()")
    })

    it("reverts with the text of the library for a malformed signature", async () => {
      const incoming = incomingMessage(chain())
      await connectReceiver(chain())
      await propose(chain(), incoming)
      const details = await execution(incoming)
      for (const [form, signature] of Object.entries(malformedSignatures)) {
        expect(await attempt({ ...details, signature }, incoming.message), form).to.match(
          /^Error\(ECDSA: invalid signature/,
        )
      }
    })

    it("reverts with the plug's own error, and can be repeated", async () => {
      const incoming = incomingMessage(chain())
      const { receiver, mined, socket } = chain()
      await connectReceiver(chain())
      await propose(chain(), incoming)
      await attest(chain(), incoming)
      const details = await execution(incoming)
      await mined(receiver.write.refuseAll([true], stranger))
      expect(await attempt(details, incoming.message)).to.match(/^0x/)
      await mined(receiver.write.refuseAll([false], stranger))
      await mined(socket.write.execute([details, incoming.message], stranger))
    })

    it("does not compare the limit for the plug with the gas that there is", async () => {
      const incoming = incomingMessage(chain())
      await connectReceiver(chain())
      await propose(chain(), incoming)
      await attest(chain(), incoming)
      const details = { ...(await execution(incoming)), executionGasLimit: 50_000_000n }
      const call = chain().socket.simulate.execute([details, incoming.message], { ...stranger, gas: 1_000_000n })
      expect(await refusal(call)).to.equal("accepted")
    })
  })
}
