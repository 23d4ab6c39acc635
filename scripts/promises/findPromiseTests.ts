/** A test, or a group of tests, whose name says which promise it holds. */
export type PromiseTest = {
  readonly id: string
  /** From the root of the repository. */
  readonly file: string
  /** Its name without the ids. A part that differs from test to test is `…`. */
  readonly title: string
  /** Whether `npm test` runs it; the deep suite runs all. */
  readonly isQuick: boolean
}

/**
 * Finds the tests of a file that name promises: `it("S-07 …")` in TypeScript, a group too, and `function test_S07_…` in Solidity. A name
 * that begins with several ids holds each of them.
 *
 * @example
 * findPromiseTests("test/a.ts", 'it("S-07 S-12 refuses more", …)') // two: S-07 and S-12, both titled "refuses more"
 */
export function findPromiseTests(file: string, code: string): PromiseTest[] {
  const found = file.endsWith(".sol") ? ofSolidity(code) : ofTypeScript(code)
  return found.flatMap(({ name, isQuick }) => {
    const [, ids = "", title = ""] = /^((?:S-?\d+[ _])+)(.*)$/s.exec(name) ?? []
    const numbers = [...ids.matchAll(/\d+/g)].map(([number]) => number)
    return numbers.map((number) => ({ id: `S-${number}`, file, title, isQuick }))
  })
}

type Named = { readonly name: string; readonly isQuick: boolean }

function ofTypeScript(code: string): Named[] {
  const calls = /^\s*(it|describe|deepIt|deepDescribe)\(\s*(?:"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/gm
  return [...code.matchAll(calls)].map(([, called = "", plain, template = ""]) => ({
    name: plain ?? template.replace(/\$\{[^}]*\}/g, "…"),
    isQuick: !called.startsWith("deep"),
  }))
}

function ofSolidity(code: string): Named[] {
  const functions = /^ {4}function (?:test\w*?|invariant)_(S\d+_\w+)\(/gm
  return [...code.matchAll(functions)].map(([, name = ""]) => ({ name, isQuick: true }))
}
