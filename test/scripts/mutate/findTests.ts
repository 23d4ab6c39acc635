import { expect } from "chai"
import { describe, it } from "mocha"

import { findTests, readImportGraph } from "../../../scripts/mutate/findTests.js"

describe("findTests", () => {
  const graph = new Map([
    ["src/a/one.ts", []],
    ["src/a/two.ts", ["src/a/one.ts"]],
    ["src/index.ts", ["src/a/two.ts"]],
    ["test/fixtures/world.ts", ["src/a/one.ts"]],
    ["test/a/one.ts", ["src/index.ts"]],
    ["test/a/two.ts", ["src/index.ts"]],
    ["test/b/near.ts", ["src/a/one.ts"]],
    ["test/b/far.ts", ["test/fixtures/world.ts"]],
    ["test/b/other.ts", ["src/b.ts"]],
    ["contracts/C.t.sol", ["contracts/C.sol"]],
    ["contracts/D.t.sol", ["contracts/D.sol"]],
    ["contracts/D.sol", ["contracts/C.sol"]],
  ])

  it("finds what imports a file however indirectly: its mirror, those beside it, then the nearest", () => {
    expect(findTests(graph, "src/a/one.ts")).to.deep.equal([
      "test/a/one.ts",
      "test/a/two.ts",
      "test/b/near.ts",
      "test/b/far.ts",
    ])
  })

  it("takes those of the nearest folders first, because a task is loaded when it runs and everything imports its definition", () => {
    const all = ["test/docs/a.ts", "test/tasks/b.ts", "test/tasks/swap/c.ts", "test/tasks/swap/execute/d.ts"]
    const loaded = new Map([
      ["tasks/index.ts", ["tasks/swap/execute/key.ts"]],
      ["test/docs/a.ts", ["tasks/swap/execute/key.ts"]],
      ...all.slice(1).map((test): [string, string[]] => [test, ["tasks/index.ts"]]),
    ])
    expect(findTests(loaded, "tasks/swap/execute/key.ts")).to.deep.equal(all.toReversed())
  })

  it("finds the tests of a contract, and of those that inherit it", () => {
    expect(findTests(graph, "contracts/C.sol")).to.deep.equal(["contracts/C.t.sol", "contracts/D.t.sol"])
  })

  it("finds those of an extra, whose fixtures are none", () => {
    const own = "extras/page/src/a.ts"
    const loaded = new Map([
      ["extras/page/test/a.ts", ["extras/page/test/fixtures/b.ts"]],
      ["extras/page/test/fixtures/b.ts", [own]],
    ])
    expect(findTests(loaded, own)).to.deep.equal(["extras/page/test/a.ts"])
  })

  it("finds none for a file that no test imports", () => {
    expect(findTests(graph, "src/lonely.ts")).to.deep.equal([])
  })
})

describe("readImportGraph", () => {
  const graph = readImportGraph(process.cwd())

  it("follows imports at run time, and the configuration that importing Hardhat loads", () => {
    expect(graph.get("tasks/messaging/index.ts")).to.include("tasks/messaging/track.ts")
    expect(graph.get("test/docs/commands.ts")).to.include("hardhat.config.ts")
    expect(findTests(graph, "tasks/messaging/track.ts")[0]).to.equal("test/tasks/messaging/track.ts")
  })

  it("follows what a test starts as a process of its own", () => {
    expect(graph.get("test/fixtures/commands/hardhatCommand.ts")).to.include("test/fixtures/project/hardhat.config.ts")
    expect(graph.get("test/fixtures/children/executeInChild.ts")).to.include("test/fixtures/children/executingChild.ts")
  })

  it("follows contracts that a Solidity test deploys by name", () => {
    const tests = findTests(graph, "contracts/devnet/gateway/fees/FeePools.sol")
    expect(tests[0]).to.match(/^contracts\/devnet\/gateway\/fees\/\w+\.t\.sol$/)
    expect(tests).to.include("contracts/devnet/gateway/fees/FeesManager.t.sol")
    expect(tests).to.include("contracts/gateway/samples/CounterAppGateway.t.sol")
  })
})
