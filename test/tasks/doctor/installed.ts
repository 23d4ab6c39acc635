import { chmod, mkdir, rm, symlink, writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { afterEach, beforeEach, describe, it } from "mocha"

import { ownPackage, textsOf } from "#src/plugin/packages.js"
import {
  checkCopies,
  checkNativePart,
  checkNode,
  checkNpm,
  checkPackage,
  fixClock,
  listMachineChecks,
  wallTimeOf,
} from "#tasks/doctor/machine.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

describe("what the doctor says of what is installed", () => {
  let temporary: Awaited<ReturnType<typeof temporaryFolder>>
  let root: string
  beforeEach(async () => {
    temporary = await temporaryFolder()
    root = path.join(temporary.path, "project")
    await mkdir(root)
  })
  afterEach(() => temporary[Symbol.asyncDispose]())

  const install = async (folder: string, version: string, name = path.basename(folder)): Promise<string> => {
    await mkdir(folder, { recursive: true })
    await writeFile(path.join(folder, "package.json"), JSON.stringify({ name, version, main: "index.js" }))
    return folder
  }
  const inProject = (name: string): string => path.join(root, "node_modules", name)
  const none = undefined

  it("tells a Node that is too old, one that has no long support, and text that is no version", () => {
    const found = (version: string, range = ">=22.13.0") => {
      const { status, says, mend } = checkNode(version, range)
      return [status, says.replace(version, "…"), mend?.includes("npx -y -p node@24") ?? false]
    }
    const old = ["failed", "Node … is too old: >=22.13.0 is needed.", true]
    const fine = ["ok", "Node …", false]
    const odd = ["warning", "Node … is no LTS, and Hardhat does not support it.", true]
    const versions: Readonly<Record<string, readonly unknown[]>> = {
      ...{ "22.12.9": old, "21.99.99": old, "2.99.99": old, newest: old, "22.13": old, "x22.13.0": old },
      ...{ "22.13.0": fine, "22.13.1": fine, "v24.0.0": fine, " 24.0.0 ": fine, "24.0.0-nightly.1": fine },
      ...{ "23.0.0": odd, "25.9.9": odd },
    }
    for (const [version, says] of Object.entries(versions)) expect(found(version), version).to.deep.equal(says)
    expect(found("24.0.0+a", "24.0.0")).to.deep.equal(["ok", "Node …", false])
    expect(found("24.0.0x", "24.0.0")[0]).to.equal("failed")
    expect(found("24.0.0", "~24.0.0")[0]).to.equal("failed")
  })

  it("asks an npm that stands in another program's place, and takes the first of the path", async () => {
    const { signal } = new AbortController()
    const shim = await install(path.join(temporary.path, "shim"), "1.0.0")
    await mkdir(path.join(shim, "bin"))
    const program = path.join(shim, "bin", "run")
    await writeFile(program, `#!/bin/sh\necho "  10.2.$ANSWER  "\n`)
    await chmod(program, 0o755)
    await symlink(program, path.join(root, "npm"))
    const second = await install(path.join(temporary.path, "lib/node_modules/npm"), "9.8.7")
    await mkdir(path.join(second, "bin"))
    await writeFile(path.join(second, "bin/npm-cli.js"), "never run")
    await symlink(path.join(second, "bin/npm-cli.js"), path.join(temporary.path, "npm"))
    const ask = (...folders: readonly string[]) => checkNpm(signal, { PATH: folders.join(path.delimiter), ANSWER: "7" })
    expect(await ask(root, temporary.path)).to.deep.equal({ status: "ok", says: "npm 10.2.7" })
    const older = await ask(temporary.path, root)
    expect([older.status, /npm 9\.8\.7 /.test(older.says), older.mend?.split(": ")[1]]).to.deep.equal([
      ...["warning", true, "npm install --global npm@10"],
    ])
    const stopped = AbortSignal.abort()
    expect((await checkNpm(stopped, { PATH: root })).status).to.equal("skipped")
  })

  it("names the version and the range of each package, and the command for what does not fit", async () => {
    const check = async (range: string, isOptional = false) => {
      const { status, says, mend } = await checkPackage({ name: "viem", range, isOptional }, root)
      return [status, says, mend]
    }
    const mend = (range: string) => `Install one that fits: npm install --save-dev "viem@${range}"`
    const needed = "viem is not installed, and is needed only by what uses it."
    expect(await check("^2.1.0", true)).to.deep.equal(["skipped", needed, none])
    expect(await check("^2.1.0")).to.deep.equal([
      ...["failed", "viem is not installed in the project; ^2.1.0 is needed.", mend("^2.1.0")],
    ])
    await install(inProject("viem"), "2.5.7")
    const wrong = (range: string) => `viem 2.5.7 is installed; ${range} is needed.`
    expect(await check("^3.0.0")).to.deep.equal(["failed", wrong("^3.0.0"), mend("^3.0.0")])
    expect(await check("^3.0.0", true)).to.deep.equal(["warning", wrong("^3.0.0"), mend("^3.0.0")])
    expect(await check("~2.5.0")).to.deep.equal(["skipped", "viem 2.5.7, which cannot be compared with ~2.5.0.", none])
    expect(await check("^2.5.7")).to.deep.equal(["ok", "viem 2.5.7", none])
    const fits = async (version: string, ...ranges: readonly string[]) => {
      await install(inProject("viem"), version)
      const found = await Promise.all(ranges.map(async (range) => [range, (await check(range))[0] === "ok"] as const))
      return found.flatMap(([range, isFit]) => (isFit ? [range] : []))
    }
    const ranges = [
      ">=1.2.3",
      ">= 2.5.7",
      ">=2.5.8",
      ">=2.6.0",
      ">=3.0.0",
      "^2.5.7",
      "^2.0.0",
      "^1.9.9",
      "2.5.7",
      "2.5.6",
    ]
    expect(await fits("2.5.7", ...ranges)).to.deep.equal([">=1.2.3", ">= 2.5.7", "^2.5.7", "^2.0.0", "2.5.7"])
    expect(await fits("1.3.5", "^0.3.5", "^0.3.4", "^1.0.0", "^1.3.6", "^1.4.0")).to.deep.equal(["^1.0.0"])
    expect(await fits("0.3.5", "^0.3.4", "^0.2.5", "^0.4.0", ">=0.2.9", "^1.0.0")).to.deep.equal(["^0.3.4", ">=0.2.9"])
  })

  it("counts the copies of a package with their places, and fails only where this package uses another Hardhat", async () => {
    const own = await install(path.join(temporary.path, "own"), "0.1.0")
    const check = async (name: string) => {
      const { status, says, mend } = await checkCopies(name, { root, own })
      return [status, says, mend?.includes(`"${name}": `)]
    }
    await install(path.join(own, "node_modules/viem"), "2.9.0")
    expect(await check("viem")).to.deep.equal(["skipped", "viem is not installed in the project.", none])
    await install(inProject("viem"), "2.5.7")
    const beside = path.join(own, "node_modules/viem")
    const two = `There are 2 copies of viem: 2.5.7 in ${path.join("node_modules", "viem")}, 2.9.0 in ${beside}.`
    expect(await check("viem")).to.deep.equal(["warning", two, true])
    await install(inProject("hardhat"), "3.17.0")
    expect(await check("hardhat")).to.deep.equal(["ok", "one copy, 3.17.0", none])
    // Another plugin's own, which this package does not use.
    await install(path.join(inProject("other"), "node_modules/hardhat"), "3.1.0")
    await install(path.join(own, "node_modules/hardhat"), "3.17.0")
    await writeFile(inProject("@file"), "no scope")
    // What a package has for its own tests is not loaded by anybody.
    await install(path.join(inProject("other/test"), "node_modules/hardhat"), "3.0.0")
    const [status, says] = await check("hardhat")
    expect([status, /\d copies/.exec(String(says))?.[0]]).to.deep.equal(["failed", "3 copies"])
    const inside = await install(inProject("hardhat-plugs"), "0.1.0")
    expect((await checkCopies("hardhat", { root, own: inside })).status).to.equal("warning")
  })

  it("skips the native part where there is no Hardhat, and names its version where it is whole", async () => {
    const skipped = {
      ...{ status: "skipped", says: "@nomicfoundation/edr is not where Hardhat looks for it.", subject: none },
    }
    await install(inProject("@nomicfoundation/edr"), "0.20.0")
    await writeFile(path.join(inProject("@nomicfoundation/edr"), "index.js"), "")
    expect(await checkNativePart(root)).to.deep.equal(skipped)
    await install(inProject("hardhat"), "3.17.0")
    const found = await checkNativePart(root)
    expect(found).to.deep.equal({ status: "ok", says: "@nomicfoundation/edr 0.20.0" })
  })

  it("lists each check once, and names a package of each where it has to be installed", async () => {
    const { peerDependencies } = (await ownPackage()).manifest
    const peers = Object.keys(textsOf(peerDependencies))
    const families = [...new Set(peers.map((name) => name.split("/")[0]!))]
    const checks = await listMachineChecks(root)
    expect(checks.map(({ name, subject }) => `${name} ${subject}`)).to.deep.equal([
      ...["node node", "npm npm", ...families.map((family) => `package ${family}`)],
      ...["package @nomicfoundation/edr", "copies hardhat", "copies viem"],
    ])
    const run = async (subject: string, name = "package") => {
      const check = checks.find((one) => one.name === name && one.subject === subject)!
      return [await check.run(new AbortController().signal)].flat().map((found) => [found.status, found.subject])
    }
    expect(await run("node", "node")).to.deep.equal([["ok", none]])
    expect(await run("viem")).to.deep.equal([["failed", "viem"]])
    expect(await run("chai")).to.deep.equal([["skipped", "chai"]])
    expect(await run("@opentelemetry")).to.deep.equal([["skipped", none]])
    expect(await run("hardhat", "copies")).to.deep.equal([["skipped", none]])
    // A warning has a command of its own for each.
    const telemetry = peers.filter((name) => name.startsWith("@opentelemetry/"))
    for (const name of telemetry) await install(inProject(name), "0.0.1", name)
    expect(await run("@opentelemetry")).to.deep.equal(telemetry.map((name) => ["warning", name]))
    const [first, ...others] = telemetry
    await rm(inProject("@opentelemetry"), { recursive: true })
    await install(inProject(first!), textsOf(peerDependencies)[first!]!.slice(1), first)
    expect(await run("@opentelemetry")).to.deep.equal([...[["ok", first], ...others.map((name) => ["skipped", name])]])
  })

  it("goes by the wall's time where a clock has one, and has a command for the clocks of three systems", () => {
    expect([wallTimeOf({ now: () => 5, wallTime: () => 900 }), wallTimeOf({ now: () => 5 })]).to.deep.equal([900, 5])
    const own = Object.getOwnPropertyDescriptor(process, "platform")!
    try {
      const commands = ["linux", "darwin", "win32", "aix"].map((value) => {
        Object.defineProperty(process, "platform", { ...own, value })
        return /network's(.*)$/.exec(fixClock())?.[1]
      })
      expect(commands).to.deep.equal([
        ...[": sudo timedatectl set-ntp true", ": sudo sntp -sS time.apple.com", ": w32tm /resync", "."],
      ])
    } finally {
      Object.defineProperty(process, "platform", own)
    }
  })
})
