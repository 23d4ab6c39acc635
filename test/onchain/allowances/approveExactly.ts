import { expect } from "chai"
import { describe, it } from "mocha"
import type { Address } from "viem"

import { approveExactly, NotApprovedError } from "#src/onchain/allowances.js"
import { tokenAbi } from "#src/onchain/tokens.js"
import { failure } from "#test/fixtures/failure.js"
import { account, createFakeChain, type FakeChain, revert } from "#test/fixtures/nodes/fakeChain.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { createFakeToken, type FakeTokenOptions } from "#test/fixtures/worlds/swap/fakeToken.js"

const token: Address = "0x5FbDB2315678afecb367f032d93F642f64180aa3"
const spender: Address = "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512"
const approval = { token, spender, amount: 500n }

function chainWith(options: FakeTokenOptions = {}): { chain: FakeChain; approved: () => bigint[] } {
  const fake = createFakeToken(token, options)
  const chain = createFakeChain({ contracts: { [token]: fake.contract }, receipt: { status: "0x1", logs: [] } })
  fake.attach(chain)
  return { chain, approved: () => fake.approvalsIn(chain) }
}

describe("S-07 approveExactly", () => {
  it("approves exactly the amount", async () => {
    const { chain, approved } = chainWith()
    const { hashes } = await approveExactly(chain.client, chain.client, approval)
    expect(hashes).to.deep.equal([bytes32(0x5e47)])
    expect(approved()).to.deep.equal([500n])
  })

  it("sends nothing if the allowance is already large enough", async () => {
    for (const allowance of [500n, 2n ** 256n - 1n]) {
      const { chain } = chainWith({ allowance })
      expect((await approveExactly(chain.client, chain.client, approval)).hashes).to.deep.equal([])
      expect(chain.sent).to.deep.equal([])
    }
  })

  it("replaces an allowance that is one unit short, in one step if the token accepts that", async () => {
    const { chain, approved } = chainWith({ allowance: 499n })
    await approveExactly(chain.client, chain.client, approval)
    expect(approved()).to.deep.equal([500n])
  })

  it("takes no node that fails once for a token that accepts or rejects a change, and sends nothing", async () => {
    let tried = 0
    const chain = createFakeChain({
      contracts: {
        [token]: {
          abi: tokenAbi,
          answer({ functionName }) {
            if (functionName === "approve") throw (tried += 1) === 1 ? new Error("it is tired") : revert()
            return functionName === "balanceOf" ? 1_000n : 499n
          },
        },
      },
    })
    const error = await failure(approveExactly(chain.client, chain.client, approval))
    expect([error.code, chain.sent]).to.deep.equal(["NODE_FAILED", []])
  })

  it("sends nothing to a token that rejects the approval although nothing was approved before", async () => {
    const chain = createFakeChain({
      contracts: {
        [token]: {
          abi: tokenAbi,
          answer({ functionName, args }) {
            if (functionName === "approve" && args[1] !== 0n) throw revert()
            return functionName === "balanceOf" ? 1_000n : 0n
          },
        },
      },
      receipt: { status: "0x1", logs: [] },
    })
    const error = await failure(approveExactly(chain.client, chain.client, approval))
    expect([error.code, chain.sent]).to.deep.equal(["CALL_REVERTED", []])
  })

  it("sets the allowance to zero first for a token that requires it", async () => {
    for (const allowance of [499n, 1n]) {
      const { chain, approved } = chainWith({ allowance, wantsZeroFirst: true })
      expect((await approveExactly(chain.client, chain.client, approval)).hashes).to.have.length(2)
      expect(approved()).to.deep.equal([0n, 500n])
    }
  })

  it("sends each approval with its own nonce, once the one before is mined", async () => {
    const { chain } = chainWith({ allowance: 499n, wantsZeroFirst: true })
    const nonces = [7, 40]
    const minedBefore: number[] = []
    const choose = () => {
      minedBefore.push(chain.sent.length)
      return Promise.resolve(nonces.shift()!)
    }
    await approveExactly(chain.client, chain.client, approval, { withNonce: async (send) => await send(choose) })
    expect(chain.sent.map(({ nonce }) => nonce)).to.deep.equal([7, 40])
    expect(minedBefore).to.deep.equal([0, 1])
  })

  it("counts the gas of both approvals against one limit", async () => {
    async function costsWithin(maxGasCost?: bigint): Promise<[first: bigint, second: bigint]> {
      const { chain, approved } = chainWith({ allowance: 499n, wantsZeroFirst: true })
      const costs: bigint[] = []
      const onGas = ({ cost }: { cost: bigint }) => costs.push(cost)
      await approveExactly(chain.client, chain.client, approval, { maxGasCost, onGas })
      expect(approved()).to.deep.equal([0n, 500n])
      return [costs[0]!, costs[1]!]
    }
    const [first, second] = await costsWithin()
    const [same, less] = await costsWithin(first + second - 1n)
    expect(same).to.equal(first)
    expect(less < second, "the second is left less").to.equal(true)
  })

  it("sends nothing for an account that owns one unit less", async () => {
    const { chain } = chainWith({ balance: 499n })
    const error = await failure(approveExactly(chain.client, chain.client, approval))
    expect(error.code).to.equal("INSUFFICIENT_TOKENS")
    expect(error.facts).to.include({ account, token, balance: "499 in the token's smallest unit" })
    expect(chain.sent).to.deep.equal([])
  })

  it("reports a token that accepted the approval and forgot it", async () => {
    const { chain } = chainWith({ forgets: true })
    const error = await failure(approveExactly(chain.client, chain.client, approval))
    expect(error.code).to.equal("NOT_APPROVED")
    expect(error.facts).to.include({ asked: "500", allowed: "0" })
  })

  it("says whether a token gives away more than was allowed, or less", () => {
    const more = new NotApprovedError(approval, 501n)
    const less = new NotApprovedError(approval, 499n)
    expect([more.facts, less.facts]).to.deep.equal([
      { token, spender, asked: "500", allowed: "501" },
      { token, spender, asked: "500", allowed: "499" },
    ])
    expect(more.message).to.contain("a larger allowance")
    expect(less.message).to.contain("a smaller allowance")
    expect(String(more.next)).to.contain("do not use this token")
    expect(more.next).to.not.equal(less.next)
  })

  it("tells a node that fails while an approval is tried from a token that rejects it", async () => {
    const fake = createFakeToken(token, { allowance: 499n })
    const chain = createFakeChain({
      contracts: {
        [token]: {
          abi: tokenAbi,
          answer(call) {
            if (call.functionName === "approve") throw Object.assign(new Error("overloaded"), { code: -32_000 })
            return fake.contract.answer(call)
          },
        },
      },
    })
    const { code, facts } = await failure(approveExactly(chain.client, chain.client, approval))
    expect([code, facts["function"], chain.sent]).to.deep.equal(["NODE_FAILED", "approve", []])
  })

  it("reports that there is no token at the address", async () => {
    const { client } = createFakeChain({})
    expect((await failure(approveExactly(client, client, approval))).code).to.equal("WRONG_CONTRACT")
  })

  it("distinguishes an unreachable node from a missing token", async () => {
    const { client } = createFakeChain({ broken: { eth_call: new Error("connection refused") } })
    expect((await failure(approveExactly(client, client, approval))).code).to.equal("NODE_FAILED")
  })
})
