import { expect } from "chai"
import { describe, it } from "mocha"
import { type Hex, keccak256, numberToHex, parseTransaction, type TransactionSerializable } from "viem"
import { privateKeyToAccount } from "viem/accounts"

import type { BlockHistory, RemovedTransaction } from "#src/testing/faults/kinds/BlockHistory.js"
import { reorganize } from "#src/testing/faults/kinds/reorganize.js"
import type { ChainRequest } from "#src/testing/world/hooks.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const signer = privateKeyToAccount(bytes32(0x51))
const fields = { chainId: 31_337, nonce: 5, to: at(0x11), value: 700n, gas: 21_000n, data: "0x1234" } as const
const market = { maxFeePerGas: 90n, maxPriorityFeePerGas: 2n }
const accessList = [{ address: at(0x12), storageKeys: [bytes32(3)] }]

/** A signed transaction, as a node describes it, and how it was sent. */
async function signed(transaction: TransactionSerializable): Promise<[RemovedTransaction, Hex]> {
  const serialized = await signer.signTransaction(transaction)
  const { data, r, s, v, yParity, ...own } = parseTransaction(serialized) as Readonly<Record<string, unknown>>
  const types = { legacy: "0x0", eip2930: "0x1", eip1559: "0x2" } as const
  const toHex = (value: unknown) =>
    typeof value === "bigint" || typeof value === "number" ? numberToHex(value) : value
  const described = Object.fromEntries(Object.entries(own).map(([key, value]) => [key, toHex(value)]))
  const signature = { r, s, v: toHex(v ?? yParity), ...(yParity === undefined ? {} : { yParity: toHex(yParity) }) }
  return [
    {
      ...{ to: null, ...described },
      ...signature,
      ...{ hash: keccak256(serialized), from: signer.address, input: data, type: types[own["type"] as "legacy"] },
    },
    serialized,
  ]
}

type Asked = { readonly method: string; readonly params?: unknown }

/** Reorganizes a chain whose removed blocks have these transactions, and returns what it was asked. */
async function asked(
  removed: readonly (readonly RemovedTransaction[])[],
  {
    waiting = [],
    isKept = () => true,
    answer = () => "0x1",
  }: {
    waiting?: readonly RemovedTransaction[]
    isKept?: (transaction: RemovedTransaction) => boolean
    answer?: (asked: Asked) => unknown
  } = {},
): Promise<unknown[]> {
  const log: unknown[] = []
  let running = 0
  /** Notes what is done, and that nothing else is done meanwhile. */
  const alone = async (entry: unknown[], work: () => unknown): Promise<unknown> => {
    log.push(running === 0 ? entry : [...entry, "while another is done"])
    running += 1
    try {
      await new Promise((resolve) => setImmediate(resolve))
      return work()
    } finally {
      running -= 1
    }
  }
  const request = ((call: Asked) =>
    alone(call.params === undefined ? [call.method] : [call.method, ...(call.params as unknown[])], () =>
      call.method === "eth_pendingTransactions" ? waiting : answer(call),
    )) as ChainRequest
  const history = {
    goBack: (blocks: number) =>
      alone(["back", blocks], () =>
        removed.map((transactions, index) => ({
          ...{ number: numberToHex(index), timestamp: numberToHex(100 * (index + 1)), miner: at(0xe0 + index) },
          transactions,
        })),
      ),
    take: () => alone(["take"], () => undefined),
  } as unknown as BlockHistory
  await reorganize(request, { history, blocks: 7, isKept })
  return log
}

const other = "0x00000000000000000000000000000000000f0c05"
const emptyBlock = (index: number) => [
  ["hardhat_setCoinbase", other],
  ["evm_setNextBlockTimestamp", numberToHex(100 * (index + 1))],
  ["evm_mine"],
  ["take"],
  ["hardhat_setCoinbase", at(0xe0 + index)],
]
const start = [["eth_pendingTransactions"], ["back", 7]]

