import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"
import { type Address, type Hex, numberToHex, pad, toEventSelector } from "viem"

import { checkEffects } from "#extras/swap/src/checks/checkEffects.js"
import type { CheckedRoute, RouteFee, RouteLimits } from "#extras/swap/src/checks/types.js"
import { nativeToken } from "#extras/swap/src/nativeToken.js"
import type { NativeTransfer, SimulatedLog } from "#src/onchain/simulation/Simulation.js"
import { tokenAbi } from "#src/onchain/tokens.js"
import { zeroAddress } from "#src/primitives/address.js"
import { runs } from "#test/fixtures/depth.js"
import { failure } from "#test/fixtures/failure.js"
import { createFakeChain } from "#test/fixtures/nodes/fakeChain.js"
import { dai, journalEntry, router, usdc, user } from "#test/fixtures/wire/swapRoutes.js"

const bystander: Address = "0x00000000000000000000000000000000DeaDBeef"

/** What each spender may take of each token before the swap, far apart, so that no two can be mistaken for each other. */
const allowed: Readonly<Record<string, bigint>> = {
  [`${dai} ${router}`]: 3n,
  [`${dai} ${bystander}`]: 50n,
  [`${usdc} ${router}`]: 7_000n,
  [`${usdc} ${bystander}`]: 110_000n,
}

/** Transfers of the fake tokens return what they answer, and nothing reads it. */
const playedAbi = tokenAbi.map((item) =>
  item.type === "function" && item.name === "transfer" ? { ...item, outputs: [{ type: "uint256", name: "" }] } : item,
)

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

type Played = {
  readonly isApproved?: boolean
  readonly nativeTransfers?: readonly NativeTransfer[]
  readonly request?: object
  readonly deposit?: object
  readonly leastOut?: bigint
  readonly value?: bigint
  readonly limits?: RouteLimits
  readonly fees?: readonly RouteFee[]
  /** Whom the input pays a part of each plain transfer. */
  readonly taxman?: Address
  readonly broken?: Readonly<Record<string, Error>>
}

async function check(logs: readonly SimulatedLog[], played: Played = {}): Promise<void> {
  const { isApproved = true, nativeTransfers = [], deposit = null, leastOut = 0n, value = 0n, limits = {} } = played
  const { broken = {}, fees = [], taxman } = played
  const contracts = Object.fromEntries(
    [dai, usdc].map((token) => {
      const answer = ({ args: [, spender] }: { args: readonly unknown[] }) =>
        allowed[`${token} ${String(spender)}`] ?? 0n
      const tax = taxman === undefined || token === usdc ? [] : [{ ...moves(dai, 1n, user, taxman), index: "0x0" }]
      return [token, { abi: playedAbi, answer, effectsOf: () => ({ logs: tax, refund: 0n }) }]
    }),
  )
  const { request, route } = journalEntry()
  const own = isApproved ? approval : undefined
  const checked = {
    ...{ request: { ...request, inputAmount: 1_000n, ...played.request }, route: { ...route, deposit } },
    ...{ approval: own, leastOut, fees, transaction: { value, to: router } },
  } as unknown as CheckedRoute
  const effects = { status: "success", logs, nativeTransfers, outputs: [] } as const
  await checkEffects(createFakeChain({ contracts, broken }).client, effects, { checked, limits })
}
const leaves = (token: Address, spender: Address, amount: bigint, owner: Address = user): SimulatedLog =>
  logOf(token, ["Approval", owner, spender], amount)
const pays = (amount: bigint, from: Address = user, to: Address = router): NativeTransfer => {
  return { from, to, value: amount }
}
const reasonOf = async (...played: Parameters<typeof check>) => (await failure(check(...played))).facts["reason"]
const moves = (token: Address, amount: bigint, from: Address = user, to: Address = bystander): SimulatedLog =>
  logOf(token, ["Transfer", from, to], amount)

/** A description that names the bystander. */
const kept = { limits: { routers: { [router]: { abi: [], functions: {}, keepers: [bystander] } } } }

