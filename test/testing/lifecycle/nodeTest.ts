import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

import { expect } from "chai"
import { it } from "mocha"

import { deepDescribe } from "#test/fixtures/depth.js"

// Two processes, which compile TypeScript and start chains.
deepDescribe("a world in node:test", () => {
  const run = async (file: string): Promise<string> => {
    const path = fileURLToPath(new URL(`../../fixtures/testing/${file}`, import.meta.url))
    const args = ["--import", "tsx", "--test-reporter", "tap", path]
    return (await promisify(execFile)(process.execPath, args)).stdout
  }

  it("starts and stops with hooks, and delivers", async () => {
    expect(await run("greeter.node.ts")).to.match(/^ {4}ok 1 - adds on the sibling$/m)
  })

  it("does not keep the process, although nobody stops it", async () => {
    expect(await run("forgotten.node.ts")).to.match(/^ok 1 - deploys, and forgets to stop the world$/m)
  })
})
