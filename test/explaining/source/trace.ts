import { expect } from "chai"
import { describe, it } from "mocha"

import { findFailingFrames, type TraceStep } from "#src/explaining/source/trace.js"

const [outer, inner, third] = ["11", "22", "33"].map((digits) => `0x${digits.repeat(20)}`) as [string, string, string]
const word = (text: string): string => text.replace(/^0x/, "").padStart(64, "0")

/** A step, with the stack of a call to an address, or of a revert with so many bytes. */
function step(depth: number, op: string, on?: string | number): TraceStep {
  const below = typeof on === "number" ? on.toString(16) : on
  return { pc: depth * 10, op, depth, ...(below !== undefined && { stack: ["0xff", `0x${word(below)}`, "0x0"] }) }
}

const framesOf = (...steps: readonly TraceStep[]) =>
  findFailingFrames(steps, outer).map(({ address, steps: own }) => [address, own.map(({ op }) => op).join(" ")])

describe("the calls through which a revert came", () => {
  it("are none of an empty trace, or of one that leaves its first call", () => {
    expect(framesOf()).to.deep.equal([])
    expect(framesOf(step(1, "PUSH1"), step(0, "REVERT", 0))).to.deep.equal([])
  })

  it("are all that hand on as many bytes as they got, the one that reverted by itself first", () => {
    const [call, again] = [step(1, "CALL", inner), step(2, "DELEGATECALL", third)]
    const steps = (innermost: number, between: number, last: number) => [
      ...[call, again, step(3, "REVERT", innermost), step(2, "REVERT", between), step(1, "REVERT", last)],
    ]
    const [first, second, deepest] = [
      [outer, "CALL REVERT"],
      [inner, "DELEGATECALL REVERT"],
      [third, "REVERT"],
    ]
    expect(framesOf(...steps(36, 36, 36))).to.deep.equal([deepest, second, first])
    expect(framesOf(...steps(36, 36, 4))).to.deep.equal([first])
    expect(framesOf(...steps(4, 36, 36))).to.deep.equal([second, first])
  })

  it("go on with none that succeeded, nor with one before the last", () => {
    const call = step(1, "STATICCALL", inner)
    for (const end of ["STOP", "RETURN", "SELFDESTRUCT"]) {
      expect(framesOf(call, step(2, end), step(1, "REVERT", 0)), end).to.deep.equal([[outer, "STATICCALL REVERT"]])
    }
    const both = [call, step(2, "REVERT", 0), call, step(2, "STOP"), step(1, "REVERT", 0)]
    expect(framesOf(...both)).to.deep.equal([[outer, "STATICCALL STATICCALL REVERT"]])
    expect(framesOf(call, step(2, "REVERT", 0), step(1, "INVALID"))).to.deep.equal([[outer, "STATICCALL INVALID"]])
  })

  it("have one that ended without an opcode of its own, which reverts with nothing", () => {
    const call = step(1, "CALLCODE", inner)
    expect(framesOf(call, step(2, "MSTORE"), step(1, "REVERT", 0))).to.deep.equal([
      [inner, "MSTORE"],
      [outer, "CALLCODE REVERT"],
    ])
    expect(framesOf(call, step(2, "MSTORE"), step(1, "REVERT", 4))).to.deep.equal([[outer, "CALLCODE REVERT"]])
    const unsized = { ...step(1, "REVERT"), stack: null }
    expect(framesOf(call, step(2, "MSTORE"), unsized)).to.have.length(2)
  })

  it("have no address where a contract was created, or the stack does not say it", () => {
    for (const create of [step(1, "CREATE", inner), step(1, "CREATE2", inner), step(1, "CALL")]) {
      expect(framesOf(create, step(2, "REVERT", 0), step(1, "REVERT", 0))[0]).to.deep.equal([undefined, "REVERT"])
    }
    const short = { ...step(1, "CALL"), stack: ["0x2222", "0x0"] }
    expect(framesOf(short, step(2, "REVERT", 0), step(1, "REVERT", 0))[0]?.[0]).to.equal(
      `0x${"2222".padStart(40, "0")}`,
    )
  })
})
