import { stripVTControlCharacters } from "node:util"

import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"

import type { Explanation } from "#src/explaining/Explanation.js"
import { createContractNamer } from "#tasks/explain/output/createContractNamer.js"
import { explanationReport } from "#tasks/explain/output/explanationReport.js"
import { cause, explanation, hash, longExplanation, messageId, plug } from "#test/fixtures/output/explanations.js"
import { expectHarmless, hostileText } from "#test/fixtures/output/hostileText.js"
import { recordTerminal, type RecordTerminalOptions } from "#test/fixtures/output/recordedTerminal.js"

const again = "npx hardhat messaging explain 0x12 --from alpha"
const follow = "npx hardhat messaging track 0x12 --from alpha"
const plainTerminal = { isTTY: true, env: { NO_COLOR: "1" } }
const now = 1_795_322_797_000

function print(shown: Explanation, options: RecordTerminalOptions = {}): string {
  const terminal = recordTerminal(options)
  terminal.out.show(explanationReport(shown, { now, commands: { again, follow } }))
  return terminal.stdout()
}

describe("explanationReport", () => {
  it("gives the verdict first, then where it is and since when, then causes, then what to run next", () => {
    const text = print(explanation())
    const order = [
      "stuck  The plug",
      `message ${messageId(1)}\n  PROPOSED since 2026-11-22 04:43:32 UTC, 3 min 05 s ago`,
      "1. not-connected",
      "   certain: it was read",
      "     beta, block 40: getPlugConfig",
      "   Fix: the owner 0xf39F",
      `\n   ${explanation().causes[0]!.mend!.command}\n`,
      `Run the command of cause 1. Then look again:\n   ${again}\n`,
    ].map((part) => text.indexOf(part))
    expect(
      order.every((index) => index >= 0),
      text,
    ).to.equal(true)
    expect([...order].sort((a, b) => a - b)).to.deep.equal(order)
    expect(text.endsWith(`${again}\n`)).to.equal(true)
  })

  it("is this text, with nothing about what is not known", () => {
    const items = [
      { id: "0xaa", status: "SEALED", says: "It waits.", since: now / 1_000 - 90 },
      { id: "0xbb", status: "SENT", says: "It waits too.", since: null },
      { id: "0xcc", status: "SENT", says: "Its chain is ahead.", since: now / 1_000 + 1 },
      { id: "0xdd", status: "SENT", says: "Just now.", since: now / 1_000 },
    ]
    const long = "word ".repeat(20).trim()
    const causes = [
      cause({ says: long, about: "0xbb", mend: null, evidence: [] }),
      cause({ name: "late", says: "It is late.", about: null, evidence: [], mend: { who: "wait", command: null } }),
    ]
    expect(print(explanation({ says: long, items, causes, subject: {} }), plainTerminal).split("\n")).to.deep.equal([
      "stuck  word word word word word word word word word word word word word word",
      "       word word word word word word",
      "",
      "0xaa",
      "  SEALED since 2026-11-22 04:45:07 UTC, 1 min 30 s ago",
      "  It waits.",
      "",
      "0xbb",
      "  SENT",
      "  It waits too.",
      "",
      "0xcc",
      "  SENT since 2026-11-22 04:46:38 UTC",
      "  Its chain is ahead.",
      "",
      "0xdd",
      "  SENT since 2026-11-22 04:46:37 UTC, 1 s ago",
      "  Just now.",
      "",
      "1. not-connected of 0xbb",
      "   certain: it was read or simulated, and is enough by itself",
      "",
      "2. late",
      "   It is late.",
      "   certain: it was read or simulated, and is enough by itself",
      "   Fix: wait.",
      "",
      "Fix cause 2 as it says. Then look again:",
      `   ${again}`,
      "",
    ])
  })

  it("shows an id whole where it fits, to the column", () => {
    const titleOf = (id: string) =>
      print(explanation({ causes: [], items: [{ id, status: "SENT", says: "", since: null }] }), plainTerminal).split(
        "\n\n",
      )[1]!
    expect(titleOf(`0x${"a".repeat(70)}`)).to.contain(`message 0x${"a".repeat(70)}\n`)
    expect(titleOf(`0x${"a".repeat(71)}`)).to.match(/^message 0xa+…a+\n/)
  })

  it("says a sentence once, and each other cause in a sentence of its own", () => {
    const text = print(
      explanation({
        causes: [cause(), cause({ name: "inbound-reverts", certainty: "possible", says: "It reverts." })],
      }),
    )
    expect(text.match(/is not connected to a plug/g)).to.have.length(1)
    expect(text).to.contain(
      "2. inbound-reverts\n   It reverts.\n   possible: it fits what was read, and so does something else",
    )
  })

  for (const columns of [60, 80]) {
    it(`breaks no word and no command in ${columns} columns, and no other line is longer`, () => {
      const shown = { ...longExplanation(3), causes: [cause(), ...longExplanation(2).causes] }
      const lines = stripVTControlCharacters(print(shown, { isTTY: true, columns })).split("\n")
      const tooLong = lines.filter((line) => line.length > columns)
      const unbroken = tooLong.filter((line) => !line.trim().startsWith("npx hardhat ") && line.trim().includes(" "))
      expect(unbroken).to.deep.equal([])
      expect(lines.map((line) => line.trim())).to.include(cause().mend!.command)
    })
  }

  it("has color at a terminal and none in a pipe or with NO_COLOR", () => {
    expect(print(explanation(), { isTTY: true })).to.contain("\u001B[35m")
    expect(print(explanation(), { isTTY: true })).to.contain("\u001B[2m")
    expect(print(explanation())).to.not.contain("\u001B")
    expect(print(explanation(), { isTTY: true, env: { NO_COLOR: "1" } })).to.not.contain("\u001B")
  })

  it("says what to run next for each verdict", () => {
    const end = (own: Partial<Explanation>): string =>
      print(explanation({ causes: [], ...own }))
        .trimEnd()
        .split("\n\n")
        .at(-1) ?? ""
    expect(end({ verdict: "delivered" })).to.equal("The protocol has done its part.")
    expect(end({ verdict: "waiting" })).to.equal(`Nothing has to be done. To follow it:\n   ${follow}`)
    expect(end({ verdict: "unknown" })).to.equal(`To look again:\n   ${again}`)
    const slow = [cause({ name: "slow-stage", mend: null })]
    expect(end({ verdict: "waiting", causes: slow })).to.equal(
      `It takes longer than others. To look again:\n   ${again}`,
    )
    expect(end({ verdict: "stuck", causes: slow })).to.equal(`To look again:\n   ${again}`)
    const waiting = [cause({ name: "batch-waiting", mend: null })]
    expect(end({ verdict: "waiting", causes: waiting })).to.contain(follow)
    const others = [cause({ mend: { who: "the watchers of switchboard 0x12 attest it", command: null, by: "others" } })]
    expect(end({ causes: others })).to.equal(
      `Others have to fix it. This writes a story to send them:\n   ${again} --markdown story.md`,
    )
    const own = cause({ mend: { who: "send it again", command: null } })
    expect(end({ causes: [own] })).to.equal(`Fix cause 1 as it says. Then look again:\n   ${again}`)
    const unfixed = cause({ mend: null })
    expect(end({ causes: [unfixed] })).to.equal(`To look again:\n   ${again}`)
    expect(end({ causes: [unfixed, unfixed, cause()] })).to.contain("Run the command of cause 3.")
  })

  it("advises the first cause first, because the command of a later one may refuse until then", () => {
    const end = (...causes: Explanation["causes"]): string =>
      print(explanation({ causes })).trimEnd().split("\n\n").at(-1) ?? ""
    const theirs = cause({ mend: { who: "the owner of the plug on beta connects it", command: null, by: "others" } })
    const own = cause({ mend: { who: "check plugs.chains", command: null } })
    expect(end(theirs, cause())).to.equal(
      `Others have to fix cause 1, and then cause 2. This writes a story to send them:\n   ${again} --markdown story.md`,
    )
    expect(end(own, cause())).to.equal(`Fix cause 1 as it says. Then look again:\n   ${again}`)
    expect(end(cause(), theirs)).to.equal(`Run the command of cause 1. Then look again:\n   ${again}`)
  })

  it("says of several messages which one a cause is about", () => {
    expect(print(longExplanation(2))).to.contain("2. inbound-reverts of 0x0000a029…000002")
    expect(print(explanation())).to.not.contain("not-connected of")
  })

  it("escapes whatever others wrote", () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const hostile = explanation({
          says: text,
          causes: [
            cause({
              says: text,
              name: text,
              about: text,
              mend: { who: text, command: text },
              evidence: [{ source: text, says: text }],
            }),
          ],
          items: [{ id: text, status: text, says: text, since: 8e15 }],
        })
        expectHarmless(print(hostile, { isTTY: true }), { isTerminal: true })
      }),
    )
  })
})

