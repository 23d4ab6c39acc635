import path from "node:path"

import { expect } from "chai"
import { describe, it } from "mocha"

import { isBelow } from "#src/primitives/files/isBelow.js"

const cases: readonly (readonly [rules: "posix" | "win32", folder: string, place: string, isBelow: boolean])[] = [
  ["posix", "/p", "/p", true],
  ["posix", "/p", "/p/a/b.sol", true],
  ["posix", "/p", "/p/..a/b.sol", true],
  ["posix", "/p", "/p/../a", false],
  ["posix", "/p", "/pa", false],
  ["win32", "C:\\p", "c:\\P\\a\\b.sol", true],
  ["win32", "C:\\p", "C:/p/a/b.sol", true],
  ["win32", "C:\\p", "C:\\p\\..a", true],
  ["win32", "C:\\p", "C:\\p\\..\\a", false],
  ["win32", "C:\\p", "D:\\p\\a", false],
  ["win32", "C:\\p", "\\\\server\\share\\p", false],
]

describe("isBelow", () => {
  for (const [rules, folder, place, expected] of cases) {
    it(`says of ${place} by the rules of ${rules}: ${expected ? "below" : "not below"} ${folder}`, () => {
      expect(isBelow(folder, place, path[rules])).to.equal(expected)
    })
  }
})
