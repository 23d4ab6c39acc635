import { expect } from "chai"
import { describe, it } from "mocha"
import { encodeErrorResult, parseAbi } from "viem"

import {
  findMessageCauses,
  findRefundCauses,
  findRefundedCauses,
} from "#extras/swap/src/explaining/findRefundCauses.js"
import { again, bridge, brief, briefly, swapWith } from "#extras/swap/test/fixtures/swapCases.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { dai, user } from "#test/fixtures/wire/swapRoutes.js"

describe("the causes of a swap that is refunded", () => {
  const [alpha, beta] = ["alpha", "beta"].map((name) => ({ name, client: {} }))
  const causes = (refund: object) => findRefundCauses(swapWith(), { reason: undefined, ...refund } as never)
  const due = { address: bridge, blockNumber: 6n, args: { token: dai, amount: 10n, quoteId: "0x9" } }
  const waiting = { address: bridge, blockNumber: 6n, args: { srcChainSlug: 41_001, quoteId: "0x9" } }

  it("are that it is under way, with why it could not be delivered", async () => {
    const [cause] = causes({ kind: "under way" })
    expect([await brief(cause!), cause!.says]).to.deep.equal([
      ...["refund-under-way", "The swap failed, and its refund to alpha is under way."],
    ])
    const abi = parseAbi(["error PoolTooSmall(uint256 required, uint256 available)"])
    const reason = encodeErrorResult({ abi, errorName: "PoolTooSmall", args: [5n, 4n] })
    expect(causes({ kind: "under way", reason })[0]!.says).to.contain(
      "delivered: PoolTooSmall(required: 5, available: 4).",
    )
    expect(causes({ kind: "under way", reason: "0x" })[0]!.says).to.not.contain("delivered")
    const [nameless] = findRefundCauses(swapWith({ origin: undefined }), { kind: "under way", reason: undefined })
    expect(nameless!.says).to.equal("The swap failed, and its refund to the origin chain is under way.")
    expect(await briefly(causes({ kind: "sent", messages: undefined }))).to.deep.equal(["refund-under-way"])
  })

  it("are a pool that has too little, or that nobody calls", async () => {
    const call = `refund-waiting | call payRefund(0x9) of ${bridge} on alpha`
    const fill = `refund-waiting | the provider fills the pool of ${bridge} on alpha`
    for (const [pool, text] of [
      [undefined, call],
      [10n, call],
      [11n, call],
      [9n, fill],
      [0n, fill],
    ] as const) {
      expect(await briefly(causes({ kind: "due", origin: alpha, event: due, pool })), String(pool)).to.deep.equal([
        text,
      ])
    }
    expect(causes({ kind: "due", origin: alpha, event: due, pool: 7n })[0]!.says).to.contain("has 7: 3 are missing")
    const read = (pool: bigint | undefined) =>
      causes({ kind: "due", origin: alpha, event: due, pool })[0]!.evidence.map(({ source, says }) => [source, says])
    expect(read(7n).slice(0, 2)).to.deep.equal([
      ["alpha, block 6", `${bridge} logged RouteRefundDue of 10.`],
      ["alpha", `The pool of ${bridge} has 7 of ${dai}.`],
    ])
    expect(read(undefined)[1]?.[1]).to.equal(`The pool of ${bridge} has an unknown amount of ${dai}.`)
  })

  it("are a message back that is not paid, or cannot be sent", async () => {
    const paid = { kind: "waiting", destination: beta, event: waiting, fee: 5n }
    expect(await briefly(causes({ ...paid, isSigned: true }))).to.deep.equal([
      `refund-waiting | call claimRefund(0x9) of ${bridge} on beta with 5 wei`,
    ])
    // Whom the API alone names is paid by nobody.
    const [unsigned] = await briefly(causes({ ...paid, isSigned: false }))
    expect(unsigned).to.contain("the provider of the route pays").and.not.to.contain(bridge)
    expect(await briefly(causes({ kind: "waiting", destination: beta, event: waiting, fee: undefined }))).to.deep.equal(
      [`refund-waiting | the owner of the bridge ${bridge} on beta connects it to that chain`],
    )
  })

  it("say what the message back waits for", () => {
    const says = (fee: bigint | undefined) =>
      causes({ kind: "waiting", destination: beta, event: waiting, fee, reason: "0x1234" })[0]!.says
    expect(says(5n * 10n ** 15n)).to.match(
      /^The swap failed, and its refund waits on beta until 0\.005 of the native currency is paid for the message back\. It could not be delivered: /,
    )
    expect(says(undefined)).to.match(
      /waits on beta, because the bridge 0x1+ there cannot send messages to the chain with the slug 41001\. It could not /,
    )
  })

  it("have as evidence what the bridge asks for the message back, or that it does not say", () => {
    const read = (fee: bigint | undefined) =>
      causes({ kind: "waiting", destination: beta, event: waiting, fee })[0]!.evidence[1]?.says
    expect(read(5n)).to.equal("refundMessageFee(41001) is 5 wei.")
    expect(read(undefined)).to.equal("refundMessageFee(41001) is not to be had: the call reverts.")
  })

  it("are the message's own causes where it fails or is stuck, about it", () => {
    const first = {
      name: "not-sealed",
      certainty: "likely",
      says: "Nobody seals it.",
      evidence: [{}],
      mend: null,
      about: null,
    }
    const messages = (
      verdict: string,
      more: object = {},
      items: object[] = [{ id: bytes32(7) }, { id: bytes32(8) }],
    ) => ({
      ...{
        chain: alpha,
        txHash: bytes32(2),
        explanation: { verdict, says: "It is stuck.", causes: [{ ...first, ...more }], items },
      },
    })
    for (const verdict of ["stuck", "failed"]) {
      const [cause] = causes({ kind: "sent", messages: messages(verdict) })
      expect([cause!.name, cause!.certainty, cause!.about, cause!.evidence.length]).to.deep.equal([
        ...["message-stuck", "likely", bytes32(7), 2],
      ])
    }
    for (const verdict of ["waiting", "delivered", "unknown"]) {
      expect(findMessageCauses(messages(verdict) as never)).to.deep.equal([])
    }
    expect(
      findMessageCauses({ ...messages("stuck"), explanation: { verdict: "stuck", causes: [], items: [] } } as never),
    ).to.deep.equal([])
    const mend = { who: "seal it", command: "npx hardhat seal" }
    const [mended] = findMessageCauses(messages("stuck", { mend }) as never)
    expect([mended!.fix, mended!.evidence]).to.deep.equal([
      mend,
      [{ source: "the message's cause not-sealed, likely", says: "Nobody seals it." }, {}],
    ])
    const about = (more: object, items?: object[]) => findMessageCauses(messages("stuck", more, items) as never)[0]!
    expect(about({ about: bytes32(5) }).about).to.equal(bytes32(5))
    expect(about({}, []).about).to.equal(null)
    expect(about({}, []).says).to.contain(`The message of ${bytes32(2)}, which carries the swap from alpha,`)
  })

  it("are that a chain shows it, does not show it, or cannot be read", async () => {
    const of = (refunded: object | undefined) => findRefundedCauses(swapWith(), refunded as never)
    const paid = { to: user, token: dai, amount: 5n, isLogged: true }
    const seen = { kind: "seen", chain: alpha, hash: bytes32(3), blockNumber: 6n, paid }
    expect(await briefly(of(seen))).to.deep.equal([`refunded | ${again}`])
    expect(of(seen)[0]!.evidence[0]).to.deep.equal({
      ...{ source: "alpha, block 6", says: `RouteRefunded: ${user} got 5 of ${dai}.` },
    })
    expect(of({ ...seen, paid: { ...paid, isLogged: false } })[0]!.evidence[0]?.says).to.match(/^The refund pays 5 of /)
    expect(of(undefined)).to.deep.equal([])
    const names = [
      { kind: "unread", problem: "no" },
      { kind: "unseen", problem: "no", hash: null },
    ].map((one) => of(one)[0]!.name)
    expect(new Set(names).size).to.equal(2)
  })
})
