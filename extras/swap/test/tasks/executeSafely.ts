import { expect } from "chai"
import { after, before, describe, it } from "mocha"

import type { PlugsError } from "#src/primitives/PlugsError.js"
import type { EndedCommand } from "#test/fixtures/commands/endedCommand.js"
import { temporaryProject } from "#test/fixtures/commands/hardhatCommand.js"
import { runCommand } from "#test/fixtures/commands/taskCommand.js"
import { deepIt } from "#test/fixtures/depth.js"
import { expectGoldenCommand } from "#test/fixtures/golden/expectGoldenCommand.js"
import { createRewritingApi } from "#test/fixtures/servers/rewritingApi.js"
import { createSwapWorld, type SwapWorld } from "#test/fixtures/worlds/swap/swapWorld.js"

type Run = {
  readonly swap?: object
  readonly rewrite?: (path: string, text: string) => string
  readonly answer?: (question: string) => string
  readonly chains?: string
}

describe("hardhat swap execute, when the swap API lies or a contract is in no list", function () {
  let world: SwapWorld
  let project: Awaited<ReturnType<typeof temporaryProject>>
  let router: string
  before(async () => {
    ;[world, project] = await Promise.all([createSwapWorld(), temporaryProject()])
    router = world.devnet.market.alpha.router
  })
  after(async () => {
    await world[Symbol.asyncDispose]()
    await project[Symbol.asyncDispose]()
  })

  async function run(args: readonly string[], { swap = {}, rewrite, answer, chains }: Run = {}): Promise<EndedCommand> {
    await using api = await createRewritingApi(world.devnet.swap.baseUrl, rewrite ?? ((_path, text) => text))
    const env = {
      PLUGS_TEST_CHAINS: chains ?? "alpha,beta",
      PLUGS_TEST_ROOT: project.path,
      PLUGS_TEST_SWAP: JSON.stringify({ baseUrl: api.url, ...swap }),
    }
    const port = Number(new URL(world.devnet.url).port)
    return await runCommand(["swap", ...args], { port, env, ...(answer === undefined ? {} : { answer }) })
  }
  const sentSoFar = (): Promise<number> => world.alpha.publicClient.getTransactionCount({ address: world.user })
  const swap = (amount: string, token = "USDC", wanted = "USDT"): string[] => [
    "execute",
    amount,
    token,
    "--from",
    "alpha",
    "--to",
    "beta",
    "--for",
    wanted,
    "--provider",
    "pool",
  ]

  /** Expects that a command fails and sends nothing. Returns its error. */
  async function refusal(...[args, how]: Parameters<typeof run>): Promise<PlugsError> {
    const before = await sentSoFar()
    const { code, error } = await run(args, how)
    expect(code).to.equal(1)
    expect(await sentSoFar()).to.equal(before)
    return error!
  }

  /** Changes what the API says of USDC alone: of two tokens that are wrong, either can be refused first. */
  const usdcWith = (change: (text: string) => string) => (path: string, text: string) =>
    path.includes("tokens/search") && path.includes("q=USDC") ? change(text) : text

  it("says what of the answers is malformed before it asks, and not after", async () => {
    const rewrite = (path: string, text: string): string => {
      if (!path.includes("/quote")) return text
      const { result, ...envelope } = JSON.parse(text) as { result: { routes: object[] } }
      return JSON.stringify({ ...envelope, result: { ...result, routes: [...result.routes, { quoteId: 7 }] } })
    }
    const { code, stdout, stderr } = await run(swap("12"), { rewrite, answer: () => "n" })
    expectGoldenCommand("swap/execute-declined", { code, stdout, stderr })
    expect(stderr.indexOf("quoteId"), stderr).to.be.within(0, stderr.indexOf("(y/N)"))
  })

  deepIt("begins nothing under the id of an earlier swap", async () => {
    const done = await run([...swap("16"), "--yes", "--json"])
    expect(done.code, done.stderr).to.equal(0)
    const { quoteId } = done.events.at(-1)!
    const rewrite = (path: string, text: string): string =>
      path.includes("/quote") ? text.replace(/"quoteId":"[^"]*"/g, `"quoteId":${JSON.stringify(quoteId)}`) : text
    const { code, facts } = await refusal([...swap("17"), "--yes"], { rewrite })
    expect(code).to.equal("JOURNAL_MISMATCH")
    expect(Object.values(facts)).to.include(quoteId)
    // Nor does the command lead to that swap from then on.
    expect((await run(swap("17"), { answer: () => "n" })).code).to.equal(130)
  })

  describe("about the value that is lost", () => {
    /** Says of every route that its output is worth this part of the input. */
    const worth = (part: number | null) => (path: string, text: string) => {
      if (!path.includes("/quote")) return text
      const { result, ...envelope } = JSON.parse(text) as {
        result: { input: { valueInUsd: number }; routes: { output: object }[] }
      }
      const valueInUsd = part === null ? null : result.input.valueInUsd * part
      const routes = result.routes.map((route) => ({ ...route, output: { ...route.output, valueInUsd } }))
      return JSON.stringify({ ...envelope, result: { ...result, routes } })
    }

    it("refuses more than 15 percent, also with --yes, unless --accept-loss allows it", async () => {
      const rewrite = worth(0.8)
      for (const more of [["--yes"], ["--yes", "--accept-loss", "19"]]) {
        const { code, facts, message } = await refusal([...swap("13"), ...more], { rewrite })
        expect({ code, reason: facts["reason"] }).to.deep.equal({ code: "ROUTE_REFUSED", reason: "LOSES_TOO_MUCH" })
        expect(message).to.match(/20 %/).and.to.contain("--accept-loss")
      }
      // The plan is shown, and it is answered with no.
      const { code, stderr } = await run([...swap("13"), "--accept-loss", "20.1%"], { rewrite, answer: () => "n" })
      expect(code, stderr).to.equal(130)
      expect(stderr).to.contain(" 20 % ")
      const argument = "--accept-loss"
      expect(await refusal([...swap("13"), "--yes", argument, "lots"])).to.include({ code: "INVALID_INPUT", argument })
    })

    it("above 5 percent asks a question of its own, and with --yes goes on with a warning", async () => {
      const rewrite = worth(0.93)
      const questions: string[] = []
      const answer = (question: string): string => {
        // Nobody types a line feed after the first of two answers.
        questions.push(question.split("(y/N) ").at(-1)!)
        return questions.length === 2 ? "y" : "n"
      }
      const before = await sentSoFar()
      const first = await run(swap("14"), { rewrite, answer })
      expect(first.code).to.equal(130)
      expect(first.stderr).to.match(/^ *loss +7 % /m)
      await run(swap("14"), { rewrite, answer })
      expect(questions.map((question) => question.split(" ")[0])).to.deep.equal(["Accept", "Accept", "Swap"])
      expect(questions[0]).to.contain(" 7 %?")
      expect(await sentSoFar()).to.equal(before)
      const { code, stderr, events } = await run([...swap("14"), "--yes", "--json"], { rewrite })
      expect(code, stderr).to.equal(0)
      expect(stderr).to.contain(" 7 % ")
      expect(events[0]!["valueLoss"]).to.include({ percent: 7 })
    })

    it("says that a loss is unknown, and shows one in the quote", async () => {
      const { stderr } = await run(swap("15"), { rewrite: worth(null), answer: () => "n" })
      expect(stderr).to.match(/^ *loss +unknown: /m)
      const quote = swap("15").with(0, "quote")
      const { stdout } = await run(quote, { rewrite: worth(0.8) })
      expect(stdout)
        .to.match(/! 20 %/)
        .and.to.match(/ 15 % .*--accept-loss/)
    })
  })

  describe("S-06 about a token", () => {
    it("refuses decimals that its chain does not have, with both, and converts no amount with them", async () => {
      const rewrite = usdcWith((text) => text.replaceAll('"decimals":6', '"decimals":8'))
      const { code, facts } = await refusal([...swap("10"), "--yes"], { rewrite })
      expect(code).to.equal("TOKEN_MISMATCH")
      expect(facts).to.deep.equal({
        token: world.tokenOf("usdc"),
        "chain id": "41001",
        "decimals of the API": "8",
        "decimals on the chain": "6",
      })
      const quoted = await run(swap("10").with(0, "quote"), { rewrite })
      expect(quoted.code, quoted.stderr).to.equal(0)
      expect(quoted.stdout)
        .to.match(/^10 USDC on alpha/m)
        .and.to.match(/6 decimals on alpha; the swap API says 8 decimals/)
      expect(quoted.stdout).to.contain("! the swap API describes a token otherwise than its chain")
    })

    it("takes a token by its whole address as its chain has it, and shows what the API says of it", async () => {
      const [usdc, usdt] = [world.tokenOf("usdc"), world.tokenOf("usdt")]
      const rewrite = (path: string, text: string): string =>
        path.includes("tokens/search") ? text.replaceAll(/"symbol":"USD(.)"/g, '"symbol":"U$1SD.e"') : text
      const { code, stderr } = await run(swap("10", usdc, usdt.toLowerCase()), { rewrite, answer: () => "n" })
      expect(code, stderr).to.equal(130)
      expect(stderr).to.match(new RegExp(`token +${usdc}, USDC with 6 decimals on alpha; the swap API says UCSD.e\n`))
      expect(stderr).to.match(new RegExp(`token +${usdt}, USDT with 6 decimals on beta; the swap API says UTSD.e\n`))
      const told = await run([...swap("10", usdc, usdt).with(0, "quote"), "--json"], { rewrite })
      expect(JSON.parse(told.stdout)).to.have.nested.property("input.apiSays", "UCSD.e")
    })

    it("refuses wrong decimals of the output token, whose chain is another one", async () => {
      const rewrite = (path: string, text: string): string =>
        path.includes("q=WETH") ? text.replaceAll('"decimals":18', '"decimals":15') : text
      const { facts } = await refusal([...swap("10", "USDC", "WETH"), "--yes"], { rewrite })
      expect(facts).to.include({ "decimals of the API": "15", "decimals on the chain": "18" })
    })

    it("refuses a symbol that leads to another token", async () => {
      const [usdc, usdt] = [world.tokenOf("usdc"), world.tokenOf("usdt")]
      const rewrite = usdcWith((text) => text.replace(new RegExp(usdc, "gi"), usdt))
      const { facts } = await refusal([...swap("10", "USDC", "WETH"), "--yes"], { rewrite })
      expect(facts).to.include({ "symbol of the API": "USDC", "symbol on the chain": "USDT" })
    })

    it("refuses a native currency that takes the symbol of a token", async () => {
      const rewrite = (path: string, text: string): string => {
        if (path.includes("supported-chains")) return text.replaceAll('"symbol":"ETH"', '"symbol":"USDC"')
        return path.includes("tokens/search") ? text.replaceAll('"USDC"', '"OTHER"') : text
      }
      const { facts } = await refusal([...swap("1", "USDC", "WETH"), "--yes"], { rewrite })
      expect(facts).to.include({ "symbol on the chain": "ETH" })
    })

    it("uses the address that a symbol is pinned to, and not the one that the API names", async () => {
      const [usdc, usdt] = [world.tokenOf("usdc"), world.tokenOf("usdt")]
      const rewrite = usdcWith((text) => text.replace(new RegExp(usdc, "gi"), usdt))
      const tokens = { alpha: { usdc: usdc.toLowerCase() }, beta: { DOLLAR: usdt } }
      const answer = () => "n"
      const { code, stderr } = await run(swap("10", "USDC", "dollar"), { rewrite, swap: { tokens }, answer })
      expect(code, stderr).to.equal(130)
      expect(stderr).to.match(new RegExp(`token +${usdc}, USDC with 6 decimals on alpha\n`))
      expect(stderr).to.match(new RegExp(`token +${usdt}, USDT with 6 decimals on beta\n`))
    })

    it("says that it is the API's claim where nothing reaches the chain", async () => {
      // The chain with beta's id is configured as gamma, which the devnet does not serve.
      const args = swap("10").with(swap("10").indexOf("beta"), "41002")
      const chains = "alpha,gamma"
      const { stderr } = await run([...args], { chains, answer: () => "n" })
      expect(stderr).to.match(
        /token +0x\w+, USDT with 6 decimals on gamma, as the swap API claims: gamma was not reached/,
      )
    })
  })

  describe("S-05 about the contracts of a route", () => {
    const unlisted = { chains: { alpha: { allowedTargets: [] } } }

    it("refuses one in no list where nobody can answer", async () => {
      const answer = (): string => "y"
      for (const how of [{ swap: unlisted }, { swap: unlisted, answer }]) {
        const { facts, message } = await refusal([...swap("11"), "--yes"], how)
        expect(facts).to.include({ reason: "TARGET_NOT_ALLOWED" })
        expect(message).to.contain(router).and.to.contain("--allow-target")
      }
      const json = await refusal([...swap("11"), "--json"], { swap: unlisted, answer })
      expect(json.facts).to.include({ reason: "TARGET_NOT_ALLOWED" })
    })

    it("takes one from the command line, several separated by commas", async () => {
      const args = [...swap("11"), "--allow-target"]
      const asked: string[] = []
      const answer = (question: string): string => (asked.push(question) > 1 ? "y" : "n")
      const listed = `${world.user},${router.toLowerCase()}`
      expect((await run([...args, listed], { swap: unlisted, answer })).code).to.equal(130)
      // About the swap alone: the contract is in a list now.
      expect(asked.map((question) => question.split(" ")[0])).to.deep.equal(["Swap"])
      const refused = await refusal([...args, "0x12", "--yes"], { swap: unlisted })
      expect(refused).to.include({ code: "INVALID_INPUT", argument: "--allow-target" })
    })

    deepIt(
      "asks for it by itself at a terminal, with its code size and both tokens, and takes each no for a no",
      async () => {
        const isAboutSwap = (question: string): boolean => question.startsWith("Swap ")
        const before = await sentSoFar()
        for (const isNo of [isAboutSwap, (question: string) => !isAboutSwap(question)]) {
          const asked: string[] = []
          const answer = (question: string): string => {
            asked.push(question)
            return isNo(question) ? "" : "y"
          }
          const { code, stderr } = await run(swap("12"), { swap: unlisted, answer })
          expect(code).to.equal(130)
          expect(stderr).to.contain(`target ${router} `)
          expect(asked[0]).to.contain(`12 USDC (${world.tokenOf("usdc")}) on alpha`)
          expect(asked[0]).to.contain(`USDT (${world.tokenOf("usdt")}) on beta`)
          if (asked.length === 1) continue
          expect(asked[1]).to.contain(router)
          expect(stderr).to.match(/ \d{4,} bytes/)
        }
        expect(await sentSoFar()).to.equal(before)
        const { code, stderr } = await run(swap("12"), { swap: unlisted, answer: () => "yes" })
        expect(code, stderr).to.equal(0)
      },
    )
  })
})
