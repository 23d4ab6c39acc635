import { expect } from "chai"
import fc from "fast-check"
import { after, before, it } from "mocha"
import type { Address, Hex } from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { type Devnet, type MessageRecord, type Stage, startDevnet } from "#src/devnet/index.js"
import { createMessagingClient, isFinal } from "#src/messaging/index.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { deepDescribe, runs } from "#test/fixtures/depth.js"
import { deployConnected, send } from "#test/fixtures/worlds/messaging/plugs.js"

type Name = "alpha" | "beta"
type Move =
  | { readonly do: "send"; readonly from: Name; readonly count: number }
  | { readonly do: "snapshot alone"; readonly chain: Name }
  | { readonly do: "revert alone"; readonly chain: Name; readonly to: number }
  | { readonly do: "snapshot" | "step" | "steps" | "stop" | "start" | "deliver" }
  | { readonly do: "revert"; readonly to: number }
  | { readonly do: "pause" | "resume"; readonly stage: Stage }
  /** Sends, goes some steps, and sets one of the two chains back to before that. */
  | { readonly do: "detour"; readonly from: Name; readonly count: number; readonly steps: number; readonly chain: Name }

/** A transaction that sent a message for each amount. */
type Sent = { readonly from: Name; readonly hash: Hex; readonly amounts: readonly bigint[] }

const name = fc.constantFrom<Name[]>("alpha", "beta")
const stage = fc.constantFrom<Stage[]>("seal", "propose", "attest", "verify", "simulate", "execute")
const count = fc.integer({ min: 1, max: 2 })
const to = fc.nat({ max: 3 })
const moves = fc.array(
  fc.oneof<fc.WeightedArbitrary<Move>[]>(
    {
      weight: 6,
      arbitrary: fc.record({ do: fc.constant("send" as const), from: name, count }),
    },
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant("detour" as const),
        from: name,
        count,
        steps: fc.constantFrom(0, 2, 3, 4, 5, 6, 6, 6),
        chain: name,
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("snapshot alone" as const), chain: name }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("revert alone" as const), chain: name, to }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("revert" as const), to }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constantFrom("pause" as const, "resume" as const), stage }) },
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constantFrom("snapshot", "step", "steps", "stop", "start", "deliver") }),
    },
  ),
  { minLength: 4, maxLength: 14 },
)

/** So that something comes after every set-back. */
const lastSends: readonly Move[] = [
  { do: "send", from: "alpha", count: 1 },
  { do: "send", from: "beta", count: 1 },
]

