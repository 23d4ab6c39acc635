import { expect } from "chai"
import { describe, it } from "mocha"
import { parseAbi, zeroAddress } from "viem"

import { explainCallError } from "../../src/onchain/callErrors.js"
import type { Naming } from "../../src/primitives/errorText.js"
import { isPlugsError, type PlugsError, renderError } from "../../src/primitives/PlugsError.js"
import { revert } from "../fixtures/worlds/swap/fakeChain.js"

const abi = parseAbi(["error Closed()", "error Full()", "error OwnableUnauthorizedAccount(address account)"])

describe("the advice for a call that reverts", () => {
  /** What is advised where the contract's own guide knows `Closed`. */
  function explained(name: string | undefined, args: readonly unknown[] = [], knows = ["Closed"]): PlugsError {
    const advice = new Map(knows.map((known) => [known, `Look at ${known}.`]))
    const thrown = name === "unnamed" ? Object.assign(revert(), { data: "0x12345678" }) : revert(abi, name, args)
    const error = explainCallError(name === undefined ? revert() : thrown, call, { abis: [abi], advice })
    if (!isPlugsError(error)) throw error
    expect(error.code).to.equal("CALL_REVERTED")
    return error
  }
  const adviceFor = (...of: Parameters<typeof explained>): string | undefined => explained(...of).next
  const call = { address: zeroAddress, functionName: "enter" }

  it("is the guide's own, for an error that it knows", () => {
    expect(adviceFor("Closed")).to.equal("Look at Closed.")
    expect(adviceFor("Full")).to.equal(undefined)
  })

  it("is general for an owner's function, unless the guide knows better", () => {
    const general = adviceFor("OwnableUnauthorizedAccount", [zeroAddress])
    expect(general).to.be.a("string")
    const known = adviceFor("OwnableUnauthorizedAccount", [zeroAddress], ["OwnableUnauthorizedAccount"])
    expect(known).to.equal("Look at OwnableUnauthorizedAccount.")
  })

  it("tells an error that no ABI knows, which a task could know, from one without data", () => {
    const inTask: Naming = {
      reader: "task",
      argument: String,
      helper: String,
      chain: String,
      address: String,
    }
    const bothOf = (name: string | undefined) => {
      const error = explained(name)
      return [error.next, renderError(error, inTask).next]
    }
    const [[silent, silentInTask], [unknown, unknownInTask]] = [bothOf(undefined), bothOf("unnamed")]
    expect(silent).to.be.a("string").and.equal(silentInTask)
    expect(unknown).to.be.a("string").and.not.equal(unknownInTask)
  })
})
