import "#src/testing/chai/index.js"

import { expect } from "chai"
import hre from "hardhat"
import { after, before, describe, it } from "mocha"
import { numberToHex } from "viem"

import { risingGasPrice, stoppedChain } from "#src/testing/faults/kinds/chains.js"
import { createWorld } from "#src/testing/index.js"
import type { ChainCall, ChainHook } from "#src/testing/world/hooks.js"
import type { OpenWorld } from "#src/testing/world/OpenWorld.js"

/** What a fault is begun with in such a world, after it has happened so many times. */
function contextOf(opened: object, before = 0) {
  let times = before
  return {
    world: opened as unknown as OpenWorld,
    happen: () => (times += 1),
    happened: () => times,
    noted: 0,
    note: () => 0,
  }
}

describe("faults of chains", () => {
  const world = createWorld(hre, { chains: ["alpha", "beta"] })
  before(world.start)
  after(world.stop)
  const counters = () => world.deployConnected("Counter", ({ socket, owner }) => [socket, owner])
  const feeOf = async () => {
    const { alpha, beta } = await world.loadFixture(counters)
    return (await alpha.send.add([beta.slug, 1n])).fee
  }

  it("risingFees: the fee rises between the simulation and the transaction, which is refused", async () => {
    const before = await feeOf()
    const { alpha, beta } = await world.loadFixture(counters)
    const fault = world.faults.risingFees("alpha", { percent: 20 })
    let refusal: unknown
    await alpha.send.add([beta.slug, 1n]).catch((error: unknown) => (refusal = error))
    expect(String(refusal)).to.contain("InsufficientFees")
    expect(fault.happened).to.equal(1)
    expect((await alpha.send.add([beta.slug, 1n])).fee).to.equal((before * 120n) / 100n)
    await fault.end()
    const sent = await alpha.send.add([beta.slug, 1n])
    expect(sent.fee).to.equal(before)
    await expect(Promise.resolve(sent)).to.be.delivered
  })

  it("risingFees: is gone in the next fixture", async () => {
    const before = await feeOf()
    await world.loadFixture(counters)
    world.faults.risingFees("alpha", { percent: 50 })
    expect(await feeOf()).to.equal(before)
    expect(world.faults.active()).to.deep.equal([])
  })

  for (const [percent, raised] of [
    [0.5, 100_500n],
    [12.5, 112_500n],
    [300, 400_000n],
  ] as const) {
    it(`risingGasPrice: by ${percent} %, once, and set before the test's transaction is sent`, async () => {
      const asked: unknown[] = []
      const request = async ({ method, params }: ChainCall) => {
        if (method === "eth_getBlockByNumber") return { baseFeePerGas: numberToHex(100_000n) }
        await new Promise(setImmediate)
        asked.push([method, ...(params as unknown[])])
      }
      const hooks = new Set<ChainHook>()
      const [actor, deployer, user, to] = ["0x1", "0x2", "0x3", "0x4"].map((address) => ({ address }))
      const of = (chain: string) => (chain === "alpha" ? { request, hooks } : undefined)
      const opened = { accounts: { watchers: [], sealer: actor, deployer }, hooks: { chains: { of } } }
      const context = contextOf(opened)
      const end = risingGasPrice({ fault: "risingGasPrice", chain: "alpha", percent }, context).attach?.()
      const send = async (from: unknown) => {
        const call = { method: "eth_sendTransaction", params: [{ from, to: to?.address }] }
        for (const hook of hooks) await hook(call, () => Promise.resolve(asked.push(from)))
      }
      for (const from of [actor, deployer, user, user]) await send(from?.address)
      const raise = ["hardhat_setNextBlockBaseFeePerGas", numberToHex(raised)]
      expect(asked).to.deep.equal(["0x1", "0x2", raise, "0x3", "0x3"])
      end?.()
      expect([context.happened(), hooks.size]).to.deep.equal([1, 0])
    })
  }

  it("risingGasPrice: the next transaction pays more for gas", async () => {
    const priceOf = async (percent: number) => {
      const { alpha, beta } = await world.loadFixture(counters)
      if (percent > 0) world.faults.risingGasPrice("alpha", { percent })
      const { receipt } = await alpha.send.add([beta.slug, 1n])
      const block = await world.chains.alpha.publicClient.getBlock({ blockNumber: receipt.blockNumber })
      return Number(block.baseFeePerGas)
    }
    const [before, raised] = [await priceOf(0), await priceOf(300)]
    expect(Math.round(raised / before)).to.equal(4)
  })

  it("risingGasPrice: a transaction with a limit is refused", async () => {
    const { alpha, beta } = await world.loadFixture(counters)
    const { baseFeePerGas } = await world.chains.alpha.publicClient.getBlock()
    const maxFeePerGas = (baseFeePerGas ?? 0n) * 2n
    world.faults.risingGasPrice("alpha", { percent: 1_000 })
    let refusal: unknown
    await alpha.write
      .add([beta.slug, 1n], { value: 10n ** 16n, maxFeePerGas, maxPriorityFeePerGas: 1n } as never)
      .catch((error: unknown) => (refusal = error))
    expect(String(refusal)).to.match(/maxFeePerGas|fee cap|base fee/i)
  })

  for (const before of [0, 2]) {
    it(`stoppedChain: stands still in another process ${before === 0 ? "once it has begun" : "at once, if it has shown"}`, async () => {
      const asked: string[] = []
      const request = ({ method, params = [] }: ChainCall) =>
        Promise.resolve(void asked.push([method, ...(params as unknown[])].join(" ")))
      const hooks = new Set<ChainHook>()
      const own = { name: "alpha", slug: 1, testClient: { mine: () => request({ method: "mine" }) } }
      const opened = {
        devnet: { chains: { alpha: own } },
        hooks: { chains: { of: () => ({ hooks, request }) } },
        relay: { hold: (work: () => Promise<void>) => work() },
      }
      const context = contextOf(opened, before)
      const { attach, begin, undo, interceptor } = stoppedChain({ fault: "stoppedChain", chain: "alpha" }, context)
      const detach = attach?.()
      const send = async (...methods: string[]) => {
        const answers: unknown[] = []
        for (const method of methods) {
          for (const hook of hooks) answers.push(await hook({ method }, () => request({ method })))
        }
        return answers
      }
      if (before === 0) {
        await send("evm_mine", "eth_sendTransaction")
        expect([context.happened(), asked.splice(0)]).to.deep.equal([0, ["evm_mine", "eth_sendTransaction"]])
        await begin?.()
        expect(asked.splice(0)).to.deep.equal(["evm_setAutomine false"])
      }
      expect(await send("evm_mine", "hardhat_mine", "eth_call")).to.deep.equal([true, true, undefined])
      await send("eth_sendRawTransaction")
      expect(asked.splice(0)).to.deep.equal(["eth_call", "evm_setAutomine false", "eth_sendRawTransaction"])
      expect([interceptor?.choose?.("seal", 1, [5]), interceptor?.choose?.("seal", 2, [5])]).to.deep.equal([[], [5]])
      detach?.()
      expect([context.happened(), hooks.size, asked.splice(0)]).to.deep.equal([before + 3, 0, ["evm_setAutomine true"]])
      await undo?.()
      expect(asked).to.deep.equal(["evm_setAutomine true", "mine"])
    })
  }

  it("stoppedChain: happens with each transaction that waits and each block that is not mined", async () => {
    await world.loadFixture(counters)
    const fault = await world.faults.stoppedChain("alpha")
    const { walletClient, testClient, publicClient } = world.chains.alpha
    const before = fault.happened
    const price = { gas: 21_000n, maxFeePerGas: 10n ** 11n }
    await walletClient.sendTransaction({ to: walletClient.account.address, value: 1n, ...price })
    expect(fault.happened).to.equal(before + 1)
    await testClient.mine({ blocks: 1 })
    expect(fault.happened).to.equal(before + 2)
    await publicClient.getBlockNumber()
    expect(fault.happened).to.equal(before + 2)
    await fault.end()
  })

  it("stoppedChain: transactions wait, time passes, and all goes on when it ends", async () => {
    const { alpha, beta } = await world.loadFixture(counters)
    const fault = await world.faults.stoppedChain("alpha")
    const { publicClient } = world.chains.alpha
    const block = await publicClient.getBlockNumber()
    const sending = alpha.send.add([beta.slug, 5n])
    await world.time.increase(60)
    await world.deliver()
    expect(await publicClient.getBlockNumber()).to.equal(block)
    expect(await beta.read.counter()).to.equal(0n)
    await fault.end()
    await expect(sending).to.be.delivered
    expect(await beta.read.counter()).to.equal(5n)
  })

  it("stoppedChain: of the destination keeps messages until it ends", async () => {
    const { alpha, beta } = await world.loadFixture(counters)
    const fault = await world.faults.stoppedChain("beta")
    const sent = await alpha.send.add([beta.slug, 5n])
    await world.deliver()
    expect(world.devnet.messagesFromTx(alpha.slug, sent.hash)[0]?.status).to.equal("SEALED")
    await fault.end()
    await expect(Promise.resolve(sent)).to.be.delivered
  })

  it("stoppedChain: mines again after a fixture brought the world back", async () => {
    const { alpha, beta } = await world.loadFixture(counters)
    await world.faults.stoppedChain("alpha")
    await world.loadFixture(counters)
    await expect(alpha.send.add([beta.slug, 5n])).to.be.delivered
  })

  for (const seconds of [100, -100]) {
    it(`skewedClock: ${seconds} seconds, as soon as the chain can`, async () => {
      await world.loadFixture(counters)
      const timeOf = async (chain: "alpha" | "beta") => (await world.chains[chain].publicClient.getBlock()).timestamp
      const fault = await world.faults.skewedClock("alpha", { seconds })
      await world.time.increase(200)
      expect((await timeOf("alpha")) - (await timeOf("beta"))).to.equal(BigInt(seconds))
      await fault.end()
      await world.time.increase(200)
      expect((await timeOf("alpha")) - (await timeOf("beta"))).to.equal(0n)
    })
  }

  it("skewedClock: messages are delivered between clocks that differ", async () => {
    const { alpha, beta } = await world.loadFixture(counters)
    await world.faults.skewedClock("beta", { seconds: 3_600 })
    await expect(alpha.send.add([beta.slug, 5n])).to.be.delivered
  })
})
