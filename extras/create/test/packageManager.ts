import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"

import { expect } from "chai"
import { describe, it } from "mocha"

import {
  findPackageManager,
  findPnpmWorkspace,
  fitTemplate,
  isPackageManager,
  type PackageManager,
} from "#extras/create/src/packageManager.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

const agent = "bun/1.2.0 npm/? node/v24.1.0 linux x64"

describe("the package manager of a project", () => {
  it("is the one that it names, then that of its lockfile, then the one that runs this, and npm at last", async () => {
    await using none = await temporaryFolder()
    await using locked = await temporaryFolder()
    for (const { path } of [none, locked]) await mkdir(path, { recursive: true })
    await writeFile(join(locked.path, "yarn.lock"), "")
    const of = (named: unknown, from: string | undefined) =>
      [none, locked].map(({ path }) => findPackageManager(path, named, from))
    expect(of("pnpm@9.0.0", agent)).to.deep.equal(["pnpm", "pnpm"])
    expect(of("pnpm", undefined)).to.deep.equal(["pnpm", "pnpm"])
    for (const unknown of [undefined, 5, "", "deno@2", "toString"]) {
      expect(of(unknown, agent), String(unknown)).to.deep.equal(["bun", "yarn"])
      expect(of(unknown, undefined)).to.deep.equal(["npm", "yarn"])
      expect(of(unknown, "deno/2.0.0")).to.deep.equal(["npm", "yarn"])
    }
    for (const [lockfile, manager] of [
      ["bun.lockb", "bun"],
      ["bun.lock", "bun"],
      ["pnpm-lock.yaml", "pnpm"],
      ["package-lock.json", "npm"],
    ] as const) {
      await using folder = await temporaryFolder()
      await mkdir(folder.path, { recursive: true })
      await writeFile(join(folder.path, lockfile), "")
      expect(findPackageManager(folder.path, undefined, "yarn/4.0.0"), lockfile).to.equal(manager)
    }
    expect(["npm", "pnpm", "yarn", "bun", "no", "", undefined, "toString"].map(isPackageManager)).to.deep.equal([
      ...[true, true, true, true, false, false, false, false],
    ])
  })

  it("changes the template's commands, and brings its own files where no workspace above has them", () => {
    const template = {
      "README.md": "Then:\n\nnpm install\n\nor see `npm install`.\n",
      ".gitignore": "cache",
      "ci.yml": "{ node: 24, cache: npm }\nrun: npm ci\n",
      "a.ts": "npm install, cache: npm, npm ci\n",
    }
    const fit = (manager: PackageManager, version?: string, workspace?: string) =>
      fitTemplate(template, { manager, version, workspace })
    expect(fit("npm", "11.0.0")).to.deep.equal(template)
    const fitted = (install: string, ci: string, more: Readonly<Record<string, string>> = {}) => ({
      ...template,
      "README.md": `Then:\n\n${install}\n\nor see \`npm install\`.\n`,
      "ci.yml": `{ node: 24 }\nrun: npx -y ${ci}\n`,
      ...more,
    })
    const pnpm = { "pnpm-workspace.yaml": 'packages: ["."]\nallowBuilds:\n  esbuild: false\n' }
    const yarn = { ".yarnrc.yml": "nodeLinker: node-modules\n", ".gitignore": "cache/.yarn/install-state.gz\n" }
    const cases = [
      [fit("pnpm", "9.1.0"), fitted("pnpm install", "pnpm@9.1.0 install --frozen-lockfile", pnpm)],
      [fit("pnpm", undefined), fitted("pnpm install", "pnpm@12 install --frozen-lockfile", pnpm)],
      [fit("pnpm", "9.1.0", "/above"), fitted("pnpm install", "pnpm@9.1.0 install --frozen-lockfile")],
      [fit("bun", undefined), fitted("bun install", "bun@1 install --frozen-lockfile")],
      [fit("yarn", undefined), fitted("yarn install", "@yarnpkg/cli-dist@4 install --immutable", yarn)],
      [fit("yarn", "1.22.22"), fitted("yarn install", "yarn@1.22.22 install --frozen-lockfile", yarn)],
      [fit("yarn", "0.27.5"), fitted("yarn install", "yarn@0.27.5 install --frozen-lockfile", yarn)],
      [fit("yarn", "10.0.0"), fitted("yarn install", "@yarnpkg/cli-dist@10.0.0 install --immutable", yarn)],
    ] as const
    for (const [is, expected] of cases) expect(is).to.deep.equal(expected)
  })

  it("has a workspace in any folder above a project, the nearest one, and not in its own", async () => {
    await using folder = await temporaryFolder()
    const [one, two, three] = [
      join(folder.path, "one"),
      join(folder.path, "one", "two"),
      join(folder.path, "one", "two", "three"),
    ]
    await mkdir(three, { recursive: true })
    const file = (place: string) => join(place, "pnpm-workspace.yaml")
    await writeFile(file(three), "")
    expect(findPnpmWorkspace(three)).to.equal(undefined)
    await writeFile(file(folder.path), "")
    expect([findPnpmWorkspace(one), findPnpmWorkspace(three)]).to.deep.equal([file(folder.path), file(folder.path)])
    await writeFile(file(two), "")
    expect([findPnpmWorkspace(two), findPnpmWorkspace(three)]).to.deep.equal([file(folder.path), file(two)])
  })
})
