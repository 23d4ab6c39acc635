import { mkdir, realpath, symlink, writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { describe, it } from "mocha"

import { findPackage, ownPackage, readPackage, textsOf } from "#src/plugin/packages.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

describe("packages", () => {
  it("are found as a file would import them, in the nearest folder that has them", async () => {
    await using folder = await temporaryFolder()
    const write = async (place: string, text: string): Promise<string> => {
      const at = path.join(folder.path, place)
      await mkdir(at, { recursive: true })
      await writeFile(path.join(at, "package.json"), text)
      return await realpath(at)
    }
    const outer = await write("node_modules/viem", '{"name":"viem","version":"1.0.0"}')
    const inner = await write("app/node_modules/viem", '{"name":"viem","version":"2.0.0"}')
    await write("app/node_modules/damaged", "{")
    await write("app/node_modules/list", '"list"')
    await write("app/node_modules/bare", "{}")
    await mkdir(path.join(folder.path, "app/src"))
    await symlink(inner, path.join(folder.path, "app/node_modules/linked"), "junction")
    const found = async (name: string, from: string) => {
      const { folder: place, version } = (await findPackage(name, path.join(folder.path, from))) ?? {}
      return [place, version]
    }
    expect(await found("viem", "app/src")).to.deep.equal([inner, "2.0.0"])
    expect(await found("viem", "app")).to.deep.equal([inner, "2.0.0"])
    expect(await found("viem", ".")).to.deep.equal([outer, "1.0.0"])
    expect(await found("linked", "app")).to.deep.equal([inner, "2.0.0"])
    expect((await found("bare", "app"))[1]).to.equal("undefined")
    for (const name of ["damaged", "list", "missing"]) {
      expect(await found(name, "app/src"), name).to.deep.equal([undefined, undefined])
    }
    expect((await readPackage(inner))?.manifest).to.deep.equal({ name: "viem", version: "2.0.0" })
  })

  it("have one that this code belongs to", async () => {
    const { manifest, folder } = await ownPackage()
    expect(manifest["name"]).to.equal("hardhat-plugs")
    expect(await realpath(process.cwd())).to.equal(folder)
  })

  it("have parts of which only the texts count", () => {
    expect(textsOf({ hardhat: "^3", viem: 2, other: null })).to.deep.equal({ hardhat: "^3" })
    for (const part of [undefined, null, 5, []]) expect(textsOf(part)).to.deep.equal({})
  })
})
