import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, encodeFunctionData } from "viem"

import { readLeftAllowance, revokeAllowance } from "#src/onchain/allowances.js"
import { tokenAbi } from "#src/onchain/tokens.js"
import { failure } from "#test/fixtures/failure.js"
import { account, createFakeChain } from "#test/fixtures/nodes/fakeChain.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { createFakeToken, type FakeTokenOptions } from "#test/fixtures/worlds/swap/fakeToken.js"

const token: Address = "0x5FbDB2315678afecb367f032d93F642f64180aa3"
const spender: Address = "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512"

describe("revokeAllowance", () => {
  async function revoke(options: FakeTokenOptions) {
    const fake = createFakeToken(token, options)
    const chain = createFakeChain({ contracts: { [token]: fake.contract }, receipt: { status: "0x1", logs: [] } })
    fake.attach(chain)
    const revoked = await revokeAllowance(chain.client, chain.client, { token, spender })
    return { ...revoked, approved: fake.approvalsIn(chain) }
  }

  it("sets what is left to nothing, to the last unit, and sends nothing where nothing is", async () => {
    const hash = bytes32(0x5e47)
    expect(await revoke({ allowance: 500n })).to.deep.equal({ token, spender, amount: 500n, hash, approved: [0n] })
    expect(await revoke({ allowance: 1n })).to.deep.equal({ token, spender, amount: 1n, hash, approved: [0n] })
    const nothing = { token, spender, amount: 0n, hash: undefined, approved: [] }
    expect(await revoke({ allowance: 0n })).to.deep.equal(nothing)
  })

  it("is called with the approval of nothing, which is shown with what is left", async () => {
    const fake = createFakeToken(token, { allowance: 500n })
    const { client } = createFakeChain({ contracts: { [token]: fake.contract } })
    const data = encodeFunctionData({ abi: tokenAbi, functionName: "approve", args: [spender, 0n] })
    expect(await readLeftAllowance(client, { token, spender }, account)).to.deep.equal({
      ...{ token, spender, amount: 500n, revoke: { to: token, data } },
    })
  })

  it("believes no token that still reports an allowance", async () => {
    const { code, facts } = await failure(revoke({ allowance: 1n, forgets: true }))
    expect([code, facts]).to.deep.equal(["NOT_REVOKED", { token, spender, allowed: "1" }])
  })
})
