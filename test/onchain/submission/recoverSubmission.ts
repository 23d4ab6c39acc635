import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, type Hex, numberToHex } from "viem"

import { isSame, recoverSubmission } from "#src/onchain/submission/recoverSubmission.js"
import { failure } from "#test/fixtures/failure.js"
import { account } from "#test/fixtures/nodes/fakeChain.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const [to, other]: readonly Address[] = ["1", "2"].map((digit): Address => `0x${digit.repeat(40)}`)
const transaction = { chainId: 41_001, to: to!, data: "0xda", value: 5n } as const
const own = { to, input: "0xda", value: "0x5" }
const another = { to: other, input: "0xda", value: "0x5" }

type Played = {
  /** What the account has sent since, from its nonce 7 on. */
  readonly mined?: readonly object[]
  readonly pending?: readonly object[]
  /** Whether the node shows what is pending. Default: it does. */
  readonly isShown?: boolean
  /** The hashes that the node knows. */
  readonly known?: readonly Hex[]
  readonly error?: Error
}

/** Finds out what became of the transaction with nonce 7; each one's hash is its nonce. */
async function recover({ mined = [], pending = [], isShown = true, known = [], error }: Played, hash?: Hex) {
  const place = (first: number, some: readonly object[]) =>
    some.map((each, index) => ({
      ...{ ...each, from: account, nonce: numberToHex(first + index), hash: bytes32(first + index) },
      ...{ gas: "0x1", type: "0x0", gasPrice: "0x1", blockNumber: null },
    }))
  const { client: publicClient } = fakeNode({
    eth_blockNumber: "0x28",
    eth_getTransactionCount([, block]) {
      if (error !== undefined) throw error
      if (block === "pending") return numberToHex(7 + mined.length + pending.length)
      return numberToHex(block === "0x28" ? 7 + mined.length : 7)
    },
    eth_getBlockByNumber: ([block]) => ({
      number: "0x28",
      transactions: block === "pending" ? (isShown ? place(7 + mined.length, pending) : []) : place(7, mined),
    }),
    eth_getTransactionByHash: ([asked]) =>
      known.some((each) => each === asked)
        ? { hash: asked, nonce: "0x7", value: "0x0", gas: "0x1", type: "0x0" }
        : null,
  })
  return await recoverSubmission({ account, publicClient }, { transaction, nonce: 7, fromBlock: 39n, hash })
}

describe("recoverSubmission", () => {
  const reason = async (...of: Parameters<typeof recover>) => {
    const { code, facts } = await failure(recover(...of))
    expect([code, facts["nonce"]]).to.deep.equal(["SUBMISSION_UNCLEAR", "7"])
    return facts["reason"]
  }

  it("finds what was sent with a later nonce too, by what it does, mined or pending", async () => {
    expect(await recover({})).to.deep.equal({ kind: "unsent" })
    expect(await recover({ mined: [own] })).to.deep.equal({ kind: "sent", hash: bytes32(7) })
    expect(await recover({ pending: [own] })).to.deep.equal({ kind: "sent", hash: bytes32(7) })
    expect(await recover({ mined: [another, another], pending: [own] })).to.deep.equal({
      kind: "sent",
      hash: bytes32(9),
    })
    expect(await recover({ mined: [another, another] })).to.deep.equal({ kind: "dead", replacedBy: bytes32(7) })
  })

  it("looks at the one nonce of signed bytes, by their hash", async () => {
    expect(await recover({ mined: [another, own] }, bytes32(8))).to.deep.equal({ kind: "dead", replacedBy: bytes32(7) })
    expect(await recover({ mined: [own] }, bytes32(77))).to.deep.equal({ kind: "dead", replacedBy: bytes32(7) })
    expect(await recover({ mined: [another] }, bytes32(7))).to.deep.equal({ kind: "sent", hash: bytes32(7) })
    const hidden = { pending: [another], isShown: false }
    expect(await recover({ ...hidden, known: [bytes32(77)] }, bytes32(77))).to.deep.equal({
      kind: "sent",
      hash: bytes32(77),
    })
    expect(await reason({ ...hidden, known: [bytes32(78)] }, bytes32(77))).to.match(
      /^a pending transaction may be this/,
    )
  })

  it("does not know what a node hides or cannot tell, or what is more than a hundred transactions ago", async () => {
    expect(await reason({ pending: [own], isShown: false })).to.match(/^a pending transaction may be this/)
    expect(await reason({ mined: [another], pending: [another] })).to.match(/^a pending transaction may be this/)
    expect(await reason({ error: new Error("missing trie node") })).to.contain("missing trie node")
    const many = (count: number) => Array.from({ length: count }, () => another)
    expect(await recover({ mined: [...many(100), own] })).to.deep.equal({ kind: "sent", hash: bytes32(107) })
    expect(await reason({ mined: [...many(101), own] })).to.match(/more than 100 transactions/)
  })
})

describe("isSame", () => {
  it("compares target, calldata and value", () => {
    const found = { to: to!.toUpperCase().replace("X", "x"), input: "0xda", value: 5n }
    const same = (more: object) => isSame({ ...found, ...more } as never, transaction)
    expect([
      same({}),
      same({ to: other }),
      same({ to: null }),
      same({ input: "0xdb" }),
      same({ value: 6n }),
    ]).to.deep.equal([...[true, false, false, false, false]])
  })
})
