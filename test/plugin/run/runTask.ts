import { inspect } from "node:util"

import { expect } from "chai"
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import { HardhatPluginError } from "hardhat/plugins"
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import { before, describe, it } from "mocha"

import { AbortedError, TimeoutError, UnreachableError } from "#src/http/errors.js"
import { describedSteps, type ExitCode, exitCodeOf, runTask } from "#src/plugin/run/runTask.js"
import { systemClock } from "#src/primitives/clock.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { PlugsError } from "#src/primitives/PlugsError.js"
import { recordTerminal } from "#test/fixtures/output/recordedTerminal.js"
import { projectConfig } from "#test/fixtures/projects/projectConfig.js"

const input = { problem: "it is missing", fix: "Add it." }
const wrong = new InvalidInputError({ argument: "srcChainSlug", ...input })
const away = (origin: string) =>
  new UnreachableError({ method: "GET", origin, route: "/route", attempts: 1, elapsed: 5 }, "refused")

describe("a task", () => {
  let hre: HardhatRuntimeEnvironment
  before(async () => {
    hre = await createHardhatRuntimeEnvironment(projectConfig({ PLUGS_TEST_PORT: "9", PLUGS_TEST_ARTIFACTS: "none" }))
  })

  /** Runs a task that ends with an exit code, or with an error, and says all that is known of it then. */
  async function run(ends: ExitCode | Error, { json = false, wantsStacks = false } = {}) {
    const terminal = recordTerminal()
    const codes: number[] = []
    const task = runTask<{ readonly json: boolean }>(() =>
      typeof ends === "number" ? Promise.resolve(ends) : Promise.reject(ends),
    )
    const io = {
      ...{ terminal, clock: systemClock, wantsStacks, signal: new AbortController().signal, input: undefined as never },
      setExitCode: (code: number) => void codes.push(code),
    }
    const result: unknown = await task({ json }, hre, io).catch((error: unknown) => error)
    return { result, codes, out: terminal.stdout(), err: terminal.stderr() }
  }

  it("throws an error of another kind as it is, and tells a program only that there was one", async () => {
    const bug = new TypeError("http://node.example/secret-key \u001b[2J")
    const { result, out, codes } = await run(bug, { json: true })
    expect([result, codes]).to.deep.equal([bug, []])
    expect((JSON.parse(out) as { error: { code: string } }).error.code).to.equal("UNEXPECTED")
    expect(out).to.not.contain("secret-key")
    expect(bug.message).to.not.contain("\u001b")
    expect((await run(new TypeError("a bug"))).out).to.equal("")
  })

  it("gives an error of this package to Hardhat, which shows its code at most, unless stacks are asked for", async () => {
    const { result, out } = await run(wrong)
    expect([result instanceof HardhatPluginError, out]).to.deep.equal([true, ""])
    expect(inspect(result)).to.match(/^INVALID_INPUT: /)
    expect(inspect((await run(wrong, { wantsStacks: true })).result)).to.contain("runTask")
    const { error } = JSON.parse((await run(wrong, { json: true })).out) as { error: { code: string } }
    expect(error.code).to.equal("INVALID_INPUT")
  })

  it("says how to start a devnet where nothing answers on this machine, and not of a server elsewhere", async () => {
    const says = async (origin: string) => /start a devnet/.test(((await run(away(origin))).result as Error).message)
    expect([await says("http://127.0.0.1:8645"), await says("https://api.example")]).to.deep.equal([true, false])
    const here = { method: "GET", origin: "http://127.0.0.1:8645", route: "/route", attempts: 1, elapsed: 5 } as const
    const slow = new TimeoutError(here, 5)
    const { message } = (await run(slow)).result as Error
    expect(message, "something answers").to.not.match(/start a devnet/)
    expect(message).to.contain(slow.docs)
    const { message: input } = (await run(wrong)).result as Error
    expect(input).to.equal('Option "--from": it is missing. Add it.')
  })

  it("ends with a code of its own where Hardhat has none, and shows what was interrupted in a word", async () => {
    const { result, codes, err } = await run(new AbortedError())
    expect([result, codes, err]).to.deep.equal([130, [130], "Interrupted.\n"])
    expect([(await run(3)).codes, (await run(0)).codes, (await run(1)).codes]).to.deep.equal([[3], [], []])
  })

  it("shows what ended it in red, with the page that says more, if one does", async () => {
    class EndedError extends PlugsError {
      readonly code: string
      constructor(code: string, next?: string) {
        super("It ended.", next === undefined ? {} : { next })
        this.code = code
      }
    }
    const ended = async (...given: ConstructorParameters<typeof EndedError>) => {
      const error = new EndedError(...given)
      const { codes, err } = await run(error)
      return [...codes, err.replace(error.docs, "the page")]
    }
    expect(await ended("MESSAGE_FAILED")).to.deep.equal([2, "It ended.\nSee the page\n"])
    expect(await ended("SHOWN_FAILURE", "Look.")).to.deep.equal([2, "It ended.\nLook.\n"])
    expect(await ended("DEADLINE_PASSED")).to.deep.equal([3, "It ended.\nSee the page\n"])
    expect(await ended("SOURCES_DISAGREE")).to.deep.equal([4, "It ended.\nSee the page\n"])
    expect(await ended("ABORTED", "Go on.")).to.deep.equal([130, "It ended.\nGo on.\n"])
    expect(await ended("SWAP_DECLINED")).to.deep.equal([130, "It ended.\n"])
    const codes = [undefined, "OTHER", "ROUTE_FAILED", "WIRING_PENDING", "PAYOUT_NOT_SEEN", "ABORTED"]
    expect(codes.map((code) => exitCodeOf(code === undefined ? undefined : new EndedError(code)))).to.deep.equal([
      ...[0, 1, 2, 3, 4, 130],
    ])
  })

  it("describes the error that ends steps, and no other one", async () => {
    const end = async (error: Error) => {
      async function* steps() {
        yield await Promise.resolve(1)
        throw error
      }
      const seen: unknown[] = []
      try {
        for await (const step of describedSteps(steps(), hre)) seen.push(step)
      } catch (thrown) {
        return [...seen, (thrown as Error).message]
      }
      return seen
    }
    expect(await end(wrong)).to.deep.equal([1, 'Option "--from": it is missing. Add it.'])
    expect(await end(new TypeError("a bug"))).to.deep.equal([1, "a bug"])
  })
})
