import { expect } from "chai"
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import { afterEach, before, describe, it } from "mocha"

import hardhatPlugs from "#src/index.js"
import createHandlers from "#src/plugin/hooks/hre.js"

describe("the hint that Hardhat's command line gets", () => {
  const { argv } = process
  const write = process.stderr.write.bind(process.stderr)
  let hre: HardhatRuntimeEnvironment
  before(async () => {
    hre = await createHardhatRuntimeEnvironment({ plugins: [hardhatPlugs] })
  })
  afterEach(() => {
    process.argv = argv
    process.stderr.write = write
  })

  /** What is written to standard error when an environment is created in a process with these words. */
  async function hinted(program: string, ...words: readonly string[]): Promise<string> {
    const { created } = await createHandlers()
    let text = ""
    process.argv = ["node", program, ...words]
    process.stderr.write = (part) => {
      text += String(part)
      return true
    }
    try {
      await created?.({} as never, hre)
    } finally {
      process.stderr.write = write
    }
    return text
  }

  it("comes only where a task of this plugin is mistyped", async () => {
    const says = "Did you mean npx hardhat messaging send?\n"
    expect(await hinted("/project/node_modules/.bin/hardhat", "messaging", "sned")).to.equal(says)
    expect(await hinted("C:\\project\\node_modules\\hardhat\\dist\\src\\cli.js", "messaging", "sned")).to.equal(says)
    expect(await hinted("/project/node_modules/.bin/hardhat", "messaging", "send")).to.equal("")
    expect(await hinted("/project/node_modules/.bin/hardhat", "compile", "--form")).to.equal("")
    // The words of a script are its own, and so are those of a program whose name only ends so.
    expect(await hinted("/project/scripts/send.ts", "messaging", "sned")).to.equal("")
    expect(await hinted("/project/my-hardhat", "messaging", "sned")).to.equal("")
    expect(await hinted("", "messaging", "sned")).to.equal("")
  })
})
