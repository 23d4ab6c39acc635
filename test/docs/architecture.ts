import { existsSync, globSync, readFileSync } from "node:fs"
import { readdir } from "node:fs/promises"
import { join } from "node:path"

import { expect } from "chai"
import { describe, it } from "mocha"

import { repository } from "../../scripts/docs/documents.js"
import { readDocument, section, table } from "./markdown.js"

describe("ARCHITECTURE.md", () => {
  it("gives every room and every extra its row", async () => {
    const roomsIn = async (folder: string): Promise<string[]> => {
      const entries = await readdir(join(repository, folder), { withFileTypes: true })
      return entries.filter((entry) => entry.isDirectory()).map(({ name }) => `${folder}/${name}`)
    }
    const architecture = await readDocument("ARCHITECTURE.md")
    const prose = section(architecture, "## Rooms")
    const listed = table({ path: architecture.path, prose }, "room").map(
      ([first = ""]) => /\[([^\]]+)\]/.exec(first)?.[1],
    )
    const extras = (await roomsIn("extras")).filter((extra) => existsSync(join(repository, extra, "src")))
    const rooms = [...(await roomsIn("src")), ...extras, "tasks"]
    expect(listed, "ARCHITECTURE.md, Rooms").to.have.members(rooms)
  })

  it("is short, as the other first pages are", async () => {
    const architecture = await readDocument("ARCHITECTURE.md")
    expect(Buffer.byteLength(architecture.text)).to.be.at.most(9000)
    expect(new Set(architecture.text.match(/\b\w+(?=\[")/g))).to.have.property("size", 10)
    expect(table(architecture, "to change ")).to.have.length.at.most(10)
    expect(Buffer.byteLength((await readDocument("CONTRIBUTING.md")).text)).to.be.at.most(5000)
    expect((await readDocument("README.md")).text.split("\n")).to.have.length.at.most(190)
  })

  it("leads to comments that say what else to change, and name files and folders that exist", () => {
    const files = globSync("{src,tasks,extras,scripts,test,docs,contracts,action,.github}/**/*", { cwd: repository })
      .concat("action.yml", "README.md", "package.json")
      .map((file) => `/${file.replaceAll("\\", "/")}`)
    const named = globSync("{src,tasks,extras,action,scripts}/**/*.ts", { cwd: repository })
      .filter((file) => !file.includes("node_modules"))
      .flatMap((file) => {
        const comments = readFileSync(join(repository, file), "utf8").match(/\/\*\*[^]*?\*\/|(?:^ *\/\/.*\n)+/gm) ?? []
        const names = comments.flatMap(
          (comment) => /\bTo (?:add|change) [^]*/.exec(comment)?.[0].match(/`[^`\s]+`/g) ?? [],
        )
        return names
          .map((name) => name.slice(1, -1).replace(/\/$/, ""))
          .filter((name) => /\/|\.\w{2,4}$/.test(name) && !name.includes("…"))
          .map((name) => ({ file, name }))
      })
    expect(named).to.have.length.above(60)
    const missing = named.filter(({ name }) => !files.some((known) => known.endsWith(`/${name}`)))
    expect(missing).to.deep.equal([])
  })
})
