import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { promisify } from "node:util"

import { expect } from "chai"
import { before, describe, it } from "mocha"

import { listDocuments, pagePattern } from "../../scripts/docs/documents.js"
import { site } from "#src/primitives/PlugsError.js"

type PackageJson = {
  readonly name: string
  readonly exports: Readonly<Record<string, string>>
  readonly files: readonly string[]
  readonly repository: { readonly type: string; readonly url: string }
  readonly bugs: { readonly url: string }
  readonly homepage: string
  readonly publishConfig: Readonly<Record<string, unknown>>
}

describe("the package's contents", () => {
  let packed: string[]
  let manifest: PackageJson

  before(async () => {
    const npm = process.env["npm_execpath"]
    const pack = ["pack", "--dry-run", "--json", "--ignore-scripts"]
    const { stdout } = await promisify(execFile)(
      npm === undefined ? "npm" : process.execPath,
      npm === undefined ? pack : [npm, ...pack],
    )
    const [{ files }] = JSON.parse(stdout.slice(stdout.indexOf("["))) as [{ files: { path: string }[] }]
    packed = files.map(({ path }) => path)
    manifest = JSON.parse(await readFile("package.json", "utf8")) as PackageJson
  })

  it("have the contracts that users inherit, and no tests", () => {
    expect(packed).to.include.members([
      "contracts/interfaces/ISocket.sol",
      "contracts/plugs/Plug.sol",
      "contracts/standard/PlugsGateway.sol",
      "contracts/gateway/AppGatewayBase.sol",
      "contracts/gateway/PlugBase.sol",
    ])
    expect(packed.filter((path) => /\.t\.sol$|^contracts\/test\/|(^|\/)test\//.test(path))).to.deep.equal([])
  })

  it("have nothing but what is built, contracts, schemas, documents and what a watch is operated with", () => {
    const known = /^(?:dist\/(?:src|tasks|extras)|contracts|docs|extras\/\w+\/docs|extras\/watch\/operating|schemas)\//
    const rest = packed.filter((path) => !known.test(path))
    for (const name of ["prometheus-rules.yml", "grafana-dashboard.json", "compose.yml"]) {
      expect(packed).to.include(`extras/watch/operating/${name}`)
    }
    expect(rest).to.have.members(["CHANGELOG.md", "LICENSE", "README.md", "SECURITY.md", "SUPPORT.md", "package.json"])
  })

  it("have every page of the documents, those of extras included, and no pictures", async () => {
    const pages = (await listDocuments()).filter((path) => pagePattern.test(path))
    expect(pages).to.include.members(["docs/README.md", "extras/audit/docs/lint.md"])
    expect(packed.filter((path) => pagePattern.test(path))).to.have.members(pages)
  })

  it("have every page that the README points to", async () => {
    const links = [...(await readFile("README.md", "utf8")).matchAll(/\]\(([^)#:]+)/g)].map(([, page = ""]) => page)
    const pages = links.filter((page) => pagePattern.test(page))
    expect(pages.some((page) => page.startsWith("extras/"))).to.equal(true)
    expect(packed).to.include.members(pages)
  })

  it("say where they come from, which npm compares with the workflow that publishes them", () => {
    const { repository, bugs, homepage, publishConfig } = manifest
    const page = `https://github.com/${manifest.name}/${manifest.name}`
    expect(repository).to.deep.equal({ type: "git", url: `git+${page}.git` })
    expect([bugs.url, homepage]).to.deep.equal([`${page}/issues`, site])
    expect(publishConfig).to.deep.equal({ access: "public", provenance: true })
  })

  it("have a source for every entry point", () => {
    const modules = Object.values(manifest.exports).filter((path) => path.startsWith("./dist/"))
    expect(modules).to.not.be.empty
    for (const path of modules) {
      const source = path.replace("./dist/", "").replace(/\.js$/, ".ts")
      expect(existsSync(source), path).to.equal(true)
    }
  })
})
