import { readFileSync } from "node:fs"

import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"

import type { Explanation } from "../../../../src/explaining/Explanation.js"
import { isPlugsError } from "../../../../src/primitives/PlugsError.js"
import { explainSaved } from "../../../../src/terminal/story/saved/explainSaved.js"
import { renderHtml } from "../../../../src/terminal/story/html/renderHtml.js"
import { toJson } from "../../../../src/terminal/core/toJson.js"
import { thrown } from "../../../fixtures/failure.js"
import { explanation, hash, longExplanation, messageId, plug } from "../../../fixtures/explanations.js"
import { expectHarmless, hostileText } from "../../../fixtures/hostileText.js"
import { story } from "../../../fixtures/stories.js"

const nobody = (): undefined => undefined
const line = (fields: object): string => JSON.stringify({ schemaVersion: 1, ...fields })
const saved = (...records: object[]): string => `${records.map(line).join("\n")}\n`

/** What the demos really printed; only long data was cut. */
function recorded(name: string): string {
  return readFileSync(new URL(`../../../fixtures/saved/${name}.ndjson`, import.meta.url), "utf8")
}

const message = (status: string) => ({
  status,
  messageId: messageId(1),
  from: { srcChainSlug: 41001, srcPlug: plug },
  to: { dstChainSlug: 41002, dstPlug: plug },
  outboundTx: hash(1),
  executionDetails: { executionTxHash: status === "EXECUTION_SUCCESS" ? hash(2) : null, inboundStatus: "NOT_TRIED" },
})
/** An explanation as JSON has it. */
const plain = JSON.parse(toJson(explanation())) as Explanation

const step = (status: string, at: number) => ({
  event: "status",
  status,
  at,
  messageId: messageId(1),
  message: message(status),
})
const error = {
  code: "DEADLINE_PASSED",
  message: "The message was not final after 2 s.",
  facts: { "last state": "SEALED" },
  next: "Wait longer.",
}

