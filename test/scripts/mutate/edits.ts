import { expect } from "chai"
import { describe, it } from "mocha"

import { editSolidity } from "../../../scripts/mutate/editSolidity.js"
import { editTypeScript } from "../../../scripts/mutate/editTypeScript.js"
import { type Edit, faultOf } from "../../../scripts/mutate/Fault.js"

describe("the faults that are planted in TypeScript", () => {
  /** Each line of TypeScript, and what becomes of it. */
  const faults: Record<string, string[]> = {
    "if (a) b()": ["if (!(a)) b()", "if (a) {}"],
    "const c = a < b": ["const c = a <= b"],
    "const c = a === b && d": [
      ...["const c = a !== b && d", "const c = a === b || d"],
      ...["const c = a === b", "const c = d"],
    ],
    "const c = a - 1n": ["const c = a + 1n", "const c = a - 2n", "const c = a - 0n"],
    "const c = a - 0": ["const c = a + 0", "const c = a - 1", "const c = a - (-1)"],
    "const c = a ?? 5": ["const c = a", "const c = 5", "const c = a ?? 6", "const c = a ?? 4"],
    "const c = 2_500n": ["const c = 250n"],
    "const c = d(9, 1e3)": ["const c = d(10, 1e3)", "const c = d(8, 1e3)", "const c = d(9, 100)"],
    "const c = d(18)": ["const c = d(1)"],
    "const c = (a, b) => (a < b ? -1 : 1)": [
      "const c = (a, b) => (a <= b ? -1 : 1)",
      "const c = (a, b) => (!(a < b) ? -1 : 1)",
    ],
    "const c = a > 1_000": ["const c = a >= 1_000", "const c = a > 1001", "const c = a > 999"],
    "const c = Math.min(...a)": ["const c = Math.max(...a)"],
    "const c = a.find(b)": [],
    "const c = a.findLast(b)": ["const c = a.find(b)"],
    "const c = a.filter(b).map(d)": ["const c = a.map(d)"],
    "const c = a.constructor(b)": [],
    "const c = a ? b : d": ["const c = !(a) ? b : d"],
    "const c = await a": ["const c = a"],
    "async function f() { return await a() }": [],
    "const f = async () => await a()": [],
    "async function f() { try { return await a() } finally { } }": [
      ...[
        "async function f() { try { return a() } finally { } }",
        "async function f() { try { return await a() } finally {} }",
      ],
    ],
    "async function f() { await using b = c; return await a() }": [
      "async function f() { await using b = c; return a() }",
    ],
    "function f() { a() }": ["function f() {  }"],
    "function f() { if (a) return b }": ["function f() { if (!(a)) return b }", "function f() { if (a) {} }"],
    "function f() { if (a) { throw b } }": ["function f() { if (!(a)) { throw b } }", "function f() { if (a) {  } }"],
    "try { x = y } finally { z() }": [
      "try {  } finally { z() }",
      "try { x = y } finally {}",
      "try { x = y } finally {  }",
    ],
    "const c = { d: true }": ["const c = { d: false }"],
    "const c = [a, b]": ["const c = [a]"],
    "const c = [a]": [],
    "const c = d(a, b.e, 'f')": ["const c = d(b.e, a, 'f')"],
    "const c = inQuotes(a)": ["const c = a"],
    "const c = a.toLowerCase()": ["const c = a"],
    "const c = /a/giu": ["const c = /a/gu"],
    "const c = /i/g": [],
    "function f() { a += b }": ["function f() { a = b }", "function f() {  }"],
    'const c = [a === "b", a !== "d"]': [
      'const c = [a === "b"]',
      'const c = [a !== "b", a !== "d"]',
      'const c = [(a === "b" || a === "d"), a !== "d"]',
      'const c = [a === "b", a === "d"]',
    ],
  }

  for (const [before, after] of Object.entries(faults)) {
    it(`make ${after.map((text) => `"${text}"`).join(" and ") || "nothing"} of "${before}"`, () => {
      expect(applied(before, editTypeScript("a.ts", before))).to.have.members(after)
    })
  }

  it("leave types, imports, texts and the last return alone", () => {
    const text = [
      'import { a } from "./a.js"',
      "type B = 1 | true",
      'const c: 5 = d("6")',
      "function e(): void { return c }",
    ].join("\n")
    expect(editTypeScript("a.ts", text)).to.deep.equal([])
  })
})

describe("a reset that is left out", () => {
  const kindOf = (statement: string): string[] => [
    ...new Set(editTypeScript("a.ts", `function f() { ${statement} }`).map(({ kind }) => kind)),
  ]

  it("is told from any other statement", () => {
    const resets = [
      "a.clear()",
      "await a.release()",
      "unsubscribe()",
      "delete a[b]",
      "a = undefined",
      "a.b = new Map()",
    ]
    for (const statement of resets) expect(kindOf(statement), statement).to.include("reset left out")
    const others = ["a.set(b)", "clearly()", "a = b", "a = undefinedValue()"]
    for (const statement of others) expect(kindOf(statement), statement).to.deep.equal(["statement removed"])
  })

  it("is told from any other statement in Solidity, too", () => {
    const kinds = editSolidity("contract A {\n        delete x[y];\n        x = 0;\n        x = y;\n        x = 01;\n}")
    expect(kinds.map(({ kind }) => kind).filter((kind) => kind !== "off by one")).to.deep.equal([
      ...["reset left out", "reset left out", "statement removed", "statement removed"],
    ])
  })
})

