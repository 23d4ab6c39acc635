import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, type Hex, numberToHex, pad, toEventSelector } from "viem"

import type { SimulatedLog } from "../../../src/onchain/simulation/Simulation.js"
import { tokenAbi } from "../../../src/onchain/tokens.js"
import { checkEffects } from "../../../src/swap/checks/checkEffects.js"
import type { CheckedRoute } from "../../../src/swap/checks/types.js"
import { failure } from "../../fixtures/failure.js"
import { dai, journalEntry, router, usdc, user } from "../../fixtures/wire/swapRoutes.js"
import { createFakeChain } from "../../fixtures/worlds/swap/fakeChain.js"

const bystander: Address = "0x00000000000000000000000000000000DeaDBeef"

/** What each spender may take of each token before the swap, far apart, so that no two can be mistaken for each other. */
const allowed: Readonly<Record<string, bigint>> = {
  [`${dai} ${router}`]: 3n,
  [`${dai} ${bystander}`]: 50n,
  [`${usdc} ${router}`]: 7_000n,
  [`${usdc} ${bystander}`]: 110_000n,
}

/** What the route's own approval gives: a part of one token to one spender. */
const approval = { token: dai, spender: router, amount: 20_000_000n } as const

function logOf(
  token: Address,
  [event, from, to]: readonly [event: string, from: Address, to: Address],
  amount: bigint,
) {
  const topics: [Hex, ...Hex[]] = [toEventSelector(`${event}(address,address,uint256)`), pad(from), pad(to)]
  return { address: token, topics, data: numberToHex(amount, { size: 32 }) } satisfies SimulatedLog
}

async function check(logs: readonly SimulatedLog[], { isApproved = true } = {}): Promise<void> {
  const contracts = Object.fromEntries(
    [dai, usdc].map((token) => {
      const answer = ({ args: [, spender] }: { args: readonly unknown[] }) =>
        allowed[`${token} ${String(spender)}`] ?? 0n
      return [token, { abi: tokenAbi, answer }]
    }),
  )
  const { request, route } = journalEntry()
  const own = isApproved ? approval : undefined
  const checked = { request: { ...request, inputAmount: 1_000n }, route, approval: own } as unknown as CheckedRoute
  const effects = { status: "success", logs, nativeTransfers: [], outputs: [] } as const
  await checkEffects(createFakeChain({ contracts }).client, effects, { checked, limits: {} })
}
const leaves = (token: Address, spender: Address, amount: bigint, owner: Address = user): SimulatedLog =>
  logOf(token, ["Approval", owner, spender], amount)
const moves = (token: Address, amount: bigint, from: Address = user, to: Address = bystander): SimulatedLog =>
  logOf(token, ["Transfer", from, to], amount)

describe("checkEffects", () => {
  /** The most that may be left, to the unit: what was there, or the route's own approval of this token for this spender. */
  const most = [
    ["the approved token for the approved spender", dai, router, approval.amount],
    ["the approved token for another spender", dai, bystander, 50n],
    ["another token for the approved spender", usdc, router, 7_000n],
    ["another token for another spender", usdc, bystander, 110_000n],
    ["a token for one who may take nothing of it", usdc, user, 0n],
  ] as const
  for (const [what, token, spender, amount] of most) {
    it(`lets an allowance of ${what} stay at ${String(amount)}, and no higher`, async () => {
      await check([leaves(token, spender, amount)])
      const { facts } = await failure(check([leaves(token, spender, amount + 1n)]))
      expect(facts["reason"]).to.equal("GRANTS_RIGHTS")
      expect(facts["offered"])
        .to.contain(token)
        .and.to.contain(spender)
        .and.to.contain(String(amount + 1n))
    })
  }

  it("lets nothing rise without an approval of the route's own", async () => {
    const alone = { isApproved: false }
    await check([leaves(dai, router, 3n)], alone)
    expect((await failure(check([leaves(dai, router, 4n)], alone))).facts["reason"]).to.equal("GRANTS_RIGHTS")
  })

  it("finds the one that rises among several, and the last word of each spender", async () => {
    const others = [leaves(dai, bystander, 50n), leaves(usdc, router, 7_000n)]
    await check([leaves(dai, router, 2n ** 255n), ...others, leaves(dai, router, 1n)])
    const rising = [...others, leaves(usdc, bystander, 110_001n)]
    expect((await failure(check(rising))).facts["offered"]).to.contain(bystander)
  })

  it("minds neither the allowances nor the losses of another account", async () => {
    await check([leaves(dai, bystander, 2n ** 255n, router), moves(usdc, 5n, router), moves(dai, 1_001n, router)])
  })

  it("lets the input leave to the unit, and nothing of another token", async () => {
    await check([moves(dai, 400n), moves(dai, 600n, user, router)])
    const reasonOf = async (...logs: SimulatedLog[]) => (await failure(check(logs))).facts["reason"]
    expect(await reasonOf(moves(dai, 400n), moves(dai, 601n, user, router))).to.equal("TAKES_MORE_INPUT")
    expect(await reasonOf(moves(dai, 400n), moves(usdc, 1n))).to.equal("TAKES_OTHER_TOKEN")
  })
})
