import { expect } from "chai"
import { describe, it } from "mocha"
import type { Address } from "viem"

import { confirmContracts } from "#extras/swap/src/checks/confirmContracts.js"
import type { CheckedRoute, RouteContract } from "#extras/swap/src/checks/types.js"
import { tokenAbi } from "#src/onchain/tokens.js"
import { failure } from "#test/fixtures/failure.js"
import { createFakeChain } from "#test/fixtures/nodes/fakeChain.js"
import { dai, quoteId, router, usdc } from "#test/fixtures/wire/swapRoutes.js"

const empty: Address = "0x00000000000000000000000000000000DeaDBeef"
const contract = { abi: tokenAbi, answer: () => 0n }
const publicClient = createFakeChain({ contracts: { [router]: contract, [usdc]: contract } }).client
const target = { kind: "target", address: router } as const
const spender = { kind: "spender", address: usdc } as const
const deposit = { kind: "deposit", address: empty } as const
const lists = { allowedTargets: [dai], allowedDeposits: [usdc] } as const

function routeWith(...unlisted: readonly RouteContract[]): CheckedRoute {
  return { route: { quoteId }, transaction: { chainId: 41_001 }, unlisted } as never
}

describe("confirmContracts", () => {
  it("asks about one contract after the other, and says what it is", async () => {
    const asked: unknown[] = []
    const confirmTarget = (question: object) => Promise.resolve((asked.push(question), true))
    const replaced = { ...target, replaces: dai } as const
    // The same address may be listed as one kind of contract, and not as another.
    const checked = routeWith({ ...target, kind: "spender" }, spender, deposit)
    const confirmed = await confirmContracts({ publicClient, confirmTarget, ...lists }, checked, [
      ...[replaced, spender, deposit],
    ])
    expect(asked).to.deep.equal([
      { ...replaced, chainId: 41_001, codeSize: 1, isListed: true },
      { ...spender, chainId: 41_001, codeSize: 1, isListed: false },
      { ...deposit, chainId: 41_001, codeSize: 0, isListed: false },
    ])
    expect(confirmed).to.deep.equal([target, spender, deposit])
    expect(await confirmContracts({ publicClient, ...lists }, checked, [])).to.deep.equal([])
  })

  it("refuses what nobody can be asked about, is not confirmed, or has no code, and asks about nothing after it", async () => {
    const asked: Address[] = []
    const refusal = async (contracts: readonly RouteContract[], answer?: unknown, more: object = {}) => {
      const confirmTarget = ({ address }: RouteContract) => Promise.resolve((asked.push(address), answer))
      const somebody = answer === undefined ? {} : { confirmTarget: confirmTarget as never }
      const { facts } = await failure(
        confirmContracts({ publicClient, ...lists, ...somebody, ...more }, routeWith(...contracts), contracts),
      )
      return [facts["reason"], facts["asked"], facts["offered"]]
    }
    expect(await refusal([target])).to.deep.equal(["TARGET_NOT_ALLOWED", dai, router])
    expect(await refusal([spender])).to.deep.equal(["OTHER_SPENDER", dai, usdc])
    expect(await refusal([spender], undefined, { allowedSpenders: [router] })).to.deep.equal([
      ...["OTHER_SPENDER", router, usdc],
    ])
    expect(await refusal([deposit])).to.deep.equal(["DEPOSIT_NOT_ALLOWED", usdc, empty])
    expect(await refusal([{ ...target, address: empty }], true)).to.deep.equal(["NO_CONTRACT", dai, empty])
    expect(asked).to.deep.equal([])
    for (const answer of [false, "true", 1, null]) {
      expect(await refusal([target, spender], answer)).to.deep.equal([
        ...["TARGET_NOT_ALLOWED", dai, `${router}, which was not confirmed`],
      ])
    }
    expect(asked).to.deep.equal([router, router, router, router])
  })
})
