import { expect } from "chai"
import { describe, it } from "mocha"
import { z } from "zod"

import { answerSchema, lenient, lenientList, strict } from "#src/http/parsing/answerSchema.js"
import { formatPath, malformedIn } from "#src/http/parsing/malformed.js"
import { textSchema, wholeNumberSchema } from "#src/http/schemas.js"

const number = wholeNumberSchema("a number")
const entry = z.looseObject({ name: textSchema, size: lenient(number), rest: lenient(number, -1) })
const list = lenientList(entry)
const wrapped = { keys: ["result", "data"] }
const withList = answerSchema(wrapped, list, { count: ({ length }) => length })

/** Path and sentence of the first problem. */
function refusal(schema: z.ZodType, body: unknown): string {
  const { error } = schema.safeParse(body)
  const [issue] = error?.issues ?? []
  return issue === undefined ? "accepted" : `${formatPath(issue.path)}: ${issue.message}`
}

describe("an answer", () => {
  it("is bare or in an envelope, of which the first key counts", () => {
    const schema = answerSchema(wrapped, number)
    expect(
      [7, { result: 8 }, { data: 9, result: 8 }, { data: 9, other: 1 }].map((body) => schema.parse(body)),
    ).to.deep.equal([7, 8, 8, 9])
    expect(
      [{}, { other: 1 }, { data: "x" }, { result: null, data: 9 }].map((body) => refusal(schema, body)),
    ).to.deep.equal([": a number", ": a number", "data: a number", "result: a number"])
  })

  it("is refused for what is beside it, unless that is missing or null, and only in an envelope", () => {
    const beside = { success: { accepts: (value: unknown) => value === true, expected: "true" } }
    const schema = answerSchema({ ...wrapped, beside }, z.unknown())
    for (const good of [{ data: 1 }, { data: 1, success: null }, { data: 1, success: true }, { success: false }])
      expect(refusal(schema, good), JSON.stringify(good)).to.equal("accepted")
    for (const bad of [false, 0, "", "true"])
      expect(refusal(schema, { data: 1, success: bad })).to.equal("success: true")
  })

  it("is missing in an envelope that has nothing in it", () => {
    const schema = answerSchema({ ...wrapped, isEnvelope: (body) => body["success"] === true }, z.unknown())
    expect(refusal(schema, { success: true })).to.equal("result: the answer")
    expect([{ success: false }, { success: true, data: 1 }, [], 5].map((body) => refusal(schema, body))).to.deep.equal(
      Array(4).fill("accepted"),
    )
  })

  it("does without its malformed parts, and tells which", () => {
    const body = [
      { name: "a", size: 1, rest: 2 },
      { name: 5 },
      { name: "c", size: "x", rest: "y" },
      { name: "d", size: 4, rest: 5 },
    ]
    for (const [wrap, prefix] of [
      [(x: unknown) => x, ""],
      [(data: unknown) => ({ data }), "data"],
    ] as const) {
      const answer = withList.parse(wrap(body))
      expect(answer).to.deep.equal([body[0], { name: "c", size: null, rest: -1 }, body[3]])
      expect(
        malformedIn(answer).map(({ path, value, issue, id }) => [formatPath(path), value, issue.message, id]),
      ).to.deep.equal([
        [`${prefix}[1]`, { name: 5 }, "text", "name 5"],
        [`${prefix}[2].size`, "x", "a number", "name c"],
        [`${prefix}[2].rest`, "y", "a number", "name c"],
      ])
    }
    expect(malformedIn(withList.parse([body[0]]))).to.deep.equal([])
  })

  it("is refused at its first malformed part if nothing is left", () => {
    expect(refusal(withList, { data: [{ name: 5 }, {}] })).to.equal("data[0].name: text")
    expect(refusal(withList, { data: [] })).to.equal("accepted")
    expect(refusal(answerSchema(wrapped, list), [{ name: 5 }])).to.equal("accepted")
  })

  it("is refused with more than a thousand malformed parts only if fewer are left", () => {
    const of = (bad: number, good: number) => [
      ...Array<object>(good).fill({ name: "a", size: 1, rest: 1 }),
      ...Array<object>(bad).fill({}),
    ]
    for (const [bad, good, says] of [
      [1_000, 1, "accepted"],
      [1_001, 1, "[1].name: text"],
      [1_001, 1_000, "[1000].name: text"],
      [1_001, 1_001, "accepted"],
    ] as const) {
      expect(refusal(withList, of(bad, good)), `${bad} ${good}`).to.equal(says)
    }
  })

  it("is made of what is left, with what the schema has replaced itself", () => {
    const more = { path: ["x", 3], value: 1, issue: { path: [], message: "m" }, id: undefined }
    const schema = answerSchema(wrapped, list, {
      finish: (left) => ({ names: left.map(({ name }) => name) }),
      findMore: () => [more],
    })
    const answer = schema.parse({ result: [{ name: "a", size: 1, rest: 1 }, {}] })
    expect(answer).to.deep.equal({ names: ["a"] })
    expect(malformedIn(answer).map(({ path }) => formatPath(path))).to.deep.equal(["result[1]", "result.x[3]"])
  })

  it("replaces an element by what is made of it, and leaves out a field without a fallback", () => {
    const replaced = lenientList(entry, ({ id, path, value }) => ({
      name: `${id ?? "none"} ${formatPath(path)} ${JSON.stringify(value)}`,
      size: 0,
      rest: 0,
    }))
    expect(
      answerSchema(wrapped, replaced).parse([{ quoteId: "0x1", name: 5 }, { symbol: "", chainId: 7 }, null]),
    ).to.deep.equal(
      ['quoteId 0x1 [0] {"quoteId":"0x1","name":5}', 'chainId 7 [1] {"symbol":"","chainId":7}', "none [2] null"].map(
        (name) => ({ name, size: 0, rest: 0 }),
      ),
    )
  })

  it("may have nothing malformed where it is strict", () => {
    const schema = strict(list)
    const good = [{ name: "a", size: 1, rest: 2 }]
    expect(schema.parse(good)).to.deep.equal(good)
    const { error } = schema.safeParse([...good, { name: "b", size: "x", rest: 2 }, { name: 5 }])
    expect(error?.issues.map(({ path, message }) => `${formatPath(path)}: ${message}`)).to.deep.equal([
      "[1].size: a number",
      "[2].name: text",
    ])
  })
})

describe("formatPath", () => {
  it("writes names and places as in a script", () => {
    expect([[], ["a"], [0], ["a", 0, 1, "b", "c"], [0, "a"]].map(formatPath)).to.deep.equal([
      "",
      "a",
      "[0]",
      "a[0][1].b.c",
      "[0].a",
    ])
  })
})
