import { expect } from "chai"
import { describe, it } from "mocha"

import { readErrorClasses } from "../../scripts/docs/readErrorClasses.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { renderError } from "#src/primitives/PlugsError.js"

/** Classes whose message begins with a value, which begins a sentence. `failure` and the JSON of tasks hold those to a capital, too. */
const begunByValue = [
  "DeadlinePassedError",
  "InboundGrowsError",
  "InvalidInputError",
  "MessageFailedError",
  "ScenarioFailedError",
  "ScheduleFailedError",
  "SeveralTimeoutsError",
  "TransactionRevertingError",
]

describe("errors", () => {
  it("begin with a capital", async () => {
    const messages = (await readErrorClasses()).filter(({ message }) => message !== undefined && message !== "…")
    expect(messages).to.have.length.above(80)
    const others = messages.filter(({ message = "" }) => !/^[A-Z]/.test(message))
    expect(others.map(({ name }) => name).sort()).to.deep.equal(begunByValue)
    expect(others.map(({ message }) => message?.[0])).to.deep.equal(others.map(() => "{"))
  })

  it("begin with what an invalid input is, and with its name in quotes", () => {
    const beginnings = Object.entries({
      "--from": 'Option "--from": ',
      maxFee: 'Argument "maxFee": ',
      "config.plugs.chains": 'Setting "config.plugs.chains": ',
      "wiring.app": 'Setting "wiring.app": ',
      "hardhat-plugs init": 'Command "hardhat-plugs init": ',
      "package.json": 'File "package.json": ',
      "argument 2 (uint256)": "Argument 2 (uint256): ",
    })
    for (const [argument, beginning] of beginnings) {
      const error = new InvalidInputError({ argument, problem: "it is missing", fix: "Add it." })
      expect(error.message).to.equal(`${beginning}it is missing. Add it.`)
      expect(error.facts).to.deep.equal({ argument })
    }
  })

  it("name an option where a task throws for a helper", () => {
    const error = new InvalidInputError({ argument: "maxFee", problem: "it is too low", fix: "Raise it." })
    const naming = { helper: String, chain: String, address: String, argument: () => "--max-fee" }
    expect(renderError(error, { reader: "task", ...naming }).shortMessage).to.equal(
      'Option "--max-fee": it is too low.',
    )
  })
})