describe("createContractNamer", () => {
  const chains = [
    { name: "alpha", slug: 1 },
    { name: "beta", slug: 2 },
  ]
  const called = new Map([
    [`1 ${plug}`, "Counter"],
    [`2 ${plug}`, "Greeter"],
    [`2 ${hash(1).slice(0, 42)}`, "Alone"],
  ])
  const name = createContractNamer({
    chains,
    names: { gatewaySlug: 9, nameOf: (slug, address) => called.get(`${slug} ${address}`) },
  })

  it("names an address by the chain that the text says, or the place where it was read", () => {
    expect(name(`The plug ${plug} on beta waits.`)).to.equal(`The plug ${plug} (Greeter) on beta waits.`)
    expect(name(`The plug ${plug} on beta waits.`, "alpha, block 12")).to.contain("(Greeter)")
    expect(name(`for ${plug}`, "simulation on alpha, block 3")).to.equal(`for ${plug} (Counter)`)
  })

  it("names it without a chain only if no two chains differ", () => {
    expect(name(`for ${plug}`)).to.equal(`for ${plug}`)
    expect(name(`for ${hash(1).slice(0, 42)}.`)).to.equal(`for ${hash(1).slice(0, 42)} (Alone).`)
  })

  it("leaves hashes alone", () => {
    expect(name(`${plug}00`, "beta")).to.equal(`${plug}00`)
  })
})
