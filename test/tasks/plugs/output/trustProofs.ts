import { expect } from "chai"
import { describe, it } from "mocha"

import type { Power } from "../../../../src/messaging/trust/Power.js"
import { proofFields, proofReport } from "../../../../tasks/plugs/output/trustProofs.js"
import type { PathProof } from "../../../../tasks/plugs/trust/proveTrust.js"
import type { NamedTrust } from "../../../../tasks/plugs/trust/readProjectTrust.js"
import { countLetters, markColors } from "../../../fixtures/output/markColors.js"
import { recordTerminal } from "../../../fixtures/output/recordedTerminal.js"
import { at } from "../../../fixtures/wire/trustFacts.js"

const printer = recordTerminal({ isTTY: true, columns: 200, env: { FORCE_COLOR: "1" } }).out

function pathOf(
  srcChain: string,
  dstChain: string,
  plugName: string | undefined,
  [from, to]: [number, number],
  plug: number,
) {
  const ends = { from: { slug: from, plug: at(0xa0) }, to: { slug: to, plug: at(plug) } }
  return { srcChain, dstChain, plugName, ...ends } as unknown as NamedTrust
}

const there = pathOf("alpha", "beta", "Vault", [11, 2_200], 0xa1)
const back = pathOf("beta", "alpha", undefined, [2_200, 11], 0xa2)

function powerOf(code: Power["code"], ...keys: readonly (readonly [number, ...string[]])[]): Power {
  const holders = keys.map(([number, ...as]) => ({ address: at(number), kind: "key" as const, as, through: [] }))
  return { power: "forge", code, keys: holders, seconds: 0n, stoppedBy: [], evidence: [] }
}

const moved = {
  values: [
    { name: "count", before: "1", after: "2" },
    { name: "total", before: "500", after: "90" },
  ],
  transfers: [
    { token: at(0xc1), from: at(0xc2), to: at(0xc3), amount: 7n },
    { token: at(0xd1), from: at(0xd2), to: at(0xd3), amount: 90_000n },
  ],
  balances: [{ address: at(0xe1), before: 10n ** 18n, after: 3n * 10n ** 18n }],
  events: ["Counted(1)", "Paid(2)"],
  storage: [
    { address: at(0xf1), words: 1 },
    { address: at(0xf2), words: 30 },
  ],
}
const nothing = { values: [], transfers: [], balances: [], events: [], storage: [] }

const proofs: readonly PathProof[] = [
  {
    ...{ path: there, payload: "0x1234", messageId: `0x${"ab".repeat(29)}000007` },
    ...{ power: powerOf("FORGE_BY_ATTESTING", [1, "transmitter"], [2, "watcher", "executor"]), moved },
    ...{ status: "proven", why: null, waited: 0n },
  },
  {
    ...{ path: there, payload: "0x1234", messageId: null, power: powerOf("FORGE_BY_TIMEOUT", [3, "transmitter"]) },
    ...{ status: "proven", why: null, waited: 1_000_000n, moved: nothing },
  },
  {
    ...{ path: back, payload: "0x99", messageId: null, power: powerOf("FORGE_BY_CONNECTING", [4, "owner"]) },
    ...{ status: "refused", why: "the socket says no", waited: 60n, moved: null },
  },
  {
    ...{ path: back, payload: "0x99", messageId: null, power: powerOf("FORGE_BY_GOVERNANCE", [5, "owner"]) },
    ...{ status: "reverted", why: "it reverts with NoFunds()", waited: 0n, moved: null },
  },
  {
    ...{ path: back, payload: "0x99", messageId: null, power: powerOf("FORGE_BY_SIBLING_KEY") },
    ...{ status: "not tried", why: null, waited: 0n, moved: null },
  },
]

describe("the report of what was forged", () => {
  it("tells of each path its payload, and of each way how it ended, with which keys, and all that moved", () => {
    expect(markColors(proofReport(proofs, printer))).to.deep.equal([
      "<bold>alpha → beta, Vault</>",
      "  Forged payload: 0x1234, that of message 0xabababab…000007",
      "",
      "<red>  FORGE_BY_ATTESTING: proven, at once</>",
      "    by 0x00000000…000001 transmitter",
      "    by 0x00000000…000002 watcher, executor",
      "    count: 1 → 2",
      "    total: 500 → 90",
      "    token 0x00000000…0000C1: 7 from 0x00000000…0000c2 to 0x00000000…0000C3",
      "    token 0x00000000…0000D1: 90000 from 0x00000000…0000D2 to 0x00000000…0000D3",
      "    native balance of 0x00000000…0000e1: 1 → 3",
      "    event Counted(1)",
      "    event Paid(2)",
      "    1 word of storage of 0x00000000…0000f1",
      "    30 words of storage of 0x00000000…0000F2",
      "",
      "<red>  FORGE_BY_TIMEOUT: proven, after 277 h 47 min</>",
      "    by 0x00000000…000003 transmitter",
      "    inbound ran, and changed nothing",
      "",
      "<bold>beta → alpha, 0x00000000…0000A2</>",
      "  Forged payload: 0x99",
      "",
      "<magenta>  FORGE_BY_CONNECTING: NOT REPRODUCED: the socket says no</>",
      "    by 0x00000000…000004 owner",
      "",
      "<bold>  FORGE_BY_GOVERNANCE: the socket let it run, and inbound reverted: it reverts with NoFunds()</>",
      "    by 0x00000000…000005 owner",
      "",
      "<bold>  FORGE_BY_SIBLING_KEY: not tried: </>",
      "",
      "2 of 5 ways to forge were proven on forks. Nothing was sent to the chains.",
    ])
  })

  for (const [columns, counts] of [
    [40, [18, 12]],
    [41, [19, 11]],
  ] as const) {
    it(`fills lines of ${String(columns)} columns, and goes on further to the right`, () => {
      const refused = proofs.slice(2, 3).map((proof) => ({ ...proof, why: "x ".repeat(30).trim() }))
      expect(countLetters(proofReport(refused, { ...printer, columns }))).to.deep.equal(counts)
    })
  }

  it("has the same as fields", () => {
    const [forged, , refused] = proofs
    if (forged === undefined || refused === undefined) throw new Error("two proofs")
    const keys = forged.power.keys
    expect([forged, refused].map(proofFields)).to.deep.equal([
      {
        ...{ srcChainSlug: 11, dstChainSlug: 2_200, dstPlug: at(0xa1), payload: "0x1234", messageId: forged.messageId },
        ...{ code: "FORGE_BY_ATTESTING", keys, status: "proven", why: null, waited: 0n, moved },
      },
      {
        ...{ srcChainSlug: 2_200, dstChainSlug: 11, dstPlug: at(0xa2), payload: "0x99", messageId: null },
        ...{ code: "FORGE_BY_CONNECTING", keys: refused.power.keys, status: "refused", why: "the socket says no" },
        ...{ waited: 60n, moved: null },
      },
    ])
  })
})
