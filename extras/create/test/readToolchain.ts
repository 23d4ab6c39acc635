import { expect } from "chai"
import { describe, it } from "mocha"

import { readToolchain, type ToolchainOptions } from "#extras/create/src/toolchain.js"

const required = ">=22.13.0"

describe("the commands that init ends with", () => {
  const read = (options: Partial<ToolchainOptions> & { agent?: string }) =>
    readToolchain({
      env: options.agent === undefined ? {} : { npm_config_user_agent: options.agent },
      nodeVersion: "24.1.0",
      platform: "linux",
      manager: "npm",
      versionOf: () => Promise.resolve("11.0.0"),
      ...options,
      required,
    })

  it("are npm's own where Node fits", async () => {
    const plain = { advice: [], manager: "npm", version: "11.0.0", commands: ["npm install", "npx hardhat test"] }
    expect(await read({})).to.deep.equal(plain)
    expect(await read({ nodeVersion: "22.13.0" })).to.deep.equal(plain)
    const agent = "npm/10.9.2 node/v22.13.1 linux x64 workspaces/false"
    expect(await read({ agent })).to.deep.equal({ ...plain, version: "10.9.2" })
  })

  it("bring a Node where the installed one is too old, and say so", async () => {
    for (const nodeVersion of ["20.20.2", "22.12.9", "18.3.0"]) {
      const { advice, commands } = await read({ nodeVersion })
      expect(advice[0]).to.equal(`Node ${nodeVersion} is too old for Hardhat, which needs 22.13.0 or newer.`)
      expect(commands).to.deep.equal(["npx -y -p node@24 npm install", "npx -y -p node@24 hardhat test"])
    }
  })

  it("compare versions by their three numbers, the first that differs", async () => {
    const needs = async (nodeVersion: string) =>
      (
        await readToolchain({
          ...{ env: {}, nodeVersion, platform: "linux", manager: "npm", required: ">=22.13.4" },
          versionOf: () => Promise.resolve("11.0.0"),
        })
      ).commands[0] !== "npm install"
    const versions = ["22.13.4", "v22.13.3", "22.13.10", "22.12.99", "22.14.0", "21.99.99", "23.0.0", "22"]
    expect(await Promise.all(versions.map(needs))).to.deep.equal([false, true, false, true, false, true, false, true])
  })

  it("go by the Node that npm runs on, because it decides what is installed", async () => {
    const { commands } = await read({ agent: "npm/11.19.1 node/v20.20.2 linux x64 workspaces/false" })
    expect(commands[0]).to.equal("npx -y -p node@24 npm install")
  })

  it("go by the older one of the two that run, and by what runs this where the agent says nothing", async () => {
    const node = async (nodeVersion: string, agent: string) => (await read({ nodeVersion, agent })).advice[0]
    const isOld = (version: string) => `Node ${version} is too old for Hardhat, which needs 22.13.0 or newer.`
    expect(await node("20.1.0", "npm/11.0.0 node/v24.1.0 linux x64")).to.equal(isOld("20.1.0"))
    expect(await node("20.1.0", "npm/11.0.0 node/v18.20.0 linux x64")).to.equal(isOld("18.20.0"))
    expect(await node("22.9.0", "npm/11.0.0 node/v22.10.0 linux x64")).to.equal(isOld("22.9.0"))
    expect(await node("24.1.0", "npm/11.0.0 linux x64")).to.equal(undefined)
    expect(await node("21.0.0", "")).to.equal(isOld("21.0.0"))
  })

  it("ask for a newer npm below 7 alone, and of no other package manager", async () => {
    const of = async (version: string, options: Partial<ToolchainOptions> = {}) => {
      const { commands, advice } = await read({ versionOf: () => Promise.resolve(version), ...options })
      return [commands[0], advice.length]
    }
    expect(await of("7.0.0")).to.deep.equal(["npm install", 0])
    expect(await of("6.99.99")).to.deep.equal(["npx -y -p node@24 -p npm@11 npm install", 1])
    expect(await of("1.22.22", { manager: "yarn" })).to.deep.equal(["yarn install", 0])
    expect(await of("11.0.0", { platform: "win32" })).to.deep.equal(["npm install", 0])
    expect(await of("6.0.0", { nodeVersion: "20.0.0" })).to.deep.equal(["npx -y -p node@24 -p npm@11 npm install", 3])
    expect(await of("9.0.0", { nodeVersion: "20.0.0", manager: "pnpm" })).to.deep.equal([
      ...["npx -y -p node@24 npm install", 2],
    ])
  })

  it("ask the package manager itself where another one runs this", async () => {
    const asked: string[] = []
    const versionOf = (manager: string) => Promise.resolve((asked.push(manager), "1.2.3"))
    const version = async (manager: ToolchainOptions["manager"], agent: string) =>
      (await read({ manager, agent, versionOf })).version
    expect(await version("bun", "pnpm/9.0.0 npm/? node/v24.1.0 linux x64")).to.equal("1.2.3")
    expect(await version("pnpm", "pnpm/9.0.0 npm/? node/v24.1.0 linux x64")).to.equal("9.0.0")
    expect(asked).to.deep.equal(["bun"])
  })

  it("bring an npm too where it is too old, or would start another Node", async () => {
    const old = await read({ versionOf: () => Promise.resolve("6.14.18") })
    expect(old.advice.join("\n")).to.contain("npm 6.14.18 is too old")
    expect(old.commands[0]).to.equal("npx -y -p node@24 -p npm@11 npm install")
    const windows = await read({ nodeVersion: "20.1.0", platform: "win32" })
    expect(windows.commands[0]).to.equal("npx -y -p node@24 -p npm@11 npm install")
  })

  it("come with advice where the package manager is not there", async () => {
    const agent = "pnpm/9.0.0 npm/? node/v24.1.0 linux x64"
    const versionOf = () => Promise.resolve(undefined)
    const none = await read({ agent, versionOf })
    expect(none.advice).to.deep.equal(["npm was not found. It comes with Node: install Node 24."])
    expect((await read({ agent, versionOf, manager: "yarn" })).advice).to.deep.equal([
      "yarn was not found. Install it.",
    ])
    expect(await read({ agent, versionOf, manager: "pnpm" })).to.include({ manager: "pnpm", version: "9.0.0" })
  })

  it("bring a Node by npm, whatever package manager runs this on one that is too old", async () => {
    const { manager, commands } = await read({ agent: "pnpm/9.0.0 npm/? node/v20.1.0 linux x64", manager: "pnpm" })
    expect(manager).to.equal("npm")
    expect(commands[0]).to.equal("npx -y -p node@24 npm install")
  })

  it("contain no quotes, so that every shell reads them alike", async () => {
    for (const nodeVersion of ["20.1.0", "24.1.0"]) {
      expect((await read({ nodeVersion })).commands.join()).to.match(/^[\w@ ,-]+$/)
    }
  })
})