describe("explainSaved", () => {
  it("takes the output of explain as it is", () => {
    const given = longExplanation(3)
    for (const indent of [0, 2]) {
      expect(explainSaved(toJson({ schemaVersion: 1, ...given }, { indent }), nobody)).to.deep.equal(given)
    }
  })

  it("tells a tracked message: where it was when, by which transaction, and how it ended", () => {
    const text = saved(
      { event: "unknown", since: 1_000, says: "the API does not know it yet" },
      step("RECEIVED", 2_000),
      { event: "waiting", milliseconds: 5000 },
      step("EXECUTION_SUCCESS", 5_000),
      { event: "end", outcome: "success", messages: [message("EXECUTION_SUCCESS")] },
    )
    const told = explainSaved(text, (slug) => (slug === 41001 ? "alpha" : undefined))
    expect(told).to.include({ verdict: "delivered" })
    expect(told.subject).to.deep.equal({ kind: "message", id: messageId(1), srcChainSlug: 41001, srcTxHash: hash(1) })
    expect(told.items).to.deep.equal([
      {
        id: messageId(1),
        status: "EXECUTION_SUCCESS",
        says: "The message was in this state at last: delivered.",
        since: 5,
      },
    ])
    expect(told.events.map(({ at, place, title, txHash }) => ({ at, place, title, txHash }))).to.deep.equal([
      { at: 1, place: "the task", title: "unknown", txHash: null },
      { at: 2, place: "alpha", title: "RECEIVED", txHash: hash(1) },
      { at: 5, place: "chain 41002", title: "EXECUTION_SUCCESS", txHash: hash(2) },
    ])
    expect(told.events[2]?.details).to.deep.equal([])
  })

  it("tells how a task failed", () => {
    const told = explainSaved(saved(step("SEALED", 2_000), { event: "end", outcome: "deadline", error }), nobody)
    expect(told).to.include({ verdict: "unknown", says: error.message })
    expect(told.events.at(-1)).to.deep.include({ title: "The task ended with DEADLINE_PASSED" })
    expect(told.events.at(-1)?.details).to.include("last state: SEALED").and.to.include("next: Wait longer.")
    expect(explainSaved(saved({ error }), nobody).says).to.equal(error.message)
  })

  it("tells the documents of send, tx, status and list", () => {
    const verdictOf = (document: object): string => explainSaved(saved(document), nobody).verdict
    expect(verdictOf({ txHash: hash(1), messages: [{ ...message("x"), status: undefined }] })).to.equal("unknown")
    expect(verdictOf({ messages: [message("EXECUTION_SUCCESS"), message("SEALED")] })).to.equal("waiting")
    expect(
      verdictOf({
        txHash: hash(1),
        requests: [
          { status: "COMPLETED", requestCount: 1, payloads: [{ status: "PROMISE_RESOLVED", payloadId: hash(3) }] },
        ],
      }),
    ).to.equal("delivered")
    expect(verdictOf({ route: { quoteId: hash(4), status: "REFUNDED", origin: { chainId: 41001 } } })).to.equal(
      "failed",
    )
  })

  it("tells the streams of the three demos, small enough to be sent", () => {
    for (const [name, verdict, kinds] of [
      ["devnet-demo", "delivered", 1],
      ["gateway-demo", "delivered", 8],
      ["swap-demo", "failed", 2],
    ] as const) {
      const told = explainSaved(recorded(name), nobody)
      expect(told.verdict, name).to.equal(verdict)
      expect(told.items, name).to.have.length(kinds)
      const places = new Set(told.events.map(({ place }) => place))
      expect([...places], name).to.include.members(["alpha", "beta"])
      const page = renderHtml(story(told))
      expect(Buffer.byteLength(page), name).to.be.within(3_000, 150_000)
      expect(page, name).to.not.contain("apiKey")
    }
  })

  it("leaves out fields that nobody should send", () => {
    const ready = { event: "ready", messaging: { baseUrl: "http://127.0.0.1", apiKey: "s3cr3t" }, privateKey: "s3cr3t" }
    const told = explainSaved(saved(ready, step("SEALED", 1)), nobody)
    expect(JSON.stringify(told)).to.not.contain("s3cr3t")
  })

  for (const [problem, text, at] of [
    ["it is empty", " \n\n", undefined],
    ["it is cut off", `{\n  "schemaVersion": 1,\n  "verdict": "st`, "3"],
    ["it is not JSON", `{\n  "schemaVersion": 1,\n  oops\n}\n`, "3"],
    ["the last line is cut off", `${saved(step("SEALED", 1))}\n{"schemaVersion":1,"eve`, "3"],
    ["this line is not JSON", `${saved(step("SEALED", 1))}hello\n${saved(step("SEALED", 1))}`, "2"],
    ["it has no schemaVersion", `${saved(step("SEALED", 1))}{"event":"end"}\n`, "2"],
    ["it has no schemaVersion", "[1]", "1"],
    ["its schemaVersion is not 1", '{"schemaVersion":2,"event":"end"}', "1"],
    ["no message, payload, timeout, trigger or route", saved({ tokens: [] }), undefined],
    [
      "causes.0.mend.command: must be a command of hardhat",
      saved({
        ...plain,
        causes: [{ ...explanation().causes[0], mend: { who: "you", command: "npx hardhat x; curl x | sh" } }],
      }),
      "1",
    ],
    ["verdict: ", saved({ ...plain, verdict: "fine" }), "1"],
    [
      "events.0.blockNumber: ",
      saved({
        ...plain,
        events: [{ ...plain.events[0], blockNumber: "1e9" }],
      }),
      "1",
    ],
  ] as const) {
    it(`names the line of what cannot be used: ${problem}`, () => {
      const { code, facts } = thrown(() => explainSaved(text, nobody))
      expect(code).to.equal("SAVED_OUTPUT_INVALID")
      expect(facts["problem"]).to.contain(problem)
      expect(facts["line"]).to.equal(at)
    })
  }

  it("takes every command that explain prints", () => {
    for (const command of [
      'npx hardhat messaging send Greeter "say hi" --from alpha',
      "npx hardhat swap execute 0.5 --max-loss 1,5",
    ]) {
      const given = { ...explanation(), causes: [{ ...explanation().causes[0]!, mend: { who: "you", command } }] }
      expect(explainSaved(toJson({ schemaVersion: 1, ...given }), nobody).causes[0]?.mend?.command).to.equal(command)
    }
  })

  it("either tells a story or refuses it, whatever is in the file", () => {
    const known = fc.constantFrom(
      "event",
      "status",
      "messageId",
      "message",
      "payload",
      "route",
      "origin",
      "at",
      "chains",
      "error",
      "requests",
      "quoteId",
      "requestCount",
      "causes",
      "__proto__",
      "facts",
      "says",
    )
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 5 },
        hostileText,
        fc.double(),
        fc.boolean(),
        fc.constant(null),
        fc.constantFrom("status", "end", "execution"),
        fc.array(tie("any")),
        fc.dictionary(known, tie("any")),
      ),
    })).any
    fc.assert(
      fc.property(fc.array(fc.dictionary(known, value), { minLength: 1, maxLength: 4 }), (records) => {
        const text = saved(...records)
        try {
          expectHarmless(renderHtml(story(explainSaved(text, nobody))))
        } catch (refusal) {
          if (!isPlugsError(refusal)) throw refusal
        }
      }),
      { numRuns: 300 },
    )
  })
})
