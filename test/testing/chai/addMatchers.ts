import "#src/testing/chai/index.js"

import { expect } from "chai"
import hre from "hardhat"
import { after, before, beforeEach, describe, it } from "mocha"

import { addMatchers } from "#src/testing/chai/addMatchers.js"
import { watchTests } from "#src/testing/createWorld.js"
import { createWorld, type WorldContract } from "#src/testing/index.js"
import { awaitingAll } from "#src/testing/world/awaited.js"
import { failure, thrown } from "#test/fixtures/failure.js"
import { failureText } from "#test/fixtures/failureText.js"

describe("a word that stands behind another", () => {
  it("replaces the last check of the chain, and leaves those before it", async () => {
    const checked: unknown[] = []
    const matcherOf = (name: string) => (subject: unknown) =>
      Promise.resolve({ holds: checked.push([name, subject]) > 0, problem: "", problemIfNot: "" })
    const names = ["first", "second", "secondOnce", "third"]
    const words = new Map<string, (this: object) => unknown>()
    const addProperty = (name: string, get: (this: object) => unknown) => void words.set(name, get)
    const flag = (flags: Record<string, unknown>, name: string, ...value: unknown[]) =>
      value.length > 0 ? (flags[name] = value[0]) : flags[name]
    const chai = { AssertionError: Error, util: { flag }, Assertion: { addProperty } } as unknown as Chai.ChaiStatic
    addMatchers(chai, Object.fromEntries(names.map((name) => [name, matcherOf(name)])))
    const sayOf = (assertion: object, ...said: readonly string[]) => {
      for (const word of said) words.get(word)!.call(assertion)
      return assertion as unknown as Promise<void>
    }
    const say = (...said: readonly string[]) => sayOf({ object: said.length }, ...said)
    await say("first", "second", "once", "third")
    expect(checked.splice(0)).to.deep.equal([
      ["first", 4],
      ["secondOnce", 4],
      ["third", 4],
    ])
    // Said of an assertion that was checked already.
    const assertion = { object: 7 }
    await sayOf(assertion, "first")
    await sayOf(assertion, "second")
    expect(checked.splice(0)).to.deep.equal([
      ["first", 7],
      ["second", 7],
    ])
    expect(thrown(() => say("once"))).to.include({ code: "INVALID_INPUT", argument: "once" })
  })
})

