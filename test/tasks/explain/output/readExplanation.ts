import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"

import type { Explanation } from "../../../../src/explaining/Explanation.js"
import { isPlugsError } from "../../../../src/primitives/PlugsError.js"
import { toJson } from "../../../../src/terminal/printJson.js"
import { readExplanation } from "../../../../tasks/explain/output/readExplanation.js"
import { renderHtml } from "../../../../tasks/explain/output/renderHtml.js"
import { runs } from "../../../fixtures/depth.js"
import { thrown } from "../../../fixtures/failure.js"
import { explanation, longExplanation, messageId } from "../../../fixtures/output/explanations.js"
import { expectHarmless, hostileText } from "../../../fixtures/output/hostileText.js"
import { story } from "../../../fixtures/output/stories.js"

const line = (fields: object): string => JSON.stringify({ schemaVersion: 1, ...fields })
const saved = (...records: object[]): string => `${records.map(line).join("\n")}\n`

/** An explanation as JSON has it. */
const plain = JSON.parse(toJson(explanation())) as Explanation

const step = (status: string, at: number) => ({ event: "status", status, at, messageId: messageId(1) })

describe("readExplanation", () => {
  it("takes the output of explain as it is", () => {
    const given = longExplanation(3)
    for (const indent of [0, 2]) {
      expect(readExplanation(toJson({ schemaVersion: 1, ...given }, { indent }))).to.deep.equal(given)
    }
  })

  for (const [problem, text, at] of [
    ["it is empty", " \n\n", undefined],
    ["it is cut off", `{\n  "schemaVersion": 1,\n  "verdict": "st`, "3"],
    ["it is not JSON", `{\n  "schemaVersion": 1,\n  oops\n}\n`, "3"],
    ["another task than explain printed it", saved(step("SEALED", 1), step("VERIFIED", 2)), undefined],
    ["another task than explain printed it", `${saved(step("SEALED", 1))}{"schemaVersion":1,"eve`, undefined],
    ["it has no schemaVersion", "[1]", "1"],
    ["it has no schemaVersion", "{}", "1"],
    ["it is not JSON", '{"schemaVersion":oops}', undefined],
    ["its schemaVersion is not 1", '{"schemaVersion":2,"event":"end"}', "1"],
    ["another task than explain printed it", saved({ tokens: [] }), undefined],
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
      const { code, facts } = thrown(() => readExplanation(text))
      expect(code).to.equal("SAVED_OUTPUT_INVALID")
      expect(facts["problem"]).to.contain(problem)
      expect(facts["line"]).to.equal(at)
    })
  }

  it("says what to do: to save all of it, or to use the version that printed it", () => {
    const nextOf = (text: string) => thrown(() => readExplanation(text)).next
    expect(nextOf("")).to.contain("--json >")
    expect(nextOf(saved({ tokens: [] }))).to.contain("--json >")
    expect(nextOf('{"schemaVersion":2}')).to.equal("Use the version that printed it.")
  })

  it("names the line behind empty ones, takes a mark of the encoding, and tells a cut from nonsense", () => {
    const at = (text: string) => {
      const { problem, line: found } = thrown(() => readExplanation(text)).facts
      return [found, problem?.includes("cut off")]
    }
    expect(at("\n\n[1]")).to.deep.equal(["3", false])
    expect(at("\n\n{}")).to.deep.equal(["3", false])
    expect(at("\n\n\n{\n\n")).to.deep.equal(["4", true])
    expect(at('{\n"a": 1,\n oops,\n"b": 2\n}\n\n')).to.deep.equal(["3", false])
    expect(at('{\n"a": 1,\n oops,\n"b": 2\n')).to.deep.equal(["4", true])
    expect(readExplanation(`\uFEFF${toJson({ schemaVersion: 1, ...explanation() })}`).verdict).to.equal("stuck")
  })

  it("takes texts and lists that are long, up to a bound", () => {
    const readable = (more: object): boolean => {
      try {
        readExplanation(toJson({ schemaVersion: 1, ...explanation(), ...more }))
        return true
      } catch {
        return false
      }
    }
    const items = (count: number) => Array.from({ length: count }, () => explanation().items[0]!)
    const bounds = [{ says: "x".repeat(10_000) }, { items: items(10_000) }, { says: "", items: [] }]
    expect(bounds.map(readable)).to.deep.equal([true, true, true])
    const over = [{ says: "x".repeat(10_001) }, { items: items(10_001) }]
    expect(over.map(readable)).to.deep.equal([false, false])
  })

  it("shows of a long problem its beginning", () => {
    const { problem } = thrown(() =>
      readExplanation(saved({ ...plain, subject: { ["k".repeat(500)]: ["not a text"] } })),
    ).facts
    expect(problem).to.have.length.below(400).and.to.contain("k".repeat(60))
  })

  it("takes every command that explain prints", () => {
    for (const command of [
      'npx hardhat messaging send Greeter "say hi" --from alpha',
      "npx hardhat swap execute 0.5 --max-loss 1,5",
    ]) {
      const given = { ...explanation(), causes: [{ ...explanation().causes[0]!, mend: { who: "you", command } }] }
      expect(readExplanation(toJson({ schemaVersion: 1, ...given })).causes[0]?.mend?.command).to.equal(command)
    }
  })

  it("either reads an explanation or refuses it, whatever is in the file", () => {
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
          expectHarmless(renderHtml(story(readExplanation(text))))
        } catch (refusal) {
          if (!isPlugsError(refusal)) throw refusal
        }
      }),
      runs({ fast: 75, deep: 3_000 }),
    )
  })
})
