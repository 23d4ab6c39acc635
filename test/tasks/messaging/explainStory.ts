import { execFileSync } from "node:child_process"
import { readdir, readFile, writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import { zeroAddress } from "viem"

import { runCommand } from "../../fixtures/commands/taskCommand.js"
import { type AtlasMessages, createAtlasMessages, later } from "../../fixtures/worlds/messaging/atlasMessages.js"
import { createExplainedWorld, type ExplainedWorld } from "../../fixtures/worlds/messaging/explainedWorld.js"

/** No API and no node answers there. */
const nowhere = { port: 1 }

describe("hardhat messaging explain --html, --markdown and --saved", function () {
  this.timeout(60_000)
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

  it("writes the page and the Markdown of what it prints, and says where they are", async () => {
    const [html, markdown] = [inProject("story.html"), inProject("story.md")]
    const args = ["messaging", "explain", stuck, "--from", "alpha"]
    for (let time = 1; time <= 2; time += 1) {
      const { code, stdout, stderr } = await world.run([...args, "--html", html, "--markdown", markdown], later)
      expect(code, stderr).to.equal(2)
      expect(stderr).to.contain(`The story is in ${html} (`).and.to.contain(`The story is in ${markdown} (`)
      expect(stdout).to.match(/^stuck {2}/)
      expect(stdout.trimEnd()).to.match(
        new RegExp(`Then look again:\n {3}npx hardhat messaging explain ${stuck} --from alpha$`),
      )
    }
    const command =
      /^ {3}(npx hardhat messaging connect .*)$/m.exec((await world.run(args, later)).stdout)?.[1] ?? "none"
    for (const file of [html, markdown]) {
      expect(await readFile(file, "utf8"))
        .to.contain("not-connected")
        .and.to.contain(command)
        .and.to.contain(stuck)
    }
  })

  it("prints the Markdown alone where it is asked for", async () => {
    const { code, stdout } = await world.run(["messaging", "explain", stuck, "--markdown", "-"], later)
    expect(code).to.equal(2)
    expect(stdout).to.match(/^<!-- a story of hardhat-plugs -->\n\n## Stuck: /)
    expect(stdout.trimEnd().endsWith("Secrets are left out.")).to.equal(true)
  })

  it("tells the same from its saved JSON, with nothing to ask", async () => {
    const { stdout } = await world.run(["messaging", "explain", stuck, "--from", "alpha", "--json"], later)
    const file = inProject("explain.json")
    await writeFile(file, stdout)
    const html = inProject("saved.html")
    const told = await runCommand(["messaging", "explain", "--saved", file, "--html", html], nowhere)
    expect(told.code, told.stderr).to.equal(2)
    expect(told.stdout).to.contain("1. not-connected").and.to.contain("npx hardhat messaging connect")
    expect(await readFile(html, "utf8")).to.contain("nothing was read anew")
    const again = await runCommand(["messaging", "explain", "--saved", file, "--json"], nowhere)
    expect(JSON.parse(again.stdout)).to.deep.equal(JSON.parse(stdout))
  })

  it("refuses what another task printed, and what is cut off, and writes nothing", async () => {
    const refuse = async (text: string): Promise<string> => {
      const file = inProject("saved.json")
      await writeFile(file, text)
      const args = ["messaging", "explain", "--saved", file, "--html", inProject("cut.html")]
      const { code, stderr } = await runCommand(args, nowhere)
      expect(code).to.equal(1)
      return stderr
    }
    for (const args of [["list"], ["track", stuck, "--from", "alpha", "--timeout", "50ms"]]) {
      const { stdout } = await world.run(["messaging", ...args, "--json"])
      expect(await refuse(stdout)).to.contain("another task than explain printed it")
    }
    const { stdout } = await world.run(["messaging", "explain", stuck, "--json"], later)
    expect(await refuse(stdout.slice(0, -20)))
      .to.contain("it is cut off")
      .and.to.contain("line: ")
    expect(await readdir(world.root)).to.not.include("cut.html")
  })

  it("refuses what contradicts itself, files that are not there, and files that are somebody's", async () => {
    const refusal = async (...args: string[]): Promise<string> => {
      const { code, stderr } = await runCommand(["messaging", "explain", ...args], nowhere)
      expect(code).to.equal(1)
      return stderr
    }
    expect(await refusal("--markdown", "-", "--json")).to.contain('Option "--markdown": - is standard output')
    expect(await refusal("--saved", inProject("missing")))
      .to.contain("--saved")
      .and.to.contain("there is no such file")
    expect(await refusal("--saved", world.root)).to.contain("it is a folder")
    // Nobody writes into it, so to open it would wait for ever.
    const pipe = inProject("pipe")
    execFileSync("mkfifo", [pipe])
    expect(await refusal("--saved", pipe)).to.contain("it is no file but a pipe")
    const saved = inProject("explain2.json")
    await writeFile(saved, (await world.run(["messaging", "explain", stuck, "--json"], later)).stdout)
    expect(await refusal("--saved", saved, "--html", saved)).to.contain("a file that this task has not written")
  })
})
