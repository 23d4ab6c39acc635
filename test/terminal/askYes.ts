import { once } from "node:events"
import { PassThrough } from "node:stream"

import { expect } from "chai"
import { describe, it } from "mocha"

import { askYes, requireConsent } from "#src/terminal/askYes.js"
import { thrown } from "#test/fixtures/failure.js"
import { recordTerminal } from "#test/fixtures/output/recordedTerminal.js"

/** Returns the result of an answer, which may be the end of the input. */
async function answer(text: string | undefined): Promise<boolean> {
  const input = new PassThrough()
  input.end(text)
  return await askYes("Swap?", { terminal: recordTerminal(), input })
}

describe("askYes", () => {
  it("takes only a yes as consent", async () => {
    for (const yes of ["y\n", "Yes\n", " YES \n"]) expect(await answer(yes), yes).to.equal(true)
    for (const no of ["\n", "n\n", "yesterday\n", "", undefined, "no\nyes\n"]) {
      expect(await answer(no), String(no)).to.equal(false)
    }
  })

  it("takes nothing for an answer that was typed before the question was shown", async () => {
    const input = Object.assign(new PassThrough(), { isTTY: true })
    input.write("y\ny\n")
    const terminal = recordTerminal({ onWrite: () => setImmediate(() => input.end("n\n")) })
    expect(await askYes("Swap?", { terminal, input })).to.equal(false)
    expect(input.listenerCount("data")).to.equal(0)
  })

  it("takes the end of an input that came before the question as a no", async () => {
    const input = new PassThrough()
    input.resume().end()
    await once(input, "end")
    expect(await askYes("Swap?", { terminal: recordTerminal(), input })).to.equal(false)
  })

  it("asks on standard error, so that standard output stays a program's", async () => {
    const terminal = recordTerminal()
    const input = new PassThrough()
    const answer = askYes("Swap?", { terminal, input })
    input.write("y\n")
    await answer
    expect(terminal.stderr()).to.equal("Swap? (y/N) ")
    expect(terminal.stdout()).to.equal("")
    // What is typed afterwards is not read, and keeps no process alive.
    expect(input.isPaused()).to.equal(true)
  })

  it("shows everything that is in the question", async () => {
    const terminal = recordTerminal({ isTTY: true })
    const question = "Swap 1000 USDC\u001B[2K\u001B[1A\r?\nUse 0xabc\u202E?"
    await askYes(question, { terminal, input: new PassThrough().end("n\n") })
    expect(terminal.stderr()).to.equal("Swap 1000 USDC\\u001b[2K\\u001b[1A\\u000d?\\u000aUse 0xabc\\u202e? (y/N) ")
  })

  it("takes Ctrl-C as a no", async () => {
    const interruption = new AbortController()
    const options = { terminal: recordTerminal(), input: new PassThrough(), signal: interruption.signal }
    const answer = askYes("Swap?", options)
    interruption.abort()
    expect(await answer).to.equal(false)
  })

  it("requires --yes where there is no terminal", () => {
    expect(
      thrown(() => {
        requireConsent(false, { isTTY: false })
      }).message,
    ).to.match(/^Option "--yes": there is no terminal/)
    requireConsent(true, { isTTY: false })
    requireConsent(false, { isTTY: true })
  })
})
