import { expect } from "chai"
import { describe, it } from "mocha"
import type { Hex } from "viem"

import type { DecodedCall } from "#extras/audit/src/judging/decodeCalls.js"
import type { Judgement } from "#extras/audit/src/judging/judgeBatches.js"
import { judgementFields } from "#extras/audit/tasks/output/judgementFields.js"
import { judgementReport } from "#extras/audit/tasks/output/judgementReport.js"
import { plainText } from "#src/terminal/renderText.js"
import type { Fork } from "#tasks/messaging/wire/forkChain.js"
import { countLetters, markColors } from "#test/fixtures/output/markColors.js"
import { at } from "#test/fixtures/wire/addresses.js"

const alpha = { slug: 11, name: "alpha", chainId: 12 }
const beta = { slug: 2_200, name: "beta", chainId: 2_201 }
const hash = (digit: string): Hex => `0x${digit.repeat(64)}`

function call(number: string, to: number, more: Partial<DecodedCall> = {}): DecodedCall {
  return {
    ...{ number, from: at(0x51), to: at(to), value: 0n, data: "0x", operation: 0, name: undefined, call: undefined },
    ...{ isKnown: true, isClaimed: false, problem: undefined, inner: [], ...more },
  }
}

function step(number: string, status: "applied" | "reverted" | "undone", more: Partial<Judgement["steps"][0]> = {}) {
  const nothing = { from: at(0x51), to: at(0x52), reason: undefined, hasCode: true, effects: undefined }
  return { number, status, chain: beta, ...nothing, ...more }
}

const transfer = {
  signature: "transfer(address,uint256)",
  args: [
    { name: "to", type: "address", text: at(0x61) },
    { name: "amount", type: "uint256", text: "7".repeat(90) },
  ],
}

const judgement: Judgement = {
  verdict: "beyond",
  findings: [
    { name: "REVERTS", number: "2", chain: "alpha", says: "it reverts" },
    { name: "MESSAGE", number: "message 0x07", chain: null, says: "it is sent" },
    { name: "POLICY", number: null, chain: "beta", says: "it is broken" },
    { name: "TRUST", number: null, chain: null, says: "it is less" },
  ],
  wiring: { done: 3, left: 40 },
  lacks: ["beta", "gamma", "delta", "one", "two", "three"].map((siblingChain) => ({
    ...{ application: "app", chain: "alpha", chainSlug: 11, plug: at(0x71), siblingChain, siblingChainSlug: 2 },
  })),
  names: [
    { chain: "alpha", address: at(0x61), name: "Mine" },
    { chain: "beta", address: at(0x72), name: "Theirs" },
  ],
  notJudged: [{ name: "the wiring of gamma", why: "there is no copy of the chain" }],
  batches: [
    {
      ...{ chain: alpha, from: at(0x51), notes: ["The file names no Safe.", "The file is old."], verdict: "beyond" },
      calls: [
        call("1", 0x71, { name: "Token", call: transfer, data: "0xa9059cbb", isKnown: true }),
        call("2", 0x72, {
          ...{ call: { signature: "go()", args: [] }, isKnown: false, data: "0x12345678", value: 500n, operation: 1 },
          inner: [call("2.1", 0x73), call("2.2", 0x74, { data: `0x${"ab".repeat(60)}`, isKnown: false })],
        }),
      ],
      hashes: {
        ...{ version: "1.4.1", nonce: 90n, to: at(0x75), operation: 0 },
        ...{ domainHash: hash("1"), messageHash: hash("2"), safeTxHash: hash("3") },
      },
    },
    {
      chain: beta,
      from: at(0x52),
      file: "b.json",
      verdict: "unknown",
      notes: [],
      calls: [],
      hashes: { why: "there is no Safe there" },
    },
  ],
  deliveries: [],
  steps: [
    step("1", "applied"),
    step("2", "reverted", { reason: "it gave no reason" }),
    step("message 0x07", "applied"),
    step("message 0x08", "undone", { chain: alpha, to: at(0x53), reason: "too late" }),
  ],
}

