import { expect } from "chai"
import { describe, it } from "mocha"

import { isRunnable } from "#extras/page/tasks/explainForPage.js"

describe("the commands that the page runs", () => {
  it("are only commands of Hardhat", () => {
    const commands = [
      "npx hardhat messaging wire",
      null,
      "npx hardhat",
      "npx hardhat-other x",
      "cast send",
      " npx hardhat x",
    ]
    expect(commands.filter((command) => isRunnable({ command }))).to.deep.equal(["npx hardhat messaging wire"])
  })
})
