import { before, describe } from "mocha"

import { openPostgres, type PostgresServer } from "./fixtures/openPostgres.js"
import { describeStore } from "./fixtures/storeContents.js"
import { createSharedStore } from "#extras/watch/src/store/createWatchStore.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"

describe("a database on a real Postgres, where npm has one for this machine", () => {
  let server: PostgresServer
  before(async function () {
    server = (await openPostgres()) ?? this.skip()
  })

  describeStore("whatever is in it", async () => {
    const url = await server.createDatabase()
    return () => createSharedStore(url, { clock: createManualClock(), patience: 15_000, name: "test" })
  })
})
