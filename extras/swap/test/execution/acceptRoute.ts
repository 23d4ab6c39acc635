import { expect } from "chai"
import { describe, it } from "mocha"
import type { Address } from "viem"

import type { TargetQuestion } from "#extras/swap/src/checks/confirmContracts.js"
import { shownCall } from "#extras/swap/src/checks/shownCall.js"
import { checkRecorded, ensureFresh, requote } from "#extras/swap/src/execution/acceptRoute.js"
import type { QuoteRoute } from "#extras/swap/src/types.js"
import { quoteRouteSchema } from "#extras/swap/src/wire/quoteSchemas.js"
import { tokenAbi } from "#src/onchain/tokens.js"
import { failure } from "#test/fixtures/failure.js"
import { createFakeChain } from "#test/fixtures/nodes/fakeChain.js"
import { dai, routeOnWire, router, tokenOnWire, usdc, user } from "#test/fixtures/wire/swapRoutes.js"

const [second, third]: readonly Address[] = ["0x00000000000000000000000000000000DeaDBeef", `0x${"4".repeat(40)}`]
const now = 1_700_000_000_000
const request = {
  ...{ userOps: "tx", originChainId: 41001, destinationChainId: 41002, inputToken: dai, outputToken: usdc },
  ...{ inputAmount: 1_000n, userAddress: user, receiverAddress: user, slippage: "50" },
} as const

type Offered = {
  readonly id?: string
  readonly to?: Address | undefined
  /** `null` for a route that needs no approval. */
  readonly spender?: Address | null | undefined
  /** `null` for a route that promises no less than its output. */
  readonly least?: number | null
  readonly provider?: string
  readonly selector?: string
  readonly value?: number
  readonly isLate?: boolean
}

function routeOf({
  id = "0xa",
  to = router,
  spender = to,
  least = 1_990,
  provider = "Own",
  selector = "0x12345678",
  value = 0,
  isLate,
}: Offered): QuoteRoute {
  const token = tokenOnWire({ chainId: 41002, address: usdc })
  return quoteRouteSchema.parse(
    routeOnWire({
      ...{
        quoteId: id,
        expiresAt: now / 1_000 + (isLate === true ? 0 : 1),
        routeDetails: { name: provider, logoURI: null },
      },
      output: {
        token,
        amount: "2000",
        minAmountOut: least === null ? null : String(least),
        priceInUsd: 1,
        valueInUsd: 1,
      },
      approval:
        spender === null ? null : { spenderAddress: spender, amount: "1000", tokenAddress: dai, userAddress: user },
      txData: {
        kind: "evm_tx",
        object: { chainId: 41001, to, data: `${selector}${user.slice(2).toLowerCase()}`, value: String(value) },
      },
    }),
  )
}

/** An execution of a route, the quotes that it gets when that has expired, and whom it asks. */
function executionOf(route: QuoteRoute, offers: readonly Offered[], more: object = {}) {
  const contract = { abi: tokenAbi, answer: () => 0n }
  const asked: string[] = []
  const parameters = {
    ...{ request, route, allowedTargets: [router, second, third], acceptUndecoded: true },
    publicClient: createFakeChain({ contracts: { [router]: contract, [second!]: contract, [third!]: contract } })
      .client,
    client: {
      clock: { now: () => now },
      getQuote: () => Promise.resolve({ routes: offers.map(routeOf), input: null }),
    },
    confirmTarget({ kind, address, replaces }: TargetQuestion) {
      asked.push([kind, address, ...(replaces === undefined ? [] : [replaces])].join(" "))
      return Promise.resolve(true)
    },
    ...more,
  }
  // As a wallet may write it.
  const account = { type: "json-rpc", address: user.toLowerCase() }
  const execution = { parameters, account, id: route.quoteId, entry: undefined }
  return { execution: execution as never, asked }
}

