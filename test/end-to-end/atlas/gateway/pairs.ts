import { expect } from "chai"
import { after, afterEach, before, it } from "mocha"
import { type Address, type Hex, parseEther } from "viem"

import type { DevnetChain } from "#src/devnet/index.js"
import { gatewayCauses } from "#src/gateway/explaining/gatewayCauses.js"
import { plannedAppArtifact } from "#test/fixtures/artifacts/PlannedApp.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import { createShortPauses } from "#test/fixtures/clocks/shortPauses.js"
import type { TaskCommandOptions } from "#test/fixtures/commands/taskCommand.js"
import { deepDescribe } from "#test/fixtures/depth.js"
import { maxRequests } from "#test/fixtures/output/expectCause.js"
import { createRewritingApi } from "#test/fixtures/servers/rewritingApi.js"
import {
  createExplainedGateway,
  type ExplainedApp,
  type ExplainedGateway,
  maxFees,
} from "#test/fixtures/worlds/gateway/explainedGateway.js"
import { planned, type PlannedStep } from "#test/fixtures/worlds/gateway/plans.js"

type Ill = keyof typeof codes | "callback fails" | "no credits" | "beta unread" | "no API" | "watcher stops"

/** The code that takes the place of a contract: one that reverts with data, one that loops, and none. */
const codes = {
  "alpha reverts": "0x600160005260206000fd",
  "beta reverts": "0x600160005260206000fd",
  "alpha loops": "0x5b5f56",
  "alpha gone": "0x",
  "beta gone": "0x",
} as const satisfies Record<string, Hex>

/** What a request does on alpha and on beta at once. */
type Plan = "writes" | "writes, then more" | "write and schedule" | "reads"

type Pair = {
  readonly plan: Plan
  readonly ills: readonly Ill[]
  /** What is right again once the tries are over. */
  readonly healed?: readonly Ill[]
  /** The causes that are found, in their order. */
  readonly names: readonly (keyof typeof gatewayCauses)[]
}

const pairs: readonly Pair[] = [
  { plan: "writes", ills: ["alpha gone", "beta reverts"], names: ["payload-reverts", "target-missing"] },
  { plan: "writes", ills: ["alpha loops", "beta reverts"], names: ["gas-limit-too-low", "payload-reverts"] },
  { plan: "writes", ills: ["alpha loops", "beta gone"], names: ["gas-limit-too-low", "target-missing"] },
  { plan: "writes", ills: ["alpha reverts", "callback fails"], names: ["payload-reverts", "callback-reverts"] },
  {
    ...{ plan: "writes", ills: ["alpha reverts", "beta reverts", "beta unread"] },
    names: ["payload-reverts", "chain-not-read"],
  },
  {
    ...{ plan: "writes", ills: ["alpha reverts", "beta reverts", "beta unread"], healed: ["alpha reverts"] },
    names: ["given-up", "chain-not-read"],
  },
  {
    ...{ plan: "writes", ills: ["alpha reverts", "beta gone"], healed: ["alpha reverts"] },
    names: ["given-up", "target-missing"],
  },
  {
    ...{ plan: "writes", ills: ["alpha reverts", "beta reverts"], healed: ["alpha reverts"] },
    names: ["payload-reverts", "given-up"],
  },
  { plan: "writes, then more", ills: ["alpha reverts", "no credits"], names: ["credits-missing", "payload-reverts"] },
  { plan: "write and schedule", ills: ["alpha reverts"], names: ["payload-reverts", "schedule-waiting"] },
  {
    ...{ plan: "write and schedule", ills: ["alpha reverts", "watcher stops"] },
    names: ["payload-reverts", "scheduler-late"],
  },
  { plan: "reads", ills: ["alpha reverts", "no API"], names: ["payload-reverts", "api-failed"] },
  {
    ...{ plan: "reads", ills: ["alpha reverts", "no API"], healed: ["alpha reverts"] },
    names: ["given-up", "api-failed"],
  },
]

