import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import type { Address } from "viem"

import { executeRoute } from "#extras/swap/src/execution/executeRoute.js"
import { createExecutionWorld, type ExecutionWorld } from "#extras/swap/test/fixtures/executionWorld.js"
import { type Lie, lieAboutRoutes } from "#extras/swap/test/fixtures/lyingSwapApi.js"
import { temporaryProject } from "#test/fixtures/commands/hardhatCommand.js"
import { type RunningCommand, startCommand, type TaskCommandOptions } from "#test/fixtures/commands/taskCommand.js"
import { deepIt } from "#test/fixtures/depth.js"
import { failure } from "#test/fixtures/failure.js"
import { createRewritingApi, type RewritingApi } from "#test/fixtures/servers/rewritingApi.js"

const refundAddress: Address = "0x00000000000000000000000000000000000000F7"
const honest: Lie = (_path, text) => text

describe("S-08 attacks on deposit addresses", function () {
  let world: ExecutionWorld
  let api: RewritingApi
  let lie: Lie = honest
  let project: Awaited<ReturnType<typeof temporaryProject>>
  before(async () => {
    ;[world, project] = await Promise.all([createExecutionWorld(), temporaryProject()])
    api = await createRewritingApi(world.devnet.swap.baseUrl, (path, text) => lie(path, text))
  })
  after(async () => {
    await api[Symbol.asyncDispose]()
    await world[Symbol.asyncDispose]()
    await project[Symbol.asyncDispose]()
  })

  const start = (args: readonly string[], swap: object = {}, more: TaskCommandOptions = {}): RunningCommand =>
    startCommand(["swap", ...args], {
      port: Number(new URL(world.devnet.url).port),
      env: {
        PLUGS_TEST_CHAINS: "alpha,beta",
        PLUGS_TEST_ROOT: project.path,
        PLUGS_TEST_SWAP: JSON.stringify({ baseUrl: api.url, ...swap }),
      },
      ...more,
    })
  const sentSoFar = (): Promise<number> => world.alpha.publicClient.getTransactionCount({ address: world.user })
  const terms = (amount: string): string[] => [
    ...[amount, "USDC", "--from", "alpha", "--to", "beta", "--for", "USDC", "--provider", "pool"],
    ...["--user-ops", "deposit", "--refund-address", refundAddress],
  ]
  /** Says that another address takes the deposit. */
  const paidTo = (depositAddress: Address): Lie =>
    lieAboutRoutes((route) => ({ ...route, deposit: { ...route.deposit, depositAddress } }))

  async function open(amount: string, swap: object = {}): Promise<{ quoteId: string; address: Address }> {
    await using opening = start(["execute", ...terms(amount), "--json"], swap)
    const { quoteId, deposit } = await opening.event(({ event }) => event === "deposit")
    opening.interrupt()
    await opening.ended
    return { quoteId: String(quoteId), address: (deposit as { depositAddress: Address }).depositAddress }
  }

  async function expectUnpaid(args: readonly string[], reason: string, ...how: [object?, TaskCommandOptions?]) {
    const before = await sentSoFar()
    const { code, stderr } = await start(args, ...how).ended
    expect(stderr).to.contain(reason)
    expect(code).to.equal(1)
    expect(await sentSoFar()).to.equal(before)
  }

  it("refuses the router, which is a trusted target, before it is shown as a deposit address", async () => {
    lie = paidTo(world.router)
    await expectUnpaid(["execute", ...terms("7")], "DEPOSIT_IS_CONTRACT")
    await expectUnpaid(["execute", ...terms("7")], "DEPOSIT_IS_CONTRACT", {}, { answer: () => "y" })
    lie = honest
  })

  it("refuses with --yes an address that is listed as a target, and not named as a deposit address", async () => {
    const { quoteId, address } = await open("8")
    const listed = { chains: { alpha: { allowedTargets: [world.router, address], allowedSpenders: [address] } } }
    await expectUnpaid(["pay", quoteId, "--from", "alpha", "--yes"], "DEPOSIT_NOT_ALLOWED", listed)
    const args = ["pay", quoteId, "--from", "alpha", "--yes", "--allow-target", address]
    const { code, stdout, stderr } = await start(args, listed).ended
    expect(code, stderr).to.equal(0)
    expect(stdout).to.match(/payout +seen on beta/)
  })

  deepIt("refuses an address that has code by now, also after a yes at a terminal", async () => {
    const { quoteId, address } = await open("9")
    const code = await world.alpha.publicClient.getCode({ address: world.router })
    await world.alpha.testClient.setCode({ address, bytecode: code! })
    await expectUnpaid(["pay", quoteId, "--from", "alpha"], "DEPOSIT_IS_CONTRACT", {}, { answer: () => "y" })
    await world.alpha.testClient.setCode({ address, bytecode: "0x" })
    const paid = await start(["pay", quoteId, "--from", "alpha"], {}, { answer: () => "y" }).ended
    expect(paid.code, paid.stderr).to.equal(0)
  })

  deepIt("refuses the router in a script, whatever the lists of targets say and whoever confirms it", async () => {
    const trader = await world.trader("local")
    const request = { amount: "5", of: "usdc", into: "usdc", includeProvider: ["pool"] } as const
    const offered = await trader.offered({ ...request, userOps: "deposit", refundAddress, userAddress: undefined })
    const deposit = { ...offered.route.deposit!, depositAddress: world.router }
    const toRouter = { ...offered, route: { ...offered.route, deposit } }
    expect((await failure(executeRoute(toRouter))).facts["reason"]).to.equal("DEPOSIT_NOT_ALLOWED")
    const confirmTarget = () => Promise.resolve(true)
    const confirmed = await failure(executeRoute({ ...toRouter, confirmTarget }))
    expect(confirmed.facts["reason"]).to.equal("DEPOSIT_IS_CONTRACT")
    expect(await trader.transactions()).to.equal(0)
    const done = await executeRoute({ ...offered, confirmTarget })
    expect(done).to.include({ payout: "seen" })
  })
})
