import { expect } from "chai"
import { describe, it } from "mocha"

import { mergePackageJson } from "#extras/create/src/planProject.js"
import { thrown } from "#test/fixtures/failure.js"

const template = {
  name: "template",
  private: true,
  type: "module",
  engines: { node: ">=22.13.0" },
  scripts: { build: "hardhat build", test: "hardhat test" },
  devDependencies: { hardhat: "3.17.0", "hardhat-plugs": "0.1.0", viem: "2.57.1" },
}
const merge = (own: object, replacePackage = false) => {
  const { text, kept } = mergePackageJson(JSON.stringify(own), template, { replacePackage })
  return { manifest: JSON.parse(text) as Record<string, unknown>, kept }
}

describe("the package.json of an existing project", () => {
  it("gets what it lacks, and nothing else", () => {
    const { manifest, kept } = merge({ name: "mine", version: "1.0.0" })
    expect(manifest).to.deep.equal({
      name: "mine",
      version: "1.0.0",
      type: "module",
      engines: template.engines,
      scripts: template.scripts,
      devDependencies: template.devDependencies,
    })
    expect(kept).to.deep.equal([])
  })

  it("keeps its own versions and scripts, wherever they stand, and says so", () => {
    const own = {
      type: "commonjs",
      scripts: { test: "own" },
      dependencies: { viem: "2.50.0" },
      peerDependencies: { hardhat: "^3.13.0" },
    }
    const { manifest, kept } = merge(own)
    expect(manifest).to.deep.include({ type: "commonjs", dependencies: own.dependencies })
    expect(manifest["scripts"]).to.deep.equal({ test: "own", build: "hardhat build" })
    expect(manifest["devDependencies"]).to.deep.equal({ "hardhat-plugs": "0.1.0" })
    expect(kept).to.deep.equal([
      'type stays "commonjs"; the template has "module"',
      'scripts.test stays "own"; the template has "hardhat test"',
      'hardhat stays "^3.13.0"; the template has "3.17.0"',
      'viem stays "2.50.0"; the template has "2.57.1"',
    ])
  })

  it("gets a test script in place of the one that npm init writes", () => {
    const { manifest, kept } = merge({ scripts: { test: 'echo "Error: no test specified" && exit 1' } })
    expect(manifest["scripts"]).to.deep.equal({ test: "hardhat test", build: "hardhat build" })
    expect(kept).to.deep.equal([])
  })

  it("gets the package from where it was asked for, in the place where it stands", () => {
    expect(merge({ dependencies: { "hardhat-plugs": "0.0.9" } }).manifest["dependencies"]).to.deep.equal({
      "hardhat-plugs": "0.0.9",
    })
    const { manifest } = merge({ dependencies: { "hardhat-plugs": "0.0.9" } }, true)
    expect(manifest["dependencies"]).to.deep.equal({ "hardhat-plugs": "0.1.0" })
    expect(manifest["devDependencies"]).to.not.have.property("hardhat-plugs")
    const other = merge({ devDependencies: { "hardhat-plugs": "0.0.9", viem: "2.50.0" } }, true)
    expect(other.manifest["devDependencies"]).to.deep.equal({ ...template.devDependencies, viem: "2.50.0" })
    expect(other.kept).to.deep.equal(['viem stays "2.50.0"; the template has "2.57.1"'])
  })

  it("gets no field for which nothing is left", () => {
    const { manifest, kept } = merge({ dependencies: template.devDependencies })
    expect(manifest).to.have.all.keys("dependencies", "type", "engines", "scripts")
    expect(manifest["dependencies"]).to.deep.equal(template.devDependencies)
    expect(kept).to.deep.equal([])
  })

  it("keeps its order, its indentation and its line ends", () => {
    const own = '{\r\n\t"version": "1.0.0",\r\n\t"name": "mine"\r\n}\r\n'
    const { text } = mergePackageJson(own, template, { replacePackage: false })
    expect(text).to.match(/^\{\r\n\t"version": "1\.0\.0",\r\n\t"name": "mine",\r\n\t"type"/)
    expect(text.replaceAll("\r\n", "")).to.not.contain("\n")
    const again = mergePackageJson(text, template, { replacePackage: false })
    expect(again).to.deep.equal({ text, kept: [] })
    const ofOneLine = mergePackageJson('{"name":"mine"}', { type: "module" }, { replacePackage: false })
    expect(ofOneLine.text).to.equal('{\n  "name": "mine",\n  "type": "module"\n}\n')
  })

  it("is read with a byte order mark, and sorts what it installs", () => {
    const { text } = mergePackageJson('\uFEFF{"devDependencies":{"zod":"4.0.0"}}', template, { replacePackage: false })
    const { devDependencies } = JSON.parse(text) as { devDependencies: object }
    expect(Object.keys(devDependencies)).to.deep.equal(["hardhat", "hardhat-plugs", "viem", "zod"])
  })

  for (const [own, problem] of [
    ["{", /^File "package\.json": it is not JSON/],
    ["[]", /it is not an object/],
    ["null", /it is not an object/],
    ['{"scripts":[]}', /its scripts are not an object/],
    ['{"dependencies":"x"}', /its dependencies are not an object/],
  ] as const) {
    it(`is refused: ${own}`, () => {
      const error = thrown(() => mergePackageJson(own, template, { replacePackage: false }))
      expect(error.message).to.match(problem)
    })
  }
})
