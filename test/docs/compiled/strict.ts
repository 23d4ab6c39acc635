import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"

import { expect } from "chai"
import { before, it } from "mocha"
import ts from "typescript"

import { repository } from "../../../scripts/docs/documents.js"
import { readDocuments } from "../markdown.js"
import { deepDescribe } from "#test/fixtures/depth.js"
import { artifactTypes } from "#test/fixtures/projects/artifactTypes.js"

const contracts = [
  ...globSync("examples/*/contracts/*.sol", { cwd: repository }),
  "hardhat-plugs/contracts/plugs/Counter.sol",
  "hardhat-plugs/contracts/standard/PlugsGateway.sol",
  "hardhat-plugs/contracts/gateway/samples/CounterAppGateway.sol",
]

/** Scripts, tests and configurations that a reader copies as a whole. Others are blocks of the documents themselves. */
const files = globSync("examples/*/{hardhat.config.ts,scripts/*.ts,test/*.ts}", { cwd: repository })

/** Two errors: a socket that could be undefined, and a chain that is not there. */
const wrong = `
  import { network } from "hardhat"
  import type { Devnet } from "hardhat-plugs/devnet"
  const { viem, plugs } = await network.create("alpha")
  await viem.deployContract("Greeter", [plugs.chain.socket, "0x"])
  await viem.deployContract("Greeter", [plugs.chain.socket as "0x" | undefined, "0x"])
  export const chain = (devnet: Devnet) => devnet.chains.gamma
`

const ofConfiguration: Readonly<Record<string, string>> = {
  hardhatPlugs: `import hardhatPlugs from "hardhat-plugs"`,
  defineConfig: `import { defineConfig } from "hardhat/config"`,
  configVariable: `import { configVariable } from "hardhat/config"`,
}

/** What a page has explained before it shows a part of a script. */
const explained: Readonly<Record<string, string>> = {
  ...ofConfiguration,
  alpha: `const alpha = await (await import("hardhat")).network.create("alpha")`,
  devnet: `declare const devnet: import("hardhat-plugs/devnet").Devnet`,
  request: `declare const request: import("hardhat-plugs/swap").GetQuoteParameters`,
  abi: `declare const abi: import("viem").Abi`,
  holderAbi: `declare const holderAbi: import("viem").Abi`,
  routerAbi: `declare const routerAbi: import("viem").Abi`,
  routers: `declare const routers: import("hardhat-plugs/swap").KnownRouters`,
  destinationClient: `declare const destinationClient: import("hardhat-plugs/devnet").DevnetChain["publicClient"]`,
  walletClient: `declare const walletClient: import("hardhat-plugs/devnet").DevnetChain["walletClient"]`,
  publicClient: `declare const publicClient: import("hardhat-plugs/devnet").DevnetChain["publicClient"]`,
}

/** The same on the pages about tests, whose contracts are of a world. */
const explainedOfTests: Readonly<Record<string, string>> = {
  ...ofConfiguration,
  expect: `import { expect } from "chai"; import "hardhat-plugs/testing/chai"`,
  createWorld: `import { createWorld } from "hardhat-plugs/testing"`,
  ExploreContext: `import type { ExploreContext } from "hardhat-plugs/testing"`,
  hre: `import hre from "hardhat"`,
  parseEther: `import { parseEther } from "viem"`,
  encodeAbiParameters: `import { encodeAbiParameters } from "viem"`,
  world: `declare const world: import("hardhat-plugs/testing").World<"alpha" | "beta", true, true>`,
  counters: `declare const counters: () => Promise<Record<"alpha" | "beta", import("hardhat-plugs/testing").WorldContract<"Counter">>>`,
  ...Object.fromEntries(["alpha", "beta", "app", "swap"].map((name) => [name, `declare const ${name}: any`])),
  ...Object.fromEntries(["notices", "tokens"].map((name) => [name, `declare const ${name}: () => Promise<any>`])),
  ...Object.fromEntries(["scenario", "invariant"].map((name) => [name, `declare const ${name}: () => Promise<void>`])),
  ...Object.fromEntries(["owner", "receiver"].map((name) => [name, `declare const ${name}: import("viem").Address`])),
}

