import { expect } from "chai"
import { describe, it } from "mocha"
import { encodeErrorResult, parseAbi } from "viem"

import { plugAbi } from "#src/messaging/onchain/abi.js"
import { decodeRevert } from "#src/messaging/onchain/decodeRevert.js"
import { CallRevertedError } from "#src/onchain/callErrors.js"
import {
  checkMessages,
  checkSent,
  describeFailedSend,
  NotSentError,
} from "#src/testing/assertions/messages/sentMessages.js"
import type { OpenWorld } from "#src/testing/world/OpenWorld.js"
import { rememberWorld, WorldNotStartedError } from "#src/testing/world/runningWorlds.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

describe("what an assertion about messages is given", () => {
  it("is named where it is not what send returns", () => {
    const given: readonly (readonly [unknown, string])[] = [
      [() => undefined, "a function"],
      [bytes32(1), "a hash"],
      [`0x${"AB".repeat(32)}`, "a hash"],
      [bytes32(1).slice(0, -1), "a string"],
      [`${bytes32(1)}0`, "a string"],
      [undefined, "undefined"],
      [null, "null"],
      [7n, "7"],
      [{ hash: bytes32(1) }, "an object that no world has sent"],
      [{}, "an object"],
    ]
    expect(given.map(([subject]) => new NotSentError(subject).shortMessage)).to.deep.equal(
      given.map(([, name]) => `The assertion was given ${name}, which is not what send returns.`),
    )
  })

  it("is said to have reverted with what that means and where in the source, and nothing of another error", () => {
    const failed = (data: `0x${string}`, ...frames: readonly string[]) => {
      const error = new CallRevertedError({ address: at(1), functionName: "add" }, decodeRevert(data)!)
      error.stack = [error.message, ...frames].join("\n")
      return error
    }
    const frames = ["    at Counter.add (contracts/Counter.sol:20)", "    at test (test/counter.ts:5:3)"]
    const odd = encodeErrorResult({ abi: parseAbi(["error Error(string)"]), args: ["closed"] })
    const [line, ...others] = describeFailedSend(failed(odd, ...frames))!.split("\n")
    expect([line, others]).to.deep.equal([failed(odd).shortMessage, frames.slice(0, 1)])
    const own = encodeErrorResult({ abi: plugAbi, errorName: "OnlySocket" })
    const { explanation } = decodeRevert(own)!
    expect(explanation).to.be.a("string")
    expect(describeFailedSend(failed(own))).to.equal(`${failed(own).shortMessage} ${explanation}`)
    const without = failed(odd)
    Reflect.deleteProperty(without, "stack")
    expect(describeFailedSend(without)).to.equal(without.shortMessage)
    expect(describeFailedSend(new Error("no"))).to.equal(undefined)
  })

  it("is not checked in a world that was stopped, before or while it is", async () => {
    const outcome = async (isOpen: readonly boolean[], error?: Error) => {
      const answers = [...isOpen]
      const sent = { hash: bytes32(1) }
      rememberWorld(sent, { isOpen: () => answers.shift() } as unknown as OpenWorld)
      let checks = 0
      const check = () => {
        checks += 1
        if (error !== undefined) throw error
        return { holds: true, problem: "", problemIfNot: "" }
      }
      const ended = await checkSent(sent, "anything", check).catch((caught: unknown) => caught)
      return [checks, ended instanceof WorldNotStartedError ? "not started" : ended]
    }
    const problem = new Error("the node is away")
    expect(await outcome([false, false])).to.deep.equal([0, "not started"])
    expect(await outcome([true, false], problem)).to.deep.equal([1, "not started"])
    expect(await outcome([true, true], problem)).to.deep.equal([1, problem])
    expect(await outcome([true])).to.deep.equal([1, { holds: true, problem: "", problemIfNot: "" }])
  })

  it("waits for the actors where they run, and says why there are no messages", async () => {
    const told = async (isRunning: boolean, messageIds: readonly string[]) => {
      const done: string[] = []
      const note = (what: string) => () => Promise.resolve(void done.push(what))
      const world = {
        ...{ isOpen: () => true, relay: { running: isRunning, idle: note("idle") }, messaging: { sync: note("sync") } },
        devnet: { chains: { alpha: { slug: 1 } }, messagesFromTx: () => [] },
      }
      const sent = { hash: bytes32(1), chain: "alpha", functionName: "add", messageIds }
      rememberWorld(sent, world as unknown as OpenWorld)
      const result = await checkMessages(sent, "a message", () => expect.fail("it has none"))
      return [done, result.holds, result.problem]
    }
    expect(await told(true, [])).to.deep.equal([
      ...[["idle"], false, "Expected a message, but the transaction of add on alpha sent none."],
    ])
    const lost = "by a reorg or because the world went back to a snapshot"
    expect(await told(false, [bytes32(1)])).to.deep.equal([
      ...[["sync"], false, `Expected a message, but alpha has lost the transaction of add, ${lost}.`],
    ])
  })
})
