import { expect } from "chai"
import fc from "fast-check"
import { after, before, describe, it } from "mocha"
import { type Hex, toEventSelector } from "viem"

import type { DevnetChain, MessageRecord } from "#src/devnet/index.js"
import { createChainMessages } from "#src/messaging/following/createChainMessages.js"
import { chainSource } from "#src/messaging/following/messageSource.js"
import { statesBetween } from "#src/messaging/following/messageTracker.js"
import type { Message } from "#src/messaging/index.js"
import { unseenOnChains } from "#src/messaging/states.js"
import { createShortPauses } from "#test/fixtures/clocks/shortPauses.js"
import { deepIt, runs, variants } from "#test/fixtures/depth.js"
import { difficultNode, type Difficulty } from "#test/fixtures/nodes/difficultNode.js"
import { createSteppedDevnet, type SteppedDevnet } from "#test/fixtures/worlds/messaging/steppedDevnet.js"

type Move = { do: "send"; amounts: bigint[] } | { do: "step" } | { do: "reorg"; chain: "alpha" | "beta"; back: number }

const moves = fc.array(
  fc.oneof<fc.Arbitrary<Move>[]>(
    ...Array.from({ length: 5 }, () => fc.record({ do: fc.constant("step" as const) })),
    fc.record({
      do: fc.constant("send" as const),
      amounts: fc.array(fc.bigInt(1n, 1_000n), { minLength: 1, maxLength: 3 }),
    }),
    fc.record({
      do: fc.constant("reorg" as const),
      chain: fc.constantFrom("alpha" as const, "beta" as const),
      back: fc.integer({ min: 1, max: 4 }),
    }),
  ),
  { minLength: 6, maxLength: 24 },
)

/** What of the states a chain can show, each once in a row. */
function visible(states: readonly string[]): string[] {
  const shown = states.filter((state) => !(unseenOnChains as readonly string[]).includes(state))
  return shown.filter((state, index) => state !== shown[index - 1])
}

/** What the chains show of a message of the ledger. That its packet is allowed the actors have to find out, and forget after a reorg. */
function onChain({ status, attestedBy }: MessageRecord): string {
  const isAllowed = status === "ATTESTED" || (status === "PROPOSED" && attestedBy.size > 0)
  return isAllowed ? "VERIFIED" : status
}