describe("ensureFresh", () => {
  it("asks about each contract in no list once, also where the quote expires between two looks", async () => {
    const unlisted = { allowedTargets: [] as Address[], requote: true }
    const { execution, asked } = executionOf(routeOf({}), [], unlisted)
    const fresh = await ensureFresh(execution)
    const contracts = [{ kind: "target", address: router }]
    expect([fresh.accepted, fresh.confirmed, asked]).to.deep.equal([1_990n, contracts, [`target ${router}`]])
    // What was asked about once is not asked about again; a contract of another kind at the same address is.
    const again = await ensureFresh(execution, { ...fresh, accepted: 1_000n })
    expect([again.accepted, again.confirmed, asked.length]).to.deep.equal([1_000n, contracts, 1])
    const otherwise = [{ kind: "spender", address: router }] as const
    expect((await ensureFresh(execution, { ...fresh, confirmed: otherwise })).confirmed).to.deep.equal([
      ...[...otherwise, ...contracts],
    ])
    expect(asked).to.deep.equal([`target ${router}`, `target ${router}`])
  })

  it("replaces what has expired, if it may, and keeps what was accepted first", async () => {
    const late = routeOf({ isLate: true })
    const { execution } = executionOf(late, [{ id: "0xb", least: 1_995 }], { requote: true })
    const { checked, accepted, confirmed } = await ensureFresh(execution)
    expect([checked.route.quoteId, checked.leastOut, accepted, confirmed]).to.deep.equal(["0xb", 1_995n, 1_990n, []])
    for (const more of [{}, { requote: false }]) {
      const refused = await failure(ensureFresh(executionOf(late, [{ id: "0xb" }], more).execution))
      expect(refused.facts["reason"]).to.equal("EXPIRED")
    }
    expect((await ensureFresh(executionOf(routeOf({}), []).execution)).checked.route.quoteId).to.equal("0xa")
  })

  it("replaces no deposit that has expired: another address is for its payer to see", async () => {
    const token = tokenOnWire({ chainId: 41002, address: usdc })
    const late = quoteRouteSchema.parse(
      routeOnWire({
        ...{ userOp: "deposit", approval: null, txData: null, expiresAt: now / 1_000 },
        output: { token, amount: "2000", minAmountOut: "1990", priceInUsd: 1, valueInUsd: 1 },
        deposit: {
          chainId: 41001,
          token: dai,
          amount: "1000",
          transferType: "erc20",
          depositAddress: second,
          memo: null,
        },
      }),
    )
    const more = { requote: true, request: { ...request, userOps: "deposit", refundAddress: user } }
    const refused = await failure(ensureFresh(executionOf(late, [{ id: "0xb" }], more).execution))
    expect(refused.facts["reason"]).to.equal("EXPIRED")
  })

  it("compares the quote with the route that was given with it, and with no other", async () => {
    const quote = { receiverAddress: third }
    const { execution } = executionOf(routeOf({}), [], { quote })
    expect((await failure(ensureFresh(execution))).facts["reason"]).to.equal("OTHER_RECEIVER")
    const { checked, ...rest } = await ensureFresh(executionOf(routeOf({ id: "0xb" }), []).execution)
    expect((await ensureFresh(execution, { ...rest, checked })).checked.route.quoteId).to.equal("0xb")
  })

  it("refuses a route of another account than the wallet's", async () => {
    const { execution } = executionOf(routeOf({}), [])
    const { facts } = await failure(
      ensureFresh({ ...(execution as object), account: { type: "json-rpc", address: third } } as never),
    )
    expect([facts["reason"], facts["asked"], facts["offered"]]).to.deep.equal([
      ...["WRONG_USER", user, `${third}, of the wallet`],
    ])
  })
})

