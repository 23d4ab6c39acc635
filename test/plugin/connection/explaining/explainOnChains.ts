import { expect } from "chai"
import type { HookContext } from "hardhat/types/hooks"
import type { NetworkConnection } from "hardhat/types/network"
import { describe, it } from "mocha"
import { type Address, concatHex, createClient, custom, type Hex, numberToHex, pad, toFunctionSelector } from "viem"

import { devnetSocket } from "#src/devnet/addresses.js"
import type { Explanation } from "#src/explaining/Explanation.js"
import {
  type ExplainedSubject,
  explainOnChains,
  type ExplainOnChainsOptions,
  explainOnConnection,
} from "#src/plugin/connection/explaining/explainOnChains.js"
import type { SentRecord } from "#src/plugin/records/SentRecord.js"
import { systemClock } from "#src/primitives/clock.js"
import { failure } from "#test/fixtures/failure.js"
import { createSwapServer } from "#test/fixtures/servers/swapServer.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { outboundLogs, socket } from "#test/fixtures/wire/outboundLogs.js"
import { user } from "#test/fixtures/wire/swapRoutes.js"

const srcTxHash = bytes32(0x5e47)
const alpha = { name: "alpha", slug: 41_001, network: "alpha", socket }
const own = { slug: 41_001, network: "alpha", socket }
const beta = { slug: 41_002, network: "beta", socket: devnetSocket as Address }

const getPlugConfig = toFunctionSelector("getPlugConfig(address,uint32)")
const chainSlug = toFunctionSelector("chainSlug()")

/** The chain that two messages left, through this socket. */
function sourceChain(emitter: Address) {
  const block = { number: "0x4", hash: bytes32(4), timestamp: numberToHex(1_700_000_000), transactions: [] }
  const mined = {
    transactionHash: srcTxHash,
    blockNumber: "0x4",
    blockHash: bytes32(4),
    from: user,
    to: user,
    status: "0x1",
  }
  const logs = [1, 2].flatMap((count) => outboundLogs(count, { emitter }))
  const answers: Readonly<Record<string, unknown>> = {
    ...{ eth_chainId: "0xa029", eth_getBlockByNumber: block, eth_getLogs: [] },
    ...{ eth_getCode: "0x00", eth_getBalance: "0x0", eth_getStorageAt: bytes32(0), eth_blockNumber: "0x9" },
    eth_getTransactionReceipt: {
      ...mined,
      logs: logs.map((log, index) => ({ ...log, ...mined, logIndex: numberToHex(index) })),
    },
  }
  // Every plug is connected to one of these addresses, through others of them. Nothing else is said of anything.
  const called = ([{ data }]: [{ data: Hex }]): Hex =>
    data.startsWith(chainSlug)
      ? pad(numberToHex(41_001))
      : concatHex(Array.from({ length: 8 }, (_, index) => pad(data.startsWith(getPlugConfig) ? at(index + 1) : "0x")))
  const request = ({ method, params }: { method: string; params: [{ data: Hex }] }) => {
    const answer = method === "eth_call" ? called(params) : answers[method]
    return answer === undefined ? Promise.reject(new Error(`no ${method}`)) : Promise.resolve(answer)
  }
  const client = createClient({ transport: custom({ request }, { retryCount: 0 }) })
  return { client, socket: emitter, slug: 41_001, name: "alpha", otherNodes: [] }
}

const url = { get: () => Promise.resolve("http://127.0.0.1:1") }

/** A script's connection to the chain. */
function connectionTo(provider: unknown): NetworkConnection<string> {
  return {
    networkName: "alpha",
    networkConfig: { type: "http", url },
    provider,
  } as unknown as NetworkConnection<string>
}

/** For how many messages an explanation says that their path is below the policy. */
const brokenIn = ({ causes }: Explanation): number => causes.filter(({ name }) => name === "path-below-policy").length

type Told = { readonly chains?: object; readonly trust?: object; readonly emitter?: Address }

/** Explains in a project with these chains, and says how often the messaging API was asked. */
async function explaining<T>(
  { chains = { alpha: own, beta }, trust, emitter = socket }: Told,
  explain: (project: HookContext, source: ReturnType<typeof sourceChain>) => Promise<T>,
) {
  await using api = await createSwapServer({})
  const plugs = {
    ...{ chains, unidentified: {}, contracts: {}, localNetworks: [], gateway: { network: "gate" }, trust },
    devnet: { port: 8645, chains: [], gateway: { chainId: 9 } },
    messaging: { baseUrl: `http://127.0.0.1:${api.port}/messaging`, apiKey: { get: () => Promise.resolve("k") } },
  }
  const artifacts = { getAllFullyQualifiedNames: () => Promise.resolve(new Set()) }
  const source = sourceChain(emitter)
  const opened = {
    networkName: "beta",
    networkConfig: { type: "http", url },
    provider: source.client,
    close: () => Promise.resolve(),
  }
  const network = { create: () => Promise.resolve(opened) }
  const networks = { beta: { type: "http", url } }
  const project = {
    config: { plugs, networks, paths: { root: "/nowhere" } },
    artifacts,
    network,
  } as unknown as HookContext
  const result = await explain(project, source)
  return { result, asked: api.requests.length }
}

