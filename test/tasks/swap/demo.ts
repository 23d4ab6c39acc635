import { expect } from "chai"
import { describe, it } from "mocha"

import { createFastClock } from "#test/fixtures/clocks/fastClock.js"
import { runCommand, startCommand } from "#test/fixtures/commands/taskCommand.js"
import { deepIt } from "#test/fixtures/depth.js"

type Event = Record<string, unknown>
type Balance = { chainName: string; symbol: string; decimals: number; amount: string }
type Offered = { routes: { quoteId: string }[]; request: { inputAmount: string } }
type Ended = {
  route: { status: string; destination: { output: { amount: string }[] } }
  before: Balance[]
  after: Balance[]
}

describe("hardhat swap demo", function () {
  deepIt("completes one swap and has one refunded, and the balances change by exactly that", async () => {
    const { code, stderr, events } = await runCommand(["swap", "demo", "--json"])
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: "" })
    const of = (name: string): Event[] => events.filter(({ event }) => event === name)
    expect(
      events.map(({ event }) => event).filter((event) => event !== "status" && event !== "execution"),
    ).to.deep.equal([...["ready", "quoted", "chosen", "ended"], ...["quoted", "moved", "chosen", "ended"], "end"])
    const [first, second] = of("quoted") as unknown as Offered[]
    expect(first!.routes, "routes compete").to.have.length.above(3)

    const steps = events.filter(({ event }) => event === "status" || event === "execution")
    expect(steps.map(({ status }) => status)).to.deep.equal([
      ...["CHECKED", "APPROVING", "APPROVED", "SIGNED", "SENT", "MINED", "IN_PROGRESS", "COMPLETED", "FINISHED"],
      ...["CHECKED", "APPROVING", "APPROVED", "SIGNED", "SENT", "MINED"],
      ...["IN_PROGRESS", "REFUNDING", "REFUNDED", "FINISHED"],
    ])

    const [completed, refunded] = of("ended") as unknown as Ended[]
    expect([completed!.route.status, refunded!.route.status]).to.deep.equal(["COMPLETED", "REFUNDED"])
    const change = ({ before, after }: Ended): bigint[] =>
      after.map(({ amount }, index) => BigInt(amount) - BigInt(before[index]!.amount))
    const got = BigInt(completed!.route.destination.output[0]!.amount)
    expect(change(completed!)).to.deep.equal([-BigInt(first!.request.inputAmount), got])
    expect(got > 0n).to.equal(true)
    expect(BigInt(second!.request.inputAmount) > 0n).to.equal(true)
    expect(change(refunded!)).to.deep.equal([0n, 0n])
  })

  it("shows a person each step of both, and what they have changed", async () => {
    const { code, stdout, stderr } = await runCommand(["swap", "demo"], { clock: createFastClock() })
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: "" })
    expect(stdout).to.match(/best +Devnet/)
    expect(stdout).to.match(/WETH on beta +10 +10\.\d+ +\+0\.\d+/)
    expect(stdout).to.match(/USDC on alpha +99000 +99000 +none/)
    const steps = stdout.match(/^ *(?:approving|sent|COMPLETED|REFUNDED) /gm) ?? []
    const each = (end: string): string[] => ["approving", "sent", end]
    expect(steps.map((step) => step.trim())).to.deep.equal([...each("COMPLETED"), ...each("REFUNDED")])
  })

  it("stops at Ctrl-C", async () => {
    await using stopped = startCommand(["swap", "demo", "--json"])
    await stopped.event(({ event }) => event === "chosen")
    stopped.interrupt()
    expect(await stopped.ended).to.include({ code: 130, stderr: "Interrupted.\n" })
  })
})
