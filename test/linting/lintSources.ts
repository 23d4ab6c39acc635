import { expect } from "chai"
import { describe, it } from "mocha"

import { type CompiledSources, type Finding, lintSources } from "../../src/linting/lintSources.js"

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

  it("finds the same once, though two builds have it", () => {
    expect(lintSources([build("tx.origin"), build("tx.origin")])).to.have.length(1)
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
