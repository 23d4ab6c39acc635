import { expect } from "chai"
import { describe, it } from "mocha"

import { paint } from "#src/terminal/paint.js"
import { plainText, renderText } from "#src/terminal/renderText.js"
import { createDoctorProgress, doctorReport } from "#tasks/doctor/doctorReport.js"
import { countLetters } from "#test/fixtures/output/markColors.js"
import { recordTerminal } from "#test/fixtures/output/recordedTerminal.js"

type Line = Parameters<typeof doctorReport>[0]["checks"][number]

const line = (status: Line["status"], name: string, more: Partial<Line> = {}): Line => ({
  ...{ name: name as Line["name"], status, subject: name, says: "It is.", mend: null },
  ...more,
})
const render = (checks: readonly Line[], { verdict = "ok", columns = 80, color = false } = {}): string =>
  (color ? renderText : plainText)(doctorReport({ verdict: verdict as "ok", checks }), columns)

describe("the doctor's report", () => {
  it("has what is well by its kind, then what was skipped by its reason, then problems, the worst last", () => {
    const plug = `0x${"5".repeat(40)}`
    const missing = "The socket is not well."
    const checks = [
      line("failed", "socket", {
        subject: "alpha",
        says: "No contract.",
        mend: "Correct it, and run: npx hardhat devnet",
      }),
      line("ok", "node", { says: "Node 24" }),
      line("skipped", "plug", { subject: `${plug}@alpha`, says: missing }),
      line("ok", "network", { subject: "alpha", says: "It answers." }),
      line("warning", "npm", { says: "It is old.", mend: "Use a newer one." }),
      line("skipped", "fee", { subject: `${plug}@alpha`, says: missing }),
      line("ok", "network", { subject: "beta", says: "It answers." }),
      line("skipped", "api", { subject: "swap", says: "No key." }),
      line("skipped", "api", { subject: "gateway", says: "No key." }),
      line("skipped", "api-key", { subject: "swap", says: "No key." }),
      line("skipped", "account", { subject: "beta", says: "Other." }),
    ]
    expect(render(checks, { verdict: "failed" }).split("\n")).to.deep.equal([
      "ok       node: Node 24",
      "ok       network: alpha, beta",
      "skipped  plug, fee of 0x55555555…555555@alpha: The socket is not well.",
      "skipped  api, api-key swap: No key.",
      "skipped  account beta: Other.",
      "warning  npm: It is old.",
      "         → Use a newer one.",
      "failed   socket alpha: No contract.",
      "         → Correct it, and run:",
      "           npx hardhat devnet",
      "",
      "Something has to be mended: 1 failed, 1 warning, 3 ok, 6 skipped.",
    ])
  })

  it("breaks lines at the width of the terminal, and never a command", () => {
    const long = "word ".repeat(20).trim()
    const checks = [line("failed", "api", { subject: "swap", says: long, mend: `${long}: sudo ${long}` })]
    const lines = render(checks, { columns: 40 }).split("\n")
    expect(lines[0]).to.equal("failed   api swap: word word word word")
    expect(lines[1]).to.equal("         word word word word word word")
    expect(lines).to.include(`           sudo ${long}`)
    expect(lines.filter((one) => one.length > 40 && !one.includes("sudo"))).to.deep.equal([])
    // Text is no wider than it can be read.
    const wide = render(checks, { columns: 400 })
      .split("\n")
      .filter((one) => !one.includes("sudo"))
    expect(Math.max(...wide.map((one) => one.length))).to.be.within(90, 130)
  })

  for (const [columns, counts] of [
    [40, [13, 16, 1, 15, 15]],
    [41, [14, 16, 15, 15]],
  ] as const) {
    it(`fills lines of ${String(columns)} columns`, () => {
      const says = "x ".repeat(30).trim()
      expect(countLetters(render([line("failed", "api", { says, mend: says })], { columns }))).to.deep.equal(counts)
    })
  }

  it("knows where a mend has its command", () => {
    const mended = (mend: string) =>
      render([line("warning", "npm", { mend })])
        .split("\n")
        .slice(1, -2)
    for (const command of ["npx hardhat", "npm dedupe", "sudo x", "mv a b", "move a b", "w32tm /resync"]) {
      expect(mended(`Do it: ${command}`)).to.deep.equal(["         → Do it:", `           ${command}`])
    }
    expect(mended("Use chainId: 4")).to.deep.equal(["         → Use chainId: 4"])
  })

  it("escapes what others wrote, and has colors at a terminal only", () => {
    const checks = [
      line("ok", "node", { says: "\u001b[2J" }),
      line("warning", "npm", { mend: "\u001b[2J: npx \u001b[2J" }),
      line("failed", "api"),
      line("skipped", "fee"),
    ]
    expect(render(checks)).not.to.contain("\u001b")
    const colored = render(checks, { color: true })
    for (const word of [paint.green("ok     "), paint.magenta("warning"), paint.red("failed "), paint.dim("skipped")]) {
      expect(colored).to.contain(word)
    }
    expect(colored).to.contain(paint.green("All is well:")).and.not.to.contain("\u001b[2J")
    expect(render([], { verdict: "warning", color: true })).to.contain(paint.magenta("Messages can travel:"))
  })

  it("names the command that explains where a connection is wrong", () => {
    const report = (status: "failed" | "ok", name = "connection") => render([line(status, name)])
    expect(report("failed")).to.match(/npx hardhat messaging explain$/)
    expect(report("ok")).to.not.contain("explain")
    expect(report("failed", "api")).to.not.contain("explain")
    expect(render([line("failed", "api"), line("failed", "connection")])).to.contain("messaging explain")
  })

  it("counts what is well, and what is not, in its last line", () => {
    const statuses = ["ok", "warning", "failed", "skipped"] as const
    const lastLine = (counts: readonly number[]) => {
      const checks = statuses.flatMap((status, index) =>
        Array.from({ length: counts[index]! }, (_, turn) => line(status, `${status} ${turn}`)),
      )
      return render(checks).split("\n").at(-1)
    }
    expect(lastLine([3, 1, 0, 0])).to.match(/ 1 warning, 3 ok\.$/)
    expect(lastLine([1, 2, 2, 4])).to.match(/ 2 failed, 2 warnings, 1 ok, 4 skipped\.$/)
  })
})

describe("the doctor's progress", () => {
  const pending = ["alpha", "beta", "gamma"].map((subject) => ({ name: "network", subject }))

  it("says once how many checks there are where no line can be redrawn", () => {
    const terminal = recordTerminal()
    {
      using progress = createDoctorProgress(terminal.err, 2_000)
      progress.show(pending)
      progress.show(pending.slice(1))
    }
    expect(terminal.stderr()).to.equal("3 checks, each 2 s at most\n")
  })

  it("counts those that have ended and names one that has not at a terminal, and leaves nothing behind", () => {
    const terminal = recordTerminal({ isTTY: true, env: { NO_COLOR: "1" } })
    const progress = createDoctorProgress(terminal.err, 2_000)
    progress.show(pending)
    expect(terminal.stderr()).to.contain("0 of 3 checks, waiting for network alpha")
    progress.show(pending.slice(2))
    const before = terminal.stderr().length
    progress[Symbol.dispose]()
    const last = terminal.stderr().slice(before)
    expect(last).not.to.contain("checks")
    expect(last, "the cursor").to.contain("\u001b[?25h")
  })
})
