import { readdir } from "node:fs/promises"

import { expect } from "chai"
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import { afterEach, beforeEach, describe, it } from "mocha"
import { pad, toFunctionSelector } from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { readMeasurements, reportFolderVariable } from "#src/costs/measurementFiles.js"
import { summarizeCosts } from "#src/costs/WorldCosts.js"
import { recordSolidityCosts } from "#tasks/plugs/recordSolidityCosts.js"
import test from "#tasks/plugs/test.js"
import testSolidity from "#tasks/plugs/testSolidity.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

const [known, unknown] = ["0x00000000000000000000000000000000000000A1", "0x00000000000000000000000000000000000000B2"]
const add = pad(toFunctionSelector("add(uint32,uint256)"), { dir: "right", size: 32 })
const inbound = pad("0x", { size: 32 })

/** What the runner hands over of one test. Between the first and the last bytes of the code stands an immutable value. */
const recorded = [
  { name: `1 code ${known} 0x6000aabb3344`, value: "0" },
  { name: `2 fee ${known} ${add}`, value: "700" },
  { name: `3 inbound ${known} ${add} 100000`, value: "30000" },
  { name: `4 fee ${known} ${add}`, value: "900" },
  { name: `5 code ${unknown} 0x6000aabb3355`, value: "0" },
  { name: `6 fee ${unknown} ${inbound}`, value: "1" },
]

describe("recordSolidityCosts", () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  const outer = process.env[reportFolderVariable]
  beforeEach(async () => {
    folder = await temporaryFolder()
    process.env[reportFolderVariable] = folder.path
  })
  afterEach(async () => {
    if (outer === undefined) Reflect.deleteProperty(process.env, reportFolderVariable)
    else process.env[reportFolderVariable] = outer
    await folder[Symbol.asyncDispose]()
  })

  const artifact = {
    ...{ contractName: "Counter", abi: counterArtifact.abi, deployedBytecode: "0x600011223344" },
    ...{ deployedLinkReferences: {}, immutableReferences: { 7: [{ start: 2, length: 2 }] } },
  }
  const profiles = { default: { forking: { rpcEndpoints: { own: "" } } } }
  const endpoints = () => Object.keys(profiles.default.forking.rpcEndpoints)
  const hre = {
    config: { test: { solidity: { profiles } } },
    artifacts: {
      getAllFullyQualifiedNames: () => Promise.resolve(new Set(["C"])),
      readArtifact: () => Promise.resolve(artifact),
    },
  } as unknown as HardhatRuntimeEnvironment

  it("asks the tests for what their messages cost, and counts it by contract and function", async () => {
    const groups = [
      { name: "own", entries: [{ name: "x", value: "1" }] },
      { name: "hardhat-plugs-report", entries: recorded },
    ]
    const value = { suiteResults: [{ testResults: [{ valueSnapshotGroups: groups }, {}] }] }
    let asked: string[] = []
    const run = () => {
      asked = endpoints()
      return Promise.resolve({ success: true, value })
    }
    expect(await recordSolidityCosts(hre, run)).to.deep.equal({ success: true, value })
    expect(asked).to.deep.equal(["own", "hardhat-plugs-report"])
    expect(endpoints()).to.deep.equal(["own"])
    const { messages } = summarizeCosts(await readMeasurements(folder.path))
    const inboundGas = { min: 30_000n, median: 30_000n, max: 30_000n, count: 1 }
    expect(messages).to.deep.equal([
      {
        ...{ contract: unknown, functionName: "(called by the test)" },
        fee: { min: 1n, median: 1n, max: 1n, count: 1 },
        ...{ outboundGas: undefined, inboundGas: undefined, inboundAtMost: undefined },
      },
      {
        ...{ contract: "Counter", functionName: "add", outboundGas: undefined, inboundGas },
        fee: { min: 700n, median: 800n, max: 900n, count: 2 },
        inboundAtMost: { gasUsed: 30_000n, gasLimit: 100_000n, share: 0.3 },
      },
    ])
  })

  it("counts those of a run that fails too, and knows a contract with libraries, but none of another length", async () => {
    const linked = { ...artifact, deployedLinkReferences: { "a.sol": { Lib: [{ start: 4, length: 1 }] } } }
    const artifacts = { ...hre.artifacts, readArtifact: () => Promise.resolve(linked) }
    const entries = [
      { name: `1 code ${known} 0x6000aabbff44`, value: "0" },
      { name: `2 fee ${known} ${add}`, value: "700" },
      { name: `3 code ${unknown} 0x6000aabbff4400`, value: "0" },
      { name: `4 fee ${unknown} ${add}`, value: "5" },
      { name: `5 other ${unknown} ${add}`, value: "9" },
    ]
    const groups = [{ name: "hardhat-plugs-report", entries }]
    const error = { suiteResults: [{ testResults: [{ valueSnapshotGroups: groups }] }] }
    const result = { success: false, error }
    const own = { ...hre, artifacts } as unknown as HardhatRuntimeEnvironment
    expect(await recordSolidityCosts(own, () => Promise.resolve(result))).to.equal(result)
    const { messages } = summarizeCosts(await readMeasurements(folder.path))
    expect(messages.map(({ contract, functionName, fee }) => [contract, functionName, fee.min])).to.deep.equal([
      [unknown, add.slice(0, 10), 5n],
      ["Counter", "add", 700n],
    ])
  })

  it("reads no artifact and writes no file for tests that have sent nothing", async () => {
    const artifacts = { getAllFullyQualifiedNames: () => Promise.reject(new Error("nobody needs them")) }
    const own = { ...hre, artifacts } as unknown as HardhatRuntimeEnvironment
    const groups = [[], [{ name: "own", entries: recorded }], [{ name: "hardhat-plugs-report", entries: [] }]]
    const testResults = groups.map((valueSnapshotGroups) => ({ valueSnapshotGroups }))
    for (const value of [{ suiteResults: [{ testResults }] }, { suiteResults: [] }, undefined]) {
      expect(await recordSolidityCosts(own, () => Promise.resolve({ value }))).to.deep.equal({ value })
    }
    expect(await readdir(folder.path)).to.deep.equal([])
  })

  it("leaves the tests as they are without a report, and runs them once for one", async () => {
    for (const [action, args] of [
      [test, { grep: "a" }],
      [testSolidity, { grep: "b" }],
    ] as const) {
      for (const plugsReport of [false, true]) {
        const given: unknown[] = []
        const answer = { success: true as const, value: { suiteResults: [] } }
        const runSuper = (passed: unknown) => {
          given.push(passed, endpoints())
          return Promise.resolve(answer)
        }
        const asking = { ...hre, globalOptions: { plugsReport } } as unknown as HardhatRuntimeEnvironment
        expect(await action(args, asking, runSuper)).to.equal(answer)
        const isRecording = plugsReport && action === testSolidity
        expect(given).to.deep.equal([args, isRecording ? ["own", "hardhat-plugs-report"] : ["own"]])
      }
    }
  })

  it("changes nothing where no report is made", async () => {
    Reflect.deleteProperty(process.env, reportFolderVariable)
    const run = () => Promise.resolve({ asked: endpoints() })
    expect(await recordSolidityCosts(hre, run as never)).to.deep.equal({ asked: ["own"] })
  })
})
