import { expect } from "chai"
import { describe, it } from "mocha"

import { writeConnection } from "../../../../tasks/messaging/connect/writeConnection.js"
import { failure } from "../../../fixtures/failure.js"
import { createAnsweringNode } from "../../../fixtures/nodes/answeringNode.js"
import { at } from "../../../fixtures/wire/trustFacts.js"

describe("writeConnection", () => {
  it("writes nothing for a plug that names no owner, or whose chain cannot be read", async () => {
    const plug = at(0xa1)
    let isAsked = false
    const write = (answers: Parameters<typeof createAnsweringNode>[0]) => {
      const { client } = createAnsweringNode(answers)
      return failure(
        writeConnection({ socket: at(0xb1), plug } as never, {
          ...{ ends: { plug, source: { name: "alpha" }, to: { name: "beta" } } as never, safe: "/nowhere/safe.json" },
          ...{ chain: { publicClient: client, chainId: 1 } as never, now: 0 },
          confirm: () => {
            isAsked = true
            return Promise.resolve()
          },
        }),
      )
    }
    const unowned = await write({ eth_call: () => "0x" })
    expect(unowned).to.include({ code: "INVALID_INPUT", argument: "--safe" })
    expect(unowned.message).to.contain(plug)
    expect((await write({})).code).to.equal("NODE_FAILED")
    expect(isAsked).to.equal(false)
  })
})
