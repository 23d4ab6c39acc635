import { expect } from "chai"
import { describe, it } from "mocha"

import { showDemo } from "#tasks/demo/showDemo.js"
import { recordTerminal } from "#test/fixtures/output/recordedTerminal.js"

describe("showDemo", () => {
  it("waits between two states for a person and not for a program, and ends as each expects", async () => {
    const show = async (json: boolean) => {
      const slept: number[] = []
      const sleep = (ms: number): Promise<void> => {
        slept.push(ms)
        return Promise.resolve()
      }
      const terminal = recordTerminal()
      const io = { terminal, clock: { now: () => 0, sleep }, signal: new AbortController().signal }
      const code = await showDemo(({ delay }) => delay(), { json, pace: 700, io: io as never })
      return { code, slept, shown: terminal.stdout() }
    }
    const person = await show(false)
    expect(person).to.deep.include({ code: 0, slept: [700] })
    expect(person.shown).to.contain("npx hardhat devnet")
    const program = await show(true)
    expect(program).to.deep.include({ code: 0, slept: [] })
    expect(JSON.parse(program.shown)).to.include({ event: "end", outcome: "success" })
  })
})
