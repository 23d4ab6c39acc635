import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"
import { type Address, encodeAbiParameters, type Hex, numberToHex, pad, toEventSelector } from "viem"

import {
  type AccountEffects,
  nameEffect,
  numberIn,
  readAccountEffects,
} from "#src/onchain/simulation/readAccountEffects.js"
import { nativeCost, type NativeTransfer, type SimulatedLog } from "#src/onchain/simulation/Simulation.js"
import { dai, router, usdc, user } from "#test/fixtures/wire/swapRoutes.js"

const thief: Address = "0x00000000000000000000000000000000DeaDBeef"
const word = (value: bigint | Address): Hex =>
  typeof value === "bigint" ? numberToHex(value, { size: 32 }) : pad(value)

/** A log with its indexed values and the rest. */
function log(signature: string, indexed: readonly (bigint | Address)[], data: readonly (bigint | Address)[] = []) {
  const rest = data.map((value) => word(value).slice(2)).join("")
  const topics: SimulatedLog["topics"] = [toEventSelector(signature), ...indexed.map(word)]
  return { address: dai, topics, data: `0x${rest}` } satisfies SimulatedLog
}
const effectsOf = (...logs: SimulatedLog[]): AccountEffects => readAccountEffects({ logs, nativeTransfers: [] }, user)
const transfer = (from: Address, to: Address, amount: bigint) =>
  log("Transfer(address,address,uint256)", [from, to], [amount])

