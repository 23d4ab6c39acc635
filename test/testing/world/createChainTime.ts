import { EventEmitter } from "node:events"

import { expect } from "chai"
import { describe, it } from "mocha"

import type { OpenChainsFunction, OpenChainsOptions } from "#src/devnet/chain/chains.js"
import { createChainTime } from "#src/testing/world/createChainTime.js"

type Provider = Parameters<NonNullable<OpenChainsOptions["attach"]>>[1]
type Call = { readonly method: string; readonly params?: readonly unknown[] }

/** A chain that notes what reaches it, and refuses a time before that of its newest block. */
class TimedChain extends EventEmitter {
  readonly asked: string[] = []
  newest = 0
  /** What a request does beside. */
  within: (method: string) => Promise<void> = () => Promise.resolve()

  async request({ method, params = [] }: Call): Promise<unknown> {
    if (method === "eth_getBlockByNumber") return { timestamp: `0x${this.newest.toString(16)}` }
    this.asked.push([method.replace("evm_setNextBlockTimestamp", "time"), ...params].join(" "))
    const isPast = method === "evm_setNextBlockTimestamp" && Number(params[0]) < this.newest
    if (isPast) throw new Error("in the past")
    await this.within(method)
    return method
  }
}

/** Two chains whose blocks have the time of a clock that stands at 1000 s. */
async function open() {
  const clock = { time: 1_000_000, now: () => clock.time }
  const chainTime = createChainTime(clock)
  const [alpha, beta] = [new TimedChain(), new TimedChain()]
  const born: unknown[] = []
  const opening: OpenChainsFunction = (_, options) => {
    born.push(options?.bornAt)
    for (const [name, chain] of Object.entries({ alpha, beta })) options?.attach?.(name, chain as unknown as Provider)
    return Promise.resolve({ chains: [], close: () => Promise.resolve() })
  }
  const attached: string[] = []
  await chainTime.openWith(opening)([], { attach: (name) => attached.push(name) })
  await createChainTime(clock).openWith((_, options) => opening([], { bornAt: options?.bornAt }))([], { bornAt: 7 })
  /** What reaches a chain when it is asked for something. */
  const reaching = async (chain: TimedChain, method: string, ...params: unknown[]) => {
    chain.asked.length = 0
    await chain.request({ method, params })
    return chain.asked
  }
  return { clock, chainTime, alpha, beta, born, attached, reaching }
}

