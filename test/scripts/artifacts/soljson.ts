import { createRequire } from "node:module"

import { expect } from "chai"
import { describe, it } from "mocha"

/** Of WebAssembly. */
type Table = { get(index: number): unknown; set(index: number, value: unknown): void }
type Compiler = { readonly asm: Readonly<Record<string, object | Table>> }

const { default: compiler } = createRequire(import.meta.url)("../../../scripts/artifacts/soljson.js") as {
  readonly default: Compiler
}

describe("the compiler, with its functions looked up once", () => {
  it("gives the same function each time, and another one once that has taken its place", () => {
    const table = Object.values(compiler.asm).find((value): value is Table => "get" in value && "grow" in value)!
    const [first, second] = [table.get(1), table.get(2)]
    expect(first).to.be.a("function").and.not.equal(second)
    expect([table.get(1), table.get(2)]).to.deep.equal([first, second])
    table.set(1, second)
    expect(table.get(1)).to.equal(second)
    table.set(1, first)
    expect(table.get(1)).to.equal(first)
  })
})
