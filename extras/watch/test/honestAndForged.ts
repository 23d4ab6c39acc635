import { expect } from "chai"
import fc from "fast-check"
import { describe } from "mocha"
import {
  type Address,
  type Client,
  decodeFunctionData,
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionData,
  encodeFunctionResult,
  getAbiItem,
  type Hex,
  keccak256,
  numberToHex,
  toHex,
} from "viem"

import { createWatch, unverifiedAfter } from "#extras/watch/src/createWatch.js"
import type { FollowedChain } from "#extras/watch/src/followChain.js"
import { watchedAmong } from "#extras/watch/src/scanChain.js"
import { createWatchStore } from "#extras/watch/src/store/createWatchStore.js"
import { socketAbi } from "#src/messaging/onchain/abi.js"
import { NodeFailedError } from "#src/onchain/callErrors.js"
import type { Clock } from "#src/primitives/clock.js"
import { deepIt, runs } from "#test/fixtures/depth.js"
import {
  chainOf,
  details,
  hash,
  idOf,
  node,
  other,
  plug,
  socket,
} from "#test/fixtures/worlds/messaging/watchedFacts.js"

const slugs = [1, 2, 3] as const
type Slug = (typeof slugs)[number]
type Forgery = "none" | "payload" | "sender" | "unsent"
type Way = "direct" | "nested" | "batch" | "disguised"
type Delivery = {
  readonly src: Slug
  readonly dst: Slug
  readonly tx: Hex
  readonly id: Hex
  readonly isForged: boolean
}

const sendEvent = getAbiItem({ abi: socketAbi, name: "MessageOutbound" })
const execution = (msgId: Hex, payload: Hex): Hex =>
  encodeFunctionData({
    ...{ abi: socketAbi, functionName: "execute" },
    args: [
      { packetId: hash(1), proposalCount: 0n, executionGasLimit: 9n, decapacitorProof: "0x", signature: "0x" },
      { msgId, ...details, payload },
    ],
  })
const frame = (to: Address, input: Hex, calls: unknown[] = []) => ({
  ...{ type: "CALL", from: other, to, input, gas: "0x1", gasUsed: "0x1", value: "0x0", calls },
})