describe("readAccountEffects", () => {
  it("reads what a short log leaves out as nothing, and never as another's", () => {
    const nobody: Address = "0x0000000000000000000000000000000000000000"
    const short = (signature: string, ...indexed: Address[]) => log(signature, indexed)
    const approval = "Approval(address,address,uint256)"
    expect(effectsOf(short(approval, user)).allowances).to.deep.equal([{ token: dai, spender: nobody, amount: 0n }])
    expect(effectsOf(short(approval, user, thief)).allowances).to.deep.equal([
      { token: dai, spender: thief, amount: 0n },
    ])
    const nothing = effectsOf()
    expect(effectsOf(short(approval), short("Transfer(address,address,uint256)", user))).to.deep.equal(nothing)
    expect(effectsOf(short("ApprovalForAll(address,address,bool)", user, thief)).grants).to.deep.equal([])
    expect(effectsOf({ address: dai, topics: [], data: "0x" })).to.deep.equal(nothing)
  })

  it("reads values that are not indexed as those that are, and counts to the last unit", () => {
    const moved = effectsOf(log("Transfer(address,address,uint256)", [], [user, thief, 9n]))
    expect([...moved.losses]).to.deep.equal([[dai, 9n]])
    const allowed = effectsOf(log("Approval(address,address,uint256)", [user], [thief, 7n]))
    expect(allowed.allowances).to.deep.equal([{ token: dai, spender: thief, amount: 7n }])
    expect(effectsOf(log("ApprovalForAll(address,address,bool)", [], [user, thief, 1n])).grants).to.have.length(1)
    expect(effectsOf(log("ApprovalForAll(address,address,bool)", [], [user, thief, 0n])).grants).to.deep.equal([])
    expect([...effectsOf(transfer(user, thief, 1n)).losses]).to.deep.equal([[dai, 1n]])
    expect([...effectsOf(transfer(router, user, 1n)).gains]).to.deep.equal([[dai, 1n]])
    expect([numberIn(undefined), numberIn("0x"), numberIn(word(9n))]).to.deep.equal([0n, 0n, 9n])
  })

  it("counts the native currency that leaves the account, less what comes back", () => {
    const transfers: readonly NativeTransfer[] = [
      { from: user, to: router, value: 100n },
      { from: router, to: thief, value: 20_000n },
      { from: router, to: user, value: 30n },
      { from: user, to: user, value: 5_000n },
    ]
    const costOf = (account: Address) => nativeCost({ nativeTransfers: transfers }, account)
    expect([costOf(user), costOf(router), costOf(thief), costOf(dai)]).to.deep.equal([70n, 19_930n, -20_000n, 0n])
    expect(readAccountEffects({ logs: [], nativeTransfers: transfers }, user).nativeLoss).to.equal(70n)
  })

  const items: Readonly<Record<string, SimulatedLog>> = {
    "a token of ERC-721": log("Transfer(address,address,uint256)", [user, thief, 0n]),
    "a token of ERC-1155": log(
      "TransferSingle(address,address,address,uint256,uint256)",
      [router, user, thief],
      [0n, 1n],
    ),
    "many tokens of ERC-1155": {
      ...log("TransferBatch(address,address,address,uint256[],uint256[])", [router, user, thief]),
      data: encodeAbiParameters([{ type: "uint256[]" }, { type: "uint256[]" }], [[1n], [2n]]),
    },
    "a token of ERC-6909": log(
      "Transfer(address,address,address,uint256,uint256)",
      [user, thief, 1n],
      [BigInt(router), 9n],
    ),
  }
  for (const [what, lost] of Object.entries(items)) {
    it(`sees that ${what} leaves, and only if it is the account's`, () => {
      expect(effectsOf(lost).items).to.have.length(1)
      expect(readAccountEffects({ logs: [lost], nativeTransfers: [] }, usdc).items).to.deep.equal([])
    })
  }

  const permit2 = "Approval(address,address,address,uint160,uint48)"
  const grants: Readonly<Record<string, (isGiven: bigint) => SimulatedLog>> = {
    "an operator of ERC-721 and ERC-1155": (is) => log("ApprovalForAll(address,address,bool)", [user, thief], [is]),
    "an allowance of Permit2": (is) => log(permit2, [user, usdc, thief], [is, 5n]),
    "a signed allowance of Permit2": (is) =>
      log("Permit(address,address,address,uint160,uint48,uint48)", [user, usdc, thief], [is, 5n, 0n]),
    "an operator of ERC-6909": (is) => log("OperatorSet(address,address,bool)", [user, thief], [is]),
    "an allowance of ERC-6909": (is) => log("Approval(address,address,uint256,uint256)", [user, thief, 4n], [is]),
    "credit on the account's name": (is) =>
      log("BorrowAllowanceDelegated(address,address,address,uint256)", [user, thief, usdc], [is]),
  }
  for (const [what, grant] of Object.entries(grants)) {
    it(`sees that somebody gets ${what}, and lets it be taken away`, () => {
      expect(effectsOf(grant(1n)).grants).to.have.length(1)
      expect(effectsOf(grant(0n)).grants).to.deep.equal([])
    })
  }

  it("sees that somebody gets one token of ERC-721, and lets it be taken away", () => {
    const approval = (of: Address, to: Address) => log("Approval(address,address,uint256)", [of, to, 7n])
    const given = effectsOf(approval(user, thief))
    expect([given.grants, given.allowances]).to.deep.equal([[{ contract: dai, event: "Approval" }], []])
    const nobody: Address = "0x0000000000000000000000000000000000000000"
    expect(effectsOf(approval(user, nobody), approval(router, thief)).grants).to.deep.equal([])
  })

  it("takes for the account's only what names it in the place of the owner", () => {
    const others = [
      ...[transfer(router, thief, 9n), log("Withdrawal(address,uint256)", [router], [9n])],
      ...[
        log("Deposit(address,uint256)", [router], [9n]),
        log("Approval(address,address,uint256)", [router, user], [9n]),
      ],
      ...[log("ApprovalForAll(address,address,bool)", [thief, user], [1n])],
      ...[log("TransferSingle(address,address,address,uint256,uint256)", [user, thief, router], [1n, 1n])],
    ]
    const { losses, gains, allowances, items: moved, grants: given } = effectsOf(...others)
    expect([losses.size, gains.size, allowances, moved, given]).to.deep.equal([0, 0, [], [], []])
  })

  it("names every event that it knows, whosever it is", () => {
    const names = [
      "Transfer(address,address,uint256)",
      "Approval(address,address,uint256)",
      "Withdrawal(address,uint256)",
      "Deposit(address,uint256)",
      "Permit(address,address,address,uint160,uint48,uint48)",
      "Upgraded(address)",
      "Counted(uint256)",
    ].map((signature) => nameEffect({ topics: [toEventSelector(signature)] }))
    expect(names).to.deep.equal(["Transfer", "Approval", "Withdrawal", "Deposit", "Permit", "Upgraded", undefined])
    expect(nameEffect({ topics: [] })).to.equal(undefined)
  })

  it("sees an operator of ERC-777", () => {
    expect(effectsOf(log("AuthorizedOperator(address,address)", [thief, user])).grants).to.have.length(1)
  })

  for (const signature of [
    "OwnershipTransferred(address,address)",
    "OwnershipTransferStarted(address,address)",
    "RoleAdminChanged(bytes32,bytes32,bytes32)",
    "AdminChanged(address,address)",
    "BeaconUpgraded(address)",
    "AddedOwner(address)",
    "EnabledModule(address)",
  ]) {
    it(`sees ${signature}, however it is indexed`, () => {
      const event = signature.slice(0, signature.indexOf("("))
      const expected = [{ contract: dai, event }]
      expect(effectsOf(log(signature, [])).controlChanges).to.deep.equal(expected)
      expect(effectsOf(log(signature, [1n, 2n])).controlChanges).to.deep.equal(expected)
    })
  }

  it("counts what comes back, and keeps tokens apart", () => {
    expect(effectsOf(transfer(user, router, 10n), transfer(router, user, 4n)).losses).to.deep.equal(
      new Map([[dai, 6n]]),
    )
    const other = { ...transfer(router, user, 100n), address: usdc } as SimulatedLog
    expect(effectsOf(transfer(user, router, 10n), other).losses).to.deep.equal(new Map([[dai, 10n]]))
  })

  it("counts what is unwrapped, once, whichever events the wrapper logs", () => {
    const unwrapped = log("Withdrawal(address,uint256)", [user], [10n])
    expect(effectsOf(unwrapped).losses).to.deep.equal(new Map([[dai, 10n]]))
    expect(effectsOf(unwrapped, transfer(user, thief, 10n)).losses).to.deep.equal(new Map([[dai, 10n]]))
    expect(effectsOf(unwrapped).gains).to.deep.equal(new Map())
    const wrapped = effectsOf(log("Deposit(address,uint256)", [user], [10n]))
    expect([wrapped.gains, wrapped.losses]).to.deep.equal([new Map([[dai, 10n]]), new Map()])
  })

  it("keeps the last allowance of each spender", () => {
    const approval = (spender: Address, amount: bigint) =>
      log("Approval(address,address,uint256)", [user, spender], [amount])
    expect(effectsOf(approval(router, 10n), approval(router, 3n), approval(thief, 1n)).allowances).to.deep.equal([
      { token: dai, spender: router, amount: 3n },
      { token: dai, spender: thief, amount: 1n },
    ])
  })

  it("takes no token of ERC-721 for an allowance", () => {
    expect(effectsOf(log("Approval(address,address,uint256)", [user, router, 7n])).allowances).to.deep.equal([])
  })

  it("counts native currency both ways", () => {
    const nativeTransfers = [
      { from: user, to: router, value: 10n },
      { from: router, to: user, value: 3n },
      { from: router, to: thief, value: 7n },
    ] as const
    expect(readAccountEffects({ logs: [], nativeTransfers }, user).nativeLoss).to.equal(7n)
  })

  it("takes what a log does not say for nothing", () => {
    const silent = { ...transfer(user, thief, 9n), data: "0x" } as const
    expect(effectsOf(silent).losses).to.deep.equal(new Map())
    expect(effectsOf({ ...transfer(thief, user, 9n), data: "0x" }).gains).to.deep.equal(new Map())
    const approval = { ...log("Approval(address,address,uint256)", [user, thief]), data: "0x" } as const
    expect(effectsOf(approval).allowances).to.deep.equal([{ token: dai, spender: thief, amount: 0n }])
  })

  it("reads any log without an error, and never more than is taken", () => {
    const hex = (size: number) =>
      fc.uint8Array({ maxLength: size }).map((bytes) => `0x${Buffer.from(bytes).toString("hex")}`)
    const selectors = [...Object.values(items), transfer(user, thief, 1n)].map(({ topics }) => topics[0] as Hex)
    const topic = fc.oneof(
      fc.constantFrom(...selectors),
      fc.constant(word(user)),
      fc.bigInt({ min: 0n }).map(() => word(1n)),
    )
    const topics = fc.array(topic, { maxLength: 4 })
    fc.assert(
      fc.property(fc.array(fc.tuple(topics, hex(400)), { maxLength: 6 }), (logs) => {
        const given = logs.map((each) => ({ address: dai, topics: each[0], data: each[1] }) as unknown as SimulatedLog)
        for (const loss of effectsOf(...given).losses.values()) expect(loss > 0n).to.equal(true)
      }),
    )
  })
})
