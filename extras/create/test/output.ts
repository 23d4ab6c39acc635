import { mkdir, realpath, writeFile } from "node:fs/promises"
import { join } from "node:path"

import { expect } from "chai"
import { describe, it } from "mocha"

import type { Templates } from "#extras/create/src/templates.js"
import { type InitOptions, runInit } from "#test/fixtures/commands/initCommand.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

const manifest = { name: "template", type: "module", devDependencies: { hardhat: "3.17.0" } }
const small = { "package.json": JSON.stringify(manifest), "README.md": "read\n", "a.ts": "a\n" }
const templates: Templates = { messages: small, token: small, gateway: small, swap: small, tests: small }
const versionRunning = ["--package", "1.2.3"]

/** Runs it in a folder with these files, with templates of three files, and gives its lines. */
async function linesOf(
  words: readonly string[],
  own: Readonly<Record<string, string>> = {},
  options: InitOptions = {},
) {
  await using folder = await temporaryFolder()
  await mkdir(folder.path, { recursive: true })
  const root = await realpath(folder.path)
  for (const [path, text] of Object.entries(own)) await writeFile(join(root, path), text)
  const { output, asked, installed } = await runInit(root, words, { templates, ...options })
  const commands = Object.entries(installed).map(([place, command]) => [place.replace(root, "."), command])
  return { lines: output.replaceAll(root, "/root").split("\n"), asked, commands }
}

const all = ["new       package.json", "new       README.md", "new       a.ts"].map((line) => `  ${line}`)
const next = ["", "Run next:", "  npm install", "  npx hardhat test"]

