import { expect } from "chai"
import { describe, it } from "mocha"
import {
  type Hex,
  numberToHex,
  parseEventLogs,
  type ParseEventLogsReturnType,
  type TransactionReceipt,
  zeroAddress,
  zeroHash,
} from "viem"

import { capacitorAbi, socketAbi } from "../abis.js"
import {
  executionFees,
  feeUpdates,
  msgValueMaxThreshold,
  msgValueMinThreshold,
  relativeNativeTokenPrice,
} from "../feeUpdates.js"
import { idAt, packMessage, transmitterDigest } from "../incoming.js"
import type { TestedChain } from "../openTestedChain.js"
import { siblingSlug } from "../prepareRoles.js"
import { refusal } from "../refusal.js"
import { accounts, malformedSignatures, sign } from "../signatures.js"
import { apply } from "../SignedUpdate.js"

const plug = { account: accounts.plug.address }
const sibling = accounts.stranger.address
const payload = "0x1234567890"

/** Execution parameters that promise native value to the receiving plug. */
export function promising(value: bigint): Hex {
  return numberToHex((1n << 248n) | value, { size: 32 })
}

export async function connect(chain: TestedChain): Promise<void> {
  const switchboard = chain.fastSwitchboard.address
  await chain.mined(chain.socket.write.connect([siblingSlug, sibling, switchboard, switchboard], plug))
}

type Sent = {
  readonly receipt: TransactionReceipt
  readonly outbound: ParseEventLogsReturnType<typeof socketAbi, "MessageOutbound">[number]
  readonly added: ParseEventLogsReturnType<typeof capacitorAbi, "MessageAdded">[number]
}

/** Sends a message from the plug and reads what its two logs say. */
export async function send(chain: TestedChain, value: bigint, executionParams: Hex = zeroHash): Promise<Sent> {
  const args = [siblingSlug, 100_000n, executionParams, zeroHash, payload] as const
  const receipt = await chain.mined(chain.socket.write.outbound(args, { ...plug, value }))
  const [outbound] = parseEventLogs({ abi: socketAbi, eventName: "MessageOutbound", logs: receipt.logs })
  const [added] = parseEventLogs({ abi: capacitorAbi, eventName: "MessageAdded", logs: receipt.logs })
  return { receipt, outbound: outbound!, added: added! }
}

