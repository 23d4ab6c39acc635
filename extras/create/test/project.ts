import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"

import { expect } from "chai"
import { it } from "mocha"

import { repository } from "../../../scripts/docs/documents.js"
import { runInit } from "#test/fixtures/commands/initCommand.js"
import { deepDescribe } from "#test/fixtures/depth.js"
import { installFromSources } from "#test/fixtures/projects/linkedProject.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { userEnvironment } from "#test/fixtures/projects/userEnvironment.js"

// test/docs/compiled/strict.ts checks the types of the same files in every run.
deepDescribe("a project that init has written", function () {
  // A process of its own compiles a contract, starts a devnet and runs the project's test.

  it("compiles, and delivers a message in its first test", async () => {
    await using folder = await temporaryFolder()
    await runInit(folder.path, ["init", "--yes", "--template", "messages"])
    await installFromSources(folder.path)
    const cli = join(repository, "node_modules/hardhat/dist/src/cli.js")
    const options = { cwd: folder.path, env: userEnvironment() }
    const { stdout } = await promisify(execFile)(process.execPath, [cli, "test"], options)
    expect(stdout).to.contain("✔ carries a greeting").and.contain("1 passing")
  })
})
