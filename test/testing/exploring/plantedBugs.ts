import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { Worker } from "node:worker_threads"

import { expect } from "chai"
import hre from "hardhat"
import { after, before, it } from "mocha"

import type { PlugsError } from "#src/primitives/PlugsError.js"
import { createWorld, type InboundGrowsError, type ScheduleFailedError } from "#src/testing/index.js"
import { deepDescribe } from "#test/fixtures/depth.js"
import { failure } from "#test/fixtures/failure.js"
import { callbackBugs } from "#test/fixtures/planted/gatewayBugs.js"
import { messagingBugs } from "#test/fixtures/planted/messagingBugs.js"
import { rareBugs } from "#test/fixtures/planted/rareBugs.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

/** A bug is searched for from a known seed, by runs and not by time, so that a busy machine finds it too. */
const runs = 300

deepDescribe("planted bugs", function () {
  const world = createWorld(hre, { chains: ["alpha", "beta"], gateway: true })
  before(world.start)
  after(world.stop)

  for (const bug of [...messagingBugs, ...rareBugs, ...callbackBugs]) {
    const { title, contracts, found } = bug
    const options = { ...("options" in bug ? bug.options : {}), keep: false }
    const [bugged, mended] = contracts

    it(`explore finds: ${title}`, async () => {
      const { scenario, invariant } = await bug.prepare(world, bugged)
      const error = await failure(world.explore({ ...options, seed: found.seed, runs }, scenario, invariant))
      expect(error.code, error.message).to.equal("SCHEDULE_FAILED")
    })

    it(`explore finds nothing in the mended contract: ${title}`, async () => {
      const { scenario, invariant } = await bug.prepare(world, mended)
      const explored = await world.explore({ ...options, seed: found.seed, runs: 100 }, scenario, invariant)
      expect(explored).to.deep.include({ runs: 100, seed: found.seed, growth: [] })
    })
  }

  it("explore tells of an inbound that needs more gas with each message", async () => {
    for (const [contract, length] of [
      ["Tally", 1],
      ["TallyMended", 0],
    ] as const) {
      const { alpha, beta } = await world.deployConnected(contract as "Tally", ({ socket, owner }) => [socket, owner])
      const scenario = async () => {
        for (let entry = 1n; entry <= 9n; entry += 1n) await alpha.send.add([beta.slug, entry])
      }
      const warned: string[] = []
      const warn = ({ message }: Error) => void warned.push(message)
      process.on("warning", warn)
      const { growth } = await world.explore({ seed: 1, runs: 1, faults: false, keep: false }, scenario, () => true)
      await new Promise((resolve) => setImmediate(resolve))
      process.off("warning", warn)
      expect(growth.map(({ contract: grown, messages }) => [grown, messages])).to.deep.equal(
        [["Tally on beta", 7]].slice(0, length),
      )
      expect(growth.every(({ before, now }) => now * 2n >= before * 3n)).to.equal(true)
      expect(warned.filter((text) => text.includes("Tally"))).to.have.lengthOf(length)
      const strict = world.explore(
        { seed: 1, runs: 1, faults: false, keep: false, failOnGrowth: true },
        scenario,
        () => true,
      )
      const outcome = await strict.then(
        ({ growth: none }) => none,
        (error: unknown) => [(error as InboundGrowsError).code, ...(error as InboundGrowsError).growth],
      )
      expect(outcome).to.deep.equal(length === 0 ? [] : ["INBOUND_GROWS", ...growth])
    }
  })

  it("a failure says where each payload of an app gateway was, and none of before", async () => {
    const [, bug] = callbackBugs
    const { scenario, invariant } = await bug.prepare(world, bug.contracts[0])
    const failed = await failure(world.explore({ path: bug.found.path }, scenario, invariant))
    const [, places] = failed.message.split("\nWhere the payloads were at its end:\n")
    expect(places?.match(/^ {2}request \d+ of LargestApp is COMPLETED$/gm)).to.have.lengthOf(1)
    expect(places?.match(/^ {4}a READ of \S+ on (alpha|beta) is PROMISE_RESOLVED since /gm)).to.have.lengthOf(2)
    expect(failed.message).not.to.include("Where the messages were").and.not.include("more requests")
  })

  it("a failure repeats by its path and by its lines, every time, also on a busy machine", async () => {
    const [, bug] = callbackBugs
    const busy = Array.from({ length: 2 }, () => new Worker("for (;;);", { eval: true }))
    await using folder = await temporaryFolder()
    try {
      const { scenario, invariant } = await bug.prepare(world, bug.contracts[0])
      const restore = await world.snapshot()
      const repeated = async (): Promise<PlugsError & Partial<Pick<ScheduleFailedError, "lines">>> =>
        await failure(world.explore({ path: bug.found.path }, scenario, invariant))
      const { lines, facts, cause } = await repeated()
      const file = join(folder.path, "pasted.mts")
      const parameters = "world: any, scenario: any, invariant: any"
      await writeFile(file, `export default async (${parameters}) => {\n${lines?.join("\n")}\n}\n`)
      const { default: pasted } = (await import(pathToFileURL(file).href)) as {
        default: (...all: unknown[]) => Promise<void>
      }
      for (let time = 0; time < 50; time += 1) {
        const again = await repeated()
        expect([again.lines, again.facts, String(again.cause)]).to.deep.equal([lines, facts, String(cause)])
        expect(await pasted(world, scenario, invariant).catch(String)).to.equal(String(cause))
        await restore()
      }
    } finally {
      await Promise.all(busy.map((worker) => worker.terminate()))
    }
  })
})
