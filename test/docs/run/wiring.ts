import { writeFile } from "node:fs/promises"
import path from "node:path"
import { pathToFileURL } from "node:url"

import { expect } from "chai"
import { after, before, describe } from "mocha"

import { readDocument } from "../markdown.js"
import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { type Devnet, startDevnet } from "#src/devnet/index.js"
import { temporaryProject } from "#test/fixtures/commands/hardhatCommand.js"
import { runCommand } from "#test/fixtures/commands/taskCommand.js"
import { deepIt } from "#test/fixtures/depth.js"
import { deploy } from "#test/fixtures/worlds/messaging/plugs.js"

describe("docs/wiring.md", function () {
  let devnet: Devnet<string, false, false>
  let project: Awaited<ReturnType<typeof temporaryProject>>
  before(async () => {
    const chains = ["alpha", "beta", "gamma"]
    ;[devnet, project] = await Promise.all([startDevnet({ chains, gateway: false, market: false }), temporaryProject()])
    for (const chain of Object.values(devnet.chains)) {
      await deploy(chain, counterArtifact, [chain.contracts.socket, chain.walletClient.account.address])
    }
  })
  after(async () => {
    await devnet.stop()
    await project[Symbol.asyncDispose]()
  })

  deepIt("has an example that runs, and what the task prints of it", async () => {
    const { blocks } = await readDocument("docs/wiring.md")
    const codeOf = (wanted: string) => blocks.flatMap(({ language, code }) => (language === wanted ? [code] : []))
    const [source = ""] = codeOf("ts")
    const entry = pathToFileURL(path.resolve("src/messaging/index.ts")).href
    const file = path.join(project.path, "wiring.ts")
    await writeFile(file, source.replace("hardhat-plugs/messaging", entry))
    const outputs: string[] = []
    for (const options of [["--plan"], ["--apply", "--yes"], ["--check"]]) {
      const { code, stdout } = await runCommand(["messaging", "wire", ...options, "--file", file], {
        port: Number(new URL(devnet.url).port),
        env: { PLUGS_TEST_ROOT: project.path },
      })
      expect(code).to.equal(0)
      outputs.push(stdout.trim())
    }
    expect(codeOf("text").map((text) => text.trim())).to.deep.equal(outputs)
  })
})
