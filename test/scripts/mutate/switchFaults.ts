import { runInNewContext } from "node:vm"

import { expect } from "chai"
import { describe, it } from "mocha"
import ts from "typescript"

import { editTypeScript } from "../../../scripts/mutate/editTypeScript.js"
import { faultOf } from "../../../scripts/mutate/Fault.js"
import { isPassedOnce, switchFaults } from "../../../scripts/mutate/switchFaults.js"

/** Programs that leave something in `out`. */
const programs = [
  "if (out.length < 1) out.push(1)\nelse out.push(2)",
  "const most = 3\n[1, 2, 3, 4].filter((one) => one < most).forEach((one) => out.push(one))",
  "const a = { b: [{ c: 1 }] }\nout.push(a?.b?.filter(({ c }) => c > 0).some(({ c }) => c === 1) ?? 5)",
  "function f(one) { if (one) return 1\n throw new Error('no') }\ntry { out.push(f(true)) } catch { out.push('thrown') } finally { out.push(3) }",
  "const count = { 1: 'one' }\nout[0] = count[1]\nout[1] = -1 + 2 * 3",
  "const twice = (size = 2) => ({ size: size * 2 })\nout.push(twice().size, Math.min(4, twice(1).size))",
  "let left = 2\nfor (; left > 0; left -= 1) { out.push(left)\n left = left - 0 }",
  "out.push(true && false, false || true)\ntrue ? out.push(1n - 2n) : out.push(`${1 + 1}`)",
]

describe("switchFaults", () => {
  for (const [number, program] of programs.entries()) {
    it(`does what each fault alone does when that one is on, and what the program does when none is: ${number + 1}`, () => {
      const edits = editTypeScript("a.ts", program)
      expect(edits).to.not.have.length(0)
      const switched = switchFaults(
        "a.ts",
        program,
        edits.map((edit, id) => ({ id, edit })),
      )
      expect(run(switched)).to.deep.equal(run(program))
      for (const [id, edit] of edits.entries()) {
        expect(run(switched, id), edit.kind).to.deep.equal(run(faultOf("a.ts", program, edit).text))
      }
    })
  }

  it("keeps the lines of the file, and the place before its first statement", () => {
    const text = "// Why.\nimport a from 'a'\n\nexport const b = a < 1\n"
    const [edit] = editTypeScript("a.ts", text)
    const switched = switchFaults("a.ts", text, edit === undefined ? [] : [{ id: 4, edit }])
    expect(switched.split("\n").slice(0, 4)).to.deep.equal([
      ...["// Why.", "import a from 'a'", "", "export const b = (__fault(4)?(0,a <= 1):(0,a < 1))"],
    ])
  })
})

describe("isPassedOnce", () => {
  it("tells what is computed when a file is loaded from what a function does each time", () => {
    const text =
      "const all = [1 < 2]\nexport const f = () => 3 < 4\nfunction g() { return 5 < 6 }\nclass A { b() { return 7 < 8 } }"
    const places = editTypeScript("a.ts", text).filter(({ kind }) => kind === "operator confused")
    expect(places.map((edit) => isPassedOnce("a.ts", text, edit))).to.deep.equal([true, false, false, false])
  })
})

/** What a program leaves, or the kind of error it ends with, with the fault of that number on. A loop that does not end is ended. */
function run(program: string, id?: number): unknown {
  const out: unknown[] = []
  const limited = program.replaceAll("out.push(left)", "out.push(left) > 9 && endless()")
  const context = { out, __onFault: (one: number) => one === id }
  try {
    runInNewContext(ts.transpile(limited, { target: ts.ScriptTarget.ES2023 }), context)
  } catch (error) {
    out.push((error as Error).name)
  }
  return out
}