const forks = new Map([["alpha", { block: { chain: "alpha", number: 31n, hash: hash("4") } } as Fork]])

describe("the report of a judgement", () => {
  it("says what was found and where, then each call, what became of it, the hashes, and the messages that followed", () => {
    expect(markColors(judgementReport(judgement, forks))).to.deep.equal([
      `<bold>chain</>  <bold>Safe</>${" ".repeat(40)}<bold>nonce</>  <bold>domain</>${" ".repeat(62)}<bold>message</>${" ".repeat(61)}<bold>calls</>  <bold>verdict</>      <bold>file</>`,
      `alpha  ${at(0x51)}     90  ${hash("1")}  ${hash("2")}  1–2    <red>do not sign</>  –`,
      `beta   ${at(0x52)}      –  –${" ".repeat(67)}–${" ".repeat(74)}<magenta>unknown</>      b.json`,
      "",
      "<bold><magenta>Not the whole wiring: 40 of 43 changes are left: app alpha → beta, app alpha → gamma, app alpha → delta, app alpha →",
      "  one, app alpha → two and 35 more.</></>",
      "<bold><red>Do not sign: 4 things are not what the wiring says.</></>",
      "  <red>REVERTS, call 2 on alpha: it reverts</>",
      "  <red>MESSAGE, message 0x07: it is sent</>",
      "  <red>POLICY, beta: it is broken</>",
      "  <red>TRUST: it is less</>",
      "  <magenta>Not judged: the wiring of gamma, because there is no copy of the chain.</>",
      "Changes of the wiring: 3 made, 40 left.",
      "Tried on forks of alpha at block 31.",
      "",
      "<bold>alpha, from 0x0000000000000000000000000000000000000051</>",
      "  The file names no Safe.",
      "  The file is old.",
      "  1 Token 0x0000000000000000000000000000000000000071 transfer(Mine 0x0000000000000000000000000000000000000061,",
      "    777777777777777777777777777777777777777777777777777777777777777777777…): applied",
      "  2 DELEGATECALL 0x0000000000000000000000000000000000000072 go() by its selector with 500 wei: reverted: it gave no",
      "    reason",
      "  2.1 0x0000000000000000000000000000000000000073 no data",
      "  2.2 0x0000000000000000000000000000000000000074 undecoded",
      "    0xabababababababababababababababababababababababababababababababababa…",
      "  On the device, for version 1.4.1 and nonce 90, to 0x0000000000000000000000000000000000000075:",
      "  <dim>domain    </>  0x1111111111111111111111111111111111111111111111111111111111111111",
      "  <dim>message   </>  0x2222222222222222222222222222222222222222222222222222222222222222",
      "  <dim>safeTxHash</>  0x3333333333333333333333333333333333333333333333333333333333333333",
      "",
      "<bold>beta, from 0x0000000000000000000000000000000000000052</>",
      "  No hashes of a Safe, because there is no Safe there.",
      "message 0x07 to 0x0000000000000000000000000000000000000052 on beta: applied",
      "message 0x08 to 0x0000000000000000000000000000000000000053 on alpha: undone: too late",
    ])
  })

  const changes = "Changes of the wiring: 3 made, 0 left."
  const none = { ...judgement, wiring: { done: 3, left: 0 }, lacks: [], batches: [], steps: [], notJudged: [] }
  const [one] = judgement.findings
  if (one === undefined) throw new Error("a finding")
  const verdicts: readonly (readonly [string, Judgement, readonly string[]])[] = [
    [
      "as wired",
      { ...none, verdict: "as wired", findings: [] },
      ["<bold><green>The batch does what the wiring says, and nothing else.</></>", changes],
    ],
    [
      "unknown",
      { ...none, verdict: "unknown", findings: [] },
      ["<bold><red>Nothing was found, and not everything could be judged.</></>", changes],
    ],
    [
      "beyond for one thing",
      { ...none, findings: [one] },
      [
        "<bold><red>Do not sign: one thing is not what the wiring says.</></>",
        "  <red>REVERTS, call 2 on alpha: it reverts</>",
        changes,
      ],
    ],
  ]
  for (const [name, judged, lines] of verdicts) {
    it(`says that a batch is ${name}`, () => {
      expect(markColors(judgementReport(judged, new Map()))).to.deep.equal(lines)
    })
  }

  for (const [columns, counts] of [
    [30, [13, 13, 4]],
    [31, [1, 14, 14, 1]],
  ] as const) {
    it(`fills lines of ${String(columns)} columns, and goes on further to the right`, () => {
      const findings = [{ ...one, says: "x ".repeat(30).trim() }]
      expect(countLetters(plainText(judgementReport({ ...none, findings }, new Map()), columns))).to.deep.equal(counts)
    })
  }
})

