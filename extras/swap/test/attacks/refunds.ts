import { expect } from "chai"
import { after, before, describe, it } from "mocha"

import { createFastClock } from "#test/fixtures/clocks/patientClock.js"
import { runCommand } from "#test/fixtures/commands/taskCommand.js"
import { answerJson, type HostileServer, startHostileServer } from "#test/fixtures/servers/hostileServer.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { enveloped, quoteId, statusAt } from "#test/fixtures/wire/swapRoutes.js"

describe("S-09 an API that claims a refund", () => {
  let api: HostileServer
  let body: unknown
  before(async () => {
    api = await startHostileServer((socket, request) => {
      answerJson(enveloped(body))(socket, request)
    })
  })
  after(async () => {
    await api.stop()
  })

  for (const wait of [[], ["--wait"]]) {
    it(`refuses to take its word for a refund that nobody has seen, with ${wait[0] ?? "a single look"}`, async () => {
      const refund = { chainId: 41001, status: "COMPLETED", txHash: bytes32(0x77), timestamp: "1" }
      body = statusAt("REFUNDED", { refund })
      const options = { port: api.port, clock: createFastClock() }
      const { code, stdout } = await runCommand(["swap", "status", quoteId, ...wait, "--json"], options)
      expect(code).to.equal(2)
      const last = wait.length === 0 ? stdout : (stdout.trim().split("\n").at(-1) ?? "")
      const { error } = JSON.parse(last) as { error: { message: string } }
      expect(error.message).to.match(/\bthe API says\b/i)
    })

    it(`tells an honest completion as one, with ${wait[0] ?? "a single look"}`, async () => {
      body = statusAt("COMPLETED")
      const options = { port: api.port, clock: createFastClock() }
      expect(await runCommand(["swap", "status", quoteId, ...wait, "--json"], options)).to.have.property("code", 0)
    })
  }
})
