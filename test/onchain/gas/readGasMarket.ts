import { expect } from "chai"
import { describe, it } from "mocha"
import { createClient, custom, numberToHex } from "viem"

import { readGasMarket } from "../../../src/onchain/gas/planGas.js"

type Fees = { readonly newest?: number | null; readonly fees?: readonly number[]; readonly rewards?: readonly number[] }

/** A node whose newest block has this base fee, and whose history these, the next block's last. */
function open({ newest = 100, fees, rewards = [] }: Fees) {
  const answers: Readonly<Record<string, unknown>> = {
    eth_getBlockByNumber: {
      number: "0x28",
      baseFeePerGas: newest === null ? null : numberToHex(newest),
      transactions: [],
    },
    eth_maxPriorityFeePerGas: "0x3",
    eth_gasPrice: "0x9",
    ...(fees === undefined
      ? {}
      : {
          eth_feeHistory: {
            ...{ baseFeePerGas: fees.map((fee) => numberToHex(fee)), gasUsedRatio: [], oldestBlock: "0x1" },
            reward: rewards.map((reward) => [numberToHex(reward)]),
          },
        }),
  }
  const request = ({ method }: { method: string }) =>
    method in answers ? Promise.resolve(answers[method]) : Promise.reject(new Error(`no ${method}`))
  return createClient({ transport: custom({ request }, { retryCount: 0 }) })
}

describe("readGasMarket", () => {
  const read = async (fees: Fees) => await readGasMarket(open(fees), undefined)

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
})