describe("the time of the chains of a world", () => {
  it("is the clock's for each block, and for each call as if in the next", async () => {
    const { clock, alpha, born, attached, reaching } = await open()
    expect([born, attached]).to.deep.equal([
      [1_000, 7],
      ["alpha", "beta"],
    ])
    for (const method of ["eth_sendTransaction", "eth_sendRawTransaction", "eth_estimateGas", "evm_mine"]) {
      expect(await reaching(alpha, method)).to.deep.equal(["time 1000", method])
    }
    expect(await reaching(alpha, "eth_call", "pending")).to.deep.equal(["time 1000", "eth_call pending"])
    expect(await reaching(alpha, "eth_call", "latest")).to.deep.equal(["eth_call latest"])
    expect(await reaching(alpha, "eth_getTransactionCount", "pending")).to.have.length(1)
    clock.time += 5_999
    expect(await reaching(alpha, "hardhat_mine", "0x3")).to.deep.equal(["time 1005", "hardhat_mine 0x3 0x0"])
    expect(await reaching(alpha, "hardhat_mine", "0x3", "0xc")).to.deep.equal(["time 1005", "hardhat_mine 0x3 0xc"])
    expect(await reaching(alpha, "hardhat_mine")).to.deep.equal(["time 1005", "hardhat_mine 0x1 0x0"])
    for (const method of ["hardhat_mine", "evm_mine"]) {
      alpha.asked.length = 0
      await alpha.request({ method })
      expect(alpha.asked).to.deep.equal(["time 1005", method === "evm_mine" ? method : "hardhat_mine 0x1 0x0"])
    }
  })

  it("stays where a test has moved one chain's, against the clock, and where that began again", async () => {
    const { clock, chainTime, alpha, beta, reaching } = await open()
    const goBack = chainTime.remember()
    await alpha.request({ method: "evm_increaseTime", params: [50] })
    await alpha.request({ method: "evm_increaseTime", params: ["0xa"] })
    clock.time += 1_000
    expect(await reaching(alpha, "evm_mine")).to.deep.equal(["time 1061", "evm_mine"])
    await alpha.request({ method: "evm_setNextBlockTimestamp", params: [2_000] })
    clock.time += 1_000
    expect(await reaching(alpha, "evm_mine")).to.deep.equal(["time 2001", "evm_mine"])
    expect(await reaching(alpha, "evm_mine", 3_000)).to.deep.equal(["time 3000", "time 3000", "evm_mine"])
    chainTime.shift("alpha", -1_000)
    expect(await reaching(alpha, "evm_mine")).to.deep.equal(["time 2000", "evm_mine"])
    expect(await reaching(beta, "evm_mine")).to.deep.equal(["time 1002", "evm_mine"])
    goBack()
    expect(await reaching(alpha, "evm_mine")).to.deep.equal(["time 1002", "evm_mine"])
    chainTime.shift("beta", 5)
    const goOn = chainTime.remember()
    chainTime.shift("beta", 5)
    goOn()
    expect(await reaching(beta, "evm_mine")).to.deep.equal(["time 1007", "evm_mine"])
  })

  it("is set for one request after the other, and not for those that a request makes itself", async () => {
    const { alpha, reaching } = await open()
    const { promise: held, resolve: letGo } = Promise.withResolvers<undefined>()
    alpha.within = async (method) => {
      if (method === "eth_estimateGas") await held
      // As Hardhat does before it sends.
      if (method === "eth_sendTransaction") await alpha.request({ method: "eth_estimateGas", params: ["within"] })
    }
    const both = Promise.all([
      reaching(alpha, "eth_estimateGas"),
      alpha.request({ method: "evm_mine", params: [1_500] }),
    ])
    await new Promise((resolve) => setImmediate(resolve))
    expect(alpha.asked).to.deep.equal(["time 1000", "eth_estimateGas"])
    letGo(undefined)
    await both
    expect(alpha.asked.slice(2)).to.deep.equal(["time 1500", "time 1500", "evm_mine"])
    expect(await reaching(alpha, "eth_sendTransaction")).to.deep.equal([
      ...["time 1500", "eth_sendTransaction", "eth_estimateGas within"],
    ])
  })

  it("stands still where it cannot go back, and is not moved by a time that the chain refuses", async () => {
    const { alpha, reaching } = await open()
    alpha.newest = 1_200
    alpha.within = async (method) => {
      if (method !== "evm_setNextBlockTimestamp") return
      await new Promise(setImmediate)
      alpha.asked.push("set")
    }
    expect(await reaching(alpha, "evm_mine")).to.deep.equal(["time 1000", "time 0x4b0", "set", "evm_mine"])
    const refused = alpha.request({ method: "evm_setNextBlockTimestamp", params: [1_100] })
    expect(await refused.catch((error: unknown) => (error as Error).message)).to.equal("in the past")
    alpha.newest = 0
    expect(await reaching(alpha, "evm_mine")).to.deep.equal(["time 1000", "set", "evm_mine"])
  })

  it("is set after each block that a chain mines by itself, and only then", async () => {
    const { alpha, reaching } = await open()
    const announced = async () => {
      alpha.asked.length = 0
      alpha.emit("notification")
      await new Promise((resolve) => setImmediate(resolve))
      return alpha.asked
    }
    expect(await announced()).to.deep.equal([])
    expect(await reaching(alpha, "evm_setIntervalMining", 500)).to.deep.equal([
      "time 1000",
      "evm_setIntervalMining 500",
    ])
    expect(await announced()).to.deep.equal(["time 1000"])
    await alpha.request({ method: "evm_setIntervalMining", params: [0] })
    expect(await announced()).to.deep.equal([])
  })
})
