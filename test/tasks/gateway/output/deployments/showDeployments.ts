import { expect } from "chai"
import { describe, it } from "mocha"

import { AbortedError } from "#src/http/errors.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { PlugsError } from "#src/primitives/PlugsError.js"
import { showDeployments } from "#tasks/gateway/output/deployments.js"
import { recordTerminal } from "#test/fixtures/output/recordedTerminal.js"

const onChainAddress = "0x5FbDB2315678afecb367f032d93F642f64180aa3"
const forwarderAddress = "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512"
const deployed = Promise.resolve({ onChainAddress, forwarderAddress } as const)
const alpha = { name: "alpha", slug: 41001 }
const beta = { name: "beta", slug: 41002 }
const gamma = { name: "gamma", slug: 41003 }

class Stuck extends PlugsError {
  readonly code = "DEPLOYMENT_STUCK"
}
class Late extends PlugsError {
  readonly code = "DEADLINE_PASSED"
}
const fails = (error: Error): Promise<never> => Promise.reject(error)

async function show(waits: Parameters<typeof showDeployments>[0], { json = false, isTTY = false } = {}) {
  const terminal = recordTerminal({ isTTY, columns: 300, env: { NO_COLOR: "1" } })
  const errors = await showDeployments(waits, { terminal, json, clock: { now: () => 0 } })
  return { errors, progress: terminal.stderr(), result: terminal.stdout() }
}

describe("showDeployments", () => {
  it("names the project's own contracts, while it waits and in the table", async () => {
    const terminal = recordTerminal({ columns: 300, env: { NO_COLOR: "1" } })
    const names = { gatewaySlug: 43, nameOf: (slug: number) => (slug === alpha.slug ? "Board" : undefined) }
    const waits = [{ chain: alpha, deployed }]
    await showDeployments(waits, { terminal, json: false, clock: { now: () => 0 }, names })
    for (const text of [terminal.stderr(), terminal.stdout()]) expect(text).to.contain(`${onChainAddress} (Board)`)
  })

  it("reports each chain when it is deployed, and then all addresses", async () => {
    const { errors, progress, result } = await show([
      { chain: alpha, deployed },
      { chain: beta, deployed },
    ])
    expect(errors).to.deep.equal([])
    expect(progress.trimEnd().split("\n")).to.deep.equal([
      "alpha  not yet",
      "beta   not yet",
      `alpha  deployed at ${onChainAddress}, after 0 ms`,
      `beta   deployed at ${onChainAddress}, after 0 ms`,
    ])
    expect(result).to.match(new RegExp(`alpha +${onChainAddress} +${forwarderAddress}`))
  })

  it("shows the other chains when one fails, and gives the most severe error first", async () => {
    const { errors, result } = await show([
      { chain: alpha, deployed: fails(new Late("It was late.")) },
      { chain: beta, deployed },
      { chain: gamma, deployed: fails(new Stuck("It is stuck.")) },
    ])
    expect(errors.map(({ code }) => code)).to.deep.equal(["DEPLOYMENT_STUCK", "DEADLINE_PASSED"])
    expect(result)
      .to.contain(onChainAddress)
      .and.to.match(/alpha .*It was late\./)
      .and.to.match(/gamma .*It is stuck\./)
  })

  it("ends the JSON with the most severe outcome", async () => {
    const input = new InvalidInputError({ argument: "x", problem: "no", fix: "Yes." })
    const rows: [Error[], string][] = [
      [[], "success"],
      [[new Late("")], "deadline"],
      [[new Late(""), input], "error"],
      [[new Late(""), input, new Stuck("")], "failure"],
      [[new Stuck(""), new AbortedError()], "interrupted"],
    ]
    for (const [failures, outcome] of rows) {
      const waits = failures.map((error, index) => ({
        chain: { name: `c${index}`, slug: index },
        deployed: fails(error),
      }))
      const { result, progress } = await show([{ chain: alpha, deployed }, ...waits], { json: true })
      const lines = result
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as object)
      expect(lines.at(-1)).to.include({ schemaVersion: 1, event: "end", outcome })
      expect(lines).to.have.length(failures.length + 2)
      expect(progress).to.equal("")
    }
  })

  it("rethrows a bug, and restores the cursor", async () => {
    const terminal = recordTerminal({ isTTY: true, env: { NO_COLOR: "1" } })
    const bug = new TypeError("x is not a function")
    const shown = showDeployments([{ chain: alpha, deployed: fails(bug) }], {
      terminal,
      json: false,
      clock: { now: () => 0 },
    })
    expect(await shown.catch((error: unknown) => error)).to.equal(bug)
    expect(terminal.stderr().endsWith("\u001B[?25h")).to.equal(true)
  })
})
