import { expect } from "chai"
import { describe, it } from "mocha"
import { type Client, createClient, custom, type Hex, numberToHex } from "viem"

import { openCopy } from "../../../../src/messaging/trust/proving/openCopy.js"
import { bytes32 } from "../../../fixtures/wire/messages.js"
import { at } from "../../../fixtures/wire/trustFacts.js"

const [from, to, made] = [at(0x11), at(0x12), at(0x13)]

/** A copy whose node takes every transaction, or answers otherwise, and what it was asked. */
function copyOf(answers: Readonly<Record<string, () => unknown>> = {}) {
  const asked: unknown[][] = []
  const receipt = {
    ...{ status: "0x1", contractAddress: made.toLowerCase(), logs: [], type: "0x2", from, to: null },
    ...{ transactionHash: bytes32(7), blockHash: bytes32(8), blockNumber: "0x5", gasUsed: "0x1" },
  }
  const own: Readonly<Record<string, () => unknown>> = {
    eth_sendTransaction: () => bytes32(7),
    eth_getTransactionReceipt: () => receipt,
    evm_snapshot: () => "0x2a",
    ...answers,
  }
  const request = ({ method, params = [] }: { method: string; params?: readonly unknown[] }): Promise<unknown> => {
    asked.push([method, ...params])
    return Promise.resolve().then(() => own[method]?.() ?? null)
  }
  const client: Client = createClient({ transport: custom({ request }, { retryCount: 0 }) })
  return { copy: openCopy(client), asked, receipt }
}

async function messageOf(work: Promise<unknown>): Promise<string> {
  return await work.then(
    () => "it did not fail",
    (error: unknown) => String(error),
  )
}

describe("openCopy", () => {
  it("sends as any account, which can pay for it, and without a tip", async () => {
    const { copy, asked } = copyOf()
    const receipt = await copy.send(from, { to, data: "0x1234", value: 5n })
    expect(receipt?.transactionHash).to.equal(bytes32(7))
    expect(asked).to.deep.equal([
      ["hardhat_impersonateAccount", from],
      ["hardhat_setBalance", from, numberToHex(10n ** 24n + 5n)],
      [
        "eth_sendTransaction",
        { from, to, data: "0x1234", value: "0x5", maxPriorityFeePerGas: "0x0", gas: numberToHex(12_000_000) },
      ],
      ["eth_getTransactionReceipt", bytes32(7)],
    ])
  })

  it("gives no receipt of what reverts, and says why where the node fails otherwise", async () => {
    const reverting = () => {
      throw Object.assign(new Error("execution reverted"), { code: 3 })
    }
    const { receipt } = copyOf()
    for (const answers of [
      { eth_sendTransaction: reverting },
      { eth_getTransactionReceipt: () => ({ ...receipt, status: "0x0" }) },
    ]) {
      expect(await copyOf(answers).copy.send(from, { to, data: "0x" })).to.equal(undefined)
    }
    const gone = () => {
      throw Object.assign(new Error("no such account"), { code: -32_000 })
    }
    const failing = copyOf({ eth_sendTransaction: gone }).copy
    expect(await messageOf(failing.send(from, { to, data: "0x" }))).to.contain("no such account")
  })

  it("deploys code that answers every call with the words that are given, one after the other", async () => {
    const { copy, asked, receipt } = copyOf()
    const deployed = async (...words: Hex[]) => {
      asked.length = 0
      expect(await copy.deployAnswering(from, words)).to.equal(made)
      return (asked.find(([method]) => method === "eth_sendTransaction")?.[1] as { data: Hex }).data
    }
    // It copies what stands behind its nine bytes, which puts 1 at 0 and 0xabcd at 32, and returns 64 bytes.
    expect(await deployed("0x01")).to.equal("0x60098060095f395ff3600160005260205ff3")
    expect(await deployed("0x01", "0xabcd")).to.equal("0x600f8060095f395ff3600160005261abcd60205260405ff3")
    expect(await deployed(bytes32(9))).to.equal(`0x60288060095f395ff37f${bytes32(9).slice(2)}60005260205ff3`)
    for (const nothing of [
      { ...receipt, contractAddress: null },
      { ...receipt, status: "0x0" },
    ]) {
      const failing = copyOf({ eth_getTransactionReceipt: () => nothing }).copy
      expect(await messageOf(failing.deployAnswering(from, ["0x01"]))).to.contain("was not deployed")
    }
  })

  it("lets time go on up to a block, and undoes all of a work once that has ended, whether it succeeds or not", async () => {
    const { copy, asked } = copyOf()
    await copy.wait(500n)
    expect(asked.splice(0)).to.deep.equal([["evm_increaseTime", "0x1f4"], ["evm_mine"]])
    const work = async () => {
      await copy.wait(1n)
      return 7
    }
    const whole = [["evm_snapshot"], ["evm_increaseTime", "0x1"], ["evm_mine"], ["evm_revert", "0x2a"]]
    expect(await copy.tryOut(work)).to.equal(7)
    expect(asked.splice(0)).to.deep.equal(whole)
    const failing = async () => {
      await work()
      throw new Error("it failed")
    }
    expect(await messageOf(copy.tryOut(failing))).to.equal("Error: it failed")
    expect(asked).to.deep.equal(whole)
  })
})
