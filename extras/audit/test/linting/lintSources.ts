import { expect } from "chai"
import { describe, it } from "mocha"

import { type CompiledSources, type Finding, lintSources } from "#extras/audit/src/linting/lintSources.js"

const file = "contracts/A.sol"
const name = `project/${file}`

/** A build in which every `tx.origin` of the source is a node of the tree, where the compiler counts it. */
function build(content: string, wrapped: (node: object) => object = (node) => node): CompiledSources {
  const nodes = [...content.matchAll(/tx\.origin/g)].map(({ index }) => {
    const expression = { nodeType: "Identifier", name: "tx" }
    const src = `${String(Buffer.byteLength(content.slice(0, index)))}:9:0`
    return wrapped({ nodeType: "MemberAccess", memberName: "origin", expression, src })
  })
  const ast = { nodeType: "SourceUnit", src: "0:1:0", nodes }
  return sources(content, { [name]: { id: 0, ast } })
}

/** A build in which a `tx.origin` is at each of these places, whatever stands there. */
function buildOf(content: string, places: readonly string[], file = "contracts/A.sol"): CompiledSources {
  const expression = { nodeType: "Identifier", name: "tx" }
  const nodes = places.map((src) => ({ nodeType: "MemberAccess", memberName: "origin", expression, src }))
  const input = { sources: { [file]: { content } } }
  const output = { sources: { [file]: { id: 0, ast: { nodeType: "SourceUnit", nodes } } } }
  return { input, output, files: new Map([[file, file]]) }
}

function sources(content: string, answers: unknown): CompiledSources {
  return { input: { sources: { [name]: { content } } }, output: { sources: answers }, files: new Map([[name, file]]) }
}

const shown = (findings: readonly Finding[]): string[] =>
  findings.map(({ rule, line, column }) => `${rule} ${String(line)}:${String(column)}`)

