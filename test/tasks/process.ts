import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

import { expect } from "chai"
import { describe, it } from "mocha"

const repository = fileURLToPath(new URL("../..", import.meta.url))

describe("the process", () => {
  it("is touched by no task but the doctor, and nothing that prints: all of it is handed in", async () => {
    const touching: string[] = []
    for (const folder of ["tasks", "src/terminal"]) {
      for (const file of await readdir(join(repository, folder), { recursive: true })) {
        if (!file.endsWith(".ts") || file.startsWith("doctor/")) continue
        const text = await readFile(join(repository, folder, file), "utf8")
        const code = text.replace(/\/\*[^]*?\*\/|\/\/.*/g, "")
        if (/\bprocess\b(?! )|\bconsole\.|from "node:process"/.test(code.replace(/"[^"]*"/g, '""'))) touching.push(file)
      }
    }
    expect(touching).to.deep.equal([])
  })
})
