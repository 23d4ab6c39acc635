import { mkdir, symlink, writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { afterEach, beforeEach, describe, it } from "mocha"

import { refuseLinkedFile, refuseLinkedFolder } from "#src/primitives/files/refuseLinks.js"
import { failure } from "#test/fixtures/failure.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

describe("S-25 links in a project's records", () => {
  let temporary: Awaited<ReturnType<typeof temporaryFolder>>
  const at = (...parts: string[]): string => path.join(temporary.path, ...parts)
  beforeEach(async () => {
    temporary = await temporaryFolder()
    await mkdir(at("project", ".plugs", "swaps"), { recursive: true })
    await mkdir(at("elsewhere", "swaps"), { recursive: true })
    await writeFile(at("elsewhere", "swaps", "a.json"), "{}")
  })
  afterEach(() => temporary[Symbol.asyncDispose]())

  const expectRefused = async (work: Promise<void>, link: string): Promise<void> => {
    const { code, facts } = await failure(work)
    expect([code, facts["folder"], facts["file"]]).to.deep.equal(["JOURNAL_UNUSABLE", path.dirname(link), link])
  }

  it("are refused at every level of the records, and named", async () => {
    await symlink(at("elsewhere"), at("project", ".plugs", "linked"))
    await mkdir(at("other"))
    await symlink(at("elsewhere"), at("other", ".plugs"))
    for (const [folder, link] of [
      [at("other", ".plugs"), at("other", ".plugs")],
      [at("other", ".plugs", "swaps"), at("other", ".plugs")],
      [at("project", ".plugs", "linked"), at("project", ".plugs", "linked")],
      [at("project", ".plugs", "linked", "swaps"), at("project", ".plugs", "linked")],
    ] as const) {
      await expectRefused(refuseLinkedFolder(folder), link)
      await expectRefused(refuseLinkedFile(path.join(folder, "a.json")), link)
    }
  })

  it("may lead to the project, or to a folder of records elsewhere", async () => {
    await symlink(at("project"), at("way"))
    await symlink(at("elsewhere"), at("records"))
    for (const folder of [
      at("way", ".plugs", "swaps"),
      at("project", ".plugs", "new", "swaps"),
      at("records", "swaps"),
      at("records"),
    ]) {
      await refuseLinkedFolder(folder)
      await refuseLinkedFile(path.join(folder, "a.json"))
    }
  })

  it("are refused as the file itself, wherever it is", async () => {
    for (const folder of [at("project", ".plugs"), at("elsewhere")]) {
      const file = path.join(folder, "link.json")
      await symlink(at("elsewhere", "swaps", "a.json"), file)
      const { code, facts } = await failure(refuseLinkedFile(file))
      expect([code, facts["file"]]).to.deep.equal(["JOURNAL_DAMAGED", file])
    }
    const dangling = at("elsewhere", "dangling.json")
    await symlink(at("nowhere"), dangling)
    expect((await failure(refuseLinkedFile(dangling))).code).to.equal("JOURNAL_DAMAGED")
  })
})