describe("checkEffects", () => {
  it("lets no allowance stay that the node does not answer for, and takes what is no token for one that allowed nothing", async () => {
    const broken = { eth_call: new Error("overloaded") }
    expect((await failure(check([leaves(dai, router, 1n)], { broken }))).code).to.equal("NODE_FAILED")
    await check([], { broken })
    await check([leaves(bystander, router, 0n)])
    expect(await reasonOf([leaves(bystander, router, 1n)])).to.equal("GRANTS_RIGHTS")
  })

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

  it("lets an address without a token say that nothing may be taken, and nothing else", async () => {
    await check([leaves(bystander, router, 0n)])
    expect(await reasonOf([leaves(bystander, router, 1n)])).to.equal("GRANTS_RIGHTS")
  })

  it("lets no item leave, whoever it belongs to by its contract", async () => {
    const item = (from: Address): SimulatedLog => ({
      address: bystander,
      topics: [toEventSelector("Transfer(address,address,uint256)"), pad(from), pad(router), pad("0x7")],
      data: "0x",
    })
    await check([item(router)])
    const { facts } = await failure(check([item(user)]))
    expect(facts).to.include({ reason: "TAKES_OTHER_TOKEN", offered: `Transfer of ${bystander}` })
  })

  it("minds neither the allowances nor the losses of another account", async () => {
    const [other, own] = ([router, user] as const).map((account) => [
      leaves(dai, bystander, 2n ** 255n, account),
      moves(usdc, 5n, account),
      moves(dai, 1_001n, account),
    ])
    await check(other!, kept)
    for (const log of own!) expect((await failure(check([log]))).code).to.equal("ROUTE_REFUSED")
  })

  it("lets a new contract get an owner, and no contract with so much as a byte of code another one", async () => {
    const owned = (contract: Address) => {
      const topics: [Hex, ...Hex[]] = [toEventSelector("OwnershipTransferred(address,address)"), pad(user), pad(router)]
      return { address: contract, topics, data: "0x" } satisfies SimulatedLog
    }
    await check([owned(bystander)])
    const { facts } = await failure(check([owned(bystander), owned(usdc)]))
    expect([facts["reason"], facts["offered"]]).to.deep.equal(["CHANGES_CONTROL", `OwnershipTransferred of ${usdc}`])
  })

  it("lets the input leave to the unit, and nothing of another token", async () => {
    await check([moves(dai, 400n), moves(dai, 600n, user, router)], kept)
    expect(await reasonOf([moves(dai, 400n), moves(dai, 601n, user, router)])).to.equal("TAKES_MORE_INPUT")
    expect(await reasonOf([moves(dai, 400n), moves(usdc, 1n)])).to.equal("TAKES_OTHER_TOKEN")
  })

  it("lets native currency leave up to the fee that is allowed, to the wei, and what comes back counts", async () => {
    const lost = 10n ** 16n
    await check([], { nativeTransfers: [pays(lost + 5n), pays(5n, router, user)] })
    expect(await reasonOf([], { nativeTransfers: [pays(lost + 1n)] })).to.equal("TAKES_MORE_NATIVE")
    const limits = { maxNativeFee: 70n }
    await check([], { nativeTransfers: [pays(70n)], limits })
    expect(await reasonOf([], { nativeTransfers: [pays(71n)], limits })).to.equal("TAKES_MORE_NATIVE")
    // What is swapped is no fee.
    const request = { inputToken: nativeToken }
    await check([], { nativeTransfers: [pays(1_070n)], limits, request })
    expect(await reasonOf([], { nativeTransfers: [pays(1_071n)], limits, request })).to.equal("TAKES_MORE_NATIVE")
  })

  it("wants a deposit to arrive whole at its address, to the unit, in tokens or native currency", async () => {
    const deposit = { depositAddress: bystander }
    const request = { userOps: "deposit" }
    const arrives = (amount: bigint) => [moves(dai, amount), moves(dai, 1n, router, router)]
    await check(arrives(1_000n), { deposit, request })
    expect(await reasonOf(arrives(999n), { deposit, request })).to.equal("DEPOSIT_FALLS_SHORT")
    const nothing = await failure(check([moves(dai, 1_000n, user, router)], { deposit, request }))
    expect(nothing.facts).to.include({ reason: "DEPOSIT_FALLS_SHORT", asked: "1000", offered: "0" })
    const native = { ...request, inputToken: nativeToken }
    const paid = (amount: bigint) => [pays(amount, user, bystander)]
    await check([], { deposit, request: native, nativeTransfers: paid(1_000n) })
    expect(await reasonOf([], { deposit, request: native, nativeTransfers: paid(999n) })).to.equal(
      "DEPOSIT_FALLS_SHORT",
    )
    const beside = { deposit, request, nativeTransfers: [pays(1n, user, router)] }
    expect((await failure(check(arrives(1_000n), beside))).facts).to.include({
      ...{ reason: "TAKES_MORE_NATIVE", asked: "0 wei at most", offered: "1 wei" },
    })
    // A route that is no deposit pays whom it likes.
    await check(arrives(999n), { deposit, ...kept })
  })

  it("wants the receiver to get what the route promises, to the unit, on the chain where it is paid", async () => {
    const request = { destinationChainId: 41001, receiverAddress: bystander }
    const gets = (amount: bigint) => [moves(usdc, amount, router), moves(usdc, 9_000n, router, router)]
    const leastOut = 500n
    await check(gets(500n), { request, leastOut })
    expect(await reasonOf(gets(499n), { request, leastOut })).to.equal("GIVES_TOO_LITTLE")
    expect((await failure(check([], { request, leastOut }))).facts).to.include({
      ...{ reason: "GIVES_TOO_LITTLE", asked: "500", offered: "0" },
    })
    await check(gets(499n), { request: { receiverAddress: bystander }, leastOut })
    await check([moves(dai, 1_000n)], {
      ...{ request: { ...request, userOps: "deposit" }, leastOut, deposit: { depositAddress: bystander } },
    })
  })

  it("counts what the account attaches as its cost, and as no smaller output of native currency", async () => {
    const gets = (amount: bigint, to: Address) => [pays(60n), pays(amount, router, to)]
    const limits = { maxNativeFee: 60n }
    for (const receiverAddress of [user, bystander] as const) {
      const request = { destinationChainId: 41001, outputToken: nativeToken, receiverAddress }
      const played = { request, limits, leastOut: 500n, value: 60n }
      await check([], { ...played, nativeTransfers: gets(500n, receiverAddress) })
      expect(await reasonOf([], { ...played, nativeTransfers: gets(499n, receiverAddress) }), receiverAddress).to.equal(
        "GIVES_TOO_LITTLE",
      )
    }
  })

  /** An account without code, or a contract that only receives: neither logs. */
  const stranger: Address = `0x${"57".repeat(20)}`
  const runsCode = (address: Address): SimulatedLog => ({ address, topics: [], data: "0x" })
  const depositTo = (account: Address, amount: bigint): SimulatedLog => ({
    ...{ address: usdc, topics: [toEventSelector("Deposit(address,uint256)"), pad(account)] },
    data: numberToHex(amount, { size: 32 }),
  })
  const strangers: Readonly<Record<string, Parameters<typeof check>>> = {
    "of the input": [[moves(dai, 1_000n, user, router), moves(dai, 1n, router, stranger)]],
    "straight from the account": [[moves(dai, 999n, user, router), moves(dai, 1n, user, stranger)]],
    "of a token between": [[moves(dai, 9n, user, bystander), moves(usdc, 1n, bystander, stranger)], kept],
    "of a wrapped currency": [[depositTo(stranger, 1n)]],
    "of native currency, above what is attached for messages": [
      [],
      { value: 7n, nativeTransfers: [pays(7n), pays(8n, router, usdc)], limits: { maxNativeFee: 9n } },
    ],
    "of what is attached for messages, without code": [[], { value: 7n, nativeTransfers: [pays(1n, user, stranger)] }],
    "above the fee that the calldata says": [
      [moves(dai, 6n, user, stranger)],
      { fees: [{ taker: stranger, amount: 5n }] },
    ],
    "in another token than the fee": [
      [moves(dai, 9n, user, router), moves(usdc, 5n, router, stranger)],
      { fees: [{ taker: stranger, amount: 5n }] },
    ],
    "above the fee that was asked for": [
      [moves(dai, 6n, user, stranger)],
      { request: { feeBps: 50, feeTakerAddress: stranger }, fees: [{ taker: bystander, amount: 9n }] },
    ],
    "where the token takes a part for another": [[moves(dai, 1n, user, stranger)], { taxman: bystander }],
  }
  for (const [what, [logs, played]] of Object.entries(strangers)) {
    it(`S-04 leaves no share with an account that nothing names: ${what}`, async () => {
      expect(await reasonOf(logs, played)).to.equal("SHARE_TO_STRANGER")
    })
  }

  const honest: Readonly<Record<string, Parameters<typeof check>>> = {
    "several pools whose code runs": [
      [moves(dai, 400n), moves(dai, 600n, user, stranger), runsCode(bystander), runsCode(stranger)],
    ],
    "an account that it only passes": [[moves(dai, 9n, user, stranger), moves(dai, 9n, stranger, router)]],
    "nobody, because it is burned": [
      [moves(dai, 5n, user, zeroAddress), moves(dai, 4n, user, "0x000000000000000000000000000000000000dEaD")],
    ],
    "a wrapper, for a pool": [
      [depositTo(router, 9n), moves(usdc, 9n, router, bystander), runsCode(bystander)],
      { request: { inputToken: nativeToken }, value: 9n, nativeTransfers: [pays(9n), pays(9n, router, usdc)] },
    ],
    "those whom the token pays of each transfer": [
      [moves(dai, 998n, user, router), moves(dai, 2n, user, stranger)],
      { taxman: stranger },
    ],
    "a fee taker, up to the fee": [[moves(dai, 5n, user, stranger)], { fees: [{ taker: stranger, amount: 5n }] }],
    "a fee taker who was asked for": [
      [moves(dai, 5n, user, stranger)],
      { request: { feeBps: 50, feeTakerAddress: stranger } },
    ],
    "a contract that messages are paid to": [[], { value: 7n, nativeTransfers: [pays(7n), pays(7n, router, usdc)] }],
    "an account, of the output above its least amount": [
      [moves(usdc, 5n, router, user), moves(usdc, 1n, router, stranger)],
      { request: { destinationChainId: 41001 }, leastOut: 5n },
    ],
  }
  for (const [what, [logs, played]] of Object.entries(honest)) {
    it(`S-04 lets the input end with ${what}`, async () => {
      await check(logs, played)
    })
  }

  it("S-04 refuses a random split of the input if, and only if, an account that nothing names ends with a part", async () => {
    const accounts = ([1, 2, 3, 4, 5, 6] as const).map((digit): Address => `0x${String(digit).repeat(40)}`)
    const [keeper, pool, taker, ...unnamed] = accounts as [Address, Address, Address, ...Address[]]
    const limits = { routers: { [router]: { abi: [], functions: {}, keepers: [keeper] } } }
    const move = fc.tuple(fc.nat(accounts.length), fc.nat(accounts.length), fc.integer({ min: 0, max: 300 }))
    const split = fc.array(move, { maxLength: 8 })
    const seen = new Set<boolean>()
    await fc.assert(
      fc.asyncProperty(split, fc.nat(200), fc.boolean(), async (moved, fee, isFirst) => {
        const all: readonly Address[] = [router, ...accounts]
        const owned = new Map<Address, bigint>([[router, 1_000n]])
        const logs = [moves(dai, 1_000n, user, router)]
        for (const [from, to, most] of moved) {
          const had = owned.get(all[from]!) ?? 0n
          const amount = BigInt(most) < had ? BigInt(most) : had
          owned.set(all[from]!, had - amount)
          owned.set(all[to]!, (owned.get(all[to]!) ?? 0n) + amount)
          logs.push(moves(dai, amount, all[from], all[to]))
        }
        // Where the pool logs among the transfers is of no matter.
        logs.splice(isFirst ? 0 : logs.length, 0, runsCode(pool))
        const expected =
          unnamed.some((account) => (owned.get(account) ?? 0n) > 0n) || (owned.get(taker) ?? 0n) > BigInt(fee)
        seen.add(expected)
        const played = { limits, fees: [{ taker, amount: BigInt(fee) }] }
        if (expected) expect(await reasonOf(logs, played)).to.equal("SHARE_TO_STRANGER")
        else await check(logs, played)
      }),
      runs({ fast: 200, deep: 1_000 }),
    )
    expect([...seen].toSorted()).to.deep.equal([false, true])
  })
})
