import { readdir } from "node:fs/promises"
import { join } from "node:path"

import { expect } from "chai"
import { describe, it } from "mocha"

import { repository } from "../../scripts/docs/documents.js"
import { readDocument, section, table } from "./markdown.js"

describe("ARCHITECTURE.md", () => {
  it("gives every room of src, and every extra, its row", async () => {
    const architecture = await readDocument("ARCHITECTURE.md")
    const folders = ["src", "extras"].map(async (top) => {
      const entries = await readdir(join(repository, top), { withFileTypes: true })
      return entries.filter((entry) => entry.isDirectory()).map(({ name }) => `${top}/${name}`)
    })
    const rooms = (await Promise.all(folders)).flat()
    const prose = section(architecture, "## What each room is for")
    const listed = table({ path: architecture.path, prose }, "room").map(
      ([first = ""]) => /\[([^\]]+)\]/.exec(first)?.[1],
    )
    expect(listed, "ARCHITECTURE.md, What each room is for").to.have.members([...rooms, "tasks"])
  })
})