describe("chai matchers of a world", () => {
  const world = createWorld(hre, { chains: ["alpha", "beta"] })
  before(world.start)
  after(world.stop)
  const counters = () => world.deployConnected("Counter", ({ socket, owner }) => [socket, owner])
  let alpha: WorldContract<"Counter">
  let beta: WorldContract<"Counter">
  beforeEach(async () => {
    ;({ alpha, beta } = await world.loadFixture(counters))
    world.release()
  })
  const add = () => alpha.send.add([beta.slug, 5n])

  it("check every word of a chain, and fail with the first that does not hold", async () => {
    const fee = (await add()).fee
    await expect(add()).to.be.delivered.once.and.causeEvent(beta, "Added").and.payFee(fee)
    expect(await failureText(expect(add()).to.be.delivered.and.payFee(1n))).to.contain("to cost 1 wei")
    expect(await failureText(expect(add()).to.be.delivered.once.and.reach("SEALED").and.payFee(1n))).to.contain(
      "to be in the state SEALED",
    )
  })

  it("leave words before not as they are, and negate those behind it", async () => {
    await expect(add()).to.be.delivered.and.not.causeEvent(beta, "OwnershipTransferred")
    expect(await failureText(expect(add()).to.be.delivered.and.not.causeEvent(beta, "Added"))).to.contain(
      "Expected inbound not to make",
    )
  })

  it("send nothing twice, and can be awaited several times", async () => {
    const assertion = expect(add()).to.be.delivered
    await assertion
    await Promise.all([assertion, assertion.then(), assertion.finally(() => undefined)])
    expect(await beta.read.counter()).to.equal(5n)
  })

  it("begin a new chain once one was checked", async () => {
    const sent = expect(await add())
    await sent.to.be.delivered
    await sent.to.causeEvent(beta, "Added", [alpha.slug, 5n, 5n])
    await failureText(sent.to.reach("SEALED"))
    await sent.to.be.delivered.once
  })

  it("put the message of expect before the text", async () => {
    world.hold("seal")
    expect(await failureText(expect(add(), "the greeting").to.be.delivered)).to.match(
      /^the greeting: Expected the message to be delivered/,
    )
  })

  it("point to the line of the test, with no frame of chai or of this package above it", async () => {
    world.hold("seal")
    for (const assertion of [
      () => expect(add()).to.be.delivered,
      () => expect(add()).to.be.delivered.once,
      () => expect(add()).to.payFee(1n),
      () => world.assertions.delivered(add()),
      () => expect(7).to.be.delivered,
    ]) {
      const error = (await assertion().then(
        () => undefined,
        (caught: unknown) => caught,
      )) as Error
      const frames = (error.stack ?? "").slice(error.name.length + 2 + error.message.length).trim()
      expect(frames).to.match(/^at .*test\/testing\/chai\/addMatchers\.ts:\d+/)
      expect(frames).to.not.match(/node_modules\/chai|src\/testing/)
    }
  })

  it("say what to give for a subject that send has not returned", async () => {
    const advice =
      "\nGive it what send of a contract of a world returns, or its promise: expect(alpha.send.greet(args)).to.be.delivered."
    const { hash } = await add()
    for (const [subject, name] of [
      [7, "7"],
      [undefined, "undefined"],
      [hash, "a hash"],
      [{ hash }, "an object that no world has sent"],
      [add, "a function"],
      [alpha.read.counter(), "0"],
    ] as const) {
      const { code, message } = await failure(expect(subject).to.be.delivered)
      expect(code).to.equal("NOT_SENT")
      expect(message).to.equal(`The assertion was given ${name}, which is not what send returns.${advice}`)
    }
  })

  it("hand on what the subject rejects with, if it is no revert", async () => {
    const problem = new Error("no such luck")
    const caught: unknown = await expect(Promise.reject(problem)).to.be.delivered.catch((error: unknown) => error)
    expect(caught).to.equal(problem)
  })

  it("refuse once behind a word that it cannot be said of", () => {
    const misused = thrown(() => (expect(1).to as unknown as Chai.Assertion["delivered"]).once)
    expect(misused.message).to.equal(
      'Argument "once": it does not stand behind a word that it can be said of. Write expect(…).to.be.delivered.once.',
    )
  })

  describe("without await", () => {
    /** What nobody has caught. */
    async function unhandled(act: () => void): Promise<Error> {
      const listeners = process.listeners("unhandledRejection")
      process.removeAllListeners("unhandledRejection")
      const { promise, resolve } = Promise.withResolvers<unknown>()
      process.once("unhandledRejection", resolve)
      try {
        act()
        return (await promise) as Error
      } finally {
        for (const listener of listeners) process.on("unhandledRejection", listener)
      }
    }

    /** A test of its own that fails. */
    const failing = (test: () => unknown) => failure(awaitingAll(test)())

    it("fail the test that forgets them, with what they find", async () => {
      world.hold("seal")
      for (const [what, assertion] of [
        ["expect(…) with delivered", () => void expect(add()).to.be.delivered],
        ["expect(…) with payFee", () => void expect(add()).to.be.delivered.and.payFee(1n)],
        ["world.assertions.delivered", () => void world.assertions.delivered(add())],
      ] as const) {
        const { code, message, facts, stack } = await failing(assertion)
        expect({ code, message: message.split("\n")[0] }).to.deep.equal({
          code: "NOT_AWAITED",
          message: `The test did not await ${what}.`,
        })
        expect(facts["it fails with"]).to.match(/^AssertionError.*: Expected the message to be delivered, /)
        expect(stack).to.match(/\n +at .*test\/testing\/chai\/addMatchers\.ts:\d+/)
      }
    })

    it("fail the test that forgets to await send, whether that reverts or not", async () => {
      const reverting = await failing(() => void alpha.send.add([beta.slug, 5n], { attached: 0n }))
      expect(reverting.shortMessage).to.equal("The test did not await Counter.send.add on alpha.")
      expect(reverting.facts["it fails with"]).to.match(/^CallRevertedError: Counter.add on alpha reverts: Insuff/)
      expect((await failing(() => void add())).facts).to.deep.equal({})
    })

    it("say that the world was stopped before the end of send", async () => {
      const other = await createWorld(hre, { chains: ["alpha", "beta"] }).start()
      const plugs = await other.deployConnected("Counter", ({ socket, owner }) => [socket, owner])
      const sending = plugs.alpha.send.add([plugs.beta.slug, 5n])
      await other.stop()
      expect((await failure(sending)).shortMessage).to.equal("The test did not await Counter.send.add on alpha.")
    })

    it("leave a test alone that awaits all, in any way, and one that fails by itself", async () => {
      await awaitingAll(async () => {
        await Promise.all([add(), expect(add()).to.be.delivered])
        const later = add()
        await add()
        await later
      })()
      const own = new Error("the test's own")
      const caught: unknown = await awaitingAll(() => {
        void add()
        throw own
      })().catch((error: unknown) => error)
      expect(caught).to.equal(own)
    })

    it("say what is missing for a word that chai does not know", async () => {
      const hooks: ((this: unknown) => void)[] = []
      watchTests({ beforeEach: (hook) => void hooks.push(hook as never) })
      const problemOf = async (word: string): Promise<string> => {
        const test = {
          fn: () => {
            throw new Error(`Invalid Chai property: ${word}`)
          },
        }
        for (const hook of hooks) hook.call({ currentTest: test })
        const error: unknown = await Promise.resolve(test.fn()).catch((caught: unknown) => caught)
        expect((error as Error).stack).to.contain((error as Error).message)
        return (error as Error).message
      }
      const advice = 'Write import "hardhat-plugs/testing/chai" at the top of the test file.'
      expect(await problemOf("delivered")).to.contain(`\ndelivered is an assertion of hardhat-plugs. ${advice}`)
      expect(await problemOf("once")).to.contain(advice)
      expect(await problemOf("rejectedWith")).to.contain(".to.be.revertedWithError(contract, ")
      expect(await problemOf("deliverd")).to.equal("Invalid Chai property: deliverd")
    })

    // A test that takes `done` is none that is looked after, as one of a runner that is not known.
    it("fail as an unhandled rejection that says so, where nobody looks after tests", (done) => {
      world.hold("seal")
      unhandled(() => void expect(add()).to.be.delivered)
        .then((error) => {
          expect(error.message).to.match(
            /^Expected the message to be delivered, .*\nThe test did not await this assertion: write await before expect\.$/s,
          )
          return unhandled(() => void expect(Promise.reject(new Error("the chain is closed"))).to.be.delivered)
        })
        .then((error) => {
          expect(error.message).to.equal(
            "the chain is closed\nThe test did not await this assertion: write await before expect.",
          )
          expect(error.stack).to.match(/\n +at .*test\/testing\/chai\/addMatchers\.ts:\d+/)
          return unhandled(() => void alpha.send.add([beta.slug, 5n], { attached: 0n }))
        })
        .then((error) => {
          expect(error.message).to.match(/^Counter\.add on alpha reverts/)
        })
        .then(done, done)
    })

    it("do so after a test that ran out of time and ended beside the next one, too", (done) => {
      const [late, next] = [Promise.withResolvers<unknown>(), Promise.withResolvers<unknown>()]
      const tests = [awaitingAll(() => late.promise)(), awaitingAll(() => next.promise)()]
      late.resolve(undefined)
      tests[0]!
        .then(() => {
          next.resolve(undefined)
          return tests[1]
        })
        .then(() => unhandled(() => void expect(Promise.reject(new Error("nobody"))).to.be.delivered))
        .then((error) => {
          expect(error.message).to.match(/^nobody\n/)
        })
        .then(done, done)
    })
  })

  describe("revertedWithError", () => {
    const unpaid = () => alpha.send.add([beta.slug, 5n], { attached: 0n })

    it("holds for a call that reverts on its own chain, with equal arguments, some that a function accepts, or any", async () => {
      await expect(unpaid()).to.be.revertedWithError(alpha, "InsufficientFees")
      await expect(unpaid()).to.be.revertedWithError(alpha, "InsufficientFees", [(fee) => fee > 0n, 0n])
      await world.assertions.revertedWithError(unpaid(), alpha, "InsufficientFees")
      await expect(alpha.write.add([beta.slug, 5n])).to.be.revertedWithError(alpha, "InsufficientFees")
    })

    it("fails with what it reverts with, and where, or says that it passes", async () => {
      const text = await failureText(expect(unpaid()).to.be.revertedWithError(alpha, "InsufficientFees", [1n, 0n]))
      expect(text).to.match(
        /^Expected the call to revert with InsufficientFees\(1, 0\), but Counter.add on alpha reverts: /,
      )
      expect(text).to.match(/\n +at Counter\.minFees \(contracts\/plugs\/Plug\.sol:\d+\)/)
      expect(await failureText(expect(add()).to.be.revertedWithError(alpha, "InsufficientFees"))).to.equal(
        "Expected the call to revert with InsufficientFees, but it passes.",
      )
      expect(await failureText(expect(unpaid()).to.not.be.revertedWithError(alpha, "InsufficientFees"))).to.equal(
        "Expected the call not to revert with InsufficientFees, but it does.",
      )
      await expect(add()).to.not.be.revertedWithError(alpha, "InsufficientFees")
    })
  })

  it("lets bigints be compared, also where types are strict", () => {
    expect(5n).to.be.below(6n).and.to.be.at.most(5n)
    expect(5n).to.be.above(4n).and.to.be.at.least(5n)
    expect(() => expect(5n).to.be.below(5n)).to.throw("expected 5n to be below 5n")
  })
})
