import { readFileSync } from "node:fs"

import { expect } from "chai"
import { describe, it } from "mocha"

import { deployed } from "../../scripts/artifacts/deployed.js"
import { deployedFiles } from "../../scripts/artifacts/deployedFiles.js"

describe("the files that npm start builds", () => {
  it("have every contract of the devnet and its demos, so that its bytecode is written, and no test or fixture", () => {
    const files = deployedFiles()
    const declared = files.flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/^(?:abstract )?contract (\w+)/gm)].map(([, name]) => name),
    )
    const deployedThere = ["src/devnet/artifacts", "extras/swap/src/artifacts", "examples/demos/artifacts"].flatMap(
      (folder) => deployed[folder] ?? [],
    )
    expect(declared).to.include.members(deployedThere)
    expect(files.filter((file) => /\.t\.sol$|\/fixtures\//.test(file))).to.deep.equal([])
  })
})