/** Chains in memory, whose nodes can be down or trace nothing, and on which anybody can deliver what nobody sent. */
function createChains(traces: Readonly<Record<Slug, boolean>>) {
  let now = 1_000_000
  let made = 0
  const chains = slugs.map((slug) => ({
    ...{ slug, isDown: false, sent: 0, blocks: [] as { readonly at: number; readonly logs: object[] }[] },
    transactions: new Map<Hex, { to: Address; input: Hex; trace: unknown }>(),
  }))
  const at = (slug: Slug) => chains[slug - 1]!
  const hashOf = (slug: number, number: number) => keccak256(toHex(`${slug} ${number}`))
  const mine = (slug: Slug, tx: Hex = hash(0), ...logs: { topics: unknown; data: Hex }[]): void => {
    const { blocks } = at(slug)
    const number = blocks.length
    const place = { address: socket, blockNumber: numberToHex(number), blockHash: hashOf(slug, number), removed: false }
    blocks.push({
      at: now,
      logs: logs.map((log, index) => {
        const ends = { transactionHash: tx, transactionIndex: "0x0", logIndex: numberToHex(index) }
        return { ...log, ...place, ...ends, blockTimestamp: numberToHex(now) }
      }),
    })
  }
  const clientOf = (slug: Slug): Client => {
    const chain = at(slug)
    const header = (number: number) => {
      const block = chain.blocks[number]
      const [own, parentHash] = [hashOf(slug, number), hashOf(slug, number - 1)]
      if (block === undefined) return null
      return { number: numberToHex(number), hash: own, parentHash, timestamp: numberToHex(block.at), transactions: [] }
    }
    const logsOf = ({ fromBlock, toBlock, topics: [wanted] }: { fromBlock: Hex; toBlock: Hex; topics: unknown[] }) =>
      chain.blocks
        .slice(Number(fromBlock), Number(toBlock) + 1)
        .flatMap(({ logs }) => logs as { topics: [Hex] }[])
        .filter(({ topics: [topic] }) => [wanted].flat().includes(topic))
    const call = ({ data }: { data: Hex }) => {
      const { functionName } = decodeFunctionData({ abi: socketAbi, data })
      if (functionName === "globalMessageCount") return numberToHex(chain.sent, { size: 32 })
      const result = [plug, other, other, other, other] as const
      return encodeFunctionResult({ abi: socketAbi, functionName: "getPlugConfig", result })
    }
    const answers: Readonly<Record<string, (params: readonly never[]) => unknown>> = {
      eth_getBlockByNumber: ([tag]) => header(String(tag).startsWith("0x") ? Number(tag) : chain.blocks.length - 1),
      eth_getLogs: ([filter]) => logsOf(filter!),
      eth_call: ([asked]) => call(asked!),
      eth_getTransactionByHash: ([tx]) => ({
        hash: tx,
        from: other,
        blockNumber: "0x1",
        type: "0x2",
        ...chain.transactions.get(tx!),
      }),
      debug_traceTransaction: ([tx]) => {
        if (!traces[slug]) throw new Error("the method debug_traceTransaction does not exist")
        return chain.transactions.get(tx!)!.trace
      },
    }
    const whileUp = Object.entries(answers).map(([method, answer]) => {
      const given = (params: readonly unknown[]): unknown => {
        if (chain.isDown) throw new Error("connection refused")
        return answer(params as never)
      }
      return [method, given] as const
    })
    return node(Object.fromEntries(whileUp))
  }
  /** Sends a message as a plug, and returns its id. */
  const send = (src: Slug, dst: Slug, as: Address = plug): Hex => {
    const id = idOf(src, at(src).sent)
    at(src).sent += 1
    const fees = { transmissionFees: 1n, executionFee: details.executionFee, switchboardFees: 2n }
    const { minMsgGasLimit, executionParams, payload } = details
    const words = [src, as, dst, plug, id, minMsgGasLimit, executionParams, hash(0), payload, fees] as const
    const topics = encodeEventTopics({ abi: socketAbi, eventName: "MessageOutbound" })
    mine(src, hashOf(src, (made += 1) + 10_000), { topics, data: encodeAbiParameters(sendEvent.inputs, words) })
    return id
  }
  return {
    clients: slugs.map(clientOf),
    mineAll: () => {
      for (const slug of slugs) mine(slug)
    },
    pass: (seconds: number) => {
      now += seconds
    },
    seconds: () => now,
    setDown: (slug: Slug, isDown: boolean) => {
      at(slug).isDown = isDown
    },
    isDown: (slug: Slug) => at(slug).isDown,
    /** Sends and delivers, and returns what was delivered. */
    deliver(src: Slug, dst: Slug, forgery: Forgery, way: Way): Delivery[] {
      const honest = way === "nested" ? send(src, dst) : undefined
      const id =
        forgery === "unsent" ? idOf(src, 9_000_000 + (made += 1)) : send(src, dst, forgery === "sender" ? other : plug)
      const payload = forgery === "payload" ? "0x66" : details.payload
      const tx = hashOf(dst, (made += 1) + 10_000)
      const [outer, inner] = [honest && execution(honest, details.payload), execution(id, payload)]
      const [to, input] =
        way === "direct"
          ? [socket, inner]
          : outer
            ? [socket, outer]
            : [other, way === "batch" ? ("0x12" as const) : execution(id, details.payload)]
      const trace = way === "direct" ? frame(to, input) : frame(to, input, [frame(socket, inner)])
      at(dst).transactions.set(tx, { to, input, trace })
      const topics = encodeEventTopics({ abi: socketAbi, eventName: "ExecutionSuccess" })
      const delivered = [id, ...(honest === undefined ? [] : [honest])]
      mine(dst, tx, ...delivered.map((data) => ({ topics, data })))
      return delivered.map((one) => ({ src, dst, tx, id: one, isForged: one === id && forgery !== "none" }))
    },
  }
}

