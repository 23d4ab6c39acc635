import { chmod, stat, symlink } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { afterEach, beforeEach, describe, it } from "mocha"

import { openUserFolder } from "#src/primitives/files/openUserFolder.js"
import { failure } from "#test/fixtures/failure.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

describe("openUserFolder", () => {
  const { TMPDIR } = process.env
  let temporary: Awaited<ReturnType<typeof temporaryFolder>>
  beforeEach(async () => {
    temporary = await temporaryFolder()
    process.env["TMPDIR"] = temporary.path
  })
  afterEach(async () => {
    if (TMPDIR === undefined) delete process.env["TMPDIR"]
    else process.env["TMPDIR"] = TMPDIR
    await temporary[Symbol.asyncDispose]()
  })

  it("makes a folder that only its user can read, and finds it again", async () => {
    const folder = await openUserFolder()
    expect(path.dirname(folder)).to.equal(temporary.path)
    expect((await stat(folder)).mode & 0o777).to.equal(0o700)
    expect(await openUserFolder()).to.equal(folder)
  })

  it("refuses a folder that others may write to, or that leads elsewhere", async () => {
    const folder = await openUserFolder()
    for (const mode of [0o720, 0o702]) {
      await chmod(folder, mode)
      expect((await failure(openUserFolder())).code).to.equal("JOURNAL_UNUSABLE")
    }
    await chmod(folder, 0o755)
    expect(await openUserFolder()).to.equal(folder)
    await using elsewhere = await temporaryFolder()
    process.env["TMPDIR"] = elsewhere.path
    await symlink(folder, path.join(elsewhere.path, path.basename(folder)))
    expect((await failure(openUserFolder())).code).to.equal("JOURNAL_UNUSABLE")
  })
})
