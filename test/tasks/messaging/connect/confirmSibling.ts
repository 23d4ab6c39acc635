import { expect } from "chai"
import { describe, it } from "mocha"

import { mayBeContract } from "../../../../tasks/messaging/connect/confirmSibling.js"
import { createAnsweringNode } from "../../../fixtures/nodes/answeringNode.js"
import { at } from "../../../fixtures/wire/trustFacts.js"

describe("mayBeContract", () => {
  const on = async (code: string) => await mayBeContract(createAnsweringNode({ eth_getCode: () => code }), at(1))

  it("is false only where the node says that there is no code", async () => {
    expect([await on("0x"), await on("0x00"), await on("0x60806040")]).to.deep.equal([false, true, true])
    expect(await mayBeContract(createAnsweringNode({}), at(1))).to.equal(true)
    expect(await mayBeContract(undefined, at(1))).to.equal(true)
  })
})