describe("lintSources", () => {
  it("counts lines and columns as editors do, where the compiler counts bytes", () => {
    const content = "// é 😀 漢字\r\n  /* 😀é */ tx.origin\r\n\ttx.origin"
    const found = lintSources([build(content)])
    expect(shown(found)).to.deep.equal(["tx-origin 2:13", "tx-origin 3:2"])
    expect(found[0]).to.include({ file, endLine: 2, endColumn: 22 })
  })

  it("stays within the file where a place is none of it", () => {
    const content = "origin\n7890"
    for (const [src, ...region] of [
      ["7:2:0", 2, 1, 2, 3],
      ["2:6:0", 1, 3, 2, 2],
      ["6:1:0", 1, 7, 2, 1],
      ["11:0:0", 2, 5, 2, 5],
      ["10:5:0", 2, 4, 2, 5],
      ["12:1:0", 2, 5, 2, 5],
      ["-3:2:0", 1, 1, 1, 3],
      ["3:-2:0", 1, 4, 1, 4],
      ["x:y:0", 1, 1, 1, 1],
      ["1e9:1e9:0", 2, 5, 2, 5],
    ] as const) {
      const found = lintSources([buildOf(content, [src])])
      const shown = found.map(({ line, column, endLine, endColumn }) => [line, column, endLine, endColumn])
      expect(shown, src).to.deep.equal([region])
    }
    for (const src of ["0:9:1", "0:9", "", "0:9:x"]) expect(lintSources([buildOf(content, [src])]), src).to.be.empty
  })

  it("finds the same once, though two builds have it", () => {
    expect(lintSources([build("tx.origin"), build("tx.origin")])).to.have.length(1)
  })

  it("lists findings by file, line and column, each with its whole place", () => {
    const later = "// plugs-lint-disable-next-line tx-origin\n12345678901"
    const one = buildOf(later, ["50:1:0", "42:3:0", "44:2:0"], "contracts/B.sol")
    const other = buildOf("\norigin\n", ["3:1:0", "0:1:0", "1:2:0"], "contracts/A.sol")
    for (const builds of [
      [one, other],
      [other, one],
    ]) {
      const found = lintSources(builds).map(({ file, rule, line, column, endLine, endColumn }) =>
        [file, rule, line, column, endLine, endColumn].join(" "),
      )
      expect(found).to.deep.equal([
        "contracts/A.sol tx-origin 1 1 2 1",
        "contracts/A.sol tx-origin 2 1 2 3",
        "contracts/A.sol tx-origin 2 3 2 4",
        "contracts/B.sol wrong-disable 1 1 1 42",
        "contracts/B.sol tx-origin 2 1 2 4",
        "contracts/B.sol tx-origin 2 3 2 5",
        "contracts/B.sol tx-origin 2 9 2 10",
      ])
    }
  })

  it("finds a comment that disables nothing because no line follows", () => {
    const comment = "  // plugs-lint-disable-next-line tx-origin it is only shown"
    for (const content of [comment, `tx.origin\n${comment}`, `${comment}\n${comment}\n`]) {
      const found = lintSources([build(content)]).filter(({ rule }) => rule === "wrong-disable")
      const lines = content.split("\n")
      const at = lines.flatMap((line, index) => (line === comment ? [`${index + 1} 3 ${index + 1} 61`] : []))
      const places = found.map(({ line, column, endLine, endColumn }) => `${line} ${column} ${endLine} ${endColumn}`)
      expect(places, content).to.deep.equal(at)
    }
  })

  it("leaves out what a comment with a reason disables in the next line of code", () => {
    const comment = "// plugs-lint-disable-next-line tx-origin it is only shown"
    expect(lintSources([build(`  ${comment}\r\n  tx.origin`)])).to.deep.equal([])
    const other = comment.replace("tx-origin", "open-inbound")
    expect(shown(lintSources([build(`${comment}\n${other}\ntx.origin`)]))).to.deep.equal(["wrong-disable 2:1"])
    expect(shown(lintSources([build(`${comment}\n\ntx.origin`)]))).to.deep.equal(["wrong-disable 1:1", "tx-origin 3:1"])
    // It disables one line, and not what follows.
    expect(shown(lintSources([build(`${comment}\ntx.origin\ntx.origin`)]))).to.deep.equal(["tx-origin 3:1"])
  })

  it("finds comments that have no reason, no rule, an unknown one, or that would disable themselves", () => {
    for (const [rest, says] of [
      ["tx-origin", "does not say why tx-origin is disabled"],
      ["tx-origin   ", "does not say why tx-origin is disabled"],
      ["", 'no rule ""'],
      ["tx-orign it is shown", 'no rule "tx-orign"'],
      ["toString it is shown", 'no rule "toString"'],
      ["wrong-disable why", 'no rule "wrong-disable"'],
    ] as const) {
      const found = lintSources([build(`// plugs-lint-disable-next-line ${rest}\r\ntx.origin`)])
      expect(shown(found), rest).to.deep.equal(["wrong-disable 1:1", "tx-origin 2:1"])
      expect(found[0]!.says).to.contain(says)
    }
  })

  it("reads no comment in a line of code, and none of another tool", () => {
    const inText = 'string s = "// plugs-lint-disable-next-line tx-origin no";'
    const other = "// plugs-lint-disable-next-lines tx-origin no"
    for (const line of [inText, other]) {
      expect(shown(lintSources([build(`${line}\ntx.origin`)]))).to.deep.equal(["tx-origin 2:1"])
    }
  })

  it("goes through a tree of any depth", () => {
    const deep = (node: object): object => {
      let around = node
      for (let depth = 0; depth < 100_000; depth += 1) around = { nodeType: "UnaryOperation", subExpression: around }
      return around
    }
    expect(shown(lintSources([build("tx.origin", deep)]))).to.deep.equal(["tx-origin 1:1"])
  })

  it("does not fail on trees that no compiler wrote", () => {
    const call = { nodeType: "FunctionCall", expression: { nodeType: "Identifier", referencedDeclaration: 3, name: 7 } }
    const condition = { nodeType: "Identifier", referencedDeclaration: 9 }
    const statements = [
      { nodeType: "ExpressionStatement", expression: call },
      { nodeType: "IfStatement", condition },
      null,
      5,
    ]
    const types = ["uint32", "bytes"].map((typeString, id) => ({
      ...{ nodeType: "VariableDeclaration", id: 20 + id },
      typeName: { nodeType: "ElementaryTypeName", typeDescriptions: { typeString } },
    }))
    const inbound = {
      ...{ nodeType: "FunctionDefinition", id: 3, name: "inbound", visibility: "external", kind: "function" },
      ...{ parameters: { nodeType: "ParameterList", parameters: types }, body: { nodeType: "Block", statements } },
      ...{ modifiers: [{ nodeType: "ModifierInvocation" }, "x"], src: "-5:1e9:0" },
    }
    const circle = { nodeType: "Assignment", leftHandSide: condition, rightHandSide: condition, operator: "=" }
    const contract = {
      ...{
        nodeType: "ContractDefinition",
        id: 2,
        contractKind: "contract",
        name: {},
        nodes: [inbound, circle, 3, null],
      },
      linearizedBaseContracts: [2, "2", null, 77, {}],
    }
    const ast = { nodeType: "SourceUnit", nodes: [contract, {}, "x", { nodeType: 4 }] }
    expect(shown(lintSources([sources("inbound", { [name]: { id: 0, ast } })]))).to.deep.equal(["open-inbound 1:1"])
    const odd = [null, {}, [], 5, "x", { [name]: null }, { [name]: { id: 0, ast: "x" } }, { __proto__: { ast } }]
    for (const answers of odd) expect(lintSources([sources("tx.origin", answers)])).to.deep.equal([])
    expect(lintSources([{ input: null, output: undefined, files: new Map([[name, file]]) }])).to.deep.equal([])
  })
})
