import { expect } from "chai"
import { describe, it } from "mocha"

import { pointToExplain } from "../../../../src/plugin/run/words/pointToExplain.js"
import { doctorReport } from "../../../../src/terminal/plugs/doctorReport.js"
import { createPaint } from "../../../../src/terminal/core/paint.js"

const chainName = (slug: string): string => (slug === "41001" ? "alpha" : slug)
const point = (next: string, facts: Record<string, string>): string | undefined =>
  pointToExplain(next, { next, facts }, chainName)

describe("the command in place of the helper that explains", () => {
  it("has the transaction with its chain, or the message alone", () => {
    const next = "Wait again. explainMessage says why."
    expect(point(next, { transaction: "0x12", "source chain": "41001" })).to.equal(
      "Wait again. To find out why: npx hardhat messaging explain 0x12 --from alpha",
    )
    expect(point(next, { message: "0x34" })).to.equal("Wait again. To find out why: npx hardhat messaging explain 0x34")
  })

  it("is that of the gateway or of swaps for what is theirs", () => {
    expect(point("explainTransaction says why.", { transaction: "0x12" })).to.equal(
      "To find out why: npx hardhat gateway explain 0x12",
    )
    expect(point("explainTransaction says why.", { timeout: "0x56" })).to.contain("npx hardhat gateway explain 0x56")
    expect(point("explainSwap says why.", { quote: "q-1", transaction: "0x12" })).to.equal(
      "To find out why: npx hardhat swap explain q-1",
    )
  })

  it("is missing, and the helper too, where nothing tells what it is about, or an API gave a strange id", () => {
    expect(point("Wait again. explainSwap says why.", {})).to.equal("Wait again.")
    expect(point("Wait again. explainSwap says why.", { quote: "q; rm -rf ~" })).to.equal("Wait again.")
    expect(point("Wait again.", { transaction: "0x12" })).to.equal("Wait again.")
  })

  it("stands below a report of the doctor in which a connection is wrong", () => {
    const report = (status: "failed" | "ok") =>
      doctorReport(
        { verdict: status, checks: [{ name: "connection", status, subject: "Greeter", says: "It is.", mend: null }] },
        { paint: createPaint(false), columns: 80 },
      )
    expect(report("failed")).to.match(/npx hardhat messaging explain$/)
    expect(report("ok")).to.not.contain("explain")
  })
})
