import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"

import { expect } from "chai"
import { describe, it } from "mocha"

import { findCompiling } from "../../../scripts/mutate/findCompiling.js"
import { faultsIn } from "../../../scripts/mutate/readFaults.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

describe("findCompiling", () => {
  it("refuses a fault that no longer fits the types of the file, or of one that it imports", async () => {
    await using folder = await temporaryFolder()
    // Without the types of JavaScript itself, which take half a second to read.
    const compilerOptions = { strict: true, noLib: true, module: "node20", types: [] }
    await writeFile(join(folder.path, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["src"] }))
    await mkdir(join(folder.path, "src"))
    await writeFile(join(folder.path, "src/size.ts"), "export type Size = number | undefined\n")
    const text = [
      'import type { Size } from "./size.ts"',
      "export function fits(size: Size, limit: number): boolean {",
      "  const isKnown = size !== undefined",
      "  return isKnown && size < limit",
      "}",
    ].join("\n")
    await writeFile(join(folder.path, "src/fits.ts"), text)
    const faults = faultsIn("src/fits.ts", text)
    const compiling = findCompiling(folder.path, faults)
    const judged = faults.map((fault) => {
      const [, , isKnown, returned] = fault.text.split("\n")
      return [`${isKnown}${returned}`.replace(/ +/g, " ").trim(), compiling.has(fault)]
    })
    expect(judged).to.deep.equal([
      ["const isKnown = size === undefined return isKnown && size < limit", false],
      ["const isKnown = size !== undefined return isKnown || size < limit", false],
      ["const isKnown = size !== undefined return isKnown", true],
      ["const isKnown = size !== undefined return size < limit", false],
      ["const isKnown = size !== undefined return isKnown && size <= limit", true],
    ])
  })
})
