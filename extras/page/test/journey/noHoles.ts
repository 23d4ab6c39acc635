import { expect } from "chai"
import fc from "fast-check"
import { describe } from "mocha"
import ts from "typescript"
import { type Abi, encodeDeployData, encodeFunctionData, type Hex, parseAbi, size, toHex } from "viem"

import { writeJourney } from "#extras/page/src/journey/writeJourney.js"
import { deepIt, runs } from "#test/fixtures/depth.js"
import { hostileText } from "#test/fixtures/output/hostileText.js"
import {
  bytecode,
  type Entry,
  first,
  id,
  journeyOf,
  moved,
  plugs,
  request,
  stranger,
} from "#test/fixtures/testing/journeys.js"
import { runCopiedTest } from "#test/fixtures/testing/runCopiedTest.js"

/** Functions of one name, parts within parts, and names that an object has of its own. */
const abi: Abi = [
  ...parseAbi([
    "constructor(string name)",
    "struct Inner { uint8 a; bytes data; }",
    "function set(uint256 value) payable",
    "function set(address value)",
    "function set(bytes value)",
    "function set(string value) payable",
    "function put((string name, Inner[] inner) item, string[] list)",
    "function toString()",
  ]),
  { type: "function", name: "__proto__", inputs: [], outputs: [], stateMutability: "nonpayable" },
]
const to = plugs["alpha"]!
const hex = fc.uint8Array({ maxLength: 40 }).map((bytes) => toHex(bytes))
const addresses = fc.constantFrom<Hex>(stranger, to, first)
const texts = fc.oneof(hostileText, hex, addresses, fc.constant(to.toUpperCase()))

/** Calldata that fits a function, that is longer or shorter than what does, and any other. */
const calldata: fc.Arbitrary<Hex> = fc
  .oneof(
    ...["uint256", "bytes", "string", "address"].map((type) => {
      const value = {
        uint256: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
        bytes: hex,
        string: texts,
        address: addresses,
      }
      const own = abi.filter((item) => item.type === "function" && item.inputs[0]?.type === type)
      return (value as Record<string, fc.Arbitrary<unknown>>)[type]!.map((arg) => encode(own, "set", [arg]))
    }),
    fc.tuple(texts, fc.array(hex, { maxLength: 2 }), fc.array(texts, { maxLength: 3 })).map(([name, parts, list]) => {
      return encode(abi, "put", [{ name, inner: parts.map((data) => ({ a: size(data), data })) }, list])
    }),
    fc.constantFrom(encode(abi, "toString", []), encode(abi, "__proto__", [])),
    hex,
  )
  .chain((data) => {
    const changed = [
      data,
      `${data}00`,
      `${data}${data.slice(2)}`,
      data.slice(0, -2),
      data.toUpperCase().replace("X", "x"),
    ]
    return fc.oneof({ weight: 3, arbitrary: fc.constant(data) }, fc.constantFrom(...(changed as Hex[])))
  })

const json = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown)
const extras = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  fc.constantFrom({ accessList: [] }, { accessList: [{ address: to, storageKeys: [] }] }, { authorizationList: [{}] }),
  fc
    .tuple(texts, json)
    .map(([name, value]) => JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(value)}}`) as object),
)

const asked: fc.Arbitrary<Entry> = fc.oneof(
  fc
    .record({
      data: calldata,
      value: fc.constantFrom("0x0", "0x7"),
      from: addresses,
      extra: extras,
      fails: fc.boolean(),
    })
    .map(({ extra, fails, ...call }) => request("alpha", { ...extra, ...call, to }, { hasFailed: fails })),
  fc
    .record({ params: fc.array(json, { maxLength: 3 }), method: fc.constantFrom("hardhat_setCode", "eth_sendBundle") })
    .map((more) => request("alpha", {}, more)),
)

describe("a copied test", () => {
  deepIt(
    "A copied test has no holes: it parses, and does the very things that were done, one line each, whatever these were",
    async () => {
      await fc.assert(
        fc.asyncProperty(texts, fc.array(asked, { minLength: 1, maxLength: 5 }), async (name, entries) => {
          const deployed = { from: first, data: encodeDeployData({ abi, bytecode, args: [name] }) }
          const all = [request("alpha", deployed, { answer: to }), ...entries]
          const text = await writeJourney(
            journeyOf([...all, moved("RECEIVED")], { built: [{ name: "Kit", abi, bytecode }], reasonOf: () => name }),
          )
          expect(holesIn(text)).to.deep.equal([])
          const { exact } = await runCopiedTest(text, [{ id, status: "RECEIVED" }])
          expect(doneBy(exact)).to.deep.equal(all.map(doneIn))
          expect(text.match(/\.catch\(\(\) => "it fails"\)\)\.to\.equal\("it fails"\)$/gm) ?? []).to.have.length(
            all.filter((entry) => "hasFailed" in entry && entry.hasFailed).length,
          )
        }),
        runs({ fast: 100, deep: 1_500 }),
      )
    },
  )
})

function encode(from: Abi, functionName: string, args: readonly unknown[]): Hex {
  return encodeFunctionData({ abi: from, functionName, args })
}

/** What the parser of TypeScript finds wrong, and the holes of lists, which it allows. */
function holesIn(text: string): string[] {
  const file = ts.createSourceFile("copied.ts", text, ts.ScriptTarget.ESNext, true)
  const { diagnostics = [] } = ts.transpileModule(text, { reportDiagnostics: true })
  const found = diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "))
  const look = (node: ts.Node): void => {
    if (ts.isOmittedExpression(node)) found.push(`a hole: ${node.parent.getText()}`)
    ts.forEachChild(node, look)
  }
  look(file)
  return found
}

type Done = Readonly<Record<string, unknown>>

/** A transaction without its price, which is another one in a test, or what else was asked for. */
function plain(method: string, params: readonly unknown[]): Done {
  if (method !== "eth_sendTransaction") return { method, params }
  const { value = "0x0", data = "0x", ...rest } = params[0] as Readonly<Record<string, unknown>>
  const { accessList = [], ...others } = rest
  const list = Array.isArray(accessList) && accessList.length === 0 ? {} : { accessList }
  return { ...others, ...list, value: BigInt(value as Hex), data: String(data).toLowerCase() }
}

function doneIn(entry: Entry): Done {
  return entry.kind === "request" ? plain(entry.method, entry.params) : {}
}

/** The same of what the test did, with what was named encoded again, as a world does. */
function doneBy(calls: readonly (readonly [name: string, ...args: unknown[]])[]): Done[] {
  const done: Done[] = []
  let from: unknown = first
  for (const [name, ...given] of calls) {
    const [verb, functionName = ""] = /\.(?:write|send)\.(.*)$/s.exec(name) ?? []
    const [one, two, three] = given.map(withAddresses) as [unknown, { attached?: bigint } | undefined, unknown]
    if (name === "world.deploy") {
      const data = encodeDeployData({ abi, bytecode, args: three as [string] }).toLowerCase()
      done.push({ from, value: 0n, data })
    } else if (name.endsWith(".as")) from = one
    else if (verb !== undefined) {
      const data = encode(abi, functionName, one as readonly unknown[]).toLowerCase()
      done.push({ from, to, value: two?.attached ?? 0n, data })
      from = first
    } else if (name.endsWith(".request")) {
      const { method, params } = one as { method: string; params: readonly unknown[] }
      done.push(plain(method, params))
    }
  }
  return done
}

/** The test runs with names for addresses of contracts. */
function withAddresses(value: unknown): unknown {
  if (value === "the address of Kit") return to
  if (Array.isArray(value)) return value.map(withAddresses)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withAddresses(part)]))
}
