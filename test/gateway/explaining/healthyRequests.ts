import { expect } from "chai"
import fc from "fast-check"
import { after, before, it } from "mocha"
import { encodeFunctionData, type Hex, parseEventLogs } from "viem"

import { watcherArtifact } from "#src/devnet/artifacts/gateway.js"
import { gatewayCauses } from "#src/gateway/explaining/gatewayCauses.js"
import { explainTransaction } from "#src/gateway/index.js"
import { hopArtifact } from "#test/fixtures/artifacts/Hop.js"
import { hopAppArtifact } from "#test/fixtures/artifacts/HopApp.js"
import { plannedAppArtifact } from "#test/fixtures/artifacts/PlannedApp.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import { deepDescribe, runs } from "#test/fixtures/depth.js"
import {
  createExplainedGateway,
  type ExplainedApp,
  type ExplainedGateway,
  maxFees,
} from "#test/fixtures/worlds/gateway/explainedGateway.js"
import { planned, type PlannedStep } from "#test/fixtures/worlds/gateway/plans.js"
import { readableGateway } from "#test/fixtures/worlds/gateway/readableGateway.js"

/** A step, with the request that its callback makes. */
type RandomStep = {
  readonly kind: "write" | "read" | "schedule"
  readonly onBeta: boolean
  readonly isParallel: boolean
  readonly seconds: number
  readonly next: readonly RandomStep[]
}

const stepWith = (next: fc.Arbitrary<readonly RandomStep[]>): fc.Arbitrary<RandomStep> =>
  fc.record({
    kind: fc.constantFrom("write", "read", "schedule"),
    onBeta: fc.boolean(),
    isParallel: fc.boolean(),
    seconds: fc.nat(100),
    next,
  })

const leaf = stepWith(fc.constant([]))
const plans = fc.array(
  stepWith(
    fc.oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.array(leaf, { minLength: 1, maxLength: 2 }) },
    ),
  ),
  {
    minLength: 1,
    maxLength: 4,
  },
)

/** How something begins: by a transaction, by a timeout, or by a plug that calls its app gateway. */
const starts = fc.oneof(
  fc.record({ by: fc.constant("transaction" as const), steps: plans }),
  fc.record({ by: fc.constant("timeout" as const), steps: plans, delay: fc.nat(100) }),
  fc.record({ by: fc.constant("trigger" as const), hops: fc.integer({ min: 1, max: 2 }) }),
)

/** More than the relay needs for anything that is due. */
const turns = 10

/** What happens then: time passes, and the relay moves everything on a few times, with a look before each. */
const moments = fc.array(
  fc.record({ passed: fc.nat(60), looks: fc.array(fc.boolean(), { minLength: turns, maxLength: turns }) }),
  { minLength: 1, maxLength: 2 },
)

type Start = typeof starts extends fc.Arbitrary<infer Value> ? Value : never
type Moments = typeof moments extends fc.Arbitrary<infer Value> ? Value : never

/** A schedule is due at once, and the watcher has not finalized it yet. */
const scheduleBeforeItIsFinalized: [Start, Moments, number] = [
  { by: "timeout", steps: [{ kind: "schedule", onBeta: false, isParallel: false, seconds: 0, next: [] }], delay: 0 },
  [{ passed: 0, looks: Array.from({ length: turns }, (_, turn) => turn === 1) }],
  0,
]

