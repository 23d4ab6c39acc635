import { fileURLToPath } from "node:url"

import { expect } from "chai"
import hre from "hardhat"
import { describe, it } from "mocha"

import { runPrinted } from "#extras/page/tasks/runPrinted.js"
import { quote, wordsOf } from "#src/primitives/commands/commandLine.js"
import { deepIt } from "#test/fixtures/depth.js"
import { createAtlasMessages } from "#test/fixtures/worlds/messaging/atlasMessages.js"
import { createExplainedWorld } from "#test/fixtures/worlds/messaging/explainedWorld.js"

const config = fileURLToPath(new URL("../../../../test/fixtures/project/hardhat.config.ts", import.meta.url))

describe("the fix of a cause that the page runs", () => {
  it("is started with the words of its command as it was printed, whatever is in them, and without a shell", () => {
    const words = [
      ...[
        "messaging",
        "send",
        "--value",
        "0.5",
        "a b",
        "",
        '"',
        "\\",
        '\\\\"',
        "$(id)",
        "`id`",
        "a=$HOME",
        "--yes",
        "x;y|z",
      ],
      ...["a\nb", "[1, 2]", '{"a":"b c"}', "é", "it's", "*"],
    ]
    const command = ["npx hardhat", ...words.map((word) => quote(word))].join(" ")
    expect(wordsOf(command)).to.deep.equal(["npx", "hardhat", ...words])
    expect(wordsOf(` npx   hardhat plain"quoted part"end `)).to.deep.equal(["npx", "hardhat", "plainquoted partend"])
    expect(wordsOf("")).to.deep.equal([])
  })

  it("ends with what its command has ended with and printed", async () => {
    const project = { config: hre.config, globalOptions: hre.globalOptions }
    const run = (command: string) => runPrinted(command, project, new AbortController().signal)
    const [ended, failed] = await Promise.all([run("npx hardhat --version"), run("npx hardhat --no-such-option")])
    expect([ended.code, failed.code]).to.deep.equal([0, 1])
    expect(ended.output).to.match(/^\d+\.\d+\.\d+\s*$/)
    expect(failed.output).to.contain("no-such-option")
    // One that reads what somebody types finds that nobody does.
    expect((await run("npx hardhat console")).code).to.equal(0)
  })

  deepIt("does what was printed, so that the message arrives, and says how a command has failed", async () => {
    await using world = await createExplainedWorld()
    const names = ["PLUGS_TEST_PORT", "PLUGS_TEST_CHAINS"] as const
    const before = names.map((name) => process.env[name])
    Object.assign(process.env, { PLUGS_TEST_PORT: String(world.port), PLUGS_TEST_CHAINS: "alpha,beta" })
    try {
      const messages = createAtlasMessages(world)
      const { alpha, beta } = messages
      const [plug, sibling] = [await messages.newCounter(alpha), await messages.newCounter(beta)]
      await messages.connect(alpha, plug, { slug: beta.slug, sibling })
      const sent = await messages.send(plug)
      const { document } = await messages.explain(sent)
      const [cause] = document.causes
      expect(cause?.name).to.equal("not-connected")
      const project = {
        config: { ...hre.config, paths: { ...hre.config.paths, root: world.root } },
        globalOptions: { ...hre.globalOptions, config },
      }
      const run = (command: string) => runPrinted(command, project, new AbortController().signal)
      const { code, output } = await run(cause!.mend!.command!)
      expect(code, output).to.equal(0)
      await messages.reached(sent, "EXECUTION_SUCCESS")
      const failed = await run('npx hardhat messaging connect "no plug" 0x01 --from beta --to alpha')
      expect(failed.code).to.equal(1)
      expect(failed.output).to.contain("no plug")
    } finally {
      // Other tests of this process start commands, too.
      for (const [index, name] of names.entries()) {
        if (before[index] === undefined) Reflect.deleteProperty(process.env, name)
        else process.env[name] = before[index]
      }
    }
  })
})
