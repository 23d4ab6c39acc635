import { globSync } from "node:fs"
import { readFile } from "node:fs/promises"

import { expect } from "chai"
import { describe, it } from "mocha"

import { tasks } from "#tasks/index.js"

describe("the definitions of tasks", () => {
  for (const task of tasks) {
    if (!("action" in task) || typeof task.action !== "function") continue
    const load: () => Promise<unknown> = task.action
    it(`name the action of ${task.id.join(" ")} by a path that exists`, async () => {
      expect(await load())
        .to.have.property("default")
        .that.is.a("function")
    })
  }

  it("name an action that reads the rows of its definition", async () => {
    for (const index of globSync("{tasks/*,extras/*/tasks}/index.ts")) {
      const text = await readFile(index, "utf8")
      const defined = [...text.matchAll(/(\w+Rows),\s+"([^"]+)\.js",?\s*\)/g)]
      expect(defined).to.have.lengthOf(text.split("defineTask(").length - 1).and.not.be.empty
      for (const [, rows = "", path = ""] of defined)
        expect(await readFile(`${path}.ts`, "utf8")).to.match(new RegExp(`export default actionOf\\(\\s*${rows},`))
    }
  })
})
