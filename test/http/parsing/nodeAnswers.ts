import { expect } from "chai"
import { describe, it } from "mocha"

import { isAnswer } from "#src/http/parsing/nodeAnswers.js"

const address = `0x${"aB".repeat(20)}`
const word = `0x${"0c".repeat(32)}`
const log = { address, topics: [word], data: "0x", blockNumber: "0x1", transactionHash: word, logIndex: "0x0" }
const block = { number: "0x1", hash: word, timestamp: "0x1", baseFeePerGas: "0x7", transactions: [] }
const receipt = { blockNumber: "0x1", transactionHash: word, from: address, to: null, logs: [log], status: "0x1" }
const transaction = { from: address, to: address, nonce: "0x1", input: "0x", value: "0x0", blockNumber: null }

/** By method: answers that are taken, and such that are not. */
const answers: Readonly<Record<string, readonly [taken: readonly unknown[], refused: readonly unknown[]]>> = {
  eth_accounts: [
    [[], [address]],
    [[address.slice(2)], [null], address, [`${address}00`]],
  ],
  eth_blockNumber: [
    ["0x0", `0x${"f".repeat(64)}`],
    ["0x", `0x${"f".repeat(65)}`, "-0x5", "5", 5, null, undefined, ["0x1"]],
  ],
  eth_call: [
    ["0x", "0xaB"],
    ["", "0xg", null, ["0x"]],
  ],
  eth_chainId: [
    ["0x1", "0x1fffffffffffff"],
    ["0x20000000000000", "0x", "1"],
  ],
  eth_feeHistory: [
    [{ baseFeePerGas: ["0x1"] }, { baseFeePerGas: [], reward: [["0x1"], []] }, { baseFeePerGas: [], reward: null }],
    [{}, null, { baseFeePerGas: "0x1" }, { baseFeePerGas: [1] }, { baseFeePerGas: [], reward: ["0x1"] }],
  ],
  eth_getBlockByNumber: [
    [block, null, { ...block, baseFeePerGas: undefined }],
    [
      [],
      { ...block, hash: null },
      { ...block, number: null },
      { ...block, baseFeePerGas: "x" },
      { ...block, transactions: {} },
    ],
  ],
  eth_getLogs: [
    [[], [log, log]],
    [null, [null], [log, { ...log, address: word }], [{ ...log, topics: null }], [{ ...log, logIndex: word }]],
  ],
  eth_getTransactionByHash: [
    [null, transaction, { ...transaction, to: null, blockNumber: "0x1" }],
    [{ ...transaction, nonce: word }, { ...transaction, value: "all" }, { ...transaction, blockNumber: undefined }, 7],
  ],
  eth_getTransactionReceipt: [
    [null, receipt, { ...receipt, contractAddress: address }],
    [
      { ...receipt, logs: [{}] },
      { ...receipt, status: 1 },
      { ...receipt, to: "" },
      { ...receipt, gasUsed: {} },
    ],
  ],
  eth_sendRawTransaction: [[word], [null, "0x", address, `${word}00`]],
}

describe("the answers of a node", () => {
  for (const [method, [taken, refused]] of Object.entries(answers)) {
    it(`are taken in their form, and refused in any other: ${method}`, () => {
      for (const answer of taken) expect(isAnswer({ method }, answer), JSON.stringify(answer)).to.equal(true)
      for (const answer of refused) expect(isAnswer({ method }, answer), JSON.stringify(answer)).to.equal(false)
    })
  }

  it("are taken of a pending block without hash and number, and of a method that is not read as they are", () => {
    const pending = { timestamp: "0x1", number: null, hash: null }
    const method = "eth_getBlockByNumber"
    expect(isAnswer({ method, params: ["pending", false] }, pending)).to.equal(true)
    expect(isAnswer({ method, params: ["latest", false] }, pending)).to.equal(false)
    expect(isAnswer({ method: "eth_getBlockByHash", params: ["pending"] }, pending)).to.equal(false)
    expect(isAnswer({ method: "web3_clientVersion" }, 7)).to.equal(true)
  })
})
