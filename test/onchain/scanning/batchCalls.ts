import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import { type Address, type Hex, numberToHex, pad } from "viem"
import { readContract } from "viem/actions"

import { type Devnet, startDevnet } from "#src/devnet/index.js"
import { socketAbi } from "#src/messaging/onchain/abi.js"
import { batchCalls } from "#src/onchain/scanning/batchCalls.js"
import { deepIt } from "#test/fixtures/depth.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"

describe("batchCalls", () => {
  let devnet: Devnet<"alpha" | "beta", false, false>
  before(async () => {
    devnet = await startDevnet({ gateway: false, market: false })
  })
  after(() => devnet.stop())

  /** A client of alpha that makes calls together, and what the node was asked. */
  function open() {
    const { provider, contracts } = devnet.chains.alpha
    const node = fakeNode({}, { behind: provider })
    const client = batchCalls(node.client)
    const isExecuted = (number: number, address: Address = contracts.socket) =>
      readContract(client, {
        abi: socketAbi,
        address,
        functionName: "messageExecuted",
        args: [pad(numberToHex(number))],
      })
    return { asked: node.asked, client, isExecuted, contracts }
  }

  deepIt("makes many calls with few requests", async () => {
    const { asked, client, isExecuted, contracts } = open()
    const answers = await Promise.all(Array.from({ length: 300 }, (_, number) => isExecuted(number)))
    expect(answers).to.deep.equal(Array(300).fill(false))
    expect(asked).to.deep.equal(Array(2).fill("eth_call"))
    const slug = readContract(client, { abi: socketAbi, address: contracts.socket, functionName: "chainSlug" })
    expect(await Promise.all([slug, isExecuted(1)])).to.deep.equal([41001, false])
    expect(asked).to.have.length(3)
  })

  it("makes a call that fails again alone, with the error of its own, and spoils no other", async () => {
    const { asked, client, isExecuted, contracts } = open()
    // Takes all the gas that it gets, at once.
    const greedy: Address = "0x00000000000000000000000000000000000bad00"
    const code: Hex = "0xfe"
    await devnet.chains.alpha.provider.request({ method: "hardhat_setCode", params: [greedy, code] })
    const answers = await Promise.allSettled([
      isExecuted(1, greedy),
      isExecuted(2),
      isExecuted(3, contracts.batcher),
      isExecuted(4),
      client.request({ method: "eth_call", params: [{ to: contracts.socket, data: "0x" }, "latest"] }),
    ])
    const [no, yes] = ["rejected", "fulfilled"]
    expect(answers.map(({ status }) => status)).to.deep.equal([no, yes, no, yes, no])
    expect(String((answers[2] as PromiseRejectedResult).reason)).to.match(/revert/)
    // Those of the socket together, one of them again, and the two others.
    expect(asked).to.deep.equal(Array(4).fill("eth_call"))
  })

  it("lets no contract change what another one answers, nor use more gas than its call has", async () => {
    const { client, isExecuted } = open()
    const setCode = (address: Address, code: Hex) =>
      devnet.chains.alpha.provider.request({ method: "hardhat_setCode", params: [address, code] })
    // Answers its first word, which whoever sends one byte makes 1.
    const store: Address = "0x00000000000000000000000000000000000bad01"
    await setCode(store, "0x36600114600f575f545f5260205ff35b60015f5500")
    const meddler: Address = "0x00000000000000000000000000000000000bad02"
    await setCode(meddler, `0x5f5f60015f5f73${store.slice(2)}5af15060205ff3`)
    expect(await Promise.all([isExecuted(1, meddler), isExecuted(1, store)])).to.deep.equal([false, false])
    // Answers how much gas it has.
    const gauge: Address = "0x00000000000000000000000000000000000bad03"
    await setCode(gauge, "0x5a5f5260205ff3")
    const limits = [500_000, 500_000, 1_500_000, 1_500_000]
    const calls = limits.map((gas) => ({ to: gauge, data: "0x" as const, gas: numberToHex(gas) }))
    const ask = (call: object) => client.request({ method: "eth_call", params: [call, "latest"] })
    const used = await Promise.all(calls.map(ask))
    for (const [index, gas] of limits.entries()) expect(Number(used[index])).to.be.within(5 * gas, 10 * gas)
  })
})