describe("the messages of a transaction, explained", () => {
  const explainAll = async (
    told: Told,
    options: Partial<ExplainOnChainsOptions>,
    asked: Partial<Pick<ExplainedSubject, "messageId" | "record">> = {},
  ) =>
    await explaining(told, async (project, source) => {
      const opened = {
        require: () => Promise.resolve(source),
        find: (wanted: unknown) => {
          const entry = (options.chains ?? [alpha]).find(({ slug }) => slug === wanted)
          return Promise.resolve(entry && { ...source, slug: entry.slug, name: entry.name })
        },
      }
      const subject = { source: alpha, srcTxHash: srcTxHash, messageId: undefined, record: undefined, ...asked }
      const { signal } = new AbortController()
      return await explainOnChains(project, subject, {
        ...{ chains: [alpha], opened, clock: systemClock, signal },
        ...options,
      })
    })

  it("were sent if the record of the transaction says so, however little it says otherwise", async () => {
    const messageId = bytes32(7)
    const sent = { at: 1, srcChainSlug: 41_001, hash: srcTxHash, plug: at(1), account: at(2), functionName: "add" }
    const message = { messageId, dstChainSlug: 41_002, dstPlug: at(3) }
    const causes = async (record: SentRecord | undefined) => {
      const { result } = await explainAll({}, {}, { messageId, record })
      return result.causes.map(({ name }) => name)
    }
    const seen = { ...sent, nonce: 3, fromBlock: 2, block: { number: 4, hash: bytes32(4) } }
    const [unseen, reorged] = [["message-of-another-transaction"], ["reorged"]]
    expect([await causes(undefined), await causes({ ...sent, messages: [] })]).to.deep.equal([unseen, unseen])
    for (const record of [sent, seen]) {
      expect(await causes({ ...record, messages: [message] })).to.deep.equal(reorged)
    }
  })

  it("ask the messaging API, unless that is not wanted", async () => {
    const asked = async (options: Partial<ExplainOnChainsOptions>) => (await explainAll({}, options)).asked
    expect([await asked({}), await asked({ isApiAsked: true }), await asked({ isApiAsked: false })]).to.deep.equal([
      ...[1, 1, 0],
    ])
  })

  it("are late by the times of a devnet on a devnet alone", async () => {
    const { result: elsewhere } = await explainAll({}, {})
    const { result: onDevnet } = await explainAll({ emitter: devnetSocket }, {})
    for (const [explained, isSlow] of [
      [elsewhere, true],
      [onDevnet, false],
    ] as const) {
      expect(explained.items.map(({ id }) => id)).to.deep.equal([bytes32(1), bytes32(2)])
      expect(explained.items.every(({ says }) => says.includes("up to 2 min 00 s"))).to.equal(isSlow)
    }
  })

  it("are held to what the project demands where that is wanted, on paths that can be read", async () => {
    const trust = { switchboards: [user] }
    const chains = [alpha, { name: "beta", ...beta }]
    const isHeld = async (told: Told, options: Partial<ExplainOnChainsOptions>) =>
      brokenIn((await explainAll(told, { chains, ...options })).result)
    expect([
      await isHeld({ trust }, { isTrustChecked: true }),
      await isHeld({}, { isTrustChecked: true }),
    ]).to.deep.equal([...[2, 0]])
    expect([await isHeld({ trust }, {}), await isHeld({ trust }, { isTrustChecked: false })]).to.deep.equal([0, 0])
  })
})

describe("the messages of a transaction, explained on a connection", () => {
  const explain = async (told: Told, more: object = {}) =>
    await explaining(told, (project, source) =>
      explainOnConnection(
        project,
        { entry: alpha, connection: connectionTo(source.client) },
        { srcChainSlug: 41_001, srcTxHash, ...more },
      ),
    )

  it("leave the connection's own chain, whether that is configured or not", async () => {
    for (const chains of [{ alpha: own, beta }, { alpha: own }, { beta }, {}]) {
      const { result } = await explain({ chains })
      expect(
        result.items.map(({ id }) => id),
        Object.keys(chains).join(),
      ).to.deep.equal([bytes32(1), bytes32(2)])
    }
    expect(await failure(explain({}, { srcChainSlug: 5 }))).to.include({ argument: "srcChainSlug" })
  })

  it("ask the messaging API, unless the chains alone are to be read", async () => {
    const asked = async (source?: string) => (await explain({}, { source })).asked
    expect([await asked(), await asked("both"), await asked("chain")]).to.deep.equal([1, 1, 0])
  })

  it("are held to what the project demands", async () => {
    const trust = { switchboards: [user] }
    expect([brokenIn((await explain({ trust })).result), brokenIn((await explain({})).result)]).to.deep.equal([2, 0])
  })
})
