import { expect } from "chai"
import { describe, it } from "mocha"
import { type Chain, defineChain, numberToHex } from "viem"

import { readGasMarket } from "#src/onchain/gas/planGas.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"

type Fees = { readonly newest?: number | null; readonly fees?: readonly number[]; readonly rewards?: readonly number[] }

/** A node whose newest block has this base fee, and whose history these, the next block's last; without the methods that it lacks. */
function open({ newest = 100, fees, rewards = [] }: Fees, chain?: Chain, lacks: readonly string[] = []) {
  const answers: Readonly<Record<string, unknown>> = {
    eth_getBlockByNumber: {
      number: "0x28",
      baseFeePerGas: newest === null ? null : numberToHex(newest),
      transactions: [],
    },
    eth_maxPriorityFeePerGas: "0x3",
    eth_gasPrice: "0x9",
    ...(fees && {
      eth_feeHistory: {
        ...{ baseFeePerGas: fees.map((fee) => numberToHex(fee)), gasUsedRatio: [], oldestBlock: "0x1" },
        reward: rewards.map((reward) => [numberToHex(reward)]),
      },
    }),
  }
  const { client, questions } = fakeNode(({ method }) => (lacks.includes(method) ? undefined : answers[method]), {
    chain,
  })
  return { client, asked: questions }
}

describe("readGasMarket", () => {
  const read = async (fees: Fees) => await readGasMarket(open(fees).client, undefined)

  it("takes the next block's base fee, or the newest one's if it is higher or the only one", async () => {
    const market = { tip: 3n, usual: 40n }
    expect(await read({ fees: [40, 900, 120] })).to.deep.equal({ ...market, baseFee: 120n, usual: 900n })
    expect(await read({ fees: [40, 90] })).to.deep.equal({ ...market, baseFee: 100n })
    expect(await read({ newest: 70, fees: [40, 71] })).to.deep.equal({ ...market, baseFee: 71n })
    expect(await read({})).to.deep.equal({ tip: 3n, baseFee: 100n, usual: undefined })
  })

  it("finds the median of what blocks have paid, tips included, and nothing where blocks have no base fee", async () => {
    expect((await read({ fees: [50, 10, 30, 20, 999], rewards: [1, 2, 900, 4] })).usual).to.equal(51n)
    expect((await read({ fees: [50, 10, 30, 999], rewards: [1, 2] })).usual).to.equal(30n)
    expect(await read({ newest: null, fees: [50, 10] })).to.deep.equal({
      baseFee: undefined,
      tip: 9n,
      usual: undefined,
    })
  })

  it("asks for half of what each of the last hundred blocks has paid", async () => {
    const { client, asked } = open({ fees: [40, 90] })
    await readGasMarket(client, undefined)
    expect(asked).to.deep.include({ method: "eth_feeHistory", params: ["0x64", "latest", [50]] })
  })

  it("takes the tip by the rules of the chain: the one that it is told, or else the client's own", async () => {
    const paying = (id: number, tip: bigint) =>
      defineChain({
        ...{ id, name: `chain ${id}`, nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 } },
        ...{ rpcUrls: { default: { http: [] } }, fees: { maxPriorityFeePerGas: tip } },
      })
    const [own, told] = [paying(1, 70n), paying(2, 900n)]
    expect((await readGasMarket(open({}, own).client, undefined)).tip).to.equal(70n)
    expect((await readGasMarket(open({}, own).client, told)).tip).to.equal(900n)
  })

  it("needs no tip where blocks have no base fee, so that a node without one is none that fails", async () => {
    const { client } = open({ newest: null }, undefined, ["eth_maxPriorityFeePerGas"])
    expect(await readGasMarket(client, undefined)).to.deep.equal({ baseFee: undefined, tip: 9n, usual: undefined })
    // What nobody awaits any more must not end the process.
    await new Promise(setImmediate)
  })
})
