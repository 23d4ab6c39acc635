import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, type Client, decodeFunctionData, type Hex, numberToHex, recoverAddress, zeroHash } from "viem"

import { executionManagerAbi, socketAbi } from "#src/messaging/onchain/abi.js"
import {
  executorRole,
  grantExecutorRole,
  mayExecute,
  readExecutionManager,
  readManagerOwner,
} from "#src/messaging/onchain/delivery/executors.js"
import { createFakeChain, revert } from "#test/fixtures/nodes/fakeChain.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { contracts, people } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const { executionManager: address, socket } = contracts
const { admin: owner, executor: account, watcher: stranger } = people

/** A chain whose execution manager answers so. */
function chainOf(answer: (functionName: string, args: readonly unknown[]) => unknown): Client {
  return createFakeChain({
    contracts: {
      [socket]: { abi: socketAbi, answer: () => address },
      [address]: { abi: executionManagerAbi, answer: ({ functionName, args }) => answer(functionName, args) },
    },
  }).client
}

const silent = (): never => {
  throw revert()
}

describe("those who may execute", () => {
  it("are all where the execution manager takes a signature of nobody", async () => {
    const read = (answer: Parameters<typeof chainOf>[0]) => readExecutionManager(chainOf(answer), { socket })
    expect(await read(() => [stranger, true])).to.deep.equal({ address, isOpen: true })
    expect(await read(() => [stranger, false])).to.deep.equal({ address, isOpen: false })
    expect(await read(silent)).to.deep.equal({ address, isOpen: false })
    let signature: Hex = "0x"
    await read((_name, [hash, given]) => {
      signature = given as Hex
      return hash === zeroHash ? [stranger, true] : undefined
    })
    // Of r and s, s is the number 1. It is a signature by somebody of whatever is signed.
    expect([signature.slice(66), signature.length]).to.deep.equal([`${"1".padStart(64, "0")}1b`, 132])
    expect(await recoverAddress({ hash: zeroHash, signature })).to.match(/^0x[0-9a-fA-F]{40}$/)
  })

  it("have the role, or need none; where the manager does not say, nobody may", async () => {
    const hasRole = chainOf((_name, [role, who]) => role === executorRole && who === account)
    const closed = { address, isOpen: false }
    expect(await mayExecute(hasRole, closed, account)).to.equal(true)
    expect(await mayExecute(hasRole, closed, stranger)).to.equal(false)
    expect(await mayExecute(chainOf(silent), closed, account)).to.equal(false)
    expect(await mayExecute(chainOf(silent), { address, isOpen: true }, account)).to.equal(true)
  })

  it("get the role from the owner, as far as the manager names one", async () => {
    const manager = { address, isOpen: false }
    expect(
      await readManagerOwner(
        chainOf(() => owner),
        manager,
      ),
    ).to.equal(owner)
    expect(await readManagerOwner(chainOf(silent), manager)).to.equal(undefined)
  })
})

describe("grantExecutorRole", () => {
  const hash = bytes32(0x5e47)
  const ether = 10n ** 18n

  /** Grants the role on a node where the owner has a balance, and lists what the node was asked to do. */
  async function grant({ balance, status = "0x1" }: { readonly balance: bigint; readonly status?: Hex }) {
    const done: unknown[] = []
    const { client } = fakeNode(({ method, params }) => {
      if (method === "eth_getBalance") return numberToHex(balance)
      if (method === "eth_getTransactionReceipt")
        return { transactionHash: hash, blockNumber: "0x1", blockHash: bytes32(1), status, logs: [] }
      if (method === "eth_blockNumber") return "0x1"
      if (method === "eth_sendTransaction") {
        const [{ from, to, data }] = params as [{ from: Address; to: Address; data: Hex }]
        done.push([method, from, to, decodeFunctionData({ abi: executionManagerAbi, data })])
        return hash
      }
      // It is done a moment later, so that what does not wait for it comes first.
      return new Promise((resolve) => {
        setImmediate(() => {
          done.push([method, ...params])
          resolve(null)
        })
      })
    })
    const error = await grantExecutorRole(client, { manager: address, owner, account }).catch((one: unknown) => one)
    return { done, error }
  }

  const granting = [
    ...["eth_sendTransaction", owner, address],
    { functionName: "grantRole", args: [executorRole, account] },
  ]
  const [begin, end] = [
    ["hardhat_impersonateAccount", owner],
    ["hardhat_stopImpersonatingAccount", owner],
  ]

  it("acts as the owner for one transaction, and gives it an ether", async () => {
    const funded = ["hardhat_setBalance", owner, numberToHex(ether + 5n)]
    expect(await grant({ balance: 5n })).to.deep.equal({ done: [funded, begin, granting, end], error: undefined })
  })

  it("stops acting as the owner where the grant reverts", async () => {
    const { done, error } = await grant({ balance: ether, status: "0x0" })
    expect(error).to.include({ code: "TRANSACTION_REVERTED" })
    expect(done.at(-1)).to.deep.equal(end)
  })
})