describe("messages followed on the chains alone", function () {
  this.timeout(900_000)
  let stepped: SteppedDevnet
  before(async () => {
    stepped = await createSteppedDevnet()
  })
  after(async () => {
    await stepped[Symbol.asyncDispose]()
  })

  /** Replaces what a chain mined in the last moves by empty blocks, so that it is longer than before. */
  async function reorg({ provider, publicClient }: DevnetChain<false>, snapshots: Hex[], back: number): Promise<void> {
    const head = await publicClient.getBlockNumber({ cacheTime: 0 })
    const removed = snapshots.splice(-back)
    await provider.request({ method: "evm_revert", params: [removed[0]] })
    const missing = head - (await publicClient.getBlockNumber({ cacheTime: 0 })) + 1n
    await provider.request({ method: "hardhat_mine", params: [`0x${missing.toString(16)}`] })
  }

  type Play = { src?: Difficulty; dst?: Difficulty; finality?: number; onSent?: (message: Message) => unknown }

  async function play(schedule: readonly Move[], { src, dst, finality, onSent }: Play = {}) {
    const { devnet, alpha, beta } = stepped
    let now = 0
    const clock = { ...createShortPauses(), now: () => now }
    const node = ({ publicClient }: DevnetChain<false>, how: Difficulty = {}) => difficultNode(publicClient, how).client
    const { socket } = alpha.contracts
    const source = createChainMessages({
      src: { client: node(alpha, src), socket },
      dstOf: () => Promise.resolve({ client: node(beta, dst), socket: beta.contracts.socket }),
      finality,
      clock,
    })
    const told: MessageRecord[] = []
    const stop = devnet.onMessage((record) => told.push(record))
    const sent = new Set<Hex>()
    const last = new Map<Hex, readonly Message[]>()
    const seen = new Map<Hex, string[]>()
    const snapshots = { alpha: [] as Hex[], beta: [] as Hex[] }
    const look = async (pause = 1_000) => {
      for (const hash of sent) {
        // A change of what was attested is told with no status.
        told.push(...devnet.messagesFromTx(alpha.slug, hash))
        now += pause
        const messages = await source.getMessages({ srcChainSlug: alpha.slug, srcTxHash: hash })
        for (const one of statesBetween(last.get(hash) ?? [], messages, chainSource.passes ?? [])) {
          for (const { messageId, status } of one) seen.set(messageId, [...(seen.get(messageId) ?? []), status])
        }
        if (!last.has(hash)) messages.forEach((message) => onSent?.(message))
        last.set(hash, messages)
      }
    }
    for (const move of schedule) {
      for (const name of ["alpha", "beta"] as const) {
        const { provider } = devnet.chains[name]
        snapshots[name].push((await provider.request({ method: "evm_snapshot" })) as Hex)
      }
      if (move.do === "send") sent.add(await stepped.add(...move.amounts))
      else if (move.do === "step") await devnet.relay.step()
      else await reorg(devnet.chains[move.chain], snapshots[move.chain], move.back)
      await look()
    }
    stop()
    return { seen, told, last, look }
  }

  it("show the same states in the same order as the devnet's ledger, whatever the relay does and the chains take back", async () => {
    await fc.assert(
      fc.asyncProperty(moves, async (schedule) => {
        const { seen, told } = await play(schedule)
        for (const [messageId, states] of seen) {
          const records = told.filter(({ outbound }) => outbound.messageId === messageId)
          expect(visible(states), messageId).to.deep.equal(visible(records.map(onChain)))
        }
      }),
      runs({ fast: 2, deep: 250 }),
    )
  })

  const executionSuccess = toEventSelector("ExecutionSuccess(bytes32)")
  const steps = (count: number): Move[] => Array.from({ length: count }, () => ({ do: "step" }))
  const delivery: Move[] = [{ do: "send", amounts: [1n, 2n, 3n] }, ...steps(6)]

  /** Delivers three messages while nodes are difficult, and returns what the last look saw. */
  async function deliver(how: Difficulty, other: Difficulty = how): Promise<readonly Message[]> {
    const { look, last, told } = await play(delivery, { src: how, dst: other })
    for (const { provider } of Object.values(stepped.devnet.chains)) {
      await provider.request({ method: "hardhat_mine", params: ["0x6"] })
    }
    expect(told.at(-1)).to.include({ status: "EXECUTION_SUCCESS" })
    // After a minute everything is read anew.
    await look(61_000)
    return [...last.values()].flat()
  }

  const difficulties: Readonly<Record<string, Difficulty>> = {
    "allows 5 blocks a query": { range: 5 },
    "answers 429 every third time": { limitedEvery: 3 },
    "lags five blocks": { lag: 5 },
    "forgets all logs": { logs: () => [] },
    "makes up that other messages are executed": {
      logs: (logs) =>
        logs.map((log) => (log.topics[0] === executionSuccess ? { ...log, data: `0x${"12".repeat(32)}` } : log)),
    },
    "cannot make calls together": {
      answer(method, answer, [call]) {
        if (method === "eth_call" && (call as { to?: Hex }).to === undefined) throw new Error("no code")
        return answer
      },
    },
  }
  for (const [title, difficulty] of variants(Object.entries(difficulties), 2)) {
    it(`show the same facts by a node that ${title}`, async () => {
      const messages = await deliver(difficulty)
      expect(messages.map(({ status }) => status)).to.deep.equal(Array(3).fill("EXECUTION_SUCCESS"))
    })
  }

  it("believe no log that says that a message was executed", async () => {
    const forged: Hex[] = []
    const { last } = await play([{ do: "send", amounts: [7n] }, ...steps(4)], {
      dst: {
        logs: (logs) => [
          ...logs,
          ...logs.flatMap((log) =>
            forged.map((data) => ({ ...log, data, topics: [executionSuccess], logIndex: "0x63" })),
          ),
        ],
      },
      onSent: ({ messageId }) => forged.push(messageId),
    })
    expect([...last.values()].flat().map(({ status }) => status)).to.deep.equal(["VERIFIED"])
  })

  it("count once they are as final as was asked for", async () => {
    const { look, last } = await play(delivery, { finality: 4 })
    const states = () => [...last.values()].flat().map(({ status }) => status)
    expect(new Set(states())).to.not.include("EXECUTION_SUCCESS")
    for (const { provider } of Object.values(stepped.devnet.chains)) {
      await provider.request({ method: "hardhat_mine", params: ["0x4"] })
    }
    await look()
    expect(states()).to.deep.equal(Array(3).fill("EXECUTION_SUCCESS"))
  })

  deepIt("take requests by the chains and the time, and not by the messages", async () => {
    const { devnet, alpha, beta } = stepped
    const add = (...amounts: bigint[]) => stepped.add(...amounts)
    let now = 0
    const clock = { ...createShortPauses(), now: () => now }
    const nodes = [difficultNode(alpha.publicClient, {}), difficultNode(beta.publicClient, {})] as const
    const [src, dst] = [alpha, beta].map(({ contracts: { socket } }, index) => ({
      client: nodes[index]!.client,
      socket,
    }))
    const source = createChainMessages({ src: src!, dstOf: () => Promise.resolve(dst!), clock })
    const hashes = [await add(1n)]
    const lookAtAll = async (): Promise<number> => {
      const before = nodes[0].requests() + nodes[1].requests()
      now += 1_000
      const asked = hashes.map((srcTxHash) => source.getMessages({ srcChainSlug: alpha.slug, srcTxHash }))
      await Promise.all(asked)
      return nodes[0].requests() + nodes[1].requests() - before
    }
    await lookAtAll()
    const [idle, changed] = [await lookAtAll(), await devnet.relay.step().then(lookAtAll)]
    expect(idle).to.equal(2)
    while (hashes.length < 40) hashes.push(await add(1n, 2n))
    await lookAtAll()
    expect(await lookAtAll()).to.equal(idle)
    await devnet.relay.step()
    expect(await lookAtAll()).to.be.at.most(3 * changed)
  })
})
