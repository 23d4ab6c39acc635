import { execFile } from "node:child_process"
import { readdir, readFile, writeFile } from "node:fs/promises"
import { join, resolve } from "node:path"
import { promisify } from "node:util"

import { expect } from "chai"
import { it } from "mocha"

import { npmCommand } from "#test/fixtures/commands/npmCommand.js"
import { deepDescribe } from "#test/fixtures/depth.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { userEnvironment } from "#test/fixtures/projects/userEnvironment.js"

const repository = resolve(import.meta.dirname, "../..")
const run = promisify(execFile)

const script = `
import { createGatewayClient, predictForwarderAddress } from "hardhat-plugs/gateway"
import { createMessagingClient, isFinal, messageStates } from "hardhat-plugs/messaging"
import { createSwapClient } from "hardhat-plugs/swap"

const baseUrl = "http://127.0.0.1:9"
const messages = createMessagingClient({ baseUrl, apiKey: "a-key" })
const clients = [messages, createGatewayClient({ baseUrl }), createSwapClient({ baseUrl })]
const asked = await Promise.allSettled([messages.getMessages({ srcChainSlug: 1, srcTxHash: \`0x\${"12".repeat(32)}\` })])
console.log(JSON.stringify([clients.length, isFinal("EXECUTION_SUCCESS"), asked[0].status, typeof predictForwarderAddress]))
`

deepDescribe("the package in a project without Hardhat", function () {
  // npm builds, packs and installs here, and takes its time.

  it("has the three clients, with their types, and installs no Hardhat", async () => {
    await using project = await temporaryFolder()
    const user = { cwd: project.path, env: userEnvironment() }
    const { devDependencies } = JSON.parse(await readFile(join(repository, "package.json"), "utf8")) as {
      devDependencies: Record<string, string>
    }
    const pack = npmCommand("pack", "--json", "--pack-destination", project.path)
    const { stdout: packed } = await run(...pack, { cwd: repository })
    const [{ filename }] = JSON.parse(packed.slice(packed.indexOf("["))) as [{ filename: string }]
    const { viem, typescript, "@types/node": node } = devDependencies
    const dependencies = { "hardhat-plugs": `file:${filename}`, viem, typescript, "@types/node": node }
    await writeFile(join(project.path, "package.json"), JSON.stringify({ private: true, type: "module", dependencies }))
    await writeFile(join(project.path, "ask.ts"), script)
    await run(...npmCommand("install", "--prefer-offline", "--no-audit", "--no-fund"), user)
    expect(await readdir(join(project.path, "node_modules")))
      .to.include("viem")
      .and.not.include("hardhat")
    const { stdout } = await run(process.execPath, ["ask.ts"], user)
    expect(JSON.parse(stdout)).to.deep.equal([3, true, "rejected", "function"])
    const tsc = join(project.path, "node_modules/typescript/bin/tsc")
    const strict = ["--strict", "--noEmit", "--module", "node20", "--target", "es2023", "--types", "node"]
    await run(process.execPath, [tsc, ...strict, "ask.ts"], user).catch((error: unknown) => {
      expect.fail((error as { readonly stdout: string }).stdout)
    })
  })
})
