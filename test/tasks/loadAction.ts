import { globSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { dirname, join } from "node:path"

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
    for (const folder of ["tasks/messaging", "tasks/gateway", "extras/swap/tasks"]) {
      const text = await readFile(join(folder, "index.ts"), "utf8")
      const defined = [...text.matchAll(/(\w+Rows),\s+"([^"]+)\.js",?\s*\)/g)]
      expect(defined).to.have.lengthOf(text.split("defineTask(").length - 1).and.not.be.empty
      for (const [, rows = "", path = ""] of defined)
        expect(await readFile(`${path}.ts`, "utf8")).to.match(new RegExp(`export default actionOf\\(\\s*${rows},`))
    }
  })

  it("name the action whose type they check", async () => {
    const own = ["devnet", "plugs"].map((family) => `tasks/${family}`)
    for (const folder of [...own, ...globSync("extras/{audit,watch}/tasks/index.ts").map((file) => dirname(file))]) {
      const text = await readFile(join(folder, "index.ts"), "utf8")
      const named = [...text.matchAll(/loadAction<typeof import\("\.\/(\w+)\.js"\)>\("([^"]+)"\)/g)]
      expect(named.map(([, , path]) => path)).to.deep.equal(named.map(([, file]) => `${folder}/${String(file)}.js`)).and
        .not.be.empty
    }
  })
})