export function testSending(chain: () => TestedChain): void {
  const minFees = (size: bigint, executionParams: Hex = zeroHash) =>
    chain().socket.read.getMinFees([100_000n, size, executionParams, zeroHash, siblingSlug, plug.account])

  describe("connecting", () => {
    it("connect: logs and stores both switchboards, the capacitor and the decapacitor", async () => {
      const { socket, fastSwitchboard, optimisticSwitchboard, mined } = chain()
      const inbound = optimisticSwitchboard.address
      const outbound = fastSwitchboard.address
      const receipt = await mined(socket.write.connect([siblingSlug, sibling, inbound, outbound], plug))
      const [event] = parseEventLogs({ abi: socketAbi, eventName: "PlugConnected", logs: receipt.logs })
      const capacitor = await socket.read.capacitors__([outbound, siblingSlug])
      const decapacitor = await socket.read.decapacitors__([inbound, siblingSlug])
      expect(capacitor).not.to.equal(zeroAddress)
      expect(decapacitor).not.to.equal(zeroAddress)
      expect(event!.args).to.deep.equal({
        plug: plug.account,
        siblingChainSlug: siblingSlug,
        siblingPlug: sibling,
        inboundSwitchboard: inbound,
        outboundSwitchboard: outbound,
        capacitor,
        decapacitor,
      })
      expect(await socket.read.getPlugConfig([plug.account, siblingSlug])).to.deep.equal([
        sibling,
        inbound,
        outbound,
        capacitor,
        decapacitor,
      ])
    })

    it("connect: refuses a switchboard without a path, on either side", async () => {
      const { socket, fastSwitchboard } = chain()
      const known = fastSwitchboard.address
      for (const [inbound, outbound] of [
        [known, sibling],
        [sibling, known],
      ] as const) {
        const call = socket.simulate.connect([siblingSlug, sibling, inbound, outbound], plug)
        expect(await refusal(call)).to.equal("InvalidConnection()")
      }
    })
  })

  describe("fees", () => {
    it("getMinFees: reverts without data for a plug that is not connected", async () => {
      expect(await refusal(minFees(5n))).to.equal("nothing")
    })

    it("getMinFees: adds what everybody asks", async () => {
      await connect(chain())
      for (const update of feeUpdates) await apply(chain(), update)
      const execution = 100_000n * 3n + 5n * 5n + 7n
      const others = 11n + 13n + 17n
      expect(await minFees(5n)).to.equal(execution + others)
      // The value costs three times as much here as it is worth there.
      expect(await minFees(5n, promising(500n))).to.equal(execution + 3n * 500n + others)
    })

    it("getMinFees: takes 5000 bytes and no more", async () => {
      await connect(chain())
      await minFees(5000n)
      expect(await refusal(minFees(5001n))).to.equal("PayloadTooLarge()")
    })

    it("getMinFees: lets no value pass until the most is set", async () => {
      await connect(chain())
      expect(await refusal(minFees(5n, promising(1n)))).to.equal("MsgValueTooHigh()")
      await apply(chain(), msgValueMaxThreshold)
      await minFees(5n, promising(1000n))
      expect(await refusal(minFees(5n, promising(1001n)))).to.equal("MsgValueTooHigh()")
    })

    it("getMinFees: wants the least value that is set, of messages with value only", async () => {
      await connect(chain())
      await apply(chain(), msgValueMinThreshold)
      // Below the least and above the most at once: the least is checked first.
      expect(await refusal(minFees(5n, promising(9n)))).to.equal("MsgValueTooLow()")
      await minFees(5n, zeroHash)
      // The first byte says that there is a value.
      await minFees(5n, numberToHex(9n, { size: 32 }))
    })

    it("getMinFees: looks at the payload before the value", async () => {
      await connect(chain())
      expect(await refusal(minFees(5001n, promising(1n)))).to.equal("PayloadTooLarge()")
    })

    it("getMinFees: refuses a fee that does not fit into its type", async () => {
      await connect(chain())
      await apply(chain(), relativeNativeTokenPrice)
      await apply(chain(), executionFees)
      const { socket } = chain()
      const args = [2n ** 127n, 5n, zeroHash, zeroHash, siblingSlug, plug.account] as const
      expect(await refusal(socket.read.getMinFees(args))).to.equal("FeesTooHigh()")
    })
  })

  describe("outbound", () => {
    it("logs and queues the message, and gives the executor what is above the least fee", async () => {
      await connect(chain())
      for (const update of feeUpdates) await apply(chain(), update)
      const { socket, capacitor, slug } = chain()
      const count = await socket.read.globalMessageCount()
      const value = (await minFees(5n)) + 1000n
      const { outbound, added, receipt } = await send(chain(), value)

      const msgId = idAt(slug, sibling, count)
      const fees = { transmissionFees: 11n, switchboardFees: 13n, executionFee: value - 24n }
      expect(outbound.args).to.deep.equal({
        localChainSlug: slug,
        localPlug: plug.account,
        dstChainSlug: siblingSlug,
        dstPlug: sibling,
        msgId,
        minMsgGasLimit: 100_000n,
        executionParams: zeroHash,
        transmissionParams: zeroHash,
        payload,
        fees,
      })
      const packed = packMessage(
        { chainSlug: slug, plug: plug.account },
        { chainSlug: siblingSlug, plug: sibling },
        { msgId, executionFee: fees.executionFee, minMsgGasLimit: 100_000n, executionParams: zeroHash, payload },
      )
      expect(added.args).to.deep.equal({ packedMessage: packed, packetCount: 0n, newRootHash: packed })
      expect(added.address.toLowerCase()).to.equal(capacitor.address.toLowerCase())
      expect(added.logIndex).to.be.lessThan(outbound.logIndex)
      expect(receipt.logs).to.have.length(2)
      expect(await socket.read.globalMessageCount()).to.equal(count + 1n)
      expect(await socket.read.capacitorToSlug([capacitor.address])).to.equal(siblingSlug)
    })

    it("refuses one wei less than the least fee", async () => {
      await connect(chain())
      for (const update of feeUpdates) await apply(chain(), update)
      const value = (await minFees(5n)) - 1n
      expect(await refusal(send(chain(), value))).to.equal("InsufficientFees()")
    })

    it("refuses a plug that is not connected, or not any more", async () => {
      expect(await refusal(send(chain(), 0n))).to.equal("PlugDisconnected()")
      await connect(chain())
      const { socket, fastSwitchboard, mined } = chain()
      const switchboard = fastSwitchboard.address
      await mined(socket.write.connect([siblingSlug, zeroAddress, switchboard, switchboard], plug))
      expect(await refusal(send(chain(), 0n))).to.equal("PlugDisconnected()")
    })

    // The first message of a path, whose counters are all zero before.
    it("costs within a tenth of the deployed 179,000 of gas", async () => {
      await connect(chain())
      for (const update of feeUpdates) await apply(chain(), update)
      const { receipt } = await send(chain(), await minFees(5n))
      expect(Number(receipt.gasUsed)).to.be.within(161_000, 197_000)
    })
  })

  describe("sealing", () => {
    const signed = async (root: Hex, { signer = accounts.transmitter, count = 0n } = {}) => {
      const packetId = idAt(chain().slug, chain().capacitor.address, count)
      return { packetId, signature: await sign(signer, transmitterDigest(siblingSlug, packetId, root)) }
    }

    it("seal: logs the packet under its transmitter's signature, whoever submits it", async () => {
      await connect(chain())
      const { added } = await send(chain(), 0n)
      const root = added.args.newRootHash!
      const { capacitor, socket, mined } = chain()
      expect(await capacitor.read.getNextPacketToBeSealed()).to.deep.equal([root, 0n])
      expect(await capacitor.read.getRootByCount([0n])).to.equal(root)
      expect(await capacitor.read.getMaxPacketLength()).to.equal(1n)
      const { packetId, signature } = await signed(root)
      const receipt = await mined(
        socket.write.seal([1n, capacitor.address, signature], { account: accounts.stranger.address }),
      )
      const [event] = parseEventLogs({ abi: socketAbi, eventName: "Sealed", logs: receipt.logs })
      expect(event!.args).to.deep.equal({
        transmitter: accounts.transmitter.address,
        packetId,
        batchSize: 1n,
        root,
        signature,
      })
      expect(await capacitor.read.getNextPacketToBeSealed()).to.deep.equal([zeroHash, 1n])
    })

    it("seal: refuses what is no capacitor, an empty one, and other signers", async () => {
      await connect(chain())
      const { capacitor, socket } = chain()
      const seal = (address: Hex, signature: Hex) =>
        refusal(socket.simulate.seal([1n, address, signature], { account: accounts.stranger.address }))
      expect(await seal(sibling, "0x")).to.equal("InvalidCapacitorAddress()")
      expect(await seal(capacitor.address, "0x")).to.equal("NoPendingPacket()")

      const { added } = await send(chain(), 0n)
      const root = added.args.newRootHash!
      expect(await seal(capacitor.address, (await signed(root, { signer: accounts.stranger })).signature)).to.equal(
        "InvalidTransmitter()",
      )
      expect(await seal(capacitor.address, (await signed(root, { count: 1n })).signature)).to.equal(
        "InvalidTransmitter()",
      )
      for (const [form, signature] of Object.entries(malformedSignatures)) {
        expect(await seal(capacitor.address, signature), form).to.match(/^Error\(ECDSA: invalid signature/)
      }
    })
  })
}
