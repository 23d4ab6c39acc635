import { expect } from "chai"
import { describe, it } from "mocha"
import { keccak256 } from "viem"
import { privateKeyToAccount } from "viem/accounts"

import { findFalseSubmission } from "../../../../src/swap/execution/journal/findFalseSubmission.js"
import type { JournalEntry, Submission } from "../../../../src/swap/execution/types.js"
import { quoteRouteSchema } from "../../../../src/swap/wire/quoteSchemas.js"
import { bytes32 } from "../../../fixtures/wire/messages.js"
import { dai, journalEntry, routeOnWire, router } from "../../../fixtures/wire/swapRoutes.js"

const [signer, stranger] = [privateKeyToAccount(bytes32(1)), privateKeyToAccount(bytes32(2))]
/** Neither value nor nonce, which signed bytes leave out. */
const transaction = { chainId: 41001, to: router, data: "0xabcd", value: 0n } as const
const object = { ...transaction, value: "0" }

/** An entry whose account has signed such a transaction. */
async function entryWith({
  signed = {},
  by = signer,
  ...more
}: { readonly signed?: object; readonly by?: typeof signer } & Partial<Submission> = {}): Promise<JournalEntry> {
  const gas = { type: "eip1559", gas: 100_000n, maxFeePerGas: 2n, maxPriorityFeePerGas: 1n } as const
  const raw = await by.signTransaction({
    ...transaction,
    nonce: 0,
    ...gas,
    ...signed,
  })
  const route = quoteRouteSchema.parse(routeOnWire({ txData: { kind: "evm_tx", object } }))
  const submission = { transaction, nonce: 0, fromBlock: 12n, hash: keccak256(raw), raw, ...more }
  return journalEntry({ account: signer.address, chainId: 41001, route, submission })
}

describe("findFalseSubmission", () => {
  const find = async (...of: Parameters<typeof entryWith>) => await findFalseSubmission(await entryWith(...of))

  it("finds nothing wrong with the transaction of the route, signed by the account or not signed here", async () => {
    expect(await find()).to.equal(undefined)
    expect(await find({ raw: undefined })).to.equal(undefined)
    expect(await findFalseSubmission(journalEntry({ submission: undefined }))).to.equal(undefined)
    const spelled = { ...transaction, to: router.toLowerCase() as typeof router, data: "0xABCD" } as const
    expect(await find({ transaction: spelled })).to.equal(undefined)
  })

  it("finds another transaction than the route's, in each of its parts", async () => {
    for (const part of [{ to: dai }, { data: "0xabce" }, { value: 1n }, { chainId: 41002 }] as const) {
      const found = await find({ transaction: { ...transaction, ...part } })
      expect(found, Object.keys(part)[0]).to.match(/^submission\.transaction: /)
    }
    const entry = await entryWith()
    for (const change of [{ chainId: 41002 }, { route: { ...entry.route, txData: null } }]) {
      expect(await findFalseSubmission({ ...entry, ...change })).to.match(/^submission\.transaction: /)
    }
  })

  it("finds signed bytes that are of something else, of another account, or none", async () => {
    for (const signed of [{ to: dai }, { data: "0xabce" }, { value: 1n }, { chainId: 41002 }, { nonce: 1 }]) {
      expect(await find({ signed }), Object.keys(signed)[0]).to.match(/^submission\.raw: .* of the route$/)
    }
    expect(await find({ nonce: 1 })).to.match(/^submission\.raw: .* of the route$/)
    expect(await find({ hash: bytes32(1) })).to.match(/^submission\.hash: /)
    expect(await find({ by: stranger })).to.match(/^submission\.raw: another account/)
    expect(await find({ signed: { to: null } })).to.match(/^submission\.raw: it is not a signed/)
    expect(await find({ raw: "0x1234", hash: keccak256("0x1234") })).to.match(/^submission\.raw: it is not a signed/)
  })
})
