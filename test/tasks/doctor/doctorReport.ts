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

  it("counts what is well, and what is not, in its last line", () => {
    const statuses = ["ok", "warning", "failed", "skipped"] as const
    const lastLine = (counts: readonly number[]) => {
      const checks = statuses.flatMap((status, index) =>
        Array.from({ length: counts[index]! }, (_, turn) => ({
          ...{ name: `${status} ${turn}`, status, subject: "it", says: "It is.", mend: null },
        })),
      )
      return doctorReport({ verdict: "ok", checks }, { paint: createPaint(false), columns: 80 })
        .split("\n")
        .at(-1)
    }
    expect(lastLine([3, 1, 0, 0])).to.match(/ 1 warning, 3 ok\.$/)
    expect(lastLine([1, 2, 2, 4])).to.match(/ 2 failed, 2 warnings, 1 ok, 4 skipped\.$/)
  })
})
