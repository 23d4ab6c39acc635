import { expect } from "chai"
import { describe, it } from "mocha"
import { type Hex, keccak256, toBytes } from "viem"

import { everyStage, type Stage } from "#src/devnet/stages.js"
import type { FaultContext } from "#src/testing/faults/FaultKind.js"
import { down, shuffled, slow } from "#src/testing/faults/kinds/parts.js"
import { type Actor, everyPart } from "#src/testing/faults/parts.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const [alpha, beta] = [41_001, 41_002]

/** Two chains of a world, how often a fault happened, and how often the relay was woken. */
function open() {
  let [happened, woken] = [0, 0]
  const chains = { alpha: { name: "alpha", slug: alpha }, beta: { name: "beta", slug: beta } }
  const context = {
    world: { devnet: { chains }, relay: { wake: () => (woken += 1) } },
    happen: (times = 1) => (happened += times),
  } as unknown as FaultContext
  return { context, happened: () => happened, woken: () => woken }
}

const message = (id: number) => ({ outbound: { messageId: bytes32(id) } })

/** The stages of each actor. */
const stagesOf: Readonly<Record<Actor, readonly Stage[]>> = {
  transmitter: ["seal", "propose"],
  watcher: ["attest"],
  executor: ["verify", "simulate", "execute"],
  gatewayWatcher: ["accept", "finalize", "markRevert"],
  gatewayTransmitter: ["simulatePayload", "executePayload"],
  resolver: ["simulateCallback", "resolve"],
  scheduler: ["timeout"],
  messenger: ["trigger", "deposit"],
  keeper: ["release", "sweep", "refundDeposit", "claimRefund", "callReceiver", "payRefund"],
}

describe("a part that is down", () => {
  it("does nothing at its stages: its own, or those of the actor, on the chain that is named or on every one", () => {
    expect(new Set(everyPart)).to.deep.equal(new Set([...everyStage, ...Object.keys(stagesOf)]))
    for (const part of everyPart) {
      for (const chain of [undefined, "beta"] as const) {
        const { interceptor } = down({ fault: "down", part, chain }, open().context)
        const items = [message(1)]
        const kept = (slug: number) =>
          everyStage.filter((stage) => interceptor!.choose!(stage, slug, items, undefined).length === 0)
        const stages = part in stagesOf ? stagesOf[part as Actor] : [part]
        expect(new Set(kept(beta)), part).to.deep.equal(new Set(stages))
        expect(new Set(kept(alpha)), part).to.deep.equal(new Set(chain === undefined ? stages : []))
      }
    }
  })

  it("has happened once to each thing that it kept", () => {
    const { context, happened } = open()
    const { interceptor } = down({ fault: "down", part: "seal" }, context)
    const choose = (...items: unknown[]) => interceptor!.choose!("seal", alpha, items, undefined)
    choose(message(1), { payloadId: bytes32(2) })
    choose(message(1), { payloadId: bytes32(2) }, { id: bytes32(3) })
    expect(happened()).to.equal(3)
    interceptor!.choose!("propose", alpha, [message(4)], undefined)
    expect(happened()).to.equal(3)
  })
})

describe("a part that is slow", () => {
  it("begins by milliseconds later at its stages, on its chain", () => {
    const { context, happened } = open()
    const { interceptor } = slow({ fault: "slow", part: "executor", seconds: 60, chain: "beta" }, context)
    const delay = (stage: Stage, slug: number) => interceptor!.delay!(stage, slug, message(1), undefined)
    expect([delay("execute", beta), delay("verify", beta), delay("execute", alpha), delay("seal", beta)]).to.deep.equal(
      [60_000, 60_000, 0, 0],
    )
    expect(happened()).to.equal(1)
  })
})

describe("deliveries that are shuffled", () => {
  const items = [1, 2, 3, 4, 5].map(message)
  const orderOf = (seed: number) => {
    const rankOf = ({ outbound: { messageId } }: { outbound: { messageId: Hex } }) =>
      keccak256(toBytes(`${seed} ${messageId}`))
    return items.toSorted((one, other) => (rankOf(one) < rankOf(other) ? -1 : 1))
  }
  const choosing = (options: { seed: number; chain?: string }, context: FaultContext) => {
    const { interceptor } = shuffled({ fault: "shuffled", ...options }, context)
    return {
      choose: (stage: Stage, slug: number, some: readonly unknown[] = items) =>
        interceptor!.choose!(stage, slug, some, undefined),
      rest: () => interceptor!.rest!(),
    }
  }

  it("are gathered until the actors rest, and then come in an order by the seed, the same each time", async () => {
    for (const stage of ["execute", "executePayload", "resolve", "trigger"] as const) {
      const { context, happened, woken } = open()
      const { choose, rest } = choosing({ seed: 3 }, context)
      expect(choose(stage, alpha), stage).to.deep.equal([])
      expect([happened(), woken()]).to.deep.equal([0, 0])
      await rest()
      await rest()
      expect([happened(), woken()]).to.deep.equal([0, 1])
      expect([choose(stage, alpha), choose(stage, alpha)]).to.deep.equal([orderOf(3), orderOf(3)])
      expect(happened()).to.equal(2)
      // What comes later is gathered again.
      expect(choose(stage, alpha, [...items, message(6)])).to.deep.equal(orderOf(3))
      await rest()
      expect(woken()).to.equal(2)
    }
    expect(orderOf(3)).to.not.deep.equal(orderOf(4))
  })

  it("leave what delivers nothing, and other chains than the one that is named", async () => {
    const { context, happened, woken } = open()
    const { choose, rest } = choosing({ seed: 3, chain: "beta" }, context)
    expect([choose("seal", beta), choose("execute", alpha)]).to.deep.equal([items, items])
    await rest()
    expect([happened(), woken()]).to.deep.equal([0, 0])
    choose("execute", beta, orderOf(3))
    await rest()
    expect(choose("execute", beta, orderOf(3))).to.deep.equal(orderOf(3))
    expect(happened(), "they are in this order anyway").to.equal(0)
  })
})
