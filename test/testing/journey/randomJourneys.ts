import { execFile } from "node:child_process"
import { mkdir, rm, writeFile } from "node:fs/promises"
import { promisify } from "node:util"

import { expect } from "chai"
import { describe } from "mocha"

import { deepIt } from "../../fixtures/depth.js"
import { type RandomJourney, randomJourney } from "../../fixtures/testing/randomJourneys.js"

/** In the repository, so that the copied tests find its artifacts and its testing kit. */
const folder = "cache/journeys"

const count = Number(process.env["JOURNEYS"] ?? 50)

describe("a journey that is copied as a test", () => {
  deepIt("ends in the test as it did on the devnet, in 50 worlds with faults that chance decides", async () => {
    const first = Number(process.env["TEST_SEED"] ?? Date.now() % 1_000_000)
    console.log(`      journeys of the seeds from ${first}`)
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
    const journeys: RandomJourney[] = []
    for (let seed = first; seed < first + count; seed += 1) {
      const journey = await randomJourney(seed)
      journeys.push(journey)
      const { text, status } = journey
      expect(text, `seed ${seed}`).to.contain(`it("ends as it did: ${status}"`)
      const test = text.replace('"hardhat-plugs/testing"', '"../../src/testing/index.js"')
      await writeFile(`${folder}/journey${seed}.ts`, test.replace("the journey of a message", `seed ${seed}`))
    }
    const files = journeys.map(({ seed }) => `${folder}/journey${seed}.ts`)
    const args = ["node_modules/hardhat/dist/src/cli.js", "test", "mocha", "--no-compile", ...files]
    const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 26 }).catch(
      (error: unknown) => error as { stdout: string },
    )
    const failures = stdout.slice(Math.max(0, stdout.search(/^ +\d+ passing/m)))
    expect(failures).to.match(new RegExp(`^ +${count} passing \\(.*\\)\\s*$`))
    // Otherwise little was tried.
    expect(journeys.filter(({ faults }) => faults.length > 0)).to.have.length.above(count / 3)
    expect(journeys.filter(({ isPruned }) => isPruned)).to.have.length.above(count / 20)
    expect(new Set(journeys.map(({ status }) => status)))
      .to.have.property("size")
      .above(3)
  })
})
