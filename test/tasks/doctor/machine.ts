import { chmod, mkdir, symlink, writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { afterEach, beforeEach, describe, it } from "mocha"

import { ownPackage, textsOf } from "#src/plugin/packages.js"
import type { Finding } from "#tasks/doctor/checks.js"
import {
  checkCopies,
  checkNativePart,
  checkNode,
  checkNpm,
  checkPackage,
  listMachineChecks,
} from "#tasks/doctor/machine.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

describe("the doctor's checks of the machine", () => {
  let temporary: Awaited<ReturnType<typeof temporaryFolder>>
  let root: string
  beforeEach(async () => {
    temporary = await temporaryFolder()
    root = path.join(temporary.path, "project")
    await mkdir(root)
  })
  afterEach(() => temporary[Symbol.asyncDispose]())

  const install = async (folder: string, version: string): Promise<string> => {
    await mkdir(folder, { recursive: true })
    const name = path.basename(folder)
    await writeFile(path.join(folder, "package.json"), JSON.stringify({ name, version, main: "index.js" }))
    return folder
  }
  const inProject = (name: string): string => path.join(root, "node_modules", name)

  it("refuse a Node that is too old, and warn of one without long support", () => {
    expect(checkNode("20.20.2", ">=22.13.0")).to.include({ status: "failed" })
    expect(checkNode("22.12.9", ">=22.13.0")).to.include({ status: "failed" })
    expect(checkNode("22.12.9", ">=22.13.0").mend).to.match(/: npx -y -p node@24 -c /)
    expect(checkNode("23.1.0", ">=22.13.0")).to.include({ status: "warning" })
    expect(checkNode("22.13.0", ">=22.13.0")).to.include({ status: "ok" })
    expect(checkNode("24.0.0", ">=22.13.0")).to.include({ status: "ok" })
  })

  it("warn of an npm that leaves out native parts, and leave other package managers alone", async () => {
    const withNpm = async (script: string) => {
      await writeFile(path.join(root, "npm"), `#!/bin/sh\n${script}\n`)
      await chmod(path.join(root, "npm"), 0o755)
      return await checkNpm(new AbortController().signal, { PATH: root })
    }
    expect(await withNpm("echo 9.9.4")).to.include({ status: "warning" })
    expect(await withNpm("echo 10.0.0")).to.include({ status: "ok", says: "npm 10.0.0" })
    expect(await withNpm("exit 1")).to.include({ status: "skipped" })
    expect(await checkNpm(new AbortController().signal, { PATH: temporary.path })).to.include({ status: "skipped" })
    const beside = path.join(temporary.path, "lib/node_modules/npm")
    await mkdir(path.join(beside, "bin"), { recursive: true })
    await writeFile(path.join(beside, "package.json"), JSON.stringify({ name: "npm", version: "9.8.7" }))
    await writeFile(path.join(beside, "bin/npm-cli.js"), "never run")
    await symlink(path.join(beside, "bin/npm-cli.js"), path.join(temporary.path, "npm"))
    const first = { PATH: ["/nowhere", temporary.path, root].join(path.delimiter) }
    expect(await checkNpm(new AbortController().signal, first)).to.include({ status: "warning" })
  })

  it("refuse a package that is missing or too old, with the command that installs it", async () => {
    const peer = { name: "viem", range: "^2.47.6", isOptional: false }
    const missing = await checkPackage(peer, root)
    expect(missing).to.include({ status: "failed" })
    expect(missing.mend).to.match(/: npm install --save-dev "viem@\^2\.47\.6"$/)
    for (const [version, status] of Object.entries({ "2.47.5": "failed", "3.0.0": "failed", "2.48.0": "ok" })) {
      await install(inProject("viem"), version)
      expect(await checkPackage(peer, root), version).to.include({ status })
    }
    // What begins with a zero breaks with the second number, and an exact version is no range.
    for (const [range, version, status] of [
      ["^0.2.3", "0.2.3", "ok"],
      ["^0.2.3", "0.2.4", "ok"],
      ["^0.2.3", "0.2.2", "failed"],
      ["^0.2.3", "0.3.3", "failed"],
      ["^1.2.3", "1.3.0", "ok"],
      ["1.2.3", "1.2.3", "ok"],
      ["1.2.3", "1.2.4", "failed"],
      ["1.2.3", "1.2.2", "failed"],
    ] as const) {
      await install(inProject("viem"), version)
      expect(await checkPackage({ ...peer, range }, root), `${range} ${version}`).to.include({ status })
    }
    await install(inProject("viem"), "latest")
    expect(await checkPackage(peer, root)).to.include({ status: "skipped" })
  })

  it("do without an optional package, and warn of one that does not fit", async () => {
    const peer = { name: "chai", range: ">=6.0.0", isOptional: true }
    expect(await checkPackage(peer, root)).to.include({ status: "skipped" })
    await install(inProject("chai"), "4.3.0")
    expect(await checkPackage(peer, root)).to.include({ status: "warning" })
  })

  it("find two copies of a package, and refuse those of which this package uses another than the project", async () => {
    const own = await install(inProject("hardhat-plugs"), "0.1.0")
    for (const name of ["hardhat", "viem"]) await install(inProject(name), "3.17.0")
    expect(await checkCopies("viem", { root, own })).to.include({ status: "ok" })

    await install(path.join(inProject("@scope/other"), "node_modules", "viem"), "2.0.0")
    const two = await checkCopies("viem", { root, own })
    expect(two).to.include({ status: "warning" })
    expect(two.says).to.contain(path.join("node_modules", "@scope", "other", "node_modules", "viem"))
    expect(two.mend).to.match(/"overrides".*: npm dedupe$/)

    await install(path.join(own, "node_modules", "hardhat"), "3.16.0")
    expect(await checkCopies("hardhat", { root, own })).to.include({ status: "failed" })
  })

  it("find the copies behind a package that is linked into the project", async () => {
    await install(inProject("hardhat"), "3.17.0")
    const elsewhere = await install(path.join(temporary.path, "elsewhere", "hardhat-plugs"), "0.1.0")
    await install(path.join(temporary.path, "elsewhere", "node_modules", "hardhat"), "3.17.0")
    await symlink(elsewhere, inProject("hardhat-plugs"))
    expect(await checkCopies("hardhat", { root, own: elsewhere })).to.include({ status: "failed" })
  })

  it("refuse a Hardhat whose native part was left out", async () => {
    await install(inProject("hardhat"), "3.17.0")
    expect(await checkNativePart(root)).to.include({ status: "skipped" })
    const edr = await install(inProject("@nomicfoundation/edr"), "0.20.0")
    await writeFile(path.join(edr, "index.js"), 'require("@nomicfoundation/edr-of-this-machine")')
    const missing = await checkNativePart(root)
    expect(missing).to.include({ status: "failed" })
    expect(missing.says).to.contain(`${process.platform}-${process.arch}`)
    await writeFile(path.join(edr, "index.js"), "")
    expect(await checkNativePart(root)).to.include({ status: "ok" })
  })

  it("say in one line that packages of one scope are there or not, and name each where they differ", async () => {
    const checkTelemetry = async (): Promise<readonly Finding[]> => {
      const checks = await listMachineChecks(root)
      const found = await checks.find(({ subject }) => subject === "@opentelemetry")!.run(new AbortController().signal)
      return [found].flat()
    }
    expect((await checkTelemetry()).map(({ status }) => status)).to.deep.equal(["skipped"])
    const { peerDependencies } = (await ownPackage()).manifest
    const ranges = Object.entries(textsOf(peerDependencies)).filter(([name]) => name.startsWith("@opentelemetry/"))
    for (const [name, range] of ranges) await install(inProject(name), range.slice(1))
    expect((await checkTelemetry()).map(({ status }) => status)).to.deep.equal(["ok"])
    const [old] = ranges[0]!
    await install(inProject(old), "0.1.0")
    const mixed = await checkTelemetry()
    expect(mixed).to.have.length(ranges.length)
    expect(mixed.filter(({ status }) => status !== "ok").map(({ subject }) => subject)).to.deep.equal([old])
  })

  it("are well in this repository, for every package that package.json names", async () => {
    const checks = await listMachineChecks(path.resolve(import.meta.dirname, "../../.."))
    expect(checks.map(({ name, subject }) => `${name} ${subject}`)).to.include.members([
      "node node",
      "npm npm",
      "package hardhat",
      "package viem",
      "package @opentelemetry",
      "package @nomicfoundation/edr",
      "copies hardhat",
      "copies viem",
    ])
    for (const check of checks) {
      const found = await check.run(new AbortController().signal)
      expect(found, check.subject).to.not.include({ status: "failed" })
    }
  })
})
