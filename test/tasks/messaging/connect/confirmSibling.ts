import { expect } from "chai"
import { describe, it } from "mocha"

import { isPlugsError } from "#src/primitives/PlugsError.js"
import { confirmSibling, mayBeContract } from "#tasks/messaging/connect.js"
import { createAnsweringNode } from "#test/fixtures/nodes/answeringNode.js"
import { createPerson } from "#test/fixtures/output/person.js"
import { at } from "#test/fixtures/wire/addresses.js"

describe("mayBeContract", () => {
  const on = async (code: string) => await mayBeContract(createAnsweringNode({ eth_getCode: () => code }), at(1))

  it("is false only where the node says that there is no code", async () => {
    expect([await on("0x"), await on("0x00"), await on("0x60806040")]).to.deep.equal([false, true, true])
    expect(await mayBeContract(createAnsweringNode({}), at(1))).to.equal(true)
    expect(await mayBeContract(undefined, at(1))).to.equal(true)
  })
})

describe("confirmSibling", () => {
  /** Confirms a sibling with this code: whether it was warned of, how often somebody was asked, and how it ended. */
  async function confirm(code: string, { yes = false, answers }: { yes?: boolean; answers?: readonly string[] } = {}) {
    const beta = createAnsweringNode({ eth_getCode: () => code })
    const { io, asked } = createPerson(answers)
    const to = { name: "beta", slug: 41_002, network: "beta" }
    const ended = await confirmSibling(beta, { sibling: at(7), to, yes }, io).catch((error: unknown) =>
      isPlugsError(error) ? error.code : error,
    )
    const said = io.terminal.stderr()
    return [[at(7), "beta"].every((name) => said.includes(name)), said === "", asked.length, ended]
  }

  it("says nothing of a contract", async () => {
    expect(await confirm("0x60", { answers: [] })).to.deep.equal([false, true, 0, undefined])
  })

  it("warns of an address without code, and asks only a person who has not agreed in advance", async () => {
    expect(await confirm("0x", { answers: ["y"] })).to.deep.equal([true, false, 1, undefined])
    expect(await confirm("0x", { answers: ["n"] })).to.deep.equal([true, false, 1, "ABORTED"])
    for (const given of [{ yes: true, answers: [] }, { yes: true }, {}]) {
      expect(await confirm("0x", given)).to.deep.equal([true, false, 0, undefined])
    }
  })
})
