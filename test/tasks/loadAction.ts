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

  it("name the action whose type they check", async () => {
    for (const family of ["devnet", "gateway", "messaging", "plugs", "swap"]) {
      const text = await readFile(new URL(`../../tasks/${family}/index.ts`, import.meta.url), "utf8")
      const named = [...text.matchAll(/loadAction<typeof import\("\.\/(\w+)\.js"\)>\("([^"]+)"\)/g)]
      expect(named.map(([, , path]) => path)).to.deep.equal(named.map(([, file]) => `${family}/${String(file)}.js`)).and
        .not.be.empty
    }
  })
})
