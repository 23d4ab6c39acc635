import { execFile } from "node:child_process"
import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"

import { expect } from "chai"
import { afterEach, beforeEach, describe, it } from "mocha"

import { templateKinds } from "#extras/create/src/templates.js"
import { listFolder, runInit } from "#test/fixtures/commands/initCommand.js"
import { failure } from "#test/fixtures/failure.js"
import { expectGolden } from "#test/fixtures/golden/expectGolden.js"

type Manifest = { readonly name: string; readonly type: string; readonly devDependencies: Record<string, string> }

describe("hardhat-plugs init", () => {
  let folder: string
  beforeEach(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), "hardhat-plugs-init-")))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const manifestIn = async (path = "."): Promise<Manifest> =>
    JSON.parse(await readFile(join(folder, path, "package.json"), "utf8")) as Manifest

  for (const kind of Object.keys(templateKinds)) {
    it(`writes everything that a project needs: ${kind}`, async () => {
      const { output, asked } = await runInit(folder, ["init", "--yes", "--template", kind, "--package", "1.2.3"])
      expect(asked).to.deep.equal([])
      const written = Object.keys(await listFolder(folder))
      const always = ["package.json", "hardhat.config.ts", "tsconfig.json", ".gitignore", ".npmrc", "README.md"]
      expect(written).to.include.members([...always, join(".github", "workflows", "test.yml"), "test"])
      if (kind !== "tests") expect(written).to.include("scripts")
      if (kind === "messages" || kind === "token" || kind === "gateway") expect(written).to.include("contracts")
      expect((await manifestIn()).devDependencies).to.include({ "hardhat-plugs": "1.2.3" })
      expect(output).to.match(/Run next:\n {2}npm install\n {2}npx hardhat test$/)
      expectGolden(`create/${kind}.txt`, output)
    })
  }

  it("asks for what no option says, and takes defaults", async () => {
    const { output, asked } = await runInit(folder, ["init"], { answers: ["gateway", "my app"] })
    expect(asked[0]).to.match(/messages .*\n.*token .*\n.*gateway .*\n.*swap .*\n.*tests .*\nTemplate \[messages\]: $/)
    expect(asked).to.have.length(2)
    expect((await manifestIn("my app")).name).to.equal("my-app")
    expect(output).to.contain("my app, from the template gateway:").and.contain("  cd 'my app'\n  npm install\n")

    await runInit(folder, ["init"], { answers: ["", "other"] })
    expect(await listFolder(join(folder, "other"))).to.have.property(join("contracts", "Greeter.sol"))
  })

  it("asks again where an answer is no template", async () => {
    const { output, asked } = await runInit(folder, ["init"], { answers: ["swop", "swap", ""] })
    expect(asked).to.have.length(3)
    expect(output).to.match(/^There is no template "swop"\. Did you mean swap\?\n/)
    expect(await listFolder(folder)).to.have.property(join("scripts", "swap.ts"))
  })

  it("changes nothing when it is run again", async () => {
    await runInit(folder, ["init", "--yes"])
    const before = await listFolder(folder)
    const { output } = await runInit(folder, ["init", "--yes"])
    expectGolden("create/again.txt", output)
    expect(output).to.contain("everything is there already").and.not.contain("Left as")
    expect(await listFolder(folder)).to.deep.equal(before)
  })

  it("says which tarball the project needs, by its path from there", async () => {
    await writeFile(join(folder, "a b.tgz"), "")
    const { output } = await runInit(folder, ["init", "app", "--yes", "--package", "./a b.tgz"])
    expect((await manifestIn("app")).devDependencies).to.include({ "hardhat-plugs": "file:../a b.tgz" })
    expect(output).to.contain("package.json takes hardhat-plugs from ../a b.tgz.")
  })

  it("names the version that runs where nothing else is known", async () => {
    await runInit(folder, ["init", "--yes"])
    expect((await manifestIn()).devDependencies).to.include({ "hardhat-plugs": "0.1.0" })
  })

  describe("in an existing project", () => {
    it("adds to package.json and to lists, and says what stays", async () => {
      await writeFile(
        join(folder, "package.json"),
        '{\n  "type": "commonjs",\n  "dependencies": { "viem": "2.50.0" }\n}\n',
      )
      await writeFile(join(folder, ".gitignore"), "secrets\nnode_modules/")
      await writeFile(join(folder, "README.md"), "mine")
      const { output } = await runInit(folder, ["init", "--yes"])
      expect(await manifestIn()).to.deep.include({ type: "commonjs", dependencies: { viem: "2.50.0" } })
      expect(await readFile(join(folder, ".gitignore"), "utf8")).to.match(/^secrets\nnode_modules\/\n\/artifacts\/\n/)
      expect(await readFile(join(folder, "README.md"), "utf8")).to.equal("mine")
      expectGolden("create/existing.txt", output)
      expect(output).to.contain("Left as they are: README.md").and.contain('viem stays "2.50.0"')
      expect(output).to.match(/Run next:\n {2}npm pkg set type=module\n {2}npm install\n/)
    })

    it("adds its section to the AGENTS.md that is there, once", async () => {
      const file = join(folder, "AGENTS.md")
      await writeFile(file, "# House rules\n\nBe brief.\n\n")
      await runInit(folder, ["init", "--yes"])
      const text = await readFile(file, "utf8")
      expect(text).to.match(/^# House rules\n\nBe brief\.\n\n## hardhat-plugs\n\n/)
      await writeFile(file, `${text}\n## Mine\n`)
      await runInit(folder, ["init", "--yes"])
      expect(await readFile(file, "utf8")).to.equal(`${text}\n## Mine\n`)
    })

    it("says which dependencies are too old to install, and how to replace them, and does not install", async () => {
      const manifest = { type: "module", dependencies: { viem: "~2.40.0" }, devDependencies: { hardhat: "~3.1.0" } }
      await writeFile(join(folder, "package.json"), JSON.stringify(manifest))
      const { output, installed } = await runInit(folder, ["init", "--yes", "--install", "npm"])
      expect(installed).to.deep.equal({})
      expect(output).to.contain('hardhat must be 3.13.0 or newer, and package.json has "~3.1.0"')
      expect(output).to.contain('viem must be 2.47.6 or newer, and package.json has "~2.40.0"')
      expect(output).to.match(
        /Run next:\n {2}npm pkg set devDependencies\.hardhat=3[\d.]+\n {2}npm pkg set dependencies\.viem=2[\d.]+\n {2}npm install\n/,
      )
    })

    for (const [what, manifest, lockfile, commands] of [
      ["names pnpm", { packageManager: "pnpm@9.1.0+sha512.00" }, undefined, ["pnpm install", "pnpm exec hardhat test"]],
      [
        "names npm beside a lockfile",
        { packageManager: "npm@11.0.0" },
        "yarn.lock",
        ["npm install", "npx hardhat test"],
      ],
      ["has pnpm's lockfile", {}, "pnpm-lock.yaml", ["pnpm install", "pnpm exec hardhat test"]],
      ["has Yarn's lockfile", {}, "yarn.lock", ["yarn install", "yarn hardhat test"]],
      ["has Bun's lockfile", {}, "bun.lock", ["bun install", "bunx hardhat test"]],
    ] as const) {
      it(`that ${what}: ends with the commands that fit`, async () => {
        await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module", ...manifest }))
        if (lockfile !== undefined) await writeFile(join(folder, lockfile), "")
        const { output } = await runInit(folder, ["init", "--yes"])
        expect(output.split("\n").slice(-3)).to.deep.equal(["Run next:", ...commands.map((command) => `  ${command}`)])
      })
    }

    it("in which it was killed: refuses, and says how to get the files back", async () => {
      const left = ".hardhat-plugs-init-Ab12Cd"
      await mkdir(join(folder, left, "old", "test"), { recursive: true })
      await writeFile(join(folder, left, "old", "package.json"), "{}")
      await writeFile(join(folder, left, "old", "test", "Greeter.ts"), "mine")
      const before = await listFolder(folder)
      const error = await failure(runInit(folder, ["init", "--yes"]))
      expect(error.code).to.equal("INIT_UNFINISHED")
      expect(error.facts["files as they were"]?.split(", ")).to.have.members([
        "package.json",
        join("test", "Greeter.ts"),
      ])
      expect(error.next).to.contain(`copy it back from ${left}/old. Then delete ${left}`)
      expect(await listFolder(folder)).to.deep.equal(before)
    })

    it("in which it was killed before it replaced a file: refuses, and names none to get back", async () => {
      const left = ".hardhat-plugs-init-Ab12Cd"
      await mkdir(join(folder, left))
      const error = await failure(runInit(folder, ["init", "--yes"]))
      expect(error.code).to.equal("INIT_UNFINISHED")
      expect(error.facts).to.deep.equal({ folder })
      expect(error.next).to.contain(`Then delete ${left}`).and.not.contain(`${left}/old`)
    })

    it("refuses with --yes to overwrite, names every file, and writes nothing", async () => {
      await mkdir(join(folder, "test"))
      await writeFile(join(folder, "test", "Greeter.ts"), "mine")
      await mkdir(join(folder, "scripts"))
      await writeFile(join(folder, "scripts", "deploy.ts"), "mine, too")
      await writeFile(join(folder, "hardhat.config.js"), "mine")
      const before = await listFolder(folder)
      const error = await failure(runInit(folder, ["init", "--yes"]))
      expect(error.code).to.equal("FILES_IN_THE_WAY")
      expect(error.facts["files"]?.split(", ")).to.have.members(["scripts/deploy.ts", "test/Greeter.ts"])
      expect(await listFolder(folder)).to.deep.equal(before)
    })

    it("keeps with --yes what a project of Hardhat 3 is set up with, and says which lines its configuration lacks", async () => {
      await writeFile(join(folder, "hardhat.config.ts"), "mine")
      await writeFile(join(folder, "tsconfig.json"), "{}")
      const { output } = await runInit(folder, ["init", "--yes"])
      expect(output).to.contain("Left as they are: hardhat.config.ts, tsconfig.json")
      expect(output).to.contain('  import hardhatPlugs from "hardhat-plugs"\n  plugins: [hardhatPlugs, ')
      expect(await readFile(join(folder, "hardhat.config.ts"), "utf8")).to.equal("mine")
      expect(await listFolder(folder)).to.have.property(join("contracts", "Greeter.sol"))
    })

    it("asks about each file that differs, and replaces those that it may", async () => {
      await mkdir(join(folder, "test"))
      await writeFile(join(folder, "test", "Greeter.ts"), "mine")
      await writeFile(join(folder, "hardhat.config.ts"), "mine")
      const { output, asked } = await runInit(folder, ["init", "--template", "messages"], { answers: ["n", "y"] })
      expect(asked.map((question) => question.split(" ")[0])).to.deep.equal(["hardhat.config.ts", "test/Greeter.ts"])
      expect(await readFile(join(folder, "hardhat.config.ts"), "utf8")).to.equal("mine")
      expect(await readFile(join(folder, "test", "Greeter.ts"), "utf8")).to.contain("describe(")
      expect(output).to.contain("replaced  test/Greeter.ts").and.contain("Left as they are: hardhat.config.ts")
      expect(output).to.contain("must list hardhatPlugs")
      expect(Object.keys(await listFolder(folder)).filter((path) => path.startsWith(".hardhat"))).to.deep.equal([])
    })

    it("keeps a configuration of another extension", async () => {
      await writeFile(join(folder, "hardhat.config.js"), "mine")
      const { output } = await runInit(folder, ["init", "--template", "messages"])
      expect(Object.keys(await listFolder(folder))).to.not.include("hardhat.config.ts")
      expect(output).to.contain("Left as they are: hardhat.config.js")
    })

    it("writes through no symbolic link, and into nothing that is no folder", async () => {
      await using elsewhere = {
        path: await mkdtemp(join(tmpdir(), "elsewhere-")),
        [Symbol.asyncDispose]: () => rm(elsewhere.path, { recursive: true }),
      }
      const obstacles: readonly (readonly [string, () => Promise<unknown>, RegExp])[] = [
        [
          "test",
          () => symlink(elsewhere.path, join(folder, "test")),
          /^The path test is a symbolic link, .*a folder there/,
        ],
        [
          "package.json",
          () => symlink("nowhere", join(folder, "package.json")),
          /^The path package\.json is a symbolic link/,
        ],
        ["scripts", () => writeFile(join(folder, "scripts"), ""), /^The path scripts is a file, .*a folder there/],
        [
          "tsconfig.json",
          () => mkdir(join(folder, "tsconfig.json")),
          /^The path tsconfig\.json is a folder, .*a file there/,
        ],
      ]
      for (const [path, make, message] of obstacles) {
        await make()
        const error = await failure(runInit(folder, ["init", "--yes"]))
        expect(error.code).to.equal("PATH_UNUSABLE")
        expect(error.message).to.match(message)
        await rm(join(folder, path), { recursive: true })
        expect(await listFolder(folder)).to.deep.equal({})
      }
      expect(await listFolder(elsewhere.path)).to.deep.equal({})
    })
  })

  describe("into a folder whose name", () => {
    const names = ["it's here", "$(id)", "a & b", "-rf", "ünï çødé", "日本", "%PATH%", "`x`", "a;b", "#1?", '"', "*"]
    for (const name of names) {
      it(`is ${name}: writes there, and prints a cd that works`, async function () {
        if (process.platform === "win32") this.skip()
        const { output } = await runInit(folder, ["init", "--yes", "--", name])
        expect((await manifestIn(name)).name).to.match(/^[a-z0-9][a-z0-9._-]*$/)
        const cd = output.split("\n").find((line) => line.startsWith("  cd ")) ?? ""
        const { stdout } = await promisify(execFile)("sh", ["-c", `${cd} && pwd -P`], { cwd: folder })
        expect(stdout.trimEnd()).to.equal(join(folder, name))
      })
    }

    it("would clash with a package gets another name in package.json", async () => {
      for (const name of ["hardhat", "hardhat-plugs", "fs", "node_modules"]) {
        await runInit(folder, ["init", name, "--yes"])
        expect((await manifestIn(name)).name).to.equal(`${name}-project`)
      }
    })

    for (const [what, name, message] of [
      ["is empty", "", /empty/],
      ["has an escape sequence", "a\u001b[2J", /hidden characters/],
      ["has a line feed", "a\nb", /hidden characters/],
      ["has a null character", "a\0b", /hidden characters/],
      ["has a colon", "a:b", /because of the colon/],
      ["is too long", "a".repeat(300), /too long/],
      ["is that of a file", "file", /is not a folder/],
      ["leads through a file", "file/app", /is a file|is not a folder/],
      ["is a link to nothing", "dangling", /symbolic link to nothing/],
      ["is a link in a circle", "circle", /symbolic link|circle/],
    ] as const) {
      it(`${what}: refuses, and writes nothing`, async () => {
        await writeFile(join(folder, "file"), "")
        await symlink("nothing", join(folder, "dangling"))
        await symlink("circle", join(folder, "circle"))
        const before = await listFolder(folder)
        const error = await failure(runInit(folder, ["init", name, "--yes"]))
        expect(error.code).to.equal("INVALID_INPUT")
        expect(error.message).to.match(message)
        expect(await listFolder(folder)).to.deep.equal(before)
      })
    }

    it("is a link to a folder: writes into that folder", async () => {
      await mkdir(join(folder, "real"))
      await symlink("real", join(folder, "link"))
      await runInit(folder, ["init", "link", "--yes"])
      expect((await manifestIn("real")).name).to.equal("real")
    })
  })

  it("checks Node before anything else, and ends with commands that fit", async () => {
    const { output } = await runInit(folder, ["init", "--yes"], { nodeVersion: "20.20.2" })
    expect(output).to.match(/^Node 20\.20\.2 is too old for Hardhat/)
    expect(output).to.match(/ {2}npx -y -p node@24 npm install\n {2}npx -y -p node@24 hardhat test$/)
  })

  it("shows its help and its version", async () => {
    expect((await runInit(folder, ["--version"])).output).to.equal("0.1.0")
    const { output } = await runInit(folder, ["--help"])
    expect(output).to.contain("hardhat-plugs init [folder]").and.contain("--template").and.contain("--package")
    expect(Math.max(...output.split("\n").map((line) => line.length))).to.be.at.most(80)
  })
})
