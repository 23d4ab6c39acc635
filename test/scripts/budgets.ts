import { expect } from "chai"
import { describe, it } from "mocha"

import { type Budgets, compareWithBudgets, sumsOf } from "../../scripts/budgets.js"

const budgets: Budgets = {
  core: { src: 30, "src/http": 200 },
  extras: { "extras/page/src": 70 },
  tests: { test: 500, "extras/page/test": 11 },
  around: { scripts: 40 },
  files: 4,
}

const fitting: readonly (readonly [file: string, lines: number])[] = [
  ["src/index.ts", 30],
  ["src/http/get.ts", 120],
  ["src/http/parsing/json.ts", 71],
  ["extras/page/src/openPage.ts", 69],
  ["test/http/get.ts", 480],
  ["extras/page/test/openPage.ts", 10],
  ["scripts/build.ts", 40],
  ["docs/guide.md", 9000],
  ["test/golden/help.txt", 9000],
]

const problemsWith = (...changed: readonly (readonly [file: string, lines: number])[]): string[] =>
  compareWithBudgets(budgets, new Map([...fitting, ...changed])).problems

describe("npm run budgets", () => {
  it("counts each file in the innermost room that has it, and neither recorded outputs nor documents", () => {
    const { now, problems } = compareWithBudgets(budgets, new Map(fitting))
    expect(problems).to.deep.equal([])
    expect(now).to.deep.equal({
      core: { src: 30, "src/http": 191 },
      extras: { "extras/page/src": 69 },
      tests: { test: 480, "extras/page/test": 10 },
      around: { scripts: 40 },
      files: 4,
    })
    expect(sumsOf(now)).to.deep.equal({ core: 221, all: 290, tests: 490 })
  })

  it("fails for a room above its budget, of source, of tests and of what is around them", () => {
    expect(problemsWith(["src/http/get.ts", 130])).to.deep.equal(["src/http has 201, 1 more than its budget."])
    expect(problemsWith(["extras/page/test/openPage.ts", 12])).to.deep.equal([
      "extras/page/test has 12, 1 more than its budget.",
    ])
    expect(problemsWith(["scripts/build.ts", 43])).to.deep.equal(["scripts has 43, 3 more than its budget."])
  })

  it("fails for more files than there may be, and for a file in no room", () => {
    expect(problemsWith(["src/http/post.ts", 0])).to.deep.equal(["All files of source has 5, 1 more than its budget."])
    expect(problemsWith(["extras/watch/src/a.ts", 1])).to.deep.equal([
      "extras/watch/src/a.ts is in no room of budgets.json.",
    ])
  })

  it("asks for a lower budget once a room has shrunk", () => {
    expect(problemsWith(["src/http/get.ts", 79])).to.deep.equal([])
    expect(problemsWith(["src/http/get.ts", 78])).to.deep.equal([
      "src/http has 149, and a budget of 200: npm run budgets -- --lower",
    ])
  })
})
