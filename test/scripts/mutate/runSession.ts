import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import { expect } from "chai"

import { editTypeScript } from "../../../scripts/mutate/editTypeScript.js"
import { runSession } from "../../../scripts/mutate/runSession.js"
import { createSandbox } from "../../../scripts/mutate/Sandbox.js"
import { switchFaults } from "../../../scripts/mutate/switchFaults.js"
import { deepDescribe, deepIt } from "#test/fixtures/depth.js"

// It starts Hardhat on a copy of this repository.
deepDescribe("a session", () => {
  deepIt("judges faults of a file one after the other, by the tests that come by them", async () => {
    const sandbox = createSandbox(process.cwd())
    try {
      const path = "src/messaging/ids.ts"
      const text = readFileSync(path, "utf8")
      const harmless = "\nexport function unused(one: number): boolean {\n  return one < 1\n}\n"
      const whole = text + harmless
      const faults = editTypeScript(path, whole).map((edit, id) => ({ id, edit, nearest: [] }))
      writeFileSync(join(sandbox.path, path), switchFaults(path, whole, faults))
      const verdicts = await runSession(sandbox.path, ["test/messaging/ids.ts"], faults)
      expect(verdicts.map(({ id }) => id).sort((one, other) => one - other)).to.deep.equal(faults.map(({ id }) => id))
      const inUnused = faults.filter(({ edit }) => edit.start > text.length).map(({ id }) => id)
      for (const { id, ending, ran } of verdicts) {
        if (inUnused.includes(id)) expect(ending).to.equal("not reached")
        if (ending === "noticed" && ran.length > 0) expect(ran).to.deep.equal(["test/messaging/ids.ts"])
      }
      expect(verdicts.filter(({ ending }) => ending === "noticed")).to.not.have.length(0)
    } finally {
      sandbox.remove()
    }
  })

  deepIt("notices by a hook that fails, and for a matrix by every test that does", async () => {
    const sandbox = createSandbox(process.cwd())
    try {
      const path = "src/messaging/ids.ts"
      const whole = `${readFileSync(path, "utf8")}\nexport function isSmall(one: number): boolean {\n  return one < 3\n}\n`
      const negated = { kind: "operator confused", start: whole.lastIndexOf("<"), end: whole.lastIndexOf("<") + 1 }
      const faults = [{ id: 0, edit: { ...negated, replacement: ">" }, nearest: [] }]
      writeFileSync(join(sandbox.path, path), switchFaults(path, whole, faults))
      const write = (file: string, body: string): string => {
        const imports =
          'import { beforeEach, describe, it } from "mocha"\n\nimport { isSmall } from "#src/messaging/ids.js"\n'
        const check = "() => { if (!isSmall(2)) throw new Error() }"
        writeFileSync(
          join(sandbox.path, file),
          `${imports}\ndescribe("small", () => { ${body.replaceAll("CHECK", check)} })\n`,
        )
        return file
      }
      const hook = write("test/messaging/inHook.ts", 'beforeEach(CHECK); it("is empty", () => undefined)')
      const two = write("test/messaging/inTests.ts", 'it("one", CHECK); it("none", () => undefined); it("two", CHECK)')
      for (const way of ["first", "matrix"] as const) {
        const [verdict] = await runSession(sandbox.path, [hook], faults, way)
        expect(verdict, way).to.include({ ending: "noticed" })
        expect(verdict?.by[0]).to.match(/^small "before each" hook/)
      }
      const [byTests] = await runSession(sandbox.path, [two], faults, "matrix")
      expect(byTests?.by).to.deep.equal([`${two} small one 1`, `${two} small two 1`])
    } finally {
      sandbox.remove()
    }
  })
})
