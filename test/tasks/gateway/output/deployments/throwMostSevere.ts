import { expect } from "chai"
import { describe, it } from "mocha"

import { AbortedError } from "#src/http/errors.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { throwMostSevere } from "#tasks/gateway/output/deployments.js"
import { thrown } from "#test/fixtures/failure.js"
import { recordTerminal } from "#test/fixtures/output/recordedTerminal.js"

const invalid = (argument: string) => new InvalidInputError({ argument, problem: "it is wrong", fix: "Correct it." })

describe("throwMostSevere", () => {
  it("throws the first error and prints the others", () => {
    const terminal = recordTerminal()
    const errors = [invalid("one"), invalid("two"), invalid("three")]
    const act = (): void => {
      throwMostSevere(errors, terminal.err)
    }
    expect(thrown(act)).to.equal(errors[0])
    expect(terminal.stderr()).to.equal(`${invalid("two").message}\n${invalid("three").message}\n`)
  })

  it("prints nothing beside an interruption, which ends every wait with the same error", () => {
    const terminal = recordTerminal()
    const errors = [new AbortedError(), new AbortedError()]
    const act = (): void => {
      throwMostSevere(errors, terminal.err)
    }
    expect(thrown(act)).to.equal(errors[0])
    expect(terminal.stderr()).to.equal("")
  })

  it("does nothing without an error", () => {
    throwMostSevere([], recordTerminal().err)
  })
})
