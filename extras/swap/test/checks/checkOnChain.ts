import { expect } from "chai"
import { describe, it } from "mocha"
import type { Address } from "viem"

import { assertClientsOnChain, checkDepositAddress, checkOnChain } from "#extras/swap/src/checks/checkOnChain.js"
import type { CheckedRoute } from "#extras/swap/src/checks/types.js"
import { nativeToken } from "#extras/swap/src/nativeToken.js"
import { failure } from "#test/fixtures/failure.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { dai, quoteId, router, usdc } from "#test/fixtures/wire/swapRoutes.js"

const spender: Address = usdc
const checked = {
  route: { quoteId },
  request: {},
  transaction: { chainId: 1, to: router, data: "0x12345678", value: 0n },
  approval: { token: dai, spender, amount: 1n },
} as unknown as CheckedRoute

/** Checks a route on a chain where only these addresses have code. */
function check(contracts: readonly Address[], of: CheckedRoute = checked): Promise<unknown> {
  const { client } = fakeNode({
    eth_chainId: "0x1",
    eth_getCode: ([address]: [Address]) =>
      contracts.some((each) => each.toLowerCase() === address.toLowerCase()) ? "0x00" : "0x",
  })
  return checkOnChain({ publicClient: client, walletClient: client }, of)
}

describe("checkOnChain", () => {
  it("accepts a route whose target, spender and token are contracts", async () => {
    await check([router, spender, dai])
  })

  it("wants the address of a deposit without code, and its token with code, but for native currency", async () => {
    const deposit = { depositAddress: usdc }
    const paid = (inputToken: Address, ...contracts: readonly Address[]) => {
      const route = { ...checked, route: { quoteId, deposit }, request: { userOps: "deposit", inputToken } }
      return check(contracts, {
        ...route,
        transaction: { ...checked.transaction, to: dai },
        approval: undefined,
      } as never)
    }
    await paid(dai, dai)
    await paid(nativeToken)
    const refused = [
      await failure(paid(dai, dai, usdc)),
      await failure(paid(dai)),
      await failure(paid(nativeToken, usdc)),
    ]
    expect(refused.map(({ facts: { reason, offered } }) => `${reason} ${offered}`)).to.deep.equal([
      ...[`DEPOSIT_IS_CONTRACT ${usdc}`, `NO_CONTRACT ${dai}`, `DEPOSIT_IS_CONTRACT ${usdc}`],
    ])
  })

  it("refuses clients of another chain, and explains those that do not say which they are on", async () => {
    const on = (chainId: string | Error) => fakeNode(() => chainId).client
    const [right, wrong, silent] = [on("0x1"), on("0x2"), on(new Error("no answer"))] as const
    const check = async (publicClient: typeof right, walletClient: typeof right) => {
      const { code, facts } = await failure(
        assertClientsOnChain({ publicClient, walletClient }, { ...checked, quoteId }),
      )
      return [code, facts["offered"] ?? facts["function"]]
    }
    await assertClientsOnChain({ publicClient: right, walletClient: right }, { ...checked, quoteId })
    for (const [one, other] of [[right, wrong] as const, [wrong, right] as const]) {
      expect(await check(one, other)).to.deep.equal(["ROUTE_REFUSED", "2, of the client"])
    }
    for (const [one, other] of [[right, silent] as const, [silent, right] as const]) {
      expect(await check(one, other)).to.deep.equal(["NODE_FAILED", "eth_chainId"])
    }
  })

  const missing = { target: router, spender, token: dai } as const
  for (const [what, address] of Object.entries(missing)) {
    it(`refuses a ${what} without code, by its address`, async () => {
      const error = await failure(check(Object.values(missing).filter((each) => each !== address)))
      expect(error.facts).to.include({ reason: "NO_CONTRACT", offered: address })
    })
  }

  it("asks the client of the destination for its chain if that is another one, and no other", async () => {
    const on = (chainId: number) => fakeNode({ eth_chainId: `0x${chainId.toString(16)}`, eth_getCode: "0x00" }).client
    const check = (destinationClient: unknown, destinationChainId: number): Promise<unknown> => {
      const request = { originChainId: 1, destinationChainId }
      const clients = { publicClient: on(1), walletClient: on(1), destinationClient }
      return checkOnChain(clients as never, { ...checked, request } as never)
    }
    await check(on(2), 2)
    await check(() => Promise.resolve(on(2)), 2)
    await check(undefined, 2)
    await check(on(3), 1)
    const { client: silent } = fakeNode(() => new Error("no answer"))
    await check(silent, 2)
    for (const client of [on(3), () => Promise.resolve(on(3))]) {
      expect((await failure(check(client, 2))).facts).to.include({ reason: "WRONG_CHAIN" })
    }
  })

  it("takes a deposit address that has no code, is of another kind of chain, or is listed", async () => {
    const { client: withCode, questions: asked } = fakeNode({ eth_getCode: "0x60" })
    const { client: withoutCode } = fakeNode({ eth_getCode: "0x" })
    const of = (depositAddress?: string) =>
      ({ quoteId, ...(depositAddress === undefined ? {} : { deposit: { depositAddress } }) }) as never
    await checkDepositAddress(withoutCode, of(router))
    await checkDepositAddress(withCode, of())
    await checkDepositAddress(withCode, of("9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM"))
    await checkDepositAddress(withCode, of(router.toLowerCase()), [usdc, router])
    expect(asked).to.deep.equal([])
    for (const allowed of [undefined, [], [spender]]) {
      const error = await failure(checkDepositAddress(withCode, of(router), allowed))
      expect(error.facts).to.include({ reason: "DEPOSIT_IS_CONTRACT", offered: router })
    }
  })
})
