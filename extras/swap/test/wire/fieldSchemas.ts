import { expect } from "chai"
import { describe, it } from "mocha"
import type { z } from "zod"

import {
  chainIdSchema,
  decimalsSchema,
  numberOrNull,
  secondsSchema,
  textOfNumberOrNull,
  timestampSchema,
} from "#extras/swap/src/wire/fieldSchemas.js"

describe("the fields of the swap API", () => {
  const digits = (count: number) => "1".repeat(count)
  const fields: readonly (readonly [
    string,
    z.ZodType,
    taken: readonly (readonly [unknown, unknown])[],
    refused: unknown[],
  ])[] = [
    [
      "seconds",
      secondsSchema,
      [
        [0, 0],
        [0.5, 0.5],
        ["0", 0],
        ["12.5", 12.5],
      ],
      [-0.001, "-1", NaN, Infinity, null, "", "1s"],
    ],
    [
      "a number or nothing",
      numberOrNull,
      [
        [-3, -3],
        ["-3.25", -3.25],
        [digits(20), 11_111_111_111_111_111_111],
        [`1.${digits(20)}`, 1.111_111_111_111_111_1],
        [null, null],
        [undefined, null],
      ],
      [digits(21), `1.${digits(21)}`, "1.", ".5", "0x10", "1e3", true],
    ],
    [
      "a number of decimals",
      decimalsSchema,
      [
        [0, 0],
        [255, 255],
      ],
      [256, -1, 1.5, null],
    ],
    [
      "a chain id",
      chainIdSchema,
      [
        [1, 1],
        [41002, 41002],
      ],
      [-1, 1.5, null],
    ],
    [
      "a time",
      timestampSchema,
      [
        ["today", "today"],
        [0, 0],
        [null, null],
      ],
      [NaN, true, {}],
    ],
    [
      "text of a number",
      textOfNumberOrNull,
      [
        ["a", "a"],
        [1.5, "1.5"],
        [0, "0"],
        [null, null],
      ],
      [Infinity, false, []],
    ],
  ]
  for (const [what, schema, taken, refused] of fields) {
    it(`take ${what}, and nothing else`, () => {
      for (const [value, read] of taken) expect(schema.parse(value), String(value)).to.equal(read)
      for (const value of refused) expect(schema.safeParse(value).success, String(value)).to.equal(false)
    })
  }
})
