import { expect } from "chai"
import { describe, it } from "mocha"

import { findOldPeers } from "#extras/create/src/toolchain.js"

describe("dependencies that are too old", () => {
  const isOld = (hardhat: string): boolean =>
    findOldPeers({ devDependencies: { hardhat } }, { hardhat: "^3.13.0" }).length > 0

  for (const range of ["^2.22.0", "2", "2.x", "~2.26.1", "2.26.1", "^2.0.0-rc.1", "3.12.9", "~3.12", "=3.0.0"]) {
    it(`are those of ${range}`, () => {
      expect(isOld(range)).to.equal(true)
    })
  }

  for (const range of [
    "^3.0.0",
    "3",
    "3.x",
    "~3.13.0",
    "3.13.0",
    "=3.13.0",
    "3.17.0",
    ">=2",
    "^2 || ^3",
    "*",
    "latest",
    "workspace:*",
    "",
  ]) {
    it(`are not those of ${range === "" ? "an empty range" : range}`, () => {
      expect(isOld(range)).to.equal(false)
    })
  }

  it("are named with the field that has them", () => {
    const manifest = { dependencies: { viem: "2.0.0" } }
    expect(findOldPeers(manifest, { viem: "^2.47.6" })).to.deep.equal([
      { name: "viem", field: "dependencies", has: "2.0.0", oldest: "2.47.6" },
    ])
  })
})
