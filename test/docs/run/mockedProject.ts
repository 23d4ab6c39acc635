import { expect } from "chai"
import hre from "hardhat"

import { mockApi } from "#src/testing/index.js"

it("waits for the message", async () => {
  const srcTxHash = `0x${"2".repeat(64)}` as const
  using api = mockApi(
    {
      messaging: [{ srcTxHash, srcChainSlug: "alpha", dstChainSlug: "beta", states: ["SEALED", "EXECUTION_SUCCESS"] }],
    },
    { hre },
  )
  const { plugs } = await hre.network.create("alpha")
  const message = await plugs.messaging.waitForMessage({ srcTxHash })
  expect(message.status).to.equal("EXECUTION_SUCCESS")
  api.assertDone()
})
