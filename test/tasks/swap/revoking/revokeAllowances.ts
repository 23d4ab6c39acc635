import { expect } from "chai"
import { describe, it } from "mocha"
import type { Address } from "viem"

import { revokeAllowances, type RevokingChain } from "../../../../tasks/swap/revoking/revokeAllowances.js"
import { createManualClock } from "../../../fixtures/clocks/manualClock.js"
import { failure } from "../../../fixtures/failure.js"
import { createFakeChain } from "../../../fixtures/worlds/swap/fakeChain.js"
import { createFakeToken } from "../../../fixtures/worlds/swap/fakeToken.js"

const token: Address = "0x5FbDB2315678afecb367f032d93F642f64180aa3"
const spender: Address = "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512"

describe("revokeAllowances", () => {
  it("revokes what is confirmed, and takes a no, or no answer, for a no", async () => {
    for (const answer of [true, false, undefined]) {
      const fake = createFakeToken(token, { allowance: 500n })
      const chain = createFakeChain({ contracts: { [token]: fake.contract }, receipt: { status: "0x1", logs: [] } })
      fake.attach(chain)
      const { client } = chain
      const own = { name: "alpha", chainId: 41_001, publicClient: client, walletClient: client }
      const alpha = { ...own, gasLimits: {}, entries: [] } as unknown as RevokingChain
      const { signal } = new AbortController()
      const steps = revokeAllowances([alpha], { token, spender }, { errorAbis: [], clock: createManualClock(), signal })
      const kinds: string[] = []
      const running = (async () => {
        for await (const step of steps) {
          kinds.push(step.kind)
          if (step.kind === "confirm" && answer !== undefined) step.answer(answer)
        }
      })()
      if (answer === true) await running
      else expect((await failure(running)).code, String(answer)).to.equal("SWAP_DECLINED")
      expect(kinds).to.deep.equal(answer === true ? ["confirm", "submitted", "revoked"] : ["confirm"])
      expect(fake.approvalsIn(chain)).to.deep.equal(answer === true ? [0n] : [])
    }
  })
})
