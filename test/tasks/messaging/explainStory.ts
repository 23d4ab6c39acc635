import { readFile, writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import { zeroAddress } from "viem"

import { runCommand } from "#test/fixtures/commands/taskCommand.js"
import { type AtlasMessages, createAtlasMessages, later } from "#test/fixtures/worlds/messaging/atlasMessages.js"
import { createExplainedWorld, type ExplainedWorld } from "#test/fixtures/worlds/messaging/explainedWorld.js"

/** No API and no node answers there. */
const nowhere = { port: 1 }

describe("hardhat messaging explain --markdown", function () {
  let world: ExplainedWorld
  let atlas: AtlasMessages
  let stuck: string
  before(async () => {
    world = await createExplainedWorld()
    atlas = createAtlasMessages(world)
    const { alpha, beta } = atlas
    const [source, destination] = [await atlas.newCounter(alpha), await atlas.newCounter(beta)]
    await atlas.connect(alpha, source, { slug: beta.slug, sibling: destination })
    await atlas.connect(beta, destination, { slug: alpha.slug, sibling: zeroAddress })
    const message = await atlas.send(source)
    await atlas.reached(message, "SEALED")
    stuck = message.transactionHash
  })
  after(() => world[Symbol.asyncDispose]())

  const inProject = (name: string): string => path.join(world.root, name)

  it("writes the Markdown of what it prints, and says where it is", async () => {
    const markdown = inProject("story.md")
    const args = ["messaging", "explain", stuck, "--from", "alpha"]
    for (let time = 1; time <= 2; time += 1) {
      const { code, stdout, stderr } = await world.run([...args, "--markdown", markdown], later)
      expect(code, stderr).to.equal(2)
      expect(stderr).to.contain(`The story is in ${markdown} (`)
      expect(stdout).to.match(/^stuck {2}/)
      expect(stdout.trimEnd()).to.match(
        new RegExp(`Then look again:\n {3}npx hardhat messaging explain ${stuck} --from alpha$`),
      )
    }
    const command =
      /^ {3}(npx hardhat messaging connect .*)$/m.exec((await world.run(args, later)).stdout)?.[1] ?? "none"
    expect(await readFile(markdown, "utf8"))
      .to.contain("not-connected")
      .and.to.contain(command)
      .and.to.contain(stuck)
  })

  it("prints the Markdown alone where it is asked for", async () => {
    const { code, stdout } = await world.run(["messaging", "explain", stuck, "--markdown", "-"], later)
    expect(code).to.equal(2)
    expect(stdout).to.match(/^<!-- a story of hardhat-plugs -->\n\n## Stuck: /)
    expect(stdout.trimEnd().endsWith("Secrets are left out.")).to.equal(true)
  })

  it("refuses what contradicts itself, and a file that is somebody's", async () => {
    const refusal = async (...args: string[]): Promise<string> => {
      const { code, stderr } = await runCommand(["messaging", "explain", ...args], nowhere)
      expect(code).to.equal(1)
      return stderr
    }
    expect(await refusal("--markdown", "-", "--json")).to.contain('Option "--markdown": - is standard output')
    const file = inProject("theirs.md")
    await writeFile(file, "theirs")
    const args = ["messaging", "explain", stuck, "--markdown", file]
    expect((await world.run(args, later)).stderr).to.contain("a file that this task has not written")
    expect(await readFile(file, "utf8")).to.equal("theirs")
  })
})
