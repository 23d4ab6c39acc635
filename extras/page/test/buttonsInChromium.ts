import { cp, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"

import { expect } from "chai"
import hre from "hardhat"
import { after, before, describe, it } from "mocha"
import { createPublicClient, http } from "viem"

import { repository } from "../../../scripts/docs/documents.js"
import { pagesInChromium } from "./fixtures/chromiumPage.js"
import { stateOf } from "./fixtures/readStream.js"
import { type Devnet, startDevnet } from "#src/devnet/index.js"
import { writeFault } from "#src/testing/faults/faultData.js"
import { createWorld } from "#src/testing/index.js"
import { runHardhat, startHardhat } from "#test/fixtures/commands/hardhatCommand.js"
import { runCommand, type RunningCommand, startCommand } from "#test/fixtures/commands/taskCommand.js"
import { isDeep } from "#test/fixtures/depth.js"
import { installFromSources } from "#test/fixtures/projects/linkedProject.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { freePort } from "#test/fixtures/servers/freePort.js"

type Line = (world: unknown, devnet: unknown) => Promise<unknown>

/** Runs a line of a test, as it is shown beside a button. */
function run(line: string, world: unknown, devnet: unknown): Promise<unknown> {
  const NewFunction = (() => undefined).constructor as new (...parts: string[]) => Line
  return new NewFunction("world", "devnet", `return ${line.replace(/^await /, "")}`)(world, devnet)
}

describe("every button on the page of a devnet", function () {
  const { openTab } = pagesInChromium()
  const chains = ["alpha", "beta"] as const
  const world = createWorld(hre, { chains, gateway: true, market: true })
  /** The devnet of the page, and one that is as it was when that started. */
  let pressed: RunningCommand
  let fresh: Devnet
  let ports: { pressed: number; fresh: number }
  let link: string

  before(async function () {
    if (!isDeep) this.skip()
    ports = { pressed: await freePort(), fresh: await freePort() }
    pressed = startCommand(["devnet", "--json", "--chains", chains.join(), "--port", String(ports.pressed)])
    link = String((await pressed.event(({ event }) => event === "ready"))["page"])
    fresh = await startDevnet({ chains, port: ports.fresh })
    await world.start()
  })
  after(async () => {
    await (pressed as RunningCommand | undefined)?.[Symbol.asyncDispose]()
    await (fresh as Devnet | undefined)?.stop()
    await world.stop()
  })

  const openPage = () => openTab(new URL(link).origin, link.replace(new URL(link).origin, ""))
  const stateNow = async (at = link) => await stateOf((await fetch(`${new URL(at).origin}/page/events`)).body)
  const request = (url: string, method: string): Promise<unknown> =>
    createPublicClient({ transport: http(url) }).request({ method: method as never })
  const rpc = (port: number, chain = "alpha") => `http://127.0.0.1:${port}/rpc/${chain}`
  const paused = async (port: number) => ((await request(rpc(port), "devnet_relay")) as { paused: unknown }).paused
  const timeOf = async (port: number, chain: string) =>
    Number((await createPublicClient({ transport: http(rpc(port, chain)) }).getBlock()).timestamp)

  it("that begins a fault does what the line beside it does in a test, and ends it", async () => {
    await using tab = await openPage()
    const { page } = tab
    await page.locator("summary", { hasText: "Faults" }).click()
    await page.locator("[data-fault]").first().waitFor()
    await page.locator(".faults summary", { hasText: "9 more" }).click()
    const names = await page.evaluate<string[]>(
      `[...document.querySelectorAll("[data-fault]")].map((row) => row.dataset.fault)`,
    )
    for (const name of names) {
      const row = page.locator(`[data-fault=${name}]`)
      const line = await row.locator("code").innerText()
      if (name === "forge") {
        // There is nothing yet that a forged message could resemble, here and there.
        const said = await run(line, world, fresh).catch((error: unknown) => String(error))
        await row.getByRole("switch").click()
        await row.locator(".says", { hasText: "there is no message" }).waitFor()
        expect(said).to.contain("there is no message")
        continue
      }
      await row.getByRole("switch").click()
      await row.locator('[aria-checked="true"]').waitFor()
      await run(line, world, fresh)
      const there = (await stateNow()).faults.map(({ line: begun, happened }) => [begun, happened])
      const here = world.faults.active().map(({ data, happened }) => [`await ${writeFault(data)}`, happened])
      expect(there, name).to.deep.equal(here)
      expect(there[0]![0]).to.equal(line)
      expect(await chainsAsTheyAre(), name).to.deep.equal(await worldAsItIs())
      await world.faults.clear()
      await row.getByRole("switch").click()
      await row.locator('[aria-checked="false"]').waitFor()
      expect(await chainsAsTheyAre(), name).to.deep.equal(await worldAsItIs())
    }
  })

  /** What faults change of the chains themselves: whether they mine, and how many blocks they have. */
  async function chainsAsTheyAre() {
    return await Promise.all(
      chains.map(async (chain) => ({
        chain,
        mines: await request(rpc(ports.pressed, chain), "hardhat_getAutomine"),
        tripped: await isTripped(rpc(ports.pressed, chain), fresh.chains[chain].contracts.switchboard),
      })),
    )
  }
  async function worldAsItIs() {
    return await Promise.all(
      chains.map(async (chain) => ({
        chain,
        mines: (await world.chains[chain].provider.request({ method: "hardhat_getAutomine" })) as unknown,
        tripped: await world.chains[chain].publicClient.readContract({
          ...{ address: world.chains[chain].contracts.switchboard, abi: tripAbi, functionName: "isGlobalTipped" },
        }),
      })),
    )
  }
  const tripAbi = [
    { type: "function", name: "isGlobalTipped", inputs: [], outputs: [{ type: "bool" }], stateMutability: "view" },
  ] as const
  const isTripped = (url: string, address: `0x${string}`) =>
    createPublicClient({ transport: http(url) }).readContract({ address, abi: tripAbi, functionName: "isGlobalTipped" })

  it("that controls the relay does what the command beside it does", async () => {
    await using tab = await openPage()
    const { page } = tab
    for (const verb of ["pause", "step", "resume"]) {
      const button = page.locator(`[data-verb=${verb}]:enabled`)
      await button.hover()
      const command = await page.locator(".same").innerText()
      expect(command).to.equal(`npx hardhat devnet ${verb} --port ${ports.pressed}`)
      await button.click()
      const words = command.replace(String(ports.pressed), String(ports.fresh)).split(" ").slice(2)
      expect((await runCommand(words)).code).to.equal(0)
      await page.locator(verb === "resume" ? ".relay:not([data-paused])" : ".relay[data-paused]").waitFor()
      expect(await paused(ports.pressed), verb).to.deep.equal(await paused(ports.fresh))
    }
  })

  it("that takes a snapshot, sets all chains back or lets a day pass does what the line beside it does", async () => {
    await using tab = await openPage()
    const { page } = tab
    await page.locator("summary", { hasText: "Snapshots" }).click()
    const press = async (verb: string): Promise<unknown> => {
      const act = page.locator(".act", { has: page.locator(`[data-verb=${verb}]`) }).first()
      const line = await act.locator("code").innerText()
      await act.locator("button").first().click()
      return await run(line, world, fresh)
    }
    const id = await press("snapshot")
    await page.locator(`[data-snapshot="${String(id)}"]`).waitFor()
    const before = await timeOf(ports.pressed, "beta")
    const worldBefore = world.time.now()
    await press("passDay")
    while ((await timeOf(ports.pressed, "beta")) < before + 86_400) await new Promise(setImmediate)
    expect(world.time.now() - worldBefore).to.equal(86_400)
    await press("revert")
    while ((await timeOf(ports.pressed, "beta")) !== before) await new Promise(setImmediate)
    expect((await stateNow()).snapshots.map((snapshot) => snapshot.id)).to.deep.equal([id])
  })

  it("that sends a first message, or asks who can forge, does what the line beside it does, in a new project", async () => {
    await using project = await greeterProject(await freePort())
    const root = { PLUGS_TEST_ROOT: project.path }
    await using devnet = startHardhat(["devnet", "--json"], { env: root })
    const { page: own } = (await devnet.event(({ event }) => event === "ready")) as { page: string }
    const { origin } = new URL(own)
    await using tab = await openTab(origin, own.replace(origin, ""))
    const { page } = tab
    /** Runs a line as a user's shell does. */
    const runLine = async (line: string) => {
      const words = line.match(/"(?:[^"\\]|\\.)*"|\S+/g)!.map((word) => word.replace(/^"(.*)"$/, "$1"))
      const { code, stdout, stderr } = await runHardhat(words.slice(2), { env: root })
      expect(code, stderr).to.equal(0)
      return stdout.replaceAll(/\s+/g, " ")
    }
    /** What each message was sent by, newest first. */
    const sends = async () => {
      const client = createPublicClient({ transport: http(`${origin}/rpc/alpha`) })
      const sent = (await stateNow(own)).items.filter((item) => item.event === "message")
      const all = sent.map(({ outboundTx }) => client.getTransaction({ hash: outboundTx as `0x${string}` }))
      return (await Promise.all(all)).map(({ to, input, from }) => ({ to, input, from })).reverse()
    }
    const [, send = ""] = await page.locator(".empty .command code").allInnerTexts()
    await page.locator("[data-verb=sendFirst]").click()
    while ((await sends()).length < 2) await page.waitForTimeout(100)
    await page.locator(".row", { hasText: "delivered" }).nth(1).waitFor()
    await runLine(send)
    const [again, first] = await sends()
    expect(first, "the second command, where the first has deployed").to.deep.equal(again)

    await page.locator("summary", { hasText: "Wiring" }).click()
    const path = page.locator(".wiring li", { hasText: "→ Greeter on alpha" })
    await path.locator("[data-verb=forgers]").click()
    const says = await path.locator("[role=status]", { hasText: "can forge" }).innerText()
    const report = await path.locator("pre").innerText()
    const trust = await runLine(await path.locator(".command code").innerText())
    for (const shown of [says, ...report.split("\n")]) expect(trust).to.contain(shown.replaceAll(/\s+/g, " ").trim())
  })
})

/** The project that `npm create hardhat-plugs` writes, with this package. */
async function greeterProject(port: number) {
  const folder = await temporaryFolder()
  const example = join(repository, "examples", "greeter")
  for (const part of ["contracts", "scripts", "package.json", "tsconfig.json"])
    await cp(join(example, part), join(folder.path, part), { recursive: true })
  const config = await readFile(join(example, "hardhat.config.ts"), "utf8")
  const own = config.replace("plugins:", `plugs: { devnet: { port: ${port} } }, plugins:`)
  await writeFile(join(folder.path, "hardhat.config.ts"), own)
  await installFromSources(folder.path)
  return folder
}
