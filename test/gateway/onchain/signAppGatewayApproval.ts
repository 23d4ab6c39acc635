import { expect } from "chai"
import { describe, it } from "mocha"
import { createWalletClient, type Hex } from "viem"
import { privateKeyToAccount } from "viem/accounts"
import { decodeAbiParameters, keccak256, parseAbiParameters, recoverMessageAddress } from "viem/utils"

import { signAppGatewayApproval } from "#src/gateway/onchain/signAppGatewayApproval.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"

const feesManager = "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512"
const spender = "0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0"
const account = privateKeyToAccount(`0x${"a1".repeat(32)}`)
const { transport } = fakeNode(() => new Error("it needs no node"))
const client = createWalletClient({ account, transport })

const read = (approval: Hex) =>
  decodeAbiParameters(parseAbiParameters("address, bool, uint256, bytes"), approval) as [string, boolean, bigint, Hex]

/** Every value in a word of 32 bytes, written out as the contract packs them. */
const words = (...values: readonly (string | bigint | number)[]): Hex =>
  `0x${values.map((value) => BigInt(value).toString(16).padStart(64, "0")).join("")}`

describe("signAppGatewayApproval", () => {
  it("signs fees manager, slug, spender, nonce and approval, with the prefix of eth_sign", async () => {
    for (const approval of [true, false]) {
      const bytes = await signAppGatewayApproval(client, { feesManager, gatewaySlug: 43, spender, nonce: 9n, approval })
      const [to, given, nonce, signature] = read(bytes)
      expect([to, given, nonce]).to.deep.equal([spender, approval, 9n])
      const raw = keccak256(words(feesManager, 43, spender, 9n, approval ? 1 : 0))
      expect(await recoverMessageAddress({ message: { raw }, signature })).to.equal(account.address)
    }
  })

  it("approves with a nonce of its own unless told otherwise", async () => {
    const where = { feesManager, gatewaySlug: 43, spender } as const
    const [first, second] = [
      read(await signAppGatewayApproval(client, where)),
      read(await signAppGatewayApproval(client, where)),
    ]
    expect(first[1]).to.equal(true)
    expect(first[2]).to.not.equal(second[2])
  })
})
