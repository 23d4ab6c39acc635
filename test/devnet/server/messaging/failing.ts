import { expect } from "chai"
import { describe, it } from "mocha"

import { messagingRoutes } from "#src/devnet/server/messaging/routes.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

describe("the devnet's messaging API, when it fails by itself", () => {
  it("answers with the code and the message of an error, as the public one does", async () => {
    const sentIn = () => {
      throw new Error("the ledger is lost")
    }
    const messaging = { contexts: [{ chain: { slug: 41_001 } }], ledger: { sentIn } } as never
    const app = messagingRoutes(messaging, { apiKey: "a-key", executor: bytes32(1) })
    const path = `/v1/messages-from-tx?srcChainSlug=41001&srcTxHash=${bytes32(2)}`
    const answer = await app.request(path, { headers: { "x-api-key": "a-key" } })
    expect([answer.status, await answer.json()]).to.deep.equal([
      500,
      { status: "ERROR", code: "INTERNAL_SERVER_ERROR", message: "the ledger is lost" },
    ])
    expect((await app.request(path, { headers: { "x-api-key": "b-key" } })).status).to.equal(401)
  })
})
