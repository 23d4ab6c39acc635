import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, getAddress, type Hex, numberToHex, parseEventLogs, zeroAddress, zeroHash } from "viem"

import { executionManagerAbi, transmitManagerAbi } from "../abis.js"
import { feeUpdates } from "../feeUpdates.js"
import type { TestedChain } from "../openTestedChain.js"
import { siblingSlug } from "../prepareRoles.js"
import { refusal } from "../refusal.js"
import { accounts, idOf, malformedSignatures, sign } from "../signatures.js"
import { apply } from "../SignedUpdate.js"
import { connect, promising, send } from "./testSending.js"

const treasurer = { account: accounts.treasurer.address }
const stranger = { account: accounts.stranger.address }
/** An account that holds nothing before. */
const safe = "0x00000000000000000000000000000000005afe01"

/** Adds the tests of the managers: what they answer, and how fees leave them. */
export function testManagers(chain: () => TestedChain): void {
  /** Sends one message for its fee and a million wei more. */
  const earn = async (): Promise<{ execution: bigint }> => {
    await connect(chain())
    for (const update of feeUpdates) await apply(chain(), update)
    const args = [100_000n, 5n, zeroHash, zeroHash, siblingSlug, accounts.plug.address] as const
    const value = (await chain().socket.read.getMinFees(args)) + 1_000_000n
    await send(chain(), value)
    return { execution: value - 11n - 13n }
  }

  describe("execution manager", () => {
    it("answers prices for a message", async () => {
      for (const update of feeUpdates) await apply(chain(), update)
      const { executionManager, transmitManager } = chain()
      const message = [100_000n, 5n, promising(500n)] as const
      const fee = 100_000n * 3n + 5n * 5n + 7n + 3n * 500n
      expect(await executionManager.read.getMinFees([...message, siblingSlug])).to.equal(fee)
      expect(
        await executionManager.read.getExecutionTransmissionMinFees([
          ...message,
          zeroHash,
          siblingSlug,
          transmitManager.address,
        ]),
      ).to.deep.equal([fee, 11n])
    })

    it("verifyParams: wants the promised value", async () => {
      const verify = (params: Hex, value: bigint) =>
        refusal(chain().executionManager.read.verifyParams([params, value]))
      expect(await verify(promising(5n), 4n)).to.equal("InsufficientMsgValue()")
      expect(await verify(promising(5n), 5n)).to.equal("accepted")
      expect(await verify(promising(5n), 6n)).to.equal("accepted")
      expect(await verify(numberToHex(5n, { size: 32 }), 0n), "without a type").to.equal("accepted")
    })

    it("isExecutor: names the signer of the packed message", async () => {
      const { executionManager } = chain()
      const packed = idOf("packed")
      const ask = async (account: typeof accounts.executor) =>
        await executionManager.read.isExecutor([packed, await sign(account, packed)])
      expect(await ask(accounts.executor)).to.deep.equal([accounts.executor.address, true])
      expect(await ask(accounts.stranger)).to.deep.equal([accounts.stranger.address, false])
      for (const [form, signature] of Object.entries(malformedSignatures)) {
        expect(await refusal(executionManager.read.isExecutor([packed, signature])), form).to.match(/^Error\(ECDSA: /)
      }
    })

    it("credits each earner, by chain", async () => {
      const { execution } = await earn()
      const { executionManager, fastSwitchboard } = chain()
      expect(await executionManager.read.totalExecutionAndTransmissionFees([siblingSlug])).to.deep.equal([
        execution,
        11n,
      ])
      expect(await executionManager.read.totalSwitchboardFees([fastSwitchboard.address, siblingSlug])).to.equal(13n)
    })

    it("withdrawExecutionFees: pays whom the treasurer names, and no more than was earned", async () => {
      const { execution } = await earn()
      const { executionManager, publicClient, mined } = chain()
      const receipt = await mined(
        executionManager.write.withdrawExecutionFees([siblingSlug, execution, safe], treasurer),
      )
      const logs = parseEventLogs({ abi: executionManagerAbi, logs: receipt.logs })
      expect(logs.map(({ eventName, args }) => ({ eventName, args: { ...args } }))).to.deep.equal([
        {
          eventName: "ExecutionFeesWithdrawn",
          args: { account: getAddress(safe), siblingChainSlug: siblingSlug, amount: execution },
        },
      ])
      expect(await publicClient.getBalance({ address: safe })).to.equal(execution)
      const withdraw = (amount: bigint, to: Address, caller: typeof treasurer) =>
        refusal(executionManager.simulate.withdrawExecutionFees([siblingSlug, amount, to], caller))
      expect(await withdraw(1n, safe, treasurer)).to.equal("InsufficientFees()")
      expect(await withdraw(0n, zeroAddress, treasurer)).to.equal("ZeroAddress()")
      expect(await withdraw(0n, safe, stranger)).to.equal(`NoPermit(${idOf("WITHDRAW_ROLE")})`)
    })

    it("withdrawTransmissionFees: pays the transmit manager, whoever asks", async () => {
      await earn()
      const { executionManager, transmitManager, publicClient, mined } = chain()
      const before = await publicClient.getBalance({ address: transmitManager.address })
      const receipt = await mined(executionManager.write.withdrawTransmissionFees([siblingSlug, 11n], stranger))
      const [event] = parseEventLogs({ abi: executionManagerAbi, logs: receipt.logs })
      expect(event!.eventName).to.equal("TransmissionFeesWithdrawn")
      expect(event!.args).to.deep.equal({
        transmitManager: getAddress(transmitManager.address),
        siblingChainSlug: siblingSlug,
        amount: 11n,
      })
      const held = await publicClient.getBalance({ address: transmitManager.address })
      expect(held - before).to.equal(11n)
      const again = executionManager.simulate.withdrawTransmissionFees([siblingSlug, 1n], stranger)
      expect(await refusal(again)).to.equal("InsufficientFees()")

      await mined(transmitManager.write.withdrawFees([safe], treasurer))
      expect(await publicClient.getBalance({ address: safe })).to.equal(held)
    })

    it("withdrawSwitchboardFees: pays the switchboard, whoever asks", async () => {
      await earn()
      const { executionManager, fastSwitchboard, publicClient, mined } = chain()
      const { address } = fastSwitchboard
      const before = await publicClient.getBalance({ address })
      const receipt = await mined(executionManager.write.withdrawSwitchboardFees([siblingSlug, address, 13n], stranger))
      const [event] = parseEventLogs({ abi: executionManagerAbi, logs: receipt.logs })
      expect(event!.eventName).to.equal("SwitchboardFeesWithdrawn")
      expect(event!.args).to.deep.equal({
        switchboard: getAddress(address),
        siblingChainSlug: siblingSlug,
        amount: 13n,
      })
      const held = await publicClient.getBalance({ address })
      expect(held - before).to.equal(13n)
      const again = executionManager.simulate.withdrawSwitchboardFees([siblingSlug, address, 1n], stranger)
      expect(await refusal(again)).to.equal("InsufficientFees()")

      await mined(fastSwitchboard.write.withdrawFees([safe], treasurer))
      expect(await publicClient.getBalance({ address: safe })).to.equal(held)
    })
  })

  describe("earners", () => {
    for (const contract of ["transmitManager", "fastSwitchboard", "optimisticSwitchboard"] as const) {
      it(`${contract}: takes fees from the execution manager only, and pays the treasurer's choice`, async () => {
        const earner = chain().at(transmitManagerAbi, chain()[contract].address)
        const receive = earner.simulate.receiveFees([siblingSlug], { ...stranger, value: 1n })
        expect(await refusal(receive)).to.equal("OnlyExecutionManager()")
        const foreign = earner.simulate.withdrawFees([safe], stranger)
        expect(await refusal(foreign)).to.equal(`NoPermit(${idOf("WITHDRAW_ROLE")})`)
        const nobody = earner.simulate.withdrawFees([zeroAddress], treasurer)
        expect(await refusal(nobody)).to.equal("ZeroAddress()")
      })
    }
  })

  describe("transmit manager", () => {
    it("checkTransmitter: names the signer, and has a list for each chain", async () => {
      const { transmitManager } = chain()
      const digest = idOf("digest")
      const signature = await sign(accounts.transmitter, digest)
      const { address } = accounts.transmitter
      expect(await transmitManager.read.checkTransmitter([siblingSlug, digest, signature])).to.deep.equal([
        address,
        true,
      ])
      expect(await transmitManager.read.checkTransmitter([siblingSlug + 1, digest, signature])).to.deep.equal([
        address,
        false,
      ])
    })
  })
}
