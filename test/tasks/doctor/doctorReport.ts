import { expect } from "chai"
import { describe, it } from "mocha"

import { createPaint } from "../../../src/terminal/paint.js"
import { doctorReport } from "../../../tasks/doctor/doctorReport.js"

describe("the doctor's report", () => {
  it("names the command that explains where a connection is wrong", () => {
    const report = (status: "failed" | "ok") =>
      doctorReport(
        { verdict: status, checks: [{ name: "connection", status, subject: "Greeter", says: "It is.", mend: null }] },
        { paint: createPaint(false), columns: 80 },
      )
    expect(report("failed")).to.match(/npx hardhat messaging explain$/)
    expect(report("ok")).to.not.contain("explain")
  })
})