deepDescribe("a healthy request, timeout or trigger", function () {
  this.timeout(15 * 60_000)
  let world: ExplainedGateway
  let app: ExplainedApp
  let hops: ExplainedApp
  before(async () => {
    world = await createExplainedGateway()
    const { alpha, beta } = world
    app = await world.deploy(plannedAppArtifact, [maxFees])
    hops = await world.deploy(hopAppArtifact, [maxFees, [alpha.slug, beta.slug]])
    for (const { slug } of [alpha, beta]) {
      await world.completed(await app.call("deployContracts", [slug]))
      await world.completed(await hops.call("deployContracts", [slug]))
    }
    await hops.call("acceptTriggers")
  })
  after(() => world[Symbol.asyncDispose]())

  const encode = (steps: readonly RandomStep[]): readonly PlannedStep[] =>
    steps.map(({ kind, onBeta, isParallel, seconds, next }) => {
      const slug = (onBeta ? world.beta : world.alpha).slug
      const more = next.length === 0 ? undefined : encode(next)
      const step =
        kind === "write"
          ? planned.write(slug, 1n, more)
          : kind === "read"
            ? planned.read(slug, more)
            : planned.schedule(BigInt(seconds), more)
      return isParallel ? planned.parallel(step) : step
    })

  /** Begins it, and returns the transaction and the ids of what is in it. */
  async function begin(start: Start): Promise<Hex[]> {
    if (start.by === "trigger") {
      const { alpha } = world
      const to = (await hops.read("getOnChainAddress", [await hops.read("hop"), alpha.slug])) as Hex
      const data = encodeFunctionData({ abi: hopArtifact.abi, functionName: "start", args: [BigInt(start.hops), 1n] })
      const hash = await alpha.walletClient.sendTransaction({ to, data })
      await alpha.publicClient.waitForTransactionReceipt({ hash })
      return [hash]
    }
    const steps = encode(start.steps)
    const hash =
      start.by === "transaction"
        ? await app.call("run", [steps])
        : await app.call("runLater", [steps, BigInt(start.delay)])
    const { logs } = await world.devnet.gateway.chain.publicClient.getTransactionReceipt({ hash })
    const events = parseEventLogs({ abi: watcherArtifact.abi, eventName: ["PayloadQueued", "TimeoutScheduled"], logs })
    return [hash, ...events.map(({ args }) => ("payloadId" in args ? args.payloadId : args.timeoutId))]
  }

  it("is delivered although one transaction made its call and another one's", async () => {
    const { relay } = world.devnet
    relay.pause()
    const [first] = await begin({ by: "trigger", hops: 1 })
    const [second] = await begin({ by: "trigger", hops: 1 })
    for (let turn = 0; turn < turns; turn += 1) await relay.step()
    for (const id of [first!, second!]) {
      const { verdict, items } = await explainTransaction({ ...readableGateway(world.devnet), id })
      expect(verdict).to.equal("delivered")
      expect(items).to.have.length(2)
    }
  })

  it("has no cause above waiting, at any moment on its way", async () => {
    const where = readableGateway(world.devnet)
    await fc.assert(
      fc.asyncProperty(starts, moments, fc.nat(), async (start, course, choice) => {
        world.devnet.relay.pause()
        const ids = await begin(start)
        if (start.by === "trigger") {
          // The API learns of a block a moment after it was mined.
          await eventually(async () => ((await where.api?.getTriggers({ txHash: ids[0]! })) ?? []).length > 0)
        }
        const look = async (id: Hex) => {
          const { verdict, causes, items, events } = await explainTransaction({ ...where, id })
          const ill = causes.filter(({ name }) => gatewayCauses[name].verdict !== "waiting")
          expect(ill, id).to.deep.equal([])
          expect(["waiting", "delivered"], id).to.include(verdict)
          expect(items, id).not.to.have.length(0)
          expect(events, id).not.to.have.length(0)
          return verdict
        }
        const asked = [ids[0]!, ids[choice % ids.length]!]
        for (const { passed, looks } of course) {
          await world.pass(passed)
          for (const isLooking of looks) {
            if (isLooking) for (const id of asked) await look(id)
            await world.devnet.relay.step()
          }
        }
        // Schedules can follow one another. Time passes only when everything that is due had its turn.
        while ((await look(asked[0]!)) !== "delivered") {
          for (let turn = 0; turn < turns; turn += 1) await world.devnet.relay.step()
          await world.pass(60)
        }
        expect(await look(asked[1]!)).to.equal("delivered")
      }),
      { ...runs({ fast: 2, deep: 60 }), examples: [scheduleBeforeItIsFinalized] },
    )
  })
})