describe("requote", () => {
  /** The route that is chosen, and what is asked for it. */
  async function choose(before: Offered, offers: readonly Offered[], more: object = {}) {
    const { execution, asked } = executionOf(routeOf(before), offers, more)
    const { checked: expired } = await ensureFresh(execution)
    const { parameters } = execution as { parameters: never }
    const { checked, confirmed } = await requote(parameters, { expired, leastOut: 1_900n })
    return { id: checked.route.quoteId, asked, confirmed: confirmed.map(({ kind, address }) => `${kind} ${address}`) }
  }

  it("prefers the same contracts, then the same provider, then what gives most, in whatever order they come", async () => {
    const offers = [
      { id: "most", to: second, least: 1_999 },
      { id: "other", provider: "Other", least: 1_998 },
      { id: "less", least: 1_950 },
      { id: "more", least: 1_951 },
    ]
    for (const [left, chosen] of [
      [4, "more"],
      [3, "less"],
      [2, "other"],
      [1, "most"],
    ] as const) {
      const some = left === 4 ? offers : offers.slice(0, left)
      expect((await choose({}, some)).id).to.equal(chosen)
      expect((await choose({}, some.toReversed())).id).to.equal(chosen)
    }
    expect(
      (
        await choose({}, [
          { id: "one", least: 1_950 },
          { id: "two", least: 1_950 },
        ])
      ).id,
    ).to.equal("one")
  })

  it("asks about each contract that takes the place of another one", async () => {
    const asked = async (before: Offered, after: Offered) => (await choose(before, [after])).asked
    expect(await asked({}, {})).to.deep.equal([])
    expect(await asked({}, { to: second })).to.deep.equal([`target ${second} ${router}`])
    expect(await asked({}, { spender: second })).to.deep.equal([`spender ${second} ${router}`])
    expect(await asked({}, { to: second, spender: third })).to.deep.equal([
      ...[`target ${second} ${router}`, `spender ${third} ${router}`],
    ])
    expect(await asked({ spender: second }, { spender: router })).to.deep.equal([`spender ${router} ${second}`])
    expect(await asked({ spender: null }, { spender: second })).to.deep.equal([`spender ${second}`])
    expect(await asked({}, { spender: null })).to.deep.equal([])
    expect(await asked({ spender: second }, { to: third, spender: second })).to.deep.equal([
      `target ${third} ${router}`,
    ])
    const { confirmed } = await choose({}, [{ to: second, spender: third }])
    expect(confirmed).to.deep.equal([`target ${second}`, `spender ${third}`])
  })

  it("S-02 asks about a route that does what was not shown, prefers one that does not, and is refused without an answer", async () => {
    const more = { id: "more", value: 1, least: 1_999 }
    const told: string[][] = []
    const answers = (isConfirmed: unknown) => ({
      confirmCall(differences: string[]) {
        told.push(differences)
        return Promise.resolve(isConfirmed)
      },
    })
    expect((await choose({}, [more, { id: "same" }])).id).to.equal("same")
    expect((await choose({ value: 2 }, [more], answers(false))).id).to.equal("more")
    expect(told).to.deep.equal([])
    expect((await choose({}, [more], answers(true))).id).to.equal("more")
    const other = { id: "other", selector: "0x87654321" }
    expect((await choose({}, [other], answers(true))).id).to.equal("other")
    expect(told).to.deep.equal([
      ["it attaches 1 wei in place of 0"],
      ["it calls 0x87654321 in place of 0x12345678", "0x87654321 is not decoded"],
    ])
    for (const answer of [answers(false), answers("yes"), {}]) {
      const { facts } = await failure(choose({}, [other], answer))
      expect([facts["reason"], facts["offered"]]).to.deep.equal(["CALL_CHANGED", told[1]!.join("; ")])
    }
  })

  it("S-02 compares what is resumed with what the journal has as agreed to", async () => {
    const { execution } = executionOf(routeOf({}), [])
    const confirmed = shownCall((await ensureFresh(execution)).checked)
    const resume = (shown: object) =>
      ensureFresh({ ...(execution as object), entry: { confirmed: { ...confirmed, ...shown } } } as never)
    expect((await resume({})).checked.route.quoteId).to.equal("0xa")
    const { facts } = await failure(resume({ undecoded: [] }))
    expect(facts["reason"]).to.equal("CALL_CHANGED")
    expect(facts["offered"]).to.contain("receiver is not decoded")
  })

  it("says why no offer will do, and what the best of them promised", async () => {
    const refuse = async (offers: readonly Offered[], leastOut = 1_900n) => {
      const { execution } = executionOf(routeOf({}), offers)
      const { checked: expired } = await ensureFresh(execution)
      const { parameters } = execution as { parameters: never }
      return await failure(requote(parameters, { expired, leastOut }))
    }
    const little = await refuse([{ least: 1_898 }, { least: 1_899 }, { least: 1_000 }])
    expect([little.code, little.facts["reason"]]).to.deep.equal(["REQUOTE_REFUSED", "TOO_LITTLE_OUT"])
    expect(little.facts["offered at least"]).to.contain("(1899 in")
    expect(little.facts["accepted at least"]).to.contain("(1900 in")
    const whole = await refuse([{ least: 1_999 }, { least: null }], 2_001n)
    expect(whole.facts["reason"]).to.equal("TOO_LITTLE_OUT")
    expect(whole.facts["offered at least"]).to.contain("(2000 in")
    const late = await refuse([{ isLate: true }, { least: 1_899 }])
    expect(late.facts["reason"]).to.equal("EXPIRED")
    const none = await refuse([])
    expect([none.facts["reason"], none.facts["offered at least"]]).to.deep.equal([undefined, undefined])
  })

  it("refuses other contracts where nobody can be asked, and names all of them", async () => {
    const refused = async (before: Offered, after: Offered) => {
      const { execution } = executionOf(routeOf(before), [after], { confirmTarget: undefined })
      const { checked: expired } = await ensureFresh(execution)
      const { parameters } = execution as { parameters: never }
      const { facts } = await failure(requote(parameters, { expired, leastOut: 1_900n }))
      return [facts["reason"], facts["asked"], facts["offered"]]
    }
    expect(await refused({}, { to: second, spender: third })).to.deep.equal([
      ...["TARGET_CHANGED", `target ${router}, spender ${router}`, `target ${second}, spender ${third}`],
    ])
    expect(await refused({}, { spender: third })).to.deep.equal([
      ...["TARGET_CHANGED", `spender ${router}`, `spender ${third}`],
    ])
    expect(await refused({ spender: null }, { spender: third })).to.deep.equal([
      ...["TARGET_CHANGED", "spender none", `spender ${third}`],
    ])
  })
})