deepDescribe("messages, however the chains are set back", function () {
  let devnet: Devnet<Name, false, false>
  let counters: Record<string, Address>
  let start: Hex
  const errors: unknown[] = []
  before(async () => {
    devnet = await startDevnet({ gateway: false, market: false, executionRetries: { attempts: 3, delay: 1 } })
    devnet.onError((error) => errors.push(error))
    counters = await deployConnected(devnet, counterArtifact)
    start = await devnet.snapshot()
  })
  after(() => devnet.stop())

  const { abi } = counterArtifact
  const other = { alpha: "beta", beta: "alpha" } as const

  /** How often each amount arrived on a chain: amounts are powers of four, so the digits of the sum tell. */
  async function arrivals(chain: Name): Promise<(amount: bigint) => number> {
    const { publicClient } = devnet.chains[chain]
    const sum = await publicClient.readContract({ address: counters[chain]!, abi, functionName: "counter" })
    return (amount) => Number((sum / amount) % 4n)
  }

  /** Resolves once the condition holds, which is checked at every change of a message. */
  async function until(holds: () => boolean): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>()
    const check = () => {
      if (holds()) resolve(undefined)
    }
    const stop = devnet.onMessage(check)
    const deadline = setTimeout(() => {
      reject(new Error("messages wait for ever"))
    }, 20_000)
    check()
    await promise.finally(() => {
      clearTimeout(deadline)
      stop()
    })
  }

  /** Makes the moves, and returns the transactions that sent messages, with the amounts of each. */
  async function make(schedule: readonly Move[]): Promise<readonly Sent[]> {
    const sent: Sent[] = []
    const alone = { alpha: [] as Hex[], beta: [] as Hex[] }
    const together: Hex[] = []
    let next = 1n
    const sendFrom = async ({ from, count }: { from: Name; count: number }) => {
      const amounts = Array.from({ length: count }, () => (next *= 4n))
      const args = [devnet.chains[other[from]].slug, amounts]
      const call = { address: counters[from]!, abi, functionName: "addMany", args }
      sent.push({ from, hash: await send(devnet.chains[from], call), amounts })
    }
    for (const move of schedule) {
      const { relay } = devnet
      switch (move.do) {
        case "send":
          await sendFrom(move)
          break
        case "detour": {
          const { testClient } = devnet.chains[move.chain]
          const id = await testClient.snapshot()
          await sendFrom(move)
          for (let step = 0; step < move.steps; step += 1) await relay.step()
          await testClient.revert({ id })
          break
        }
        case "snapshot alone":
          alone[move.chain].push(await devnet.chains[move.chain].testClient.snapshot())
          break
        case "revert alone": {
          const id = alone[move.chain].at(-1 - move.to)
          if (id !== undefined) await devnet.chains[move.chain].testClient.revert({ id })
          break
        }
        case "snapshot":
          together.push(await devnet.snapshot())
          break
        case "revert": {
          const id = together.at(-1 - move.to)
          // A chain that was set back alone may have taken the snapshot with it.
          if (id !== undefined) await devnet.revert(id).catch((error: unknown) => void errors.push(error))
          break
        }
        case "step":
          await relay.step()
          break
        case "steps":
          await Promise.all([relay.step(), relay.step()])
          break
        case "stop":
          await relay.stop()
          break
        case "start":
          relay.start()
          break
        case "deliver":
          relay.start()
          relay.resume()
          for (let step = 0; step < 6; step += 1) await relay.step()
          relay.resume()
          break
        case "pause":
        case "resume":
          relay[move.do](move.stage)
      }
    }
    return sent
  }

  it("show a success only for what the other chain executed, execute nothing twice, and go on or say why not", async () => {
    const client = createMessagingClient(devnet.messaging)
    await fc.assert(
      fc.asyncProperty(moves, async (schedule) => {
        await devnet.revert(start)
        errors.length = 0
        const sent = await make([...schedule, ...lastSends])
        // A step reads every chain first.
        await devnet.relay.step()
        const standing: (Sent & { readonly slug: number })[] = []
        for (const { from, hash, amounts } of sent) {
          const { publicClient, slug } = devnet.chains[from]
          const receipt = await publicClient.getTransactionReceipt({ hash }).catch(() => undefined)
          expect(devnet.messagesFromTx(slug, hash)).to.have.length(receipt === undefined ? 0 : amounts.length)
          if (receipt !== undefined) standing.push({ from, slug, hash, amounts })
        }
        const records = (): MessageRecord[] =>
          standing.flatMap(({ slug, hash }) => [...devnet.messagesFromTx(slug, hash)])
        devnet.relay.start()
        devnet.relay.resume()
        await until(() => records().every(({ status }) => isFinal(status)))

        const arrived = { alpha: await arrivals("alpha"), beta: await arrivals("beta") }
        for (const { from, slug, hash, amounts } of standing) {
          const answered = await client.getMessages({ srcChainSlug: slug, srcTxHash: hash })
          for (const [index, record] of devnet.messagesFromTx(slug, hash).entries()) {
            const isBlocked = record.idUsedIn !== undefined
            expect(record.status).to.equal(isBlocked ? "EXECUTION_FAILURE" : "EXECUTION_SUCCESS")
            expect(answered[index]).to.include({ status: record.status })
            expect(arrived[other[from]](amounts[index]!)).to.equal(isBlocked ? 0 : 1)
          }
        }
        for (const { from, amounts } of sent) {
          for (const amount of amounts) expect(arrived[other[from]](amount)).to.be.at.most(1)
        }
        const isSaid = errors.some((error) => isPlugsError(error) && error.code === "ID_USED_BEFORE")
        if (records().some(({ idUsedIn }) => idUsedIn !== undefined)) expect(isSaid).to.equal(true)
      }),
      runs({ fast: 3, deep: 50 }),
    )
  })
})