describe("what init says", () => {
  it("is what it has written where, and what to run next", async () => {
    const here = await linesOf(["init", "--yes", ...versionRunning])
    expect(here).to.deep.equal({
      lines: ["", "This folder, from the template messages:", ...all, ...next],
      asked: [],
      commands: [],
    })
    const there = await linesOf(["init", "app", "--template", "swap", ...versionRunning])
    expect(there).to.deep.equal({
      lines: [
        "",
        "app, from the template swap:",
        ...all,
        "",
        "Run next:",
        "  cd app",
        "  npm install",
        "  npx hardhat test",
      ],
      ...{ asked: [], commands: [] },
    })
  })

  it("is what stays as it is, in which file, and what has to be mended before it is installed", async () => {
    const own = {
      "package.json": JSON.stringify({
        type: "commonjs",
        dependencies: { viem: "2.40.0" },
        devDependencies: { hardhat: "~3.1.0" },
      }),
      "README.md": "own",
      "a.ts": "own",
      "hardhat.config.mjs": "",
      "p.tgz": "",
    }
    const words = ["init", "--template", "tests", "--package", "p.tgz", "--install", "npm"]
    const { lines, asked, commands } = await linesOf(words, own, { answers: ["n"] })
    expect(asked).to.deep.equal(["a.ts is there, and differs from the template's. Replace it?"])
    expect(commands).to.deep.equal([])
    expect(lines).to.deep.equal([
      ...["", "This folder, from the template tests:", "  extended  package.json"],
      ...["", "Left as they are: a.ts, hardhat.config.mjs, README.md"],
      "",
      "Your configuration must list hardhatPlugs, hardhatViem and hardhatMocha in its plugins. Add what it lacks:",
      '  import hardhatMocha from "@nomicfoundation/hardhat-mocha"',
      '  import hardhatViem from "@nomicfoundation/hardhat-viem"',
      '  import hardhatPlugs from "hardhat-plugs"',
      "  plugins: [hardhatPlugs, hardhatViem, hardhatMocha],",
      ...["", "Left as your files have it:", '  type stays "commonjs"; the template has "module"'],
      '  hardhat stays "~3.1.0"; the template has "3.17.0"',
      "",
      "package.json takes hardhat-plugs from p.tgz. Machines without that file cannot install the project.",
      "",
      'hardhat must be 3.13.0 or newer, and package.json has "~3.1.0", which does not install with it.',
      "",
      'viem must be 2.47.6 or newer, and package.json has "2.40.0", which does not install with it.',
      ...["", "Run next:", "  npm pkg set type=module", "  npm pkg set devDependencies.hardhat=3.17.0"],
      // The template has no version of it.
      ...["  npm pkg set dependencies.viem=2.47.6", "  npm install", "  npx hardhat test"],
    ])
    const replaced = await linesOf(
      ["init", "--template", "tests", ...versionRunning],
      { "a.ts": "own" },
      { answers: ["y"] },
    )
    expect(replaced.lines.slice(2, -4)).to.deep.equal([...all.slice(0, 2), "  replaced  a.ts"])
  })

  it("is that everything is there, and a file of the version that runs is not replaced unasked", async () => {
    const has = { ...manifest, name: "own", devDependencies: { hardhat: "3.17.0", "hardhat-plugs": "0.0.9" } }
    const own = { ...small, "package.json": JSON.stringify(has, undefined, 2) }
    const again = await linesOf(["init", "--yes"], own)
    expect(again.lines).to.deep.equal([
      ...["", "This folder, from the template messages:", "  everything is there already"],
      ...["", "Left as your files have it:", '  hardhat-plugs stays "0.0.9"; the template has "0.1.0"'],
      ...next,
    ])
    const wanted = await linesOf(["init", "--yes", ...versionRunning], own)
    expect(wanted.lines).to.deep.equal([
      "",
      "This folder, from the template messages:",
      "  extended  package.json",
      ...next,
    ])
  })

  it("is the command that installs, which it runs then, and only what is left to run", async () => {
    const installs = await linesOf(["init", "--yes", "--install", "bun", ...versionRunning])
    expect(installs.commands).to.deep.equal([[".", "bun install"]])
    expect(installs.lines.slice(-5)).to.deep.equal(["", "$ bun install", "", "Run next:", "  bunx hardhat test"])
    const agent = { env: { npm_config_user_agent: "yarn/4.9.1 npm/? node/v24.1.0 linux x64" } }
    const created = await linesOf(["--yes", ...versionRunning], {}, { ...agent, program: "create-hardhat-plugs" })
    expect(created.commands).to.deep.equal([[".", "yarn install"]])
    const alone = await linesOf(["init", "--yes", ...versionRunning], {}, agent)
    expect([alone.commands, alone.lines.slice(-2)]).to.deep.equal([[], ["  yarn install", "  yarn hardhat test"]])
    const named = { "package.json": JSON.stringify({ type: "module", packageManager: "pnpm@9.0.0" }) }
    const chosen = await linesOf(["init", "--yes", "--install", "no", ...versionRunning], named)
    expect([chosen.commands, chosen.lines.slice(-2)]).to.deep.equal([
      [],
      ["  pnpm install", "  pnpm exec hardhat test"],
    ])
  })

  it("is asked for where nothing says it: the template first, then the folder, and neither with --yes", async () => {
    const template = await linesOf(["init", "app", ...versionRunning], {}, { answers: ["token"] })
    expect([template.asked.length, template.lines[1]]).to.deep.equal([1, "app, from the template token:"])
    const both = await linesOf(["init", ...versionRunning], {}, { answers: ["", ""] })
    expect([both.asked.slice(1), both.lines[1]]).to.deep.equal([
      ["Folder [this one]: "],
      "This folder, from the template messages:",
    ])
    const none = await linesOf(["init", "--template", "token", ...versionRunning])
    expect([none.asked, none.lines[1]]).to.deep.equal([[], "This folder, from the template token:"])
  })

  it("has a cd that the shell of the platform reads as one word", async () => {
    const cdTo = async (folder: string, platform: string) => {
      const { lines } = await linesOf(["init", "--yes", ...versionRunning, "--", folder], {}, { platform })
      return lines.find((line) => line.startsWith("  cd "))
    }
    const cases: readonly (readonly [folder: string, linux: string, win32: string])[] = [
      ["app/one", "app/one", "app/one"],
      ["my app", "'my app'", '"my app"'],
      ["it's", String.raw`'it'\''s'`, `"it's"`],
      ["-rf", "./-rf", "./-rf"],
      ["a@b%c+d=e,f.g", "a@b%c+d=e,f.g", "a@b%c+d=e,f.g"],
      [String.raw`a\b`, String.raw`'a\b'`, String.raw`a\b`],
    ]
    if (process.platform === "win32") return
    for (const [folder, linux, win32] of cases) {
      expect([await cdTo(folder, "linux"), await cdTo(folder, "win32")]).to.deep.equal([
        `  cd ${linux}`,
        `  cd ${win32}`,
      ])
    }
  })
})
