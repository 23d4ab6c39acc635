import { expect } from "chai"
import { describe, it } from "mocha"
import { type Hex, hexToBigInt, numberToHex } from "viem"

import { failureOf, type MatchResult } from "#src/testing/assertions/Matcher.js"
import { checkRefund, checkRefusedBelowFee } from "#src/testing/assertions/messages/fees.js"
import type { OpenWorld } from "#src/testing/world/OpenWorld.js"
import { createRegistry } from "#src/testing/world/registry.js"
import { rememberWorld } from "#src/testing/world/runningWorlds.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const [plug, user, other] = [1, 2, 3].map((digit): Hex => `0x${String(digit).repeat(40)}`) as [Hex, Hex, Hex]
const hash = bytes32(1)

type Played = {
  /** Wei for the function's own use, which all attempts attach, too. */
  readonly value?: bigint
  readonly fee?: bigint
  readonly attached?: bigint
  /** The least wei with which the call passes, or what the node fails with. */
  readonly least?: bigint | Error
  /** Wei with which it reverts all the same. */
  readonly not?: bigint
  /** What the sender has before and after. */
  readonly balances?: readonly [bigint, bigint]
  readonly senders?: readonly Hex[]
}

/** A message that was sent for its fee in block 40, and what was tried since. */
function sentWith({ value = 0n, fee = 100n, attached = value + fee, least = value + fee, ...more }: Played) {
  const { not, balances = [0n, 0n], senders = [user, other] } = more
  const tried: unknown[] = []
  const { client } = fakeNode({
    eth_getTransactionByHash: () => ({ hash, from: user, input: "0x12", value: "0x0", gas: "0x1", nonce: "0x0" }),
    eth_call([{ value: wei, ...call }, block]: [{ value: Hex }, Hex]) {
      tried.push([hexToBigInt(wei), call, block])
      if (least instanceof Error) throw least
      if (hexToBigInt(wei) >= least && hexToBigInt(wei) !== not) return "0x"
      throw Object.assign(new Error("execution reverted"), { code: 3, data: "0x" })
    },
    eth_getBlockByNumber: () => ({
      number: "0x28",
      timestamp: "0x1",
      transactions: senders.map((from) => ({ from, value: "0x0", gas: "0x1", nonce: "0x0" })),
    }),
    eth_getBalance: ([, block]: [Hex, Hex]) => numberToHex(balances[block === "0x28" ? 1 : 0]),
  })
  const registry = createRegistry()
  registry.add({ name: "Counter", chain: "alpha", address: plug, abi: [] })
  const alpha = { slug: 1, name: "alpha", publicClient: client, provider: client }
  const world = {
    ...{ registry, isOpen: () => true, relay: { running: false }, messaging: { sync: () => Promise.resolve() } },
    devnet: { chains: { alpha }, messagesFromTx: () => [{ outbound: {} }] },
  }
  const receipt = { from: user, blockNumber: 40n, gasUsed: 5n, effectiveGasPrice: 2n }
  const sent = {
    hash,
    chain: "alpha",
    contract: plug,
    functionName: "add",
    messageIds: [hash],
    receipt,
    attached,
    value,
    fee,
  }
  rememberWorld(sent, world as unknown as OpenWorld)
  return { sent, tried }
}

/** Whether it holds, the failure text of the assertion that does not hold, and that of the one that does. */
async function told(result: MatchResult) {
  return [result.holds, await failureOf(result, result.holds), await failureOf(result, !result.holds)]
}

describe("a call that is refused below its fee", () => {
  const expected = "Expected add of Counter on alpha to be refused below its fee"
  const instead = async (played: Played) => (await told(await checkRefusedBelowFee(sentWith(played).sent)))[1]

  it("reverts without the fee and with a wei less, and passes with it, on the state before its block", async () => {
    const { sent, tried } = sentWith({ value: 7n })
    expect(await told(await checkRefusedBelowFee(sent))).to.deep.equal([
      true,
      "Expected add of Counter on alpha not to be refused below its fee of 100 wei, but with one wei less it reverts: it gave no reason.",
      undefined,
    ])
    const call = { from: user, to: plug, data: "0x12" }
    expect(tried).to.deep.equal([7n, 106n, 107n].map((wei) => [wei, call, "0x27"]))
  })

  it("is none that passes without it or with a wei less, or that reverts with exactly the fee", async () => {
    expect(await instead({ least: 0n })).to.equal(`${expected} of 100 wei, but it passes without it.`)
    const odd = await checkRefusedBelowFee(sentWith({ least: 0n, not: 99n }).sent)
    expect([odd.holds, odd.problem]).to.deep.equal([false, `${expected} of 100 wei, but it passes without it.`])
    expect(await instead({ least: 99n })).to.equal(`${expected} of 100 wei, but it passes with one wei less.`)
    const both = "but with exactly that it reverts, too: it gave no reason."
    expect(await instead({ least: 101n })).to.equal(`${expected} of 100 wei, ${both}`)
  })

  it("cannot be told of messages that cost nothing, negated or not, or where the node fails otherwise", async () => {
    const free = `${expected}, but its messages cost nothing.`
    const result = await checkRefusedBelowFee(sentWith({ fee: 0n }).sent)
    expect([await failureOf(result, false), await failureOf(result, true)]).to.deep.equal([free, free])
    const failing = sentWith({ least: new Error("the node is away") })
    const error: unknown = await checkRefusedBelowFee(failing.sent).catch((thrown: unknown) => thrown)
    expect(String(error)).to.contain("the node is away")
  })
})

describe("a refund", () => {
  it("is what was attached above fee and own value, by the sender's balance without its gas", async () => {
    const played = { value: 7n, attached: 120n, balances: [1_000n, 1_000n - 107n - 10n] } as const
    const account =
      "13 wei came back: 120 wei were attached, the messages cost 100 wei, and 7 wei were for the function's own use."
    expect(await told(await checkRefund(sentWith(played).sent))).to.deep.equal([
      ...[true, `Expected 13 wei not to be refunded, but ${account}`, undefined],
    ])
    const less = { ...played, balances: [1_000n, 1_000n - 108n - 10n] } as const
    expect(await told(await checkRefund(sentWith(less).sent))).to.deep.equal([
      ...[false, `Expected 13 wei to be refunded, but ${account.replace("13", "12")}`, undefined],
    ])
    const shared = await checkRefund(sentWith({ ...played, senders: [user, other, user] }).sent)
    expect([shared.holds, shared.holdsNot]).to.deep.equal([false, false])
    const one = { ...played, attached: 108n, balances: [1_000n, 1_000n - 107n - 10n] } as const
    expect((await checkRefund(sentWith(one).sent)).holds).to.equal(true)
    const exact = await checkRefund(sentWith({ value: 7n, balances: [200n, 93n] }).sent)
    expect(await failureOf(exact, true)).to.equal(
      "Expected a refund, but nothing was left: 107 wei were attached, the messages cost 100 wei, and 7 wei were for the function's own use.",
    )
  })
})
