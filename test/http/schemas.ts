import { expect } from "chai"
import { describe, it } from "mocha"
import type { z } from "zod"

import * as schemas from "#src/http/schemas.js"
import { checkSlug, optional } from "#src/primitives/checks.js"

const lower = "0xe7f1725e7734ce288f8367e1bb143e90bb3f0512"
const address = "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512"
const badSum = "0xE7f1725E7734CE288F8367e1Bb143E90bb3F0512"
const hash = `0x${"aB".repeat(32)}`
const foreign = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"
const refused = Symbol("refused")

/** What a schema makes of values. */
const read = (schema: z.ZodType, values: readonly unknown[]) =>
  values.map((value) => {
    const { success, data } = schema.safeParse(value)
    return success ? data : refused
  })

describe("values of a response", () => {
  for (const [what, schema, values, expected] of [
    ["text", schemas.textSchema, ["", "a", 1], ["", "a", refused]],
    ["some text", schemas.someTextSchema, ["", " ", "a", 1], [refused, " ", "a", refused]],
    ["truth", schemas.booleanSchema, [true, false, "true", 1, null], [true, false, refused, refused, refused]],
    ["hex", schemas.hexSchema, ["0x", "0xAb", "0xg", "ab", 1], ["0x", "0xab", refused, refused, refused]],
    [
      "address",
      schemas.addressSchema,
      [lower, badSum, `${lower}0`, lower.slice(0, -1), foreign],
      [address, address, refused, refused, refused],
    ],
    [
      "any address",
      schemas.anyAddressSchema,
      [badSum, foreign, " ", "", "a".repeat(200), "a".repeat(201), 1],
      [address, foreign, refused, refused, "a".repeat(200), refused, refused],
    ],
    ["any address in lower case", schemas.plainAnyAddressSchema, [badSum, foreign, ""], [lower, foreign, refused]],
    [
      "any hash",
      schemas.anyHashSchema,
      [hash, foreign, `${hash}A`, "", 1],
      [hash.toLowerCase(), foreign, `${hash}A`, refused, refused],
    ],
    [
      "slug",
      schemas.slugSchema,
      [0, "7", 4_294_967_295, "4294967296", -1, 1.5, "x"],
      [0, 7, 4_294_967_295, refused, refused, refused, refused],
    ],
    ["whole number", schemas.wholeNumberSchema("n", 9), [9, "9", 10, "10"], [9, 9, refused, refused]],
    [
      "uint256",
      schemas.uint256Schema("n"),
      ["0", 7, String(2n ** 256n - 1n), String(2n ** 256n), -1],
      [0n, 7n, 2n ** 256n - 1n, refused, refused],
    ],
    [
      "a number or none",
      schemas.orNull(schemas.slugSchema),
      [undefined, null, "", 0, "x"],
      [null, null, null, 0, refused],
    ],
    [
      "a parameter that can be left out",
      schemas.querySchema({ chainSlug: optional(checkSlug) }, []),
      [{ chainSlug: "" }, {}, { chainSlug: "7" }],
      [{ chainSlug: undefined }, {}, { chainSlug: 7 }],
    ],
  ] as const) {
    it(`are read: ${what}`, () => {
      expect(read(schema, values)).to.deep.equal(expected)
    })
  }

  it("have a problem in the words of whoever checks, or of the check", () => {
    const said = (schema: z.ZodType, value: unknown) =>
      schema.safeParse(value).error?.issues.map(({ message }) => message)
    expect(said(schemas.checked(checkSlug, "a chain"), "x")).to.deep.equal(["a chain"])
    expect(said(schemas.checked(checkSlug), -1)?.[0]).to.not.contain("value")
    const mistake = new TypeError("a mistake")
    const failing = schemas.checked(() => {
      throw mistake
    })
    expect(() => failing.safeParse(1)).to.throw(mistake)
    const query = schemas.querySchema({ one: checkSlug, two: checkSlug })
    expect(query.parse({ one: "1", two: "2" })).to.deep.equal({ one: 1, two: 2 })
    expect(said(query, { one: "1", two: "2", tow: "3", three: "" })?.[0]).to.match(
      /^tow: .*Did you mean two\?; three: /,
    )
    expect([said(query, { one: "" }), said(query, { one: "1", two: "2" })]).to.deep.equal([
      ["missing field : one", "missing field : two"],
      undefined,
    ])
  })
})
