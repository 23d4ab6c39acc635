import { readdir } from "node:fs/promises"
import { join } from "node:path"

import { expect } from "chai"
import { describe, it } from "mocha"

import { repository } from "../../scripts/docs/documents.js"
import { readDocument, section, table } from "./markdown.js"

describe("ARCHITECTURE.md", () => {
  it("gives every room of src its row", async () => {
    const architecture = await readDocument("ARCHITECTURE.md")
    const entries = await readdir(join(repository, "src"), { withFileTypes: true })
    const rooms = entries.filter((entry) => entry.isDirectory()).map(({ name }) => `src/${name}`)
    const prose = section(architecture, "## What each room is for")
    const listed = table({ path: architecture.path, prose }, "room").map(
      ([first = ""]) => /\[([^\]]+)\]/.exec(first)?.[1],
    )
    expect(listed, "ARCHITECTURE.md, What each room is for").to.have.members([...rooms, "tasks"])
  })
})
