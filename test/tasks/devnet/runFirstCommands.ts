import { expect } from "chai"
import { describe, it } from "mocha"

import { runFirstCommands } from "../../../tasks/devnet/runFirstCommands.js"
import { failure } from "../../fixtures/failure.js"

describe("the commands that send a first message", () => {
  it("are run as they are shown, one after the other", async () => {
    const ran: (readonly string[])[] = []
    await runFirstCommands((args) => Promise.resolve(ran.push(args)))
    const [run, send] = ran
    expect(run).to.deep.equal(["run", "scripts/deploy.ts"])
    expect(send!.slice(0, 2)).to.deep.equal(["messaging", "send"])
    expect(send!.slice(3)).to.deep.equal(["greet(uint32,string)", "beta", "hello", "--from", "alpha", "--track"])
  })

  it("end with the first that fails, and say the end of what it has printed", async () => {
    let count = 0
    const stderr = `${"x".repeat(5000)} no scripts/deploy.ts\n`
    const error = await failure(
      runFirstCommands(() => {
        count += 1
        return Promise.reject(Object.assign(new Error("exit 1"), { stderr, stdout: "" }))
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