describe("the faults that are planted in Solidity", () => {
  const contract = (body: string): string => `pragma solidity 0.8.37;\n\ncontract A {\n${body}\n}\n`

  const faults: Record<string, string[]> = {
    "    function f() external onlyOwner {}": ["    function f() external  {}"],
    "    function f(uint256 a) public virtual override(B, C) pays(a) returns (uint256) {}": [
      "    function f(uint256 a) public virtual override(B, C)  returns (uint256) {}",
    ],
    "        if (a) revert B(c.d, 7);": [
      "if (!a) revert B(c.d, 7);",
      "",
      "if (a) revert B(c.d, 8);",
      "if (a) revert B(c.d, 6);",
    ],
    "        if (!f(a)) b();": ["if (f(a)) b();", ""],
    "        if (a) b(); else c();": ["if (!a) b(); else c();", "if (a) b();"],
    "        if (a) { revert B(); }": ["if (!a) { revert B(); }", "if (a) {  }"],
    "        x = y;": [""],
    "        x += y;": ["", "x = y;", "x -= y;"],
    "        emit Sent(x);": [""],
    "        f{value: x}(y);": [""],
    "        delete x[y];": [""],
    "        x = a ? b : c;": ["", "x = !a ? b : c;"],
    "        x = y++;": ["", "x = y;"],
    "        for (uint256 i = f(); i < j; i++) g(i);": ["for (uint256 i = f(); i <= j; i++) g(i);"],
    "        return a < b && c;": [...["return a <= b && c;", "return a < b || c;", "return c;", "return a < b;", ""]],
    "        bool x = f(a || b[c], d);": [
      ...["bool x = f(a && b[c], d);", "bool x = f(b[c], d);", "bool x = f(a, d);"],
    ],
    "        uint256 x = f(a, b.c, d + e);": [...["uint256 x = f(b.c, a, d + e);", "uint256 x = f(a, b.c, d - e);"]],
    "        bytes32 x = f(abi.encode(g(a), (b), true));": [
      ...["bytes32 x = f(abi.encode(g(a), (b), false));", "bytes32 x = f(abi.encode(g(a), (b)));"],
    ],
    "        uint256 x = msg.value;": ["uint256 x = address(this).balance;"],
    "        uint256 x = Math.min(7 << a, c[0]);": [
      ...["uint256 x = Math.max(7 << a, c[0]);", "uint256 x = Math.min(7 >> a, c[0]);"],
      ...["uint256 x = Math.min(8 << a, c[0]);", "uint256 x = Math.min(6 << a, c[0]);"],
      "uint256 x = Math.min(7 << a, c[1]);",
    ],
    "        return f(10_000);": ["return f(1000);", ""],
    "        bool x = y > 10;": ["bool x = y >= 10;", "bool x = y > 11;", "bool x = y > 9;"],
  }

  for (const [before, after] of Object.entries(faults)) {
    it(`make ${after.map((text) => `"${text.trim()}"`).join(" and ")} of "${before.trim()}"`, () => {
      const text = contract(before)
      const expected = after.map((line) => line.trim())
      const lines = applied(text, editSolidity(text)).map((changed) => changed.split("\n")[3]?.trim())
      expect(lines).to.have.members(expected)
    })
  }

  it("come in the order of the file", () => {
    const places = editSolidity(contract("        x = a + b;\n        if (a < b) revert C();\n        y = 1;")).map(
      ({ start }) => start,
    )
    expect(places).to.have.length.above(4)
    expect(places).to.deep.equal(places.toSorted((one, other) => one - other))
  })

  it("leave comments, texts, assembly and what stands above the contract alone", () => {
    const body = [
      "    // if (a) revert B();",
      '        uint256 y = f("a < b");',
      '        assembly ("memory-safe") {',
      "            x := add(x, 1)",
      "        }",
      "        uint256 x = f(a);",
    ].join("\n")
    expect(editSolidity(contract(body))).to.deep.equal([])
  })
})

describe("faultOf", () => {
  it("names the line on which its change begins", () => {
    const edit = { kind: "off by one", start: 4, end: 5, replacement: "c" }
    expect(faultOf("a.ts", "a\nb\nb\n", edit)).to.include({ line: 3, text: "a\nb\nc\n", kind: "off by one" })
  })
})

function applied(text: string, edits: readonly Edit[]): string[] {
  return edits.map((edit) => faultOf("a", text, edit).text)
}
