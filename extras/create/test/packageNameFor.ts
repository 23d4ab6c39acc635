import { expect } from "chai"
import { describe, it } from "mocha"

import { packageNameFor } from "#extras/create/src/projectFolder.js"

describe("the name of a project", () => {
  it("is that of its folder, in letters that a package may have, of which there are a hundred at most", () => {
    const nameOf = (folder: string) => packageNameFor(`/home/me/${folder}`, ["hardhat", "viem"])
    expect(
      ["My App", "Ünïcode", "._-a.b_c-._", "漢字", "hardhat", "fs", "node_modules", "viem2"].map(nameOf),
    ).to.deep.equal([
      ...["my-app", "u-ni-code", "a.b_c", "cross-chain-project", "hardhat-project", "fs-project"],
      ...["node_modules-project", "viem2"],
    ])
    expect([100, 101].map((length) => nameOf("x".repeat(length)).length)).to.deep.equal([100, 100])
  })
})
