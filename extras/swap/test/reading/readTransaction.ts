import { expect } from "chai"
import { describe, it } from "mocha"
import { decodeFunctionData, encodeErrorResult, erc20Abi, type Hex, numberToHex, parseAbi } from "viem"

import { readTransaction } from "#extras/swap/src/reading/readTransaction.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { dai, journalEntry, router, user } from "#test/fixtures/wire/swapRoutes.js"

type Call = { readonly to: Hex; readonly data: Hex; readonly from?: Hex; readonly value?: Hex }
type Played = {
  readonly sending?: object
  readonly allowance?: bigint
  readonly revertData?: Hex | undefined
  readonly isDown?: boolean
  readonly entry?: object
  readonly more?: object
}

const reverted = { kind: "mined", hash: bytes32(1), receipt: { status: "reverted", blockNumber: 5n }, at: 900 }
const oddErrors = parseAbi(["error Odd(uint256 left)"])
const odd = encodeErrorResult({ abi: oddErrors, errorName: "Odd", args: [7n] })
const left = {
  ...{ token: dai, spender: router, amount: 3n },
  revoke: { to: dai, data: `0x095ea7b3${router.slice(2).toLowerCase().padStart(64, "0")}${"0".repeat(64)}` },
}

async function read({ sending = reverted, allowance = 3n, revertData, isDown, entry, more }: Played = {}) {
  const asked: unknown[] = []
  const { client } = fakeNode({
    eth_call: ([{ to, data, from, value = "0x0" }, block]: [Call, string]) => {
      if (isDown === true) throw new Error("out of order")
      if (to.toLowerCase() === dai.toLowerCase()) {
        const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data })
        asked.push([functionName, ...args])
        return numberToHex(allowance, { size: 32 })
      }
      asked.push([to.toLowerCase(), data, from?.toLowerCase(), BigInt(value), block])
      if (revertData === undefined) return "0x"
      throw Object.assign(new Error("execution reverted"), { code: 3, data: revertData })
    },
  })
  const origin = { client, chainId: 41_001, name: "alpha" }
  const record = { entry: { ...journalEntry(), ...entry } }
  const swap = { sending, record, origin, abis: [oddErrors], ...more }
  return { reading: await readTransaction(swap as never), asked }
}

describe("readTransaction", () => {
  const allowance = ["allowance", user, router]

  it("reads nothing of a transaction that can still succeed, or has", async () => {
    const succeeded = { ...reverted, receipt: { status: "success", blockNumber: 5n } }
    for (const sending of [
      succeeded,
      ...["nothing", "signed", "pending", "lost", "unclear"].map((kind) => ({ kind })),
    ]) {
      expect(await read({ sending })).to.deep.equal({ reading: undefined, asked: [] })
    }
  })

  it("makes the call again on the block in which it reverted, and reads what is still allowed", async () => {
    const { reading, asked } = await read({ revertData: odd })
    expect(reading).to.deep.equal({ reason: "Odd(left: 7)", left })
    expect(asked).to.deep.equal([[router.toLowerCase(), "0xabcd", user.toLowerCase(), 2n ** 200n, "0x5"], allowance])
    expect((await read()).reading).to.deep.equal({ reason: undefined, left })
    const missing = encodeErrorResult({
      abi: parseAbi(["error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed)"]),
      args: [router, 1n, 2n],
    })
    expect((await read({ revertData: missing })).reading?.reason).to.contain("ERC20InsufficientAllowance")
  })

  it("reads of one whose nonce was used by another what is still allowed alone", async () => {
    const replaced = await read({ sending: { kind: "replaced" }, revertData: odd })
    expect(replaced).to.deep.equal({ reading: { reason: undefined, left }, asked: [allowance] })
  })

  it("names nothing that is left where nothing is, where nothing was approved, or where the node does not answer", async () => {
    const nothing = { reason: undefined, left: undefined }
    expect((await read({ allowance: 0n })).reading).to.deep.equal(nothing)
    expect((await read({ isDown: true })).reading).to.deep.equal(nothing)
    const { reading, asked } = await read({ entry: { approvals: [] } })
    expect([reading, asked.length]).to.deep.equal([nothing, 1])
    // Its execution may think that it goes on.
    expect((await read({ entry: { state: "SENT" } })).reading?.left).to.deep.equal(left)
    for (const more of [{ record: undefined }, { origin: { chainId: 1, name: "alpha", problem: "down" } }]) {
      expect(await read({ more })).to.deep.equal({ reading: nothing, asked: [] })
    }
  })
})
