import { rm, writeFile } from "node:fs/promises"
import { join } from "node:path"

import { expect } from "chai"
import { describe, it } from "mocha"
import { numberToHex } from "viem"

import { createFindSource } from "#src/explaining/source/createFindSource.js"
import { findArtifact, lineOf, numberInstructions, readSourceMap } from "#src/explaining/source/sourceMaps.js"
import { findFailingFrames, findRevertingStep, type LocatedStep, type TraceStep } from "#src/explaining/source/trace.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

describe("the line of source code where a call reverts", () => {
  const inner = `0x${"22".repeat(20)}`
  const step = (depth: number, op: string, stack: readonly string[] = []): TraceStep => ({ depth, op, stack, pc: 0 })

  it("is that of the inner call whose revert is handed on", () => {
    const steps = [step(1, "STATICCALL", ["0x0", `0x${"22".repeat(20)}`, "0xffff"]), step(2, "REVERT", ["0x44", "0x0"])]
    const [first, second] = findFailingFrames([...steps, step(1, "ISZERO"), step(1, "REVERT", ["0x44", "0x80"])], "0x1")
    expect([first?.address, second?.address]).to.deep.equal([inner, "0x1"])
  })

  it("is that of the outer call if it caught what the inner one reverted with, or the inner one succeeded", () => {
    const call = step(1, "CALL", ["0x0", `0x${"22".repeat(20)}`, "0xffff"])
    const caught = [call, step(2, "REVERT", ["0x44", "0x0"]), step(1, "REVERT", ["0x4", "0x80"])]
    const fine = [call, step(2, "RETURN"), step(1, "REVERT", ["0x0", "0x0"])]
    for (const steps of [caught, fine]) {
      expect(findFailingFrames(steps, "0x1").map(({ address }) => address)).to.deep.equal(["0x1"])
    }
    expect(findFailingFrames([], "0x1")).to.deep.equal([])
  })

  it("is that of the code that jumps to an end that it shares with another revert", () => {
    const at = (line: number, op = "PUSH1"): LocatedStep => {
      return { op, entersFunction: false, place: { file: "a.sol", start: line * 10, line } }
    }
    const shared = [at(5), at(5, "JUMP"), at(94, "JUMPDEST"), at(94, "REVERT")]
    expect(findRevertingStep(shared)).to.equal(1)
    const guarded = [at(5), at(5, "JUMPI"), at(6, "JUMPDEST"), at(6, "REVERT")]
    expect(findRevertingStep(guarded)).to.equal(3)
    const called = [at(5), { ...at(5, "JUMP"), entersFunction: true }, at(94, "JUMPDEST"), at(94, "REVERT")]
    expect(findRevertingStep(called)).to.equal(3)
    expect(findRevertingStep([])).to.equal(-1)
  })

  it("is that of the end itself where an `if` guards it from up to five lines above, and that of the jump otherwise", () => {
    const at = (line: number, op: string, file = "a.sol"): LocatedStep => {
      return { op, entersFunction: false, place: { file, start: line * 10, line } }
    }
    const end = (line: number, file?: string) => [at(line, "JUMPDEST", file), at(line, "REVERT", file)]
    const jumping = (op: string, line: number, file?: string) => [at(5, "PUSH1"), at(5, op), ...end(line, file)]
    const cases = [
      ...[5, 10].map((line) => [jumping("JUMPI", line), 3] as const),
      ...[4, 11].map((line) => [jumping("JUMPI", line), 1] as const),
      [jumping("JUMPI", 6, "b.sol"), 1],
      [jumping("JUMP", 6), 1],
      // Nothing jumped there: the code ran into it.
      [jumping("POP", 94), 3],
      // What was prepared before the jump.
      [[at(94, "PUSH1"), ...jumping("JUMP", 94)], 4],
      [[at(94, "PUSH1", "b.sol"), ...jumping("JUMP", 94)], 2],
      [[{ op: "PUSH1", entersFunction: false, place: undefined }, ...end(94)], 2],
      // Of a shared end only the beginning has a place.
      [[...jumping("JUMP", 94).slice(0, 3), { op: "REVERT", entersFunction: false, place: undefined }], 1],
    ] as const
    for (const [index, [steps, found]] of cases.entries()) {
      expect(findRevertingStep(steps), `case ${index}`).to.equal(found)
    }
  })

  it("is that of the contract with this code, but for what is filled in when one is deployed", async () => {
    const [immutableReferences, library] = [
      { "7": [{ start: 1, length: 2 }] },
      { "l.sol": { L: [{ start: 3, length: 1 }] } },
    ]
    const built: Record<string, object> = {
      "i.sol:Interface": { deployedBytecode: "0x", deployedLinkReferences: {} },
      "a.sol:Plain": { deployedBytecode: "0x60aabb0060", deployedLinkReferences: {} },
      "b.sol:Filled": { deployedBytecode: "0x6000000061", immutableReferences, deployedLinkReferences: library },
    }
    const artifacts = {
      getAllFullyQualifiedNames: () => Promise.resolve(new Set(Object.keys(built))),
      readArtifact: (name: string) => Promise.resolve({ name, ...built[name] }),
    }
    const find = async (code: string) =>
      ((await findArtifact(artifacts as never, code)) as { name?: string } | undefined)?.name
    const codes = ["0x60AABB0060", "0x60aabb0061", "0x60aabbcc61", "0x61aabbcc61", "0x60aabb006100", "0x"]
    expect(await Promise.all(codes.map(find))).to.deep.equal([
      ...["a.sol:Plain", "b.sol:Filled", "b.sol:Filled", undefined, undefined, undefined],
    ])
  })

  it("is read from the compiler's source map", () => {
    expect(readSourceMap("1:2:0:i;;9::3:-")).to.deep.equal([
      { start: 1, file: 0, entersFunction: true },
      { start: 1, file: 0, entersFunction: true },
      { start: 9, file: 3, entersFunction: false },
    ])
    // PUSH2 carries two bytes.
    expect([...numberInstructions("0x61010200")]).to.deep.equal([
      [0, 0],
      [3, 1],
    ])
    expect(lineOf("ä\nb\nc", 3)).to.equal(2)
  })

  /** A project with a file and a package's, whose contract pushes two zeros, and reverts. */
  async function buildOf(
    file: string,
    sourceMap: string,
    { deployed, more }: { deployed?: string; more?: object } = {},
  ) {
    const folder = await temporaryFolder()
    const [input, output] = [join(folder.path, "input.json"), join(folder.path, "output.json")]
    const [code, content] = ["0x60006000fd", "a\nb\nc"]
    const dependency = "npm/dep/b.sol"
    const sources = { [file]: { content }, [dependency]: { content } }
    await writeFile(input, JSON.stringify({ input: { sources } }))
    const contracts = { [file]: { A: { evm: { deployedBytecode: { sourceMap } } } } }
    await writeFile(
      output,
      JSON.stringify({ output: { sources: { [file]: { id: 0 }, [dependency]: { id: 1 } }, contracts } }),
    )
    const artifact = {
      contractName: "A",
      inputSourceName: file,
      buildInfoId: folder.path,
      deployedBytecode: code,
      ...more,
    }
    const artifacts = {
      getAllFullyQualifiedNames: () => Promise.resolve(new Set(["a.sol:A"])),
      readArtifact: () => Promise.resolve({ ...artifact, deployedLinkReferences: {} }),
      getBuildInfoPath: () => Promise.resolve(input),
      getBuildInfoOutputPath: () => Promise.resolve(output),
    }
    const structLogs = [0, 2, 4].map((pc) => ({ ...step(1, pc === 4 ? "REVERT" : "PUSH1", ["0x0", "0x0"]), pc }))
    const request = ({ method }: { method: string }) =>
      Promise.resolve(method === "eth_getCode" ? (deployed ?? code) : { gas: 9, structLogs })
    const call = { chain: { client: { request } }, from: inner, to: inner, data: "0x", value: 0n } as never
    return {
      find: () => createFindSource(artifacts as never)(call),
      remove: () => Promise.all([rm(input), rm(output)]),
      [Symbol.asyncDispose]: folder[Symbol.asyncDispose],
    }
  }

  it("is found again without reading the compiler's output again, which is large", async () => {
    await using built = await buildOf("project/a.sol", "0:1:0:-;2;4")
    expect(await built.find()).to.equal("a.sol:3")
    await built.remove()
    // Every assertion of a test asks anew.
    expect(await built.find()).to.equal("a.sol:3")
  })

  it("is the last one of the project's own files, or of a package where it came to none, and not too long", async () => {
    for (const [file, sourceMap, line] of [
      // Only the first step is in the project's own file, or none is.
      ["project/a.sol", "2:1:0:-;0:1:1;4", "a.sol:2"],
      ["project/a.sol", "2:1:1:-;0;4", "npm/dep/b.sol:3"],
      ["project/\u202ea.sol", "0:1:0:-;2;4", String.raw`\u202ea.sol:3`],
    ] as const) {
      await using built = await buildOf(file, sourceMap)
      expect(await built.find()).to.equal(line)
    }
    await using built = await buildOf(`project/${"a".repeat(300)}`, "0:1:0:-;2;4")
    expect(await built.find()).to.have.length(200)
  })

  it("is none of a contract that the project does not have, or whose files or build it does not have", async () => {
    for (const [what, sourceMap, given] of [
      ["other code", "0:1:0:-;2;4", { deployed: "0x60016000fd" }],
      ["no code", "0:1:0:-;2;4", { deployed: "0x" }],
      ["no build", "0:1:0:-;2;4", { more: { buildInfoId: undefined } }],
      ["a contract that the build does not have", "0:1:0:-;2;4", { more: { contractName: "B" } }],
      ["a file that the build does not have", "0:1:9:-;2;4", {}],
      ["no place at all", "0:1:-1:-;2;4", {}],
      ["fewer places than instructions", "", {}],
    ] as const) {
      await using built = await buildOf("project/a.sol", sourceMap, given)
      expect(await built.find(), what).to.equal(undefined)
    }
  })

  it("is looked for with the value of the call, which its sender has, and an ether more", async () => {
    const asked: unknown[][] = []
    const client = {
      request: ({ params }: { params: unknown[] }) => {
        asked.push(params)
        return Promise.resolve({ gas: 1, structLogs: [] })
      },
    }
    for (const value of [0n, 5n]) {
      await createFindSource({} as never)({ chain: { client }, from: inner, to: inner, data: "0x", value } as never)
    }
    const overridesOf = (params: unknown[] | undefined) => (params?.[2] as { stateOverrides?: unknown }).stateOverrides
    expect(asked.map(overridesOf)).to.deep.equal([undefined, { [inner]: { balance: "0xde0b6b3a7640005" } }])
    expect(asked[1]?.[0]).to.deep.include({ value: "0x5" })
  })

  it("is not looked for in a long trace, which is said", async () => {
    const asked: { gas?: string }[] = []
    const client = {
      request: ({ params: [call] }: { params: readonly { gas: string }[] }) => {
        asked.push(call!)
        return Promise.resolve({ gas: 50_000, structLogs: [] })
      },
    }
    const call = { chain: { client }, from: inner, to: inner, data: "0x", value: 0n } as never
    expect(await createFindSource({} as never, { maxGas: 50_000n })(call)).to.deep.equal({
      leftOut: "the call takes 50,000 gas or more to get there, whose trace is long",
    })
    expect(asked[0]!.gas).to.equal("0xc350")
    expect(await createFindSource({} as never)(call)).to.equal(undefined)
  })

  it("is looked for with what the call brings, and a little more for its sender, who need not have it", async () => {
    const asked: unknown[] = []
    const client = {
      request: ({ params }: { params: unknown }) => (asked.push(params), Promise.resolve({ structLogs: [] })),
    }
    const tracing = { disableStorage: true, disableMemory: true, enableMemory: false }
    const find = createFindSource({} as never, { maxGas: 16n })
    for (const value of [0n, 5n])
      await find({ chain: { client }, from: inner, to: "0x02", data: "0x12", value } as never)
    const call = { from: inner, to: "0x02", data: "0x12", gas: "0x10" }
    const stateOverrides = { [inner]: { balance: numberToHex(10n ** 18n + 5n) } }
    expect(asked).to.deep.equal([
      [{ ...call, value: "0x0" }, "latest", tracing],
      [{ ...call, value: "0x5" }, "latest", { ...tracing, stateOverrides }],
    ])
  })

  it("is not waited for, which is said", async () => {
    const client = { request: () => new Promise(() => undefined) }
    const call = { chain: { client }, from: inner, to: inner, data: "0x", value: 0n } as never
    expect(await createFindSource({} as never, { timeout: 1 })(call)).to.deep.equal({
      leftOut: "the trace took longer than 0.001 s",
    })
  })

  it("is none, and no error, where the node does not trace or answers nonsense", async () => {
    for (const answer of [undefined, null, {}, { structLogs: "no" }, { structLogs: [{ depth: 9 }] }]) {
      const client = {
        request: () => (answer === undefined ? Promise.reject(new Error("no")) : Promise.resolve(answer)),
      }
      const chain = { client, socket: inner, slug: 1, name: "beta" }
      const call = { chain, from: inner, to: inner, data: "0x", value: 0n }
      expect(await createFindSource({} as never)(call as never)).to.equal(undefined)
    }
  })
})