describe("what is delivered among honest messages, by nodes that go down and up", () => {
  const slug = fc.constantFrom(...slugs)
  const path = fc.record({ src: slug, dst: slug }).filter(({ src, dst }) => src !== dst)
  const way = fc.constantFrom<Way>("direct", "nested", "batch", "disguised")
  const forgery = fc.constantFrom<Forgery>("none", "none", "payload", "sender", "unsent")
  const step = fc.oneof(
    { weight: 5, arbitrary: fc.record({ kind: fc.constant("deliver" as const), path, forgery, way }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("flood" as const), path }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("node" as const), slug, isDown: fc.boolean() }) },
    { weight: 3, arbitrary: fc.constant({ kind: "look" as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: "restart" as const }) },
  )

  deepIt(
    "is told where it was forged, as forged or unverified, in five minutes, and never where it is honest; a source that is down delays its own paths alone",
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(step, { minLength: 1, maxLength: 12 }),
          fc.record({ 1: fc.boolean(), 2: fc.boolean(), 3: fc.boolean() }),
          async (steps, traces) => {
            const chains = createChains(traces)
            chains.mineAll()
            const clock: Clock = {
              now: () => chains.seconds() * 1_000,
              // Those of a node are over at once, and none of a limit of time.
              sleep: (ms) => (ms < 10_000 ? Promise.resolve() : new Promise(() => undefined)),
            }
            await using store = await createWatchStore("")
            // For a chain that is not local, a node that lags is no proof.
            const followed = slugs.map((one, index) => chainOf(one, chains.clients[index]!, { isLocal: false }))
            // A node that is down when the watch begins is opened once it is up.
            const open = () => {
              const opened: FollowedChain[] = []
              const problem = new NodeFailedError({ functionName: "eth_chainId" }, "it is down")
              const unopened = () => followed.filter((chain) => !opened.includes(chain))
              const opening = {
                isWatched: watchedAmong(followed),
                open: () => {
                  opened.push(...unopened().filter((chain) => !chains.isDown(chain.slug as Slug)))
                  return Promise.resolve(
                    unopened().map(({ slug: own, name }) => ({ slug: own, name, block: undefined, problem })),
                  )
                },
              }
              return createWatch({
                ...{ chains: opened, opening, store, clock, finality: "latest", lateAfter: () => Infinity },
                ...{ explain: () => Promise.resolve(undefined), reconciled: { invariants: {} } },
              })
            }
            let watch = open()
            const look = async () => {
              chains.pass(15)
              chains.mineAll()
              await watch.round()
            }
            const delivered: Delivery[] = []
            for (const each of steps) {
              if (each.kind === "deliver")
                delivered.push(...chains.deliver(each.path.src, each.path.dst, each.forgery, each.way))
              else if (each.kind === "node") chains.setDown(each.slug, each.isDown)
              else if (each.kind === "look") await look()
              else if (each.kind === "restart") watch = open()
              else
                for (let count = 0; count < 120; count += 1)
                  delivered.push(...chains.deliver(each.path.src, each.path.dst, "none", "direct"))
            }
            for (let time = 0; time <= unverifiedAfter * 2; time += 15_000) await look()
            const alerts = await store.alerts()
            for (const { src, dst, tx, id, isForged } of delivered) {
              const own = alerts.get(`inbound:${dst}:${tx}:${id}`)?.kind
              const isTold = alerts.has(`unread:${dst}`) || alerts.has(`unread:${src} ${dst}`)
              const isUp = !chains.isDown(src) && !chains.isDown(dst)
              if (isForged) expect(own !== undefined || isTold, "a forged delivery is told").to.equal(true)
              else expect([undefined, "unverified"], "an honest delivery is no forged one").to.include(own)
              if (isUp && traces[dst]) expect(own !== undefined, "what can be read is judged").to.equal(isForged)
              if (isUp && traces[dst] && isForged) expect(own).to.not.equal("unverified")
            }
          },
        ),
        runs({ fast: 15, deep: 250 }),
      )
    },
  )
})
