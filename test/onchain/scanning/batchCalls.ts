import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import { type Address, createClient, custom, type Hex, numberToHex, pad } from "viem"
import { readContract } from "viem/actions"

import { type Devnet, startDevnet } from "#src/devnet/index.js"
import { socketAbi } from "#src/messaging/onchain/abi.js"
import { batchCalls } from "#src/onchain/scanning/batchCalls.js"
import { deepIt } from "#test/fixtures/depth.js"

describe("batchCalls", () => {
  let devnet: Devnet<"alpha" | "beta", false, false>
  before(async () => {
    devnet = await startDevnet({ gateway: false, market: false })
  })
  after(() => devnet.stop())

  /** A client of alpha that makes calls together, and what the node was asked. */
  function open() {
    const asked: string[] = []
    const { provider, contracts } = devnet.chains.alpha
    const request = async (call: { method: string; params?: unknown }): Promise<unknown> => {
      asked.push(call.method)
      return (await provider.request(call as never)) as unknown
    }
    const client = batchCalls(createClient({ transport: custom({ request: request as never }, { retryCount: 0 }) }))
    const isExecuted = (number: number, address: Address = contracts.socket) =>
      readContract(client, {
        abi: socketAbi,
        address,
        functionName: "messageExecuted",
        args: [pad(numberToHex(number))],
      })
    return { asked, client, isExecuted, contracts }
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
    const { asked, isExecuted, contracts } = open()
    // Takes all the gas that it gets, at once.
    const greedy: Address = "0x00000000000000000000000000000000000bad00"
    const code: Hex = "0xfe"
    await devnet.chains.alpha.provider.request({ method: "hardhat_setCode", params: [greedy, code] })
    const answers = await Promise.allSettled([
      isExecuted(1, greedy),
      isExecuted(2),
      isExecuted(3, contracts.batcher),
      isExecuted(4),
    ])
    expect(answers.map(({ status }) => status)).to.deep.equal(["rejected", "fulfilled", "rejected", "fulfilled"])
    expect(String((answers[2] as PromiseRejectedResult).reason)).to.match(/revert/)
    // All together, and two of them again.
    expect(asked).to.deep.equal(Array(3).fill("eth_call"))
  })
})
