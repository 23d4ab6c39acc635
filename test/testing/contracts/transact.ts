import { expect } from "chai"
import { describe, it } from "mocha"
import { encodeErrorResult, type Hex, numberToHex, parseAbi, TransactionReceiptNotFoundError } from "viem"

import type { LocalChain } from "#src/devnet/chain/chains.js"
import { maxTransactionGas } from "#src/devnet/chain/hardfork.js"
import { transact } from "#src/testing/contracts/transact.js"
import type { OpenWorld } from "#src/testing/world/OpenWorld.js"
import { createRegistry } from "#src/testing/world/registry.js"
import { failure } from "#test/fixtures/failure.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const abi = parseAbi(["error Closed(uint256 day)"])
const closed = encodeErrorResult({ abi, errorName: "Closed", args: [7n] })
const hash = bytes32(7)

type Played = {
  readonly status?: string
  /** What the state before the block answers to the same call. */
  readonly before?: Error
  /** After how many new heads the transaction has a receipt, and what asking for it fails with. */
  readonly heads?: number
  readonly problem?: Error
}

/** A chain of one account with a key, and what was asked of it. */
function open({ status = "success", before, heads = 0, problem }: Played = {}) {
  const done: unknown[] = []
  let seen = 0
  let listeners = 0
  const chain = {
    ...{ name: "alpha", accounts: [at(1)] },
    provider: {
      request: ({ method, params }: { method: string; params: unknown[] }) => {
        done.push([method, ...params])
        if (method === "eth_sendTransaction") return Promise.resolve(hash)
        return before === undefined ? Promise.resolve("0x") : Promise.reject(before)
      },
    },
    testClient: { impersonateAccount: ({ address }: { address: Hex }) => Promise.resolve(void done.push(address)) },
    publicClient: {
      getTransactionReceipt: () => {
        if (seen >= heads) return Promise.resolve({ status, transactionHash: hash, blockNumber: 40n })
        return Promise.reject(problem ?? new TransactionReceiptNotFoundError({ hash }))
      },
    },
    onHead: (listen: () => void) => {
      listeners += 1
      setImmediate(() => {
        seen += 1
        listen()
      })
      return () => void (listeners -= 1)
    },
  } as unknown as LocalChain
  const registry = createRegistry()
  registry.add({ name: "Shop", chain: "alpha", address: at(5), abi })
  const world = { registry } as unknown as OpenWorld
  const call = { from: at(1), to: at(5), data: "0x1234", functionName: "enter", abi } as const
  return {
    done,
    listeners: () => listeners,
    send: (more: Partial<Parameters<typeof transact>[2]> = {}) => transact(world, chain, { ...call, ...more }),
  }
}

const sent = (more: object = {}) => ({
  ...{ from: at(1), to: at(5), data: "0x1234", value: "0x0", gas: numberToHex(maxTransactionGas), ...more },
})

describe("a transaction of a test", () => {
  it("is sent as it is given, with the most gas, and the chain signs for an address only where it has no key", async () => {
    const plain = open()
    expect((await plain.send()).transactionHash).to.equal(hash)
    expect(plain.done).to.deep.equal([["eth_sendTransaction", sent()]])
    const other = open()
    await other.send({ from: at(2), value: 17n, gas: 258n })
    expect(other.done).to.deep.equal([
      ...[at(2), ["eth_sendTransaction", sent({ from: at(2), value: "0x11", gas: "0x102" })]],
    ])
    const deploying = open()
    await deploying.send({ to: undefined })
    const without = sent()
    Reflect.deleteProperty(without, "to")
    expect(deploying.done).to.deep.equal([["eth_sendTransaction", without]])
  })

  it("is waited for from block to block, and nothing listens any more once it is there, or the node fails", async () => {
    for (const heads of [0, 1, 3]) {
      const played = open({ heads })
      expect((await played.send()).status).to.equal("success")
      expect(played.listeners(), String(heads)).to.equal(0)
    }
    const problem = new Error("the node is away")
    const failing = open({ heads: 1, problem })
    expect(await failing.send().catch((error: unknown) => error)).to.equal(problem)
    expect(failing.listeners()).to.equal(0)
  })

  it("that was mined and reverted is tried on the state before its block, which says why", async () => {
    const before = Object.assign(new Error("execution reverted"), { data: closed })
    const played = open({ status: "reverted", before })
    const error = await failure(played.send({ value: 3n }))
    expect([error.code, error.shortMessage, error.facts]).to.deep.equal([
      ...["CALL_REVERTED", "Shop.enter on alpha reverts: Closed(day: 7).", { contract: at(5), "revert data": closed }],
    ])
    const call = sent({ value: "0x3" })
    expect(played.done).to.deep.equal([
      ["eth_sendTransaction", call],
      ["eth_call", call, "0x27"],
    ])
  })

  it("that reverted and passes on the state before its block has no reason, and names itself", async () => {
    const error = await failure(open({ status: "reverted" }).send())
    expect(error.code).to.equal("TRANSACTION_REVERTED")
    expect(error.message).to.contain(hash).and.contain("enter")
  })
})
