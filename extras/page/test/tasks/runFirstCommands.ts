import { expect } from "chai"
import { describe, it } from "mocha"

import { firstCommands } from "#extras/page/src/firstCommands.js"
import { runFirstCommands } from "#extras/page/tasks/runFirstCommands.js"
import { failure } from "#test/fixtures/failure.js"

describe("the commands that send a first message", () => {
  it("are run as they are shown, one after the other", async () => {
    const ran: string[] = []
    await runFirstCommands((command) => {
      ran.push(command)
      return Promise.resolve({ code: 0, output: "" })
    })
    expect(ran).to.deep.equal(firstCommands)
    expect(ran[0]).to.equal("npx hardhat run scripts/deploy.ts")
  })

  it("end with the first that fails, and say the end of what it has printed", async () => {
    let count = 0
    const output = `${"x".repeat(5000)} no scripts/deploy.ts\n`
    const error = await failure(
      runFirstCommands(() => {
        count += 1
        return Promise.resolve({ code: null, output })
      }),
    )
    expect(error).to.have.property("code", "FIRST_MESSAGE_FAILED")
    expect(error).to.have.nested.property("facts.command", "npx hardhat run scripts/deploy.ts")
    expect((error as unknown as { facts: { printed: string } }).facts.printed)
      .to.have.length(600)
      .and.match(/no scripts\/deploy\.ts$/)
    expect(count).to.equal(1)
  })
})
