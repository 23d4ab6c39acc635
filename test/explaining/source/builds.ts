import { writeFile } from "node:fs/promises"
import { join } from "node:path"

import { expect } from "chai"
import { describe, it } from "mocha"

import { createFindSource } from "#src/explaining/source/createFindSource.js"
import { readProjectAbis } from "#src/explaining/source/readProjectAbis.js"
import { readSourceMap } from "#src/explaining/source/sourceMaps.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

const [outer, inner] = [`0x${"11".repeat(20)}`, `0x${"22".repeat(20)}`] as const
/** Three instructions, at 0, 2 and 4. */
const [outerCode, innerCode] = ["0x60006000fd", "0x60016001fd"] as const
/** The lines begin at 0, 2, 4 and so on. */
const content = "\n".padEnd(1_000, "a\n")
const stack = ["0x0", "0x0"]

type Step = { readonly pc: number; readonly op: string; readonly depth?: number; readonly stack?: readonly string[] }
type Inner = {
  readonly artifact?: object
  readonly path?: string | undefined
  readonly output?: string | undefined
  readonly sourceMap?: string | undefined
  readonly hasContent?: boolean
}

/** Finds the line of a call of one contract that may call another one. */
async function find(steps: readonly Step[], sourceMap: string, own: Inner = {}): Promise<unknown> {
  await using folder = await temporaryFolder()
  const [input, output] = [join(folder.path, "input.json"), join(folder.path, "output.json")]
  const [file, other] = ["project/a.sol", "project/b.sol"]
  const contract = (map: string | undefined) =>
    map === undefined ? {} : { C: { evm: { deployedBytecode: { sourceMap: map } } } }
  const { sourceMap: otherMap, hasContent = true } = { sourceMap: "6:1:1:-;6;6", ...own }
  const sources = { [file]: { content }, ...(hasContent ? { [other]: { content } } : {}) }
  await writeFile(input, JSON.stringify({ input: { sources } }))
  const contracts = { [file]: contract(sourceMap), [other]: contract(otherMap) }
  await writeFile(output, JSON.stringify({ output: { sources: { [file]: { id: 0 }, [other]: { id: 1 } }, contracts } }))
  const artifact = { contractName: "C", deployedLinkReferences: {} }
  const artifacts: Readonly<Record<string, object>> = {
    outer: { ...artifact, inputSourceName: file, buildInfoId: "outer", deployedBytecode: outerCode },
    inner: { ...artifact, inputSourceName: other, buildInfoId: "inner", deployedBytecode: innerCode, ...own.artifact },
  }
  const isOther = (id: string, key: "path" | "output") => id === "inner" && key in own
  const manager = {
    getAllFullyQualifiedNames: () => Promise.resolve(new Set(Object.keys(artifacts))),
    readArtifact: (name: string) => Promise.resolve(artifacts[name]),
    getBuildInfoPath: (id: string) => Promise.resolve(isOther(id, "path") ? own.path : input),
    getBuildInfoOutputPath: (id: string) => Promise.resolve(isOther(id, "output") ? own.output : output),
  }
  const structLogs = steps.map((step) => ({ depth: 1, stack, ...step }))
  const request = ({ method, params }: { method: string; params: readonly unknown[] }) => {
    if (method === "eth_getCode") return Promise.resolve(params[0] === outer ? outerCode : innerCode)
    return Promise.resolve({ gas: 9, structLogs })
  }
  const call = { chain: { client: { request } }, from: outer, to: outer, data: "0x", value: 0n }
  return await createFindSource(manager as never)(call as never)
}

describe("the line of source code, in a project's builds", () => {
  it("is that of the caller where the project does not have the code that reverts", async () => {
    const steps = [
      { pc: 0, op: "STATICCALL", stack: ["0x0", inner, "0xffff"] },
      { pc: 4, op: "REVERT", depth: 2 },
      { pc: 4, op: "REVERT" },
    ]
    const of = (own?: Inner) => find(steps, "0:1:0:-;2;4", own)
    expect(await of()).to.equal("b.sol:4")
    const lacking: readonly Inner[] = [
      { artifact: { deployedBytecode: "0x00" } },
      { artifact: { buildInfoId: undefined } },
      { artifact: { inputSourceName: undefined } },
      { path: undefined },
      { output: undefined },
      { sourceMap: undefined },
      { sourceMap: "6:1:-1:-;6;6" },
      { sourceMap: "6:1:7:-;6;6" },
      { hasContent: false },
    ]
    for (const own of lacking) expect(await of(own), JSON.stringify(own)).to.equal("a.sol:3")
  })

  it("is that of a function's own revert, of the jump to an end that others share, and of no instruction that there is not", async () => {
    const steps = (...ops: readonly string[]) => ops.map((op, index) => ({ op, pc: Math.min(4, 2 * index) }))
    const jumping = steps("PUSH1", "JUMP", "JUMPDEST", "REVERT")
    expect(await find(jumping, "8:1:0:-;8:1:0:i;400:1:0:-")).to.equal("a.sol:201")
    expect(await find(jumping, "8:1:0:-;8:1:0:-;400:1:0:-")).to.equal("a.sol:5")
    expect(
      await find(
        [
          { pc: 4, op: "PUSH1" },
          { pc: 77, op: "REVERT" },
        ],
        "0:1:0:-;2;4",
      ),
    ).to.equal("a.sol:3")
  })

  it("begins with nothing where a source map does", () => {
    expect(readSourceMap(";3")).to.deep.equal([
      { start: 0, file: -1, entersFunction: false },
      { start: 3, file: -1, entersFunction: false },
    ])
  })
})

describe("readProjectAbis", () => {
  it("reads the ABI of each contract of the project", async () => {
    const abis: Readonly<Record<string, readonly unknown[]>> = { "a.sol:A": [{ type: "receive" }], "b.sol:B": [] }
    const artifacts = {
      getAllFullyQualifiedNames: () => Promise.resolve(new Set(Object.keys(abis))),
      readArtifact: (name: string) => Promise.resolve({ abi: abis[name] }),
    }
    expect(await readProjectAbis(artifacts as never)).to.deep.equal(Object.values(abis))
  })
})