describe("checkRecorded", () => {
  /** Checks the record of a route as the given one is resumed, and says who was asked about what. */
  async function check(recorded: Offered, more: object = {}, submission?: object) {
    const { execution, asked } = executionOf(routeOf({}), [], more)
    const entry = {
      quoteId: "0xa",
      account: user,
      chainId: 41001,
      route: routeOf({ id: "0xb", ...recorded }),
      submission,
    }
    const { route } = await checkRecorded({ ...(execution as object), entry } as never)
    return [route.quoteId, asked]
  }
  const refusal = async (...given: Parameters<typeof check>) => {
    const { code, facts } = await failure(check(...given))
    return code === "JOURNAL_MISMATCH" ? [code, facts["written"]] : [code, facts["reason"]]
  }

  it("takes a route that does the same as the given one, whatever its quote's id and provider, and asks nobody", async () => {
    expect(await check({})).to.deep.equal(["0xb", []])
    expect(await check({ provider: "Other" }, { confirmTarget: undefined })).to.deep.equal(["0xb", []])
  })

  it("takes another route only as one that could have replaced it, once its other contracts are agreed to", async () => {
    const [code, written] = await refusal({ to: second })
    expect(code).to.equal("JOURNAL_MISMATCH")
    expect(written).to.contain(second)
    const requote = { requote: true }
    expect(await check({ to: second }, requote)).to.deep.equal(["0xb", [`target ${second} ${router}`]])
    expect(await check({ least: 1_991 }, requote)).to.deep.equal(["0xb", []])
    const alone = { ...requote, confirmTarget: undefined }
    expect(await refusal({ to: second }, alone)).to.deep.equal(["ROUTE_REFUSED", "TARGET_CHANGED"])
    const no = { ...requote, confirmTarget: () => Promise.resolve(false) }
    expect((await refusal({ to: second }, no))[0]).to.equal("ROUTE_REFUSED")
  })
})
