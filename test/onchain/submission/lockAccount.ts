import { expect } from "chai"
import { describe, it } from "mocha"

import { lockAccount } from "#src/onchain/submission/lockAccount.js"
import { Disposables } from "#src/primitives/lifetime/Disposables.js"
import { failure } from "#test/fixtures/failure.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { dai, user } from "#test/fixtures/wire/swapRoutes.js"

describe("lockAccount", () => {
  it("holds an account of one chain, waits ten minutes for another that does, and lets go", async () => {
    const { TMPDIR } = process.env
    await using folder = await temporaryFolder()
    process.env["TMPDIR"] = folder.path
    try {
      const waits: number[] = []
      let now = 0
      const clock = {
        now: () => now,
        sleep: (ms: number) => {
          waits.push(ms)
          now += 60_000
          return Promise.resolve()
        },
      }
      const lock = (more: object = {}) => lockAccount({ account: user, chainId: 41_001, clock: clock, ...more })
      {
        await using held = new Disposables()
        held.use(await lock())
        held.use(await lock({ account: dai }))
        held.use(await lock({ chainId: 41_002 }))
        expect(waits).to.deep.equal([])
        const { code, facts } = await failure(lock({ account: user.toLowerCase() }))
        expect([code, facts["chain"], facts["waited"]]).to.deep.equal(["ACCOUNT_BUSY", "41001", "10 min 00 s"])
        expect(facts["held by"]).to.contain(`process ${process.pid}`)
        expect(waits).to.deep.equal(Array.from({ length: 10 }, () => 100))
        expect((await failure(lock({ signal: AbortSignal.abort() }))).code).to.equal("ABORTED")
      }
      await (await lock())[Symbol.asyncDispose]()
      expect(waits).to.have.length(10)
    } finally {
      if (TMPDIR === undefined) delete process.env["TMPDIR"]
      else process.env["TMPDIR"] = TMPDIR
    }
  })
})
