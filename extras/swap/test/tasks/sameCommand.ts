import { readdir, rm, writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { after, afterEach, before, beforeEach, describe, it } from "mocha"

import { latestTime, systemClock } from "#src/primitives/clock.js"
import { abandonLocks } from "#test/fixtures/children/abandonLocks.js"
import type { EndedCommand } from "#test/fixtures/commands/endedCommand.js"
import { temporaryProject } from "#test/fixtures/commands/hardhatCommand.js"
import { type RunningCommand, startCommand, type TaskCommandOptions } from "#test/fixtures/commands/taskCommand.js"
import { deepIt } from "#test/fixtures/depth.js"
import { createRpcDoor, type RpcDoor } from "#test/fixtures/servers/nodes/rpcDoor.js"
import { createSwapWorld, type SwapWorld } from "#test/fixtures/worlds/swap/swapWorld.js"

describe("hardhat swap execute, the same command twice", function () {
  let world: SwapWorld
  let door: RpcDoor
  let project: Awaited<ReturnType<typeof temporaryProject>>
  before(async () => {
    world = await createSwapWorld()
    door = await createRpcDoor(world.alpha.rpcUrl)
  })
  after(async () => {
    await world[Symbol.asyncDispose]()
    await door[Symbol.asyncDispose]()
  })
  beforeEach(async () => {
    project = await temporaryProject()
  })
  afterEach(async () => {
    world.devnet.relay.resume()
    await project[Symbol.asyncDispose]()
  })

  const start = (args: readonly string[], more: TaskCommandOptions = {}): RunningCommand =>
    startCommand(["swap", "execute", ...args, "--json"], {
      port: Number(new URL(world.devnet.url).port),
      env: { PLUGS_TEST_CHAINS: "alpha,beta", PLUGS_TEST_ALPHA_URL: door.url, PLUGS_TEST_ROOT: project.path },
      ...more,
    })
  const command = (amount: string): string[] => [
    ...[amount, "USDC", "--from", "alpha", "--to", "beta", "--for", "USDC"],
    ...["--provider", "pool", "--yes"],
  ]
  const owned = (): Promise<bigint> => world.balanceOf(world.alpha, "usdc")
  const endOf = ({ events }: EndedCommand): unknown => events.at(-1)
  const codeOf = (ended: EndedCommand): unknown =>
    (ended.events.at(-1) as { error?: { code?: unknown } } | undefined)?.error?.code

  for (const [how, args, code] of [
    ["a deadline", ["--timeout", "300ms"], 3],
    ["Ctrl-C", [], 130],
  ] as const) {
    ;(code === 130 ? it : deepIt)(`resumes after ${how}, and does not swap twice`, async () => {
      const before = await owned()
      world.devnet.relay.pause()
      await using first = start([...command("41"), ...args])
      const { quoteId } = await first.event(({ status }) => status === "IN_PROGRESS")
      if (code === 130) first.interrupt()
      const stopped = await first.ended
      expect(stopped.code).to.equal(code)
      if (code === 130) {
        expect(stopped.stderr).to.match(/transaction: 0x[0-9a-f]{64}/)
        expect(stopped.stderr).to.contain(`npx hardhat swap execute --resume ${String(quoteId)} --from alpha`)
      }
      world.devnet.relay.resume()
      await using second = start(command("41"))
      expect(await second.event(({ event }) => event === "resumed")).to.include({ quoteId })
      const ended = await second.ended
      expect(ended.code, ended.stderr).to.equal(0)
      expect(before - (await owned())).to.equal(41_000_000n)
    })
  }

  it("is one swap if both were started before the first had ended", async () => {
    const before = await owned()
    const started = latestTime(systemClock)
    const first = await start(command("42")).ended
    expect(first.code, first.stderr).to.equal(0)
    // As a process that was started at the same time, and took longer to get here.
    const twin = await start(command("42"), { startedAt: started }).ended
    expect(twin.code).to.equal(1)
    expect(twin.error?.code).to.equal("SWAP_BUSY")
    expect(twin.error?.facts).to.have.property("quote")
    expect(before - (await owned())).to.equal(42_000_000n)
  })

  deepIt("lets one of two go on that an earlier run's swap is left to, and refuses the other", async () => {
    const before = await owned()
    world.devnet.relay.pause()
    await using killed = start(command("43"))
    await killed.event(({ status }) => status === "IN_PROGRESS")
    killed.interrupt()
    await killed.ended
    world.devnet.relay.resume()
    const both = await Promise.all([start(command("43")).ended, start(command("43")).ended])
    expect(both.map(({ code }) => code).sort()).to.deep.equal([0, 1])
    expect(before - (await owned())).to.equal(43_000_000n)
  })

  deepIt("goes on with a new swap once the earlier one can never be mined, and says what was done", async () => {
    const before = await owned()
    const held = door.holdAt({ method: "eth_sendTransaction", times: 2, when: "before" })
    const first = start(command("44"))
    await held
    // Signed and written down, and never sent. The process is gone.
    const { quoteId } = await first.event(({ status }) => status === "SIGNED")
    door.release()
    first.ended.catch(() => undefined)
    await abandonLocks(path.join(project.path, ".plugs", "swaps"))
    const later = { ...systemClock, wallTime: () => Date.now() + 3_600_000 }
    const second = await start(command("44"), { clock: later }).ended
    const replaced = second.events.find(({ event }) => event === "replaced")
    expect(replaced, second.stderr).to.include({ quoteId, reason: "EXPIRED" })
    expect(replaced!["replacedBy"]).to.match(/^0x[0-9a-f]{64}$/)
    // By that clock every quote has expired, so the new one is refused; nothing keeps the next run from beginning.
    expect(codeOf(second)).to.not.equal("SUBMISSION_REPLACED")
    const third = await start(command("44")).ended
    expect(third.code, third.stderr).to.equal(0)
    expect(before - (await owned())).to.equal(44_000_000n)
    expect(endOf(third)).to.include({ outcome: "success" })
  })

  it("names the folder that it cannot write to, and shows no stack", async () => {
    await rm(path.join(project.path, ".plugs"), { recursive: true, force: true })
    await writeFile(path.join(project.path, ".plugs"), "")
    const { code, error, stderr } = await start(command("45")).ended
    expect(code).to.equal(1)
    expect(error?.code).to.equal("JOURNAL_UNUSABLE")
    expect(stderr).to.contain(path.join(project.path, ".plugs"))
    expect(stderr).to.not.match(/^\s+at /m)
  })

  deepIt("stops at a damaged record, names it, and begins nothing anew", async () => {
    const before = await owned()
    world.devnet.relay.pause()
    await using first = start(command("46"))
    await first.event(({ status }) => status === "IN_PROGRESS")
    first.interrupt()
    await first.ended
    world.devnet.relay.resume()
    const record = await onlyRecord()
    await writeFile(record, "")
    const { code, stderr } = await start(command("46")).ended
    expect(code).to.equal(1)
    expect(stderr).to.contain(record)
    expect(before - (await owned())).to.equal(46_000_000n)
  })

  async function onlyRecord(): Promise<string> {
    const swaps = path.join(project.path, ".plugs", "swaps")
    const [chain] = await readdir(swaps)
    const commands = path.join(swaps, chain!, "commands")
    const [record] = await readdir(commands)
    return path.join(commands, record!)
  }
})
