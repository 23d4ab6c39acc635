import { join } from "node:path"

import { expect } from "chai"
import { after, before, describe, it } from "mocha"

import { swapData } from "#extras/swap/test/fixtures/swapData.js"
import { abandonLocks } from "#test/fixtures/children/abandonLocks.js"
import type { CommandOptions, EndedCommand } from "#test/fixtures/commands/endedCommand.js"
import { type HardhatProcess, startHardhat, temporaryProject } from "#test/fixtures/commands/hardhatCommand.js"
import { type RunningCommand, startCommand } from "#test/fixtures/commands/taskCommand.js"
import { deepIt, isDeep } from "#test/fixtures/depth.js"
import { expectGoldenCommand } from "#test/fixtures/golden/expectGoldenCommand.js"
import { createRpcDoor, type Hold, type RpcDoor } from "#test/fixtures/servers/nodes/rpcDoor.js"
import { createSwapWorld, type SwapWorld } from "#test/fixtures/worlds/swap/swapWorld.js"

const stranger = "0x00000000000000000000000000000000000000f7"

describe("hardhat swap execute", function () {
  let world: SwapWorld
  let door: RpcDoor
  let project: Awaited<ReturnType<typeof temporaryProject>>
  before(async () => {
    world = await createSwapWorld()
    ;[door, project] = await Promise.all([createRpcDoor(world.alpha.rpcUrl), temporaryProject()])
  })
  after(async () => {
    await world[Symbol.asyncDispose]()
    await door[Symbol.asyncDispose]()
    await project[Symbol.asyncDispose]()
  })

  const options = (): CommandOptions => ({
    port: Number(new URL(world.devnet.url).port),
    env: { PLUGS_TEST_CHAINS: "alpha,beta", PLUGS_TEST_ALPHA_URL: door.url, PLUGS_TEST_ROOT: project.path },
  })
  const start = (args: readonly string[]): RunningCommand => startCommand(["swap", "execute", ...args], options())
  /** Runs in a process of its own. Disposing of it kills the process as `kill -9` does. */
  const startProcess = (args: readonly string[]): HardhatProcess =>
    startHardhat(["swap", "execute", ...args], options())
  const run = (args: readonly string[]): Promise<EndedCommand> => start(args).ended
  const sentSoFar = (): Promise<number> => world.alpha.publicClient.getTransactionCount({ address: world.user })
  const command = (amount: string): string[] => [
    ...[amount, "USDC", "--from", "alpha", "--to", "beta", "--for", "USDC"],
    ...["--provider", "pool", "--yes"],
  ]

  it("shows the plan, approves exactly, sends, follows to the end, and swaps again when it is run again", async () => {
    const ownedBefore = await world.balanceOf(world.alpha, "usdc")
    const first = await run([...command("12.5"), "--receiver", stranger])
    expect(first.code, first.stderr).to.equal(0)
    expectGoldenCommand("swap/execute", first, { withoutSteps: true })
    expect(ownedBefore - (await world.balanceOf(world.alpha, "usdc"))).to.equal(12_500_000n)
    const got = await world.balanceOf(world.beta, "usdc", stranger)
    expect(first.stdout).to.match(new RegExp(`got +12\\.${String(got).slice(2).replace(/0+$/, "")} USDC`))

    const second = await run([...command("12.5"), "--receiver", stranger, "--json"])
    expect({ code: second.code, stderr: second.stderr }).to.deep.equal({ code: 0, stderr: "" })
    expect(second.stdout.trimEnd().split("\n")).to.have.length(second.events.length)
    expectGoldenCommand("swap/execute", second, { withoutSteps: true, replaced: swapData })
    const printed = second.events.map(({ event, status }) => (event === "execution" ? status : event))
    expect(printed).to.include.members(["plan", "CHECKED", "APPROVED", "SIGNED", "SENT", "MINED", "FINISHED"])
    expect(second.events.at(-1)).to.include({ event: "end", outcome: "success" })
    expect(ownedBefore - (await world.balanceOf(world.alpha, "usdc"))).to.equal(25_000_000n)
  })

  it("asks for the provider or the symbol that was meant, and sends nothing", async () => {
    const before = await sentSoFar()
    const [provider, without, symbol, way] = await Promise.all([
      run([...command("1").slice(0, 8), "--provider", "pol", "--yes"]),
      run([...command("1").slice(0, 8), "--without", "pol", "--yes"]),
      run(["1", "USDD", ...command("1").slice(2)]),
      run([...command("1"), "--route", "fastst"]),
    ])
    expect(provider.stderr).to.match(
      /Option "--provider": .*no provider "pol"\. Did you mean pool\? npx hardhat swap providers/,
    )
    expect(without.stderr).to.match(/Option "--without": .*no provider "pol"\. Did you mean pool\?/)
    expect(symbol.stderr).to.match(
      /Argument "token": .*called "USDD" on alpha\. Did you mean USDC\? .*npx hardhat swap tokens/,
    )
    expect(way.stderr).to.match(/Option "--route": .*Did you mean fastest\?/)
    for (const { code, stdout } of [provider, without, symbol, way]) {
      expect({ code, stdout }).to.deep.equal({ code: 1, stdout: "" })
    }
    expect(await sentSoFar()).to.equal(before)
  })

  it("does nothing without --yes where there is no terminal", async () => {
    const before = await sentSoFar()
    const { code, stdout, stderr } = await run(command("12.5").slice(0, -1))
    expect({ code, stdout }).to.deep.equal({ code: 1, stdout: "" })
    expectGoldenCommand("swap/execute-not-asked", { code, stdout, stderr })
    expect(await sentSoFar()).to.equal(before)
  })

  it("names a refund as such, and ends with 2", async () => {
    const { devnet, alpha, beta, best, send, balanceOf } = world
    const owned = await balanceOf(alpha, "usdc")
    const bought = await best({ amount: "20000", of: "usdc", into: "spark", from: beta, to: beta })
    devnet.relay.pause()
    const args = ["1000", "USDC", "--from", "alpha", "--to", "beta", "--for", "SPARK", "--slippage", "0.1"]
    await using running = start([...args, "--provider", "pool", "--yes", "--json"])
    await running.event(({ status }) => status === "IN_PROGRESS")
    await send(bought)
    devnet.relay.resume()
    const { code, stderr, events } = await running.ended
    expect(code).to.equal(2)
    expect(stderr)
      .to.contain("refunded")
      .and.to.not.match(/^\s+at /m)
    expect(events.at(-1)).to.include({ event: "end", outcome: "failure" })
    expect(events.at(-1)!["error"]).to.include({ code: "ROUTE_REFUNDED" })
    expect(await balanceOf(alpha, "usdc")).to.equal(owned)
  })

  it("refuses what the account does not own, and sends nothing", async () => {
    const before = await sentSoFar()
    const { code, stderr } = await run(command("900000"))
    expect(code).to.equal(1)
    expect(stderr).to.match(/too little|no route/)
    expect(await sentSoFar()).to.equal(before)
  })

  describe("killed while it runs, and run again, sends once and reaches the end", () => {
    type Crash = Hold & { readonly inProcess?: boolean }
    // What is held in sending never goes on, as if it had died, so it needs no process to kill. In the deep suite one that is
    // signed, and one that waits for its receipt, really are killed.
    const crashes: Record<string, Crash> = {
      "before its approval is sent": { method: "eth_sendTransaction", times: 1, when: "before", inProcess: true },
      "after its approval is sent": { method: "eth_sendTransaction", times: 1, when: "after", inProcess: true },
      "before its transaction is sent, but written down": {
        method: "eth_sendTransaction",
        times: 2,
        when: "before",
        inProcess: !isDeep,
      },
      "after its transaction is sent, but before it knows": {
        method: "eth_sendTransaction",
        times: 2,
        when: "after",
        inProcess: true,
      },
      ...(isDeep && {
        "when it has sent, and waits for the receipt": {
          method: "eth_getTransactionReceipt",
          times: 2,
          when: "before",
        },
      }),
    }

    for (const [index, [what, { inProcess, ...hold }]] of Object.entries(crashes).entries()) {
      // extras/swap/test/execution/resume.ts crashes at every step.
      ;(hold.when === "before" && hold.times === 2 ? it : deepIt)(what, async () => {
        const amount = `${index + 20}`
        const [sentBefore, owned] = await Promise.all([sentSoFar(), world.balanceOf(world.alpha, "usdc")])
        if (inProcess) await abandon([...command(amount), "--json"], hold)
        else await kill([...command(amount), "--json"], hold)

        const again = await run([...command(amount), "--json"])
        expect(again.code, again.stderr).to.equal(0)
        expect(again.events.at(-1)).to.include({ event: "end", outcome: "success" })
        expect((await sentSoFar()) - sentBefore, "an approval and a swap").to.equal(2)
        expect(owned - (await world.balanceOf(world.alpha, "usdc"))).to.equal(BigInt(amount) * 1_000_000n)
      })
    }

    /** Runs a command in a process of its own, and kills that when a request is held. */
    async function kill(args: readonly string[], hold: Hold): Promise<void> {
      await using killed = startProcess(args)
      const held = door.holdAt(hold)
      await Promise.race([held, killed.ended])
      await killed[Symbol.asyncDispose]()
      door.release()
      expect((await killed.ended).code, "it was killed").to.equal(null)
    }

    /** Runs a command in this process, and leaves it for ever where a request is held: its locks become a dead run's. */
    async function abandon(args: readonly string[], hold: Hold): Promise<void> {
      const reached = door.holdAt(hold)
      const abandoned = start(args)
      await Promise.race([
        reached,
        abandoned.ended.then(({ stderr }) => {
          throw new Error(`it ended before it was held: ${stderr}`)
        }),
      ])
      door.release()
      const held = await abandonLocks(join(project.path, ".plugs", "swaps"))
      expect(held, "what it holds").to.be.greaterThan(0)
    }

    deepIt("while the route is under way, by its command or by its quote", async () => {
      world.devnet.relay.pause()
      const [sentBefore, owned] = await Promise.all([sentSoFar(), world.balanceOf(world.alpha, "usdc")])
      await using killed = startProcess([...command("30"), "--json"])
      const { quoteId } = await killed.event(({ status }) => status === "IN_PROGRESS")
      const atOnce = await run(command("30"))
      expect(atOnce.code).to.equal(1)
      expect(atOnce.error?.code).to.equal("SWAP_BUSY")
      await killed[Symbol.asyncDispose]()

      await using second = start([...command("30"), "--json"])
      expect(await second.event(({ event }) => event === "resumed")).to.include({ quoteId, status: "MINED" })
      await second[Symbol.asyncDispose]()
      world.devnet.relay.resume()
      const last = await run(["--resume", String(quoteId), "--from", "alpha"])
      expect(last.code, last.stderr).to.equal(0)
      expect((await sentSoFar()) - sentBefore).to.equal(2)
      expect(owned - (await world.balanceOf(world.alpha, "usdc"))).to.equal(30_000_000n)
    })
  })

  it("refuses to resume what was never begun", async () => {
    const { code, stderr } = await run(["--resume", `0x${"5".repeat(64)}`, "--from", "alpha"])
    expect(code).to.equal(1)
    expect(stderr).to.match(/Option "--resume": no swap of this quote was begun from here/)
  })
})
