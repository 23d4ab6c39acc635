import { PassThrough } from "node:stream"

import { expect } from "chai"
import { describe, it } from "mocha"

import { askAtTerminal, InterruptedError } from "#extras/create/src/askAtTerminal.js"
import { failure } from "#test/fixtures/failure.js"

/** A terminal in this process: keys are written into `input`. */
function terminal(isTTY = true) {
  const input = Object.assign(new PassThrough(), { isTTY, setRawMode: () => undefined })
  const output = Object.assign(new PassThrough(), { isTTY, columns: 80 })
  return { input, questions: askAtTerminal(input, output), shown: () => String(output.read() ?? "") }
}

describe("a question of init", () => {
  it("is answered by what is typed, and by its fallback if that is nothing", async () => {
    const { input, questions, shown } = terminal()
    const answer = questions.ask("Folder: ", ".")
    input.write("my app \n")
    expect(await answer).to.equal("my app")
    expect(shown()).to.contain("Folder: ")
    const second = questions.ask("Folder: ", ".")
    input.write("\n")
    expect(await second).to.equal(".")
    questions.close()
  })

  it("about overwriting is answered with yes by nothing but y", async () => {
    const { input, questions } = terminal()
    for (const [typed, isYes] of [
      ["y", true],
      ["Yes", true],
      ["", false],
      ["n", false],
      ["ok", false],
    ] as const) {
      const answer = questions.confirm("Replace it?")
      input.write(`${typed}\n`)
      expect(await answer, typed).to.equal(isYes)
    }
    questions.close()
  })

  it("ends the command on Ctrl-C, and at the end of the input", async () => {
    const interrupts: readonly ((input: PassThrough) => unknown)[] = [
      (input) => input.write("\u0003"),
      (input) => input.end(),
      (input) => input.write("\u0004"),
    ]
    for (const interrupt of interrupts) {
      const { input, questions } = terminal()
      const answer = questions.ask("Folder: ", ".").catch((error: unknown) => error)
      interrupt(input)
      expect(await answer).to.be.instanceOf(InterruptedError)
      questions.close()
    }
  })

  it("is not asked where nobody can answer", async () => {
    const { questions } = terminal(false)
    expect((await failure(questions.ask("Folder: ", "."))).message).to.match(/not a terminal\. Add --yes/)
  })
})
