import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, createPublicClient, custom } from "viem"

import { checkOnChain } from "../../../src/swap/checks/checkOnChain.js"
import type { CheckedRoute } from "../../../src/swap/checks/types.js"
import { failure } from "../../fixtures/failure.js"
import { dai, quoteId, router, usdc } from "../../fixtures/wire/swapRoutes.js"

const spender = usdc
const checked = {
  route: { quoteId },
  request: {},
  transaction: { chainId: 1, to: router, data: "0x12345678", value: 0n },
  approval: { token: dai, spender, amount: 1n },
} as unknown as CheckedRoute

/** Checks a route on a chain where only these addresses have code. */
function check(...contracts: readonly Address[]): Promise<unknown> {
  const request = ({ method, params }: { method: string; params?: unknown }): Promise<unknown> => {
    if (method === "eth_chainId") return Promise.resolve("0x1")
    const [address] = params as [Address]
    return Promise.resolve(contracts.some((each) => each.toLowerCase() === address.toLowerCase()) ? "0x00" : "0x")
  }
  const client = createPublicClient({ transport: custom({ request }, { retryCount: 0 }) })
  return checkOnChain({ publicClient: client, walletClient: client }, checked)
}

describe("checkOnChain", () => {
  it("accepts a route whose target, spender and token are contracts", async () => {
    await check(router, spender, dai)
  })

  it("does not take a node that does not answer for an address without code", async () => {
    const request = ({ method }: { method: string }): Promise<unknown> =>
      method === "eth_chainId" ? Promise.resolve("0x1") : Promise.reject(new Error("no answer"))
    const client = createPublicClient({ transport: custom({ request }, { retryCount: 0 }) })
    const error = await failure(checkOnChain({ publicClient: client, walletClient: client }, checked))
    expect(error.code).to.equal("NODE_FAILED")
  })

  const missing = { target: router, spender, token: dai } as const
  for (const [what, address] of Object.entries(missing)) {
    it(`refuses a ${what} without code, by its address`, async () => {
      const error = await failure(check(...Object.values(missing).filter((each) => each !== address)))
      expect(error.facts).to.include({ reason: "NO_CONTRACT", offered: address })
    })
  }
})
