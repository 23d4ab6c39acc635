import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"

import { expect } from "chai"
import { describe, it } from "mocha"

import { findPackageSource, parsePackageSpec, specFrom } from "#extras/create/src/packageSource.js"
import { thrown } from "#test/fixtures/failure.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

const version = "0.1.0"
const create = "create-hardhat-plugs"

describe("where a run of init came from", () => {
  async function sourceIn(files: Readonly<Record<string, object>>, name = "hardhat-plugs", packed?: string) {
    await using root = await temporaryFolder()
    const folder = join(root.path, "node_modules", name)
    await mkdir(folder, { recursive: true })
    for (const [path, content] of Object.entries(files)) await writeFile(join(root.path, path), JSON.stringify(content))
    if (packed !== undefined) await writeFile(join(root.path, packed), "")
    const source = findPackageSource({ name, folder, version })
    return "tarball" in source ? { tarball: source.tarball.replace(root.path, "") } : source
  }
  const installed = (spec: string) => sourceIn({ "package.json": { dependencies: { "hardhat-plugs": spec } } })

  it("is the tarball that npx or npm installed", async () => {
    expect(await installed("file:packed/hardhat-plugs-0.1.0.tgz")).to.deep.equal({
      tarball: join("/", "packed", "hardhat-plugs-0.1.0.tgz"),
    })
    // npx writes paths as they are, and not as URLs.
    expect(await installed("file:we ird#%20x/a.tgz")).to.deep.equal({ tarball: join("/", "we ird#%20x", "a.tgz") })
    const dev = { "package.json": { devDependencies: { "hardhat-plugs": "file:a.tgz" } } }
    expect(await sourceIn(dev)).to.deep.equal({ tarball: join("/", "a.tgz") })
  })

  it("is the tarball of a global installation, which has no package.json", async () => {
    const packages = { "node_modules/hardhat-plugs": { resolved: "file:../a.tgz" } }
    const source = await sourceIn({ "node_modules/.package-lock.json": { packages } })
    expect(source)
      .to.have.property("tarball")
      .that.matches(/a\.tgz$/)
  })

  it("is a URL or a Git repository as it was given", async () => {
    for (const spec of ["https://host.example/a.tgz", "github:owner/name#1", "owner/name"]) {
      expect(await installed(spec)).to.deep.equal({ spec })
    }
  })

  it("is the running version where it came from a registry, or nothing tells", async () => {
    for (const spec of ["^0.1.0", "latest", "*"]) expect(await installed(spec)).to.deep.equal({ spec: version })
    expect(await sourceIn({})).to.deep.equal({ spec: version })
    const fromRegistry = { "node_modules/hardhat-plugs": { resolved: "https://host.example/hardhat-plugs-0.1.0.tgz" } }
    expect(await sourceIn({ "node_modules/.package-lock.json": { packages: fromRegistry } })).to.deep.equal({
      spec: version,
    })
  })

  it("is the tarball that was packed in a clone, if one was", async () => {
    await using clone = await temporaryFolder()
    const packages = [
      { name: "hardhat-plugs", folder: clone.path, version },
      { name: create, folder: join(clone.path, "extras", "create", "package"), version },
    ]
    for (const own of packages) expect(findPackageSource(own)).to.deep.equal({ spec: version })
    const packed = join(clone.path, "hardhat-plugs-0.1.0.tgz")
    await writeFile(packed, "")
    for (const own of packages) expect(findPackageSource(own)).to.deep.equal({ tarball: packed })
  })

  it("is, of create-hardhat-plugs, the tarball beside its own, or the version that both have", async () => {
    const spec = (from: string) => ({ "package.json": { dependencies: { [create]: from } } })
    const local = spec("file:create-hardhat-plugs-0.1.0.tgz")
    expect(await sourceIn(local, create)).to.deep.equal({ spec: version })
    expect(await sourceIn(local, create, "hardhat-plugs-0.1.0.tgz")).to.deep.equal({
      tarball: join("/", "hardhat-plugs-0.1.0.tgz"),
    })
    for (const from of ["^0.1.0", "https://host.example/create-hardhat-plugs-0.1.0.tgz"]) {
      expect(await sourceIn(spec(from), create)).to.deep.equal({ spec: version })
    }
  })
})

describe("--package", () => {
  it("is a tarball by its path, or what npm finds", () => {
    const paths: Readonly<Record<string, string>> = {
      "./a.tgz": "/here/a.tgz",
      "../a b.tgz": "/a b.tgz",
      "/x/a.tgz": "/x/a.tgz",
      "file:a.tar.gz": "/here/a.tar.gz",
      "a.tgz": "/here/a.tgz",
    }
    for (const [text, tarball] of Object.entries(paths)) {
      expect(parsePackageSpec(text, "/here"), text).to.deep.equal({ tarball: join(tarball) })
    }
    for (const spec of [
      "0.1.0",
      "^0.1.0",
      "latest",
      "https://host.example/a.tgz",
      "git+ssh://git@host.example/a.git",
    ]) {
      expect(parsePackageSpec(spec, "/here"), spec).to.deep.equal({ spec })
    }
    expect(parsePackageSpec("hardhat-plugs@0.1.0", "/here")).to.deep.equal({ spec: "0.1.0" })
    expect(parsePackageSpec(" hardhat-plugs@./a.tgz ", "/here")).to.deep.equal({ tarball: join("/here/a.tgz") })
    for (const spec of [
      "owner/name",
      "owner/name#branch",
      "github:owner/name",
      "https://host.example/a.tar.gz",
      "~1.2",
    ]) {
      expect(parsePackageSpec(spec, "/here"), spec).to.deep.equal({ spec })
    }
    for (const spec of ["owner/name/more", "a b/c", "https://host.example/a b", "a`b", "$(id)", "", "#a"]) {
      expect(thrown(() => parsePackageSpec(spec, "/here")).code, spec).to.equal("INVALID_INPUT")
    }
  })

  it("is refused if it is neither, or if there is no such file", async () => {
    expect(thrown(() => parsePackageSpec("a;b", "/here"))).to.include({ code: "INVALID_INPUT", argument: "--package" })
    await using folder = await temporaryFolder()
    const gone = { tarball: join(folder.path, "gone.tgz") }
    expect(thrown(() => specFrom(folder.path, gone, "linux"))).to.include({
      code: "INVALID_INPUT",
      argument: "--package",
    })
    expect(thrown(() => specFrom(folder.path, gone, "linux")).message).to.match(/there is no file/)
    await mkdir(join(folder.path, "app"), { recursive: true })
    const packed = join(folder.path, String.raw`a\b.tgz`)
    await writeFile(packed, "")
    const specs = ["linux", "win32"].map((platform) =>
      specFrom(join(folder.path, "app"), { tarball: packed }, platform),
    )
    if (process.platform !== "win32") expect(specs).to.deep.equal([String.raw`file:../a\b.tgz`, "file:../a/b.tgz"])
    expect(specFrom(folder.path, { spec: "1.2.3" }, "linux")).to.equal("1.2.3")
    const isFolder = { tarball: folder.path }
    expect(thrown(() => specFrom(folder.path, isFolder, "linux")).message).to.match(/is not a file/)
  })
})