deepDescribe("atlas of the gateway: two causes at once", function () {
  let world: ExplainedGateway
  let app: ExplainedApp
  let undo: (() => Promise<unknown>)[] = []
  before(async () => {
    world = await createExplainedGateway()
    app = await world.deploy(plannedAppArtifact, [maxFees])
    for (const { slug } of [world.alpha, world.beta]) await world.completed(await app.call("deployContracts", [slug]))
  })
  afterEach(async () => {
    for (const act of undo) await act()
    undo = []
    world.devnet.relay.resume()
  })
  after(() => world[Symbol.asyncDispose]())

  const stepsOf = (plan: Plan): readonly PlannedStep[] => {
    const [alpha, beta] = [world.alpha.slug, world.beta.slug]
    if (plan === "reads") return [planned.read(alpha), planned.parallel(planned.read(beta))]
    if (plan === "write and schedule") return [planned.write(alpha, 1n), planned.parallel(planned.schedule(3_600n))]
    const next = plan === "writes" ? undefined : [planned.write(beta, 2n)]
    return [planned.write(alpha, 1n), planned.parallel(planned.write(beta, 1n, next))]
  }

  const boardOn = async ({ slug }: DevnetChain): Promise<Address> =>
    (await app.read("getOnChainAddress", [await app.read("board"), slug])) as Address

  type Coded = Pick<DevnetChain, "publicClient" | "testClient">
  /** Replaces the code of a contract, and returns how to put it back. */
  const replaceCode = async (chain: Coded, address: Address, bytecode: Hex): Promise<() => Promise<void>> => {
    const code = await chain.publicClient.getCode({ address })
    await chain.testClient.setCode({ address, bytecode })
    return () => chain.testClient.setCode({ address, bytecode: code! })
  }

  /** Makes something wrong, and returns how it is made right. */
  const afflict = async (ill: Ill): Promise<() => Promise<unknown>> => {
    if (ill === "callback fails") return await replaceCode(world.devnet.gateway.chain, app.address, "0xfe")
    if (ill === "no credits") {
      await world.transfer(app.address, await world.credits(app.address))
      // More than the request returns that reverts.
      await app.call("setMaxFees", [maxFees * 2n])
      return async () => {
        await world.wrap(app.address, parseEther("10"))
        await app.call("setMaxFees", [maxFees])
      }
    }
    if (ill === "beta unread" || ill === "no API" || ill === "watcher stops") return () => Promise.resolve()
    const on = ill.startsWith("alpha") ? world.alpha : world.beta
    return await replaceCode(on, await boardOn(on), codes[ill])
  }

  for (const { plan, ills, healed = [], names } of pairs) {
    const title = [...ills, ...healed.map((ill) => `no longer ${ill}`)].join(", ")
    it(`${plan}, ${title}: finds ${names.join(" and ")}`, async () => {
      const { relay } = world.devnet
      relay.pause()
      const hash = await app.call("run", [stepsOf(plan)])
      const cures = new Map<Ill, () => Promise<unknown>>()
      for (const ill of ills) cures.set(ill, await afflict(ill))
      undo = [...cures.values()]
      relay.resume()
      await world.until(hash, ([request]) =>
        request!.payloads.every(
          ({ status, isGivenUp, callType }) => callType === "SCHEDULE" || isGivenUp || status === "PROMISE_RESOLVED",
        ),
      )
      if (ills.includes("watcher stops")) {
        relay.pause()
        await world.pass(3_600)
        await world.pass(600)
      }
      for (const ill of healed) await cures.get(ill)!()
      await using api = await createRewritingApi(world.devnet.url, () => "not JSON")
      const baseUrl = `${api.url}/gateway`
      const options: TaskCommandOptions = { clock: createShortPauses(), env: envOf(ills, baseUrl) }
      const { document, requests } = await world.explain(hash, options)
      const seen = JSON.stringify(document.causes, undefined, 2)
      expect(
        document.causes.map(({ name }) => name),
        seen,
      ).to.deep.equal(names)
      expect(document.verdict).to.equal(gatewayCauses[names[0]!].verdict)
      expect(requests).to.be.within(1, maxRequests)
      for (const { name, mend } of document.causes) {
        if (mend?.command) await runMend(hash, name, mend.command, ills)
      }
    })
  }

  /** Runs the command of a cause as it is printed, and expects that the cause is gone, or that the doctor names it. */
  const runMend = async (hash: Hex, name: string, command: string, ills: readonly Ill[]): Promise<void> => {
    if (name === "chain-not-read") {
      const doctor = await world.runPrinted(command, { clock: createShortPauses(), env: envOf(ills) })
      expect(doctor.stdout).to.match(/^failed .*beta/m)
      return
    }
    // With the API back: it finds what to retry.
    const { code, stdout, stderr } = await world.runPrinted(command, { answer: () => "y" })
    expect(code, stdout + stderr).to.equal(0)
    await eventually(async () => {
      const { document } = await world.explain(hash)
      return !document.causes.some((cause) => cause.name === name)
    })
  }

  const envOf = (ills: readonly Ill[], baseUrl?: string): Record<string, string> => {
    const { addressResolver, asyncDeployer, forwarderBeacon } = world.devnet.gateway.chain.contracts
    const contracts = { addressResolver, asyncDeployer, forwarderBeacon }
    const beta = { type: "http", url: "http://127.0.0.1:1" }
    return {
      ...(ills.includes("no API") ? { PLUGS_TEST_GATEWAY: JSON.stringify({ baseUrl, contracts }) } : {}),
      ...(ills.includes("beta unread") ? { PLUGS_TEST_NETWORKS: JSON.stringify({ beta }) } : {}),
    }
  }
})