describe("the transactions of blocks that a reorg has removed", () => {
  it("are mined again with the same hash, a block each, after as many empty blocks of another miner", async () => {
    const all = await Promise.all([
      signed({ ...fields, type: "legacy", gasPrice: 80n }),
      signed({ ...fields, type: "eip2930", gasPrice: 80n, accessList }),
      signed({ ...fields, type: "eip1559", ...market }),
      signed({ ...fields, to: undefined, type: "eip1559", ...market, accessList, nonce: 6 }),
    ])
    const [first, second, third, fourth] = all.map(([transaction]) => transaction) as [
      ...[RemovedTransaction, RemovedTransaction, RemovedTransaction, RemovedTransaction],
    ]
    const raw = all.map(([, serialized]) => serialized)
    const log = await asked(
      [
        [first, second],
        [third, fourth],
      ],
      { isKept: (one) => one !== second },
    )
    const again = (serialized: Hex | undefined) => [
      ["evm_setNextBlockTimestamp", "0xc8"],
      ["eth_sendRawTransaction", serialized],
      ["take"],
    ]
    const mined = [raw[0], raw[2], raw[3]].flatMap(again)
    expect(log.map(plainly)).to.deep.equal([...start, ...emptyBlock(0), ...emptyBlock(1), ...mined].map(plainly))
    expect(await asked([[second]])).to.deep.include(["eth_sendRawTransaction", raw[1]])
  })

  it("are asked of the chain again where their account has not signed them", async () => {
    const [mine] = await signed({ ...fields, type: "eip1559", ...market, accessList })
    const [plain] = await signed({ ...fields, type: "legacy", gasPrice: 80n })
    const foreign = { ...mine, from: at(0x77) }
    const made = { ...plain, from: at(0x78), to: null, hash: bytes32(9) }
    const log = await asked([[foreign, made]])
    const sent = log.filter((entry) => /impersonate|eth_send/.test((entry as string[])[0] ?? ""))
    const common = { gas: "0x5208", value: "0x2bc", nonce: "0x5", data: "0x1234" }
    expect(sent).to.deep.equal([
      ["hardhat_impersonateAccount", at(0x77)],
      [
        "eth_sendTransaction",
        {
          ...{ from: at(0x77), to: at(0x11).toLowerCase(), ...common, accessList: mine["accessList"] },
          ...{ maxFeePerGas: "0x5a", maxPriorityFeePerGas: "0x2" },
        },
      ],
      ["hardhat_impersonateAccount", at(0x78)],
      ["eth_sendTransaction", { from: at(0x78), ...common, gasPrice: "0x50" }],
    ])
    // A hash that is not that of its fields, and a signature that is none.
    for (const broken of [{ hash: bytes32(1) }, { r: "0x" }]) {
      const methods = (await asked([[{ ...plain, ...broken }]])).map((entry) => (entry as string[])[0])
      expect(methods).to.include("hardhat_impersonateAccount").and.not.include("eth_sendRawTransaction")
    }
  })

  it("may revert, and nothing else may be wrong with them but with those that waited", async () => {
    const [transaction] = await signed({ ...fields, type: "legacy", gasPrice: 80n })
    const refusal = new Error("refused")
    const refusing = (receipt: unknown) => ({
      answer: ({ method }: Asked) => {
        if (method === "eth_sendRawTransaction") throw refusal
        return method === "eth_getTransactionReceipt" ? receipt : "0x1"
      },
    })
    const mined = await asked([[transaction]], refusing({ status: "0x0" }))
    expect(mined).to.deep.include(["eth_getTransactionReceipt", transaction.hash]).and.to.deep.include(["take"])
    const failure: unknown = await asked([[transaction]], refusing(null)).catch((error: unknown) => error)
    expect(failure).to.equal(refusal)
    const [later] = await signed({ ...fields, type: "legacy", gasPrice: 80n, nonce: 6 })
    const waited = await asked([], { waiting: [transaction, later], ...refusing(null) })
    expect(waited.filter((entry) => (entry as string[])[0] === "eth_sendRawTransaction").length).to.equal(2)
  })
})

/** Addresses are checksummed or not. */
function plainly(entry: unknown): unknown {
  return JSON.parse(JSON.stringify(entry).toLowerCase())
}
