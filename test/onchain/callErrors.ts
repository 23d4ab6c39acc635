import { expect } from "chai"
import { describe, it } from "mocha"
import { BaseError, encodeErrorResult, parseAbi, zeroAddress } from "viem"

import {
  CallRevertedError,
  explainCallError,
  isContractFailure,
  NodeFailedError,
  throwExplained,
  throwUnless,
  WrongContractError,
} from "#src/onchain/callErrors.js"
import type { Naming } from "#src/primitives/errorText.js"
import { isPlugsError, type PlugsError, renderError } from "#src/primitives/PlugsError.js"
import { revert } from "#test/fixtures/nodes/fakeChain.js"

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

describe("the error of a call", () => {
  const call = { address: zeroAddress, functionName: "enter" }

  it("has the revert, whose data it shows up to eighty characters", () => {
    const long = parseAbi(["error Long(uint256 a, uint256 b)"])
    const data = encodeErrorResult({ abi: long, errorName: "Long", args: [1n, 2n] })
    const error = explainCallError(Object.assign(new Error("reverted"), { code: 3, data }), call)
    if (!(error instanceof CallRevertedError)) throw error
    expect(error.revert).to.deep.include({ data })
    const shown = String(error.facts["revert data"])
    expect(shown.slice(0, 30)).to.equal(data.slice(0, 30))
    expect(shown.length).to.be.within(60, 90)
    const short = explainCallError(Object.assign(new Error("reverted"), { code: 3, data: "0x12345678" }), call)
    expect(short).to.have.nested.property("facts.revert data", "0x12345678")
  })

  it("is the one that a reader below has made already, with the name of the chain", () => {
    const failed = new NodeFailedError({ ...call, chain: "alpha" }, "it is down")
    expect(explainCallError(new BaseError("it failed", { cause: failed }), call)).to.equal(failed)
    expect(failed.message).to.contain("The node of alpha could")
    const other = explainCallError(new BaseError("it failed"), call)
    expect(other).to.have.property("message").that.contains("The node could")
    expect(other).to.have.nested.property("facts.contract", zeroAddress)
    const bug = new TypeError("a bug")
    expect(explainCallError(bug, call)).to.equal(bug)
  })
})

describe("a read that fails", () => {
  const call = { address: zeroAddress, functionName: "enter" }
  const named = (name: string) => new BaseError("it failed", { cause: Object.assign(new Error("no"), { name }) })
  const thrownBy = (act: (error: unknown) => never, error: unknown): unknown => {
    try {
      return act(error)
    } catch (reason) {
      return reason
    }
  }

  it("failed for its contract if that reverted or gave nothing that it could have, and else for its node", () => {
    const failures: [unknown, boolean][] = [
      [revert(abi, "Closed"), true],
      [revert(), true],
      ["0x12345678", true],
      [named("ContractFunctionZeroDataError"), true],
      [named("AbiDecodingDataSizeTooSmallError"), true],
      [named("PositionOutOfBoundsError"), true],
      [named("InvalidBytesBooleanError"), true],
      [named("HttpRequestError"), false],
      [Object.assign(new Error("no"), { name: "ContractFunctionZeroDataError" }), false],
      [new Error("connection refused"), false],
      [undefined, false],
    ]
    expect(failures.map(([error]) => isContractFailure(error))).to.deep.equal(
      failures.map(([, isFailure]) => isFailure),
    )
    for (const [error, isFailure] of failures) {
      const reason = thrownBy(throwUnless("token", call, "Check it."), error)
      expect(reason instanceof WrongContractError).to.equal(isFailure)
      if (!(reason instanceof WrongContractError)) expect(reason).to.deep.equal(explainCallError(error, call))
      else expect([reason.code, reason.next]).to.deep.equal(["WRONG_CONTRACT", "Check it."])
    }
  })

  it("is thrown as the error of the call, decoded with the guide that is given", () => {
    const advice = new Map([["Closed", "Wait."]])
    const reverted = thrownBy(throwExplained(call, { abis: [abi], advice }), revert(abi, "Closed"))
    expect(reverted).to.include({ code: "CALL_REVERTED", next: "Wait." })
    expect(reverted).to.have.nested.property("revert.name", "Closed")
    expect(thrownBy(throwExplained(call), revert(abi, "Closed"))).to.not.have.nested.property("revert.name")
    expect(thrownBy(throwExplained(call), new BaseError("it failed"))).to.include({ code: "NODE_FAILED" })
  })

  it("is told in the caller's own words where it has some", () => {
    const closed = { data: "0xaabb", name: "Closed", args: [], reason: "Closed()" } as const
    const plain = new CallRevertedError(call, closed)
    expect(plain.facts).to.deep.equal({ contract: zeroAddress, function: "enter", "revert data": "0xaabb" })
    const own = new CallRevertedError(call, closed, new Map(), { message: "The door is shut.", facts: { door: "7" } })
    expect(own.facts).to.deep.equal({ door: "7", "revert data": "0xaabb" })
    expect(own.message).to.match(/^The door is shut\.\n/)
  })
})
