import { execFile } from "node:child_process"
import { mkdir, rm, writeFile } from "node:fs/promises"
import { promisify } from "node:util"

import { expect } from "chai"
import { describe } from "mocha"

import { deepIt } from "#test/fixtures/depth.js"
import { type Ending, endingKinds, makeEnding } from "#test/fixtures/testing/endings.js"
import { type RandomJourney, randomJourney } from "#test/fixtures/testing/randomJourneys.js"
import { type RandomRequest, randomRequest } from "#test/fixtures/testing/randomRequests.js"

/** In the repository, so that the copied tests find its artifacts and its testing kit. */
const folder = "cache/journeys"

const count = Number(process.env["JOURNEYS"] ?? 50)

describe("a journey that is copied as a test", () => {
  deepIt("ends in the test as it did on the devnet, in 50 worlds with faults that chance decides", async () => {
    const journeys = await runAll<RandomJourney>(randomJourney)
    for (const { text, status, seed } of journeys)
      expect(text, `seed ${seed}`).to.contain(`"ends as it did: ${status}"`)
    // Otherwise little was tried.
    expect(journeys.filter(({ faults }) => faults.length > 0)).to.have.length.above(count / 3)
    expect(journeys.filter(({ isPruned }) => isPruned)).to.have.length.above(count / 20)
    expect(new Set(journeys.map(({ status }) => status)))
      .to.have.property("size")
      .above(3)
  })

  deepIt("ends in the test as it did on the devnet, for 50 messages of every ending", async () => {
    const made = await runAll<Ending>(makeEnding)
    for (const { text, status, kind } of made)
      if (status !== "dropped") expect(text, kind).to.contain(`"ends as it did: ${status}"`)
    expect(new Set(made.map(({ kind }) => kind))).to.have.property("size", Math.min(count, endingKinds.length))
  })

  deepIt("ends as the request of an app gateway did, in 50 worlds with what chance lets happen to it", async () => {
    const requests = await runAll<RandomRequest>(randomRequest)
    for (const { text, ends, seed } of requests) {
      for (const { id, status, revertData } of ends) {
        const end = `{ id: "${id}", status: "${status}", revertData: ${revertData === null ? "null" : `"${revertData}"`} }`
        expect(text, `seed ${seed}`).to.contain(end)
      }
    }
    const all = requests.flatMap(({ ends }) => ends)
    expect(all.filter(({ revertData }) => revertData !== null)).to.have.length.above(count / 10)
    expect(new Set(all.map(({ status }) => status)))
      .to.have.property("size")
      .above(3)
    expect(requests.flatMap(({ had }) => [...had])).to.include.members(["cancel", "timeout", "trigger", "time", "hold"])
  })
})

/** Makes a journey of each seed, and runs the tests that were copied of all. */
async function runAll<Journey extends { readonly seed: number; readonly text: string }>(
  journeyOf: (seed: number) => Promise<Journey>,
): Promise<readonly Journey[]> {
  const first = Number(process.env["TEST_SEED"] ?? Date.now() % 1_000_000)
  console.log(`      journeys of the seeds from ${first}`)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const journeys: Journey[] = []
  for (let seed = first; seed < first + count; seed += 1) {
    const journey = await journeyOf(seed)
    journeys.push(journey)
    const test = journey.text.replace('"hardhat-plugs/testing"', '"../../src/testing/index.js"')
    await writeFile(`${folder}/journey${seed}.ts`, test.replace(/the journey of a (?:message|request)/, `seed ${seed}`))
  }
  const files = journeys.map(({ seed }) => `${folder}/journey${seed}.ts`)
  const args = ["node_modules/hardhat/dist/src/cli.js", "test", "mocha", "--no-compile", ...files]
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 26 }).catch(
    (error: unknown) => error as { stdout: string },
  )
  const failures = stdout.slice(Math.max(0, stdout.search(/^ +\d+ passing/m)))
  expect(failures).to.match(new RegExp(`^ +${count} passing \\(.*\\)\\s*$`))
  return journeys
}