/** Ignition is no dependency of this repository. This is the part of its types that the page needs, as Ignition declares it. */
const ignition = `
  declare module "@nomicfoundation/hardhat-ignition/modules" {
    type Future = { readonly id: string }
    type Parameter = { readonly parameter: string }
    type Account = { readonly account: number }
    type Argument = string | number | bigint | boolean | Future | Parameter | Account
    interface ModuleBuilder {
      getParameter(name: string): Parameter
      getAccount(index: number): Account
      contract(name: string, args?: Argument[]): Future
      call(contract: Future, functionName: string, args?: Argument[], options?: { id?: string; after?: Future[] }): Future
    }
    export function buildModule<Result extends Record<string, Future>>(id: string, build: (m: ModuleBuilder) => Result): Result
  }
`

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  lib: ["lib.es2024.d.ts", "lib.esnext.disposable.d.ts"],
  module: ts.ModuleKind.Node20,
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: ["node", "mocha"],
  allowImportingTsExtensions: true,
  moduleDetection: ts.ModuleDetectionKind.Force,
  paths: { "hardhat-plugs": ["./src/index.ts"], "hardhat-plugs/*": ["./src/*/index.ts"] },
}

deepDescribe("the TypeScript of the examples and the documents", function () {
  const sources = new Map<string, string>()
  let program: ts.Program
  before(async () => {
    sources.set("examples/artifacts.ts", artifactTypes(contracts, readSolidity))
    sources.set("examples/wrong.ts", wrong)
    sources.set("examples/ignition.d.ts", ignition)
    for (const { path, blocks } of await readDocuments()) {
      const shown = blocks.filter(({ language }) => language === "ts")
      for (const [index, { code }] of shown.entries()) {
        sources.set(
          `${path.replace(/\.md$/, "")}.${index + 1}.ts`,
          complete(
            code,
            /^(docs\/(testing|guarded|coming|create)|extras\/forks)/.test(path) ? explainedOfTests : explained,
          ),
        )
      }
    }
    program = createProgram(sources)
  })

  for (const file of files) {
    it(`compiles under --strict: ${file}`, () => {
      expect(problemsOf(program, file)).to.deep.equal([])
    })
  }

  it("compiles under --strict, block by block", () => {
    const blocks = [...sources.keys()].filter((file) => !file.startsWith("examples/"))
    expect(blocks).to.have.length.above(15)
    expect(blocks.flatMap((file) => problemsOf(program, file))).to.deep.equal([])
  })

  it("knows what the examples' contracts are deployed with, and which chains a devnet has", () => {
    expect(problemsOf(program, "examples/wrong.ts")).to.have.length(2)
  })
})

/** Reads a contract of an example, or of a package that it imports. */
function readSolidity(path: string): string {
  const [folder = "", ...rest] = path.split("/")
  const folders: Readonly<Record<string, string>> = { "hardhat-plugs": ".", examples: "examples" }
  return readFileSync(join(repository, folders[folder] ?? `node_modules/${folder}`, ...rest), "utf8")
}

/** A part of a script with what its page has explained before. A part of a configuration, or of a wiring, is checked as one. */
function complete(code: string, explanations: Readonly<Record<string, string>>): string {
  const missing = Object.entries(explanations).filter(
    ([name]) =>
      new RegExp(`\\b${name}\\b`).test(code) && !new RegExp(`(?:import|const|let)\\b[^;=]*\\b${name}\\b`).test(code),
  )
  return [...missing.map(([, declaration]) => declaration), exportPart(code)].join("\n")
}

function exportPart(code: string): string {
  if (code.startsWith("plugs: {"))
    return `export const config: import("hardhat/config").HardhatUserConfig = { ${code} }`
  if (code.startsWith("connect: {"))
    return `export const application: import("hardhat-plugs/messaging").WiringApplication = { contracts: {}, ${code} }`
  return code
}

function createProgram(sources: ReadonlyMap<string, string>): ts.Program {
  const disk = ts.createCompilerHost(options)
  const own = new Map([...sources].map(([path, text]) => [join(repository, path), text]))
  const host: ts.CompilerHost = {
    ...disk,
    getCurrentDirectory: () => repository,
    fileExists: (path) => own.has(path) || disk.fileExists(path),
    readFile: (path) => own.get(path) ?? disk.readFile(path),
    getSourceFile: (path, version) => {
      const text = own.get(path)
      return text === undefined ? disk.getSourceFile(path, version) : ts.createSourceFile(path, text, version)
    },
  }
  return ts.createProgram([...files.map((file) => join(repository, file)), ...own.keys()], options, host)
}

function problemsOf(program: ts.Program, file: string): string[] {
  const source = program.getSourceFile(join(repository, file))
  if (source === undefined) return [`${file} was not read`]
  const problems = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
  return problems.map(({ start = 0, messageText }) => {
    const { line } = source.getLineAndCharacterOfPosition(start)
    return `${file}:${line + 1}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`
  })
}