describe("judgementFields", () => {
  it("has each call of a batch in one list, and null where nothing is known", () => {
    const unnamed = { signature: "go(uint8)", args: [{ name: undefined, type: "uint8", text: "7" }] }
    const calls = [
      ...judgement.batches[0]!.calls,
      call("3", 0x76, { call: unnamed, claimed: "stop()", problem: "odd" }),
    ]
    const [first, second] = judgement.batches as [Judgement["batches"][0], Judgement["batches"][0]]
    const fields = judgementFields({ ...judgement, batches: [{ ...first, calls }, second] })
    const { batches, steps, lacks, names, ...same } = fields as Record<
      "batches" | "steps" | "lacks" | "names",
      object[]
    >
    expect(lacks[0]).to.include({ application: "app", srcChainName: "alpha", srcPlug: at(0x71), dstChainName: "beta" })
    expect([lacks.length, names[0]]).to.deep.equal([6, { chainName: "alpha", address: at(0x61), name: "Mine" }])
    const { verdict, findings, wiring, notJudged, deliveries } = judgement
    expect(same).to.deep.equal({ verdict, findings, wiring, notJudged, deliveries })
    const shared = {
      from: at(0x51),
      value: 0n,
      data: "0x",
      operation: 0,
      isKnown: true,
      isClaimed: false,
      creates: false,
      inner: undefined,
      method: undefined,
    }
    const none = { name: null, signature: null, args: null, problem: null, claimed: null }
    expect(batches).to.deep.equal([
      {
        ...{ chainName: "alpha", chainId: 12, from: at(0x51), notes: first.notes, hashes: first.hashes },
        ...{ whyNoHashes: null, file: null, verdict: "beyond" },
        calls: [
          {
            ...{ ...shared, ...none, number: "1", to: at(0x71), name: "Token", data: "0xa9059cbb" },
            ...{ signature: transfer.signature, args: transfer.args },
          },
          {
            ...{ ...shared, ...none, number: "2", to: at(0x72), value: 500n, data: "0x12345678", operation: 1 },
            ...{ isKnown: false, signature: "go()", args: [] },
          },
          { ...shared, ...none, number: "2.1", to: at(0x73) },
          { ...shared, ...none, number: "2.2", to: at(0x74), data: `0x${"ab".repeat(60)}`, isKnown: false },
          {
            ...{
              ...shared,
              ...none,
              number: "3",
              to: at(0x76),
              signature: "go(uint8)",
              claimed: "stop()",
              problem: "odd",
            },
            args: [{ name: null, type: "uint8", text: "7" }],
          },
        ],
      },
      {
        ...{ chainName: "beta", chainId: 2_201, from: at(0x52), notes: [], hashes: null, calls: [] },
        ...{ whyNoHashes: "there is no Safe there", file: "b.json", verdict: "unknown" },
      },
    ])
    const ends = { from: at(0x51), to: at(0x52), chainName: "beta", reason: null }
    expect(steps).to.deep.equal([
      { ...ends, number: "1", status: "applied" },
      { ...ends, number: "2", status: "reverted", reason: "it gave no reason" },
      { ...ends, number: "message 0x07", status: "applied" },
      { ...ends, number: "message 0x08", status: "undone", chainName: "alpha", to: at(0x53), reason: "too late" },
    ])
  })
})
