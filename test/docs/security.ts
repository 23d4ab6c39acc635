import { globSync } from "node:fs"

import { expect } from "chai"
import { describe, it } from "mocha"

import { findPromiseProblems } from "../../scripts/promises/findPromiseProblems.js"
import { findPromiseTests } from "../../scripts/promises/findPromiseTests.js"
import { type Matrix, readMatrix } from "../../scripts/promises/readMatrix.js"
import { readPromises } from "../../scripts/promises/readPromises.js"
import { readDocument, section, table } from "./markdown.js"

describe("SECURITY.md", () => {
  it("says how to report, and who is trusted with what", async () => {
    const page = await readDocument("SECURITY.md")
    expect(section(page, "## Reporting a vulnerability")).to.contain("privately")
    expect(table(page, "who ")).to.have.length.above(5)
  })

  it("promises what files keep and tests hold, on a page that is read", () => {
    const matrix = readMatrix()
    expect(matrix.promises).to.have.length.above(20)
    expect(findPromiseProblems(matrix)).to.deep.equal([])
  })

  it("has a promise for each file of attacks", () => {
    const { tests } = readMatrix()
    const files = new Set(tests.map(({ file }) => file))
    const attacks = globSync(["test/attacks/**/*.ts", "extras/*/test/attacks/**/*.ts"]).map((file) =>
      file.replaceAll("\\", "/"),
    )
    expect(attacks).to.have.length.above(15)
    expect(attacks.filter((file) => !files.has(file))).to.deep.equal([])
  })
})

describe("the matrix of promises", () => {
  const page =
    "| S-01 | It holds. | [a](src/a.ts) |  |\n| S-02 | It holds, too. | [b](src/b.ts), [c](src/c.ts) | A rest. |\n"
  const tests = [
    ...findPromiseTests("test/a.ts", 'describe("S-01 a", () => {\n  it("b", x)\n  it(`S-02 S-01 ${c} d`, x)\n})'),
    ...findPromiseTests("a.t.sol", "    function testFuzz_S02_e_f(uint256 g) public {"),
  ]
  const whole: Matrix = { page, promises: readPromises(page), tests, exists: () => true }

  it("has each test under each promise that its name begins with", () => {
    expect(tests.map(({ id, title }) => `${id} ${title}`)).to.deep.equal(["S-01 a", "S-02 … d", "S-01 … d", "S-02 e_f"])
    expect(whole.promises.map(({ keptBy }) => keptBy)).to.deep.equal([["src/a.ts"], ["src/b.ts", "src/c.ts"]])
    expect(findPromiseProblems(whole)).to.deep.equal([])
  })

  const planted: Readonly<Record<string, Partial<Matrix>>> = {
    "S-01 has no test that npm test runs": { tests: tests.filter(({ id }) => id !== "S-01") },
    "S-02 has no test that npm test runs": { tests: tests.map((test) => ({ ...test, isQuick: test.id === "S-01" })) },
    'test/a.ts: "x" holds S-03, which SECURITY.md does not promise': {
      tests: [...tests, ...findPromiseTests("test/a.ts", 'deepIt("S-03 x", y)')],
    },
    "S-02 is kept by src/c.ts, which does not exist": { exists: (file) => file !== "src/c.ts" },
    "S-01 names no file that keeps it": { promises: readPromises(page.replace("[a](src/a.ts)", "a")) },
    "S-01 is not one sentence": { promises: readPromises(page.replace("It holds.", "It holds. Always.")) },
    "S-02: what remains is not a sentence": { promises: readPromises(page.replace("A rest.", "a rest")) },
    "S-01 is promised twice": { promises: readPromises(`${page}${page}`) },
    "SECURITY.md has 10001 bytes, more than 10000": { page: "ü".repeat(5_000) + "." },
    "SECURITY.md has 31 promises, more than 30": {
      promises: Array.from({ length: 31 }, (_, index) => readPromises(page)[index % 2]!),
    },
  }
  for (const [problem, slip] of Object.entries(planted)) {
    it(`finds: ${problem}`, () => {
      expect(findPromiseProblems({ ...whole, ...slip })).to.include(problem)
    })
  }
})
