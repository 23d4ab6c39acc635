import { mkdtempSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import path from "node:path"

import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, decodeFunctionData, type Hex, numberToHex } from "viem"

import { executionManagerAbi, plugAbi, socketAbi, switchboardAbi } from "#src/messaging/onchain/abi.js"
import { type OutboundMessage, readOutboundMessages } from "#src/messaging/onchain/events.js"
import type { PreparedRetry } from "#src/messaging/retrying/prepareRetry.js"
import { readRows } from "#src/plugin/arguments/readRows.js"
import type { Given } from "#src/plugin/arguments/rows.js"
import { retryRows } from "#tasks/messaging/index.js"
import { openExecutor } from "#tasks/messaging/retry/openExecutor.js"
import { failure } from "#test/fixtures/failure.js"
import { answerAsSafe, trustOfNodes } from "#test/fixtures/nodes/answerAsSafe.js"
import { createViewNode } from "#test/fixtures/nodes/viewNode.js"
import { createPerson } from "#test/fixtures/output/person.js"
import { createFakeProject } from "#test/fixtures/projects/fakeProject.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { outboundLogs, socket, srcPlug } from "#test/fixtures/wire/outboundLogs.js"

const [message] = readOutboundMessages(outboundLogs(4)) as [OutboundMessage]
const [first, second, manager, switchboard] = [at(0x11), at(0x12), at(0x13), at(0x14)]
const signature: Hex = `0x${"5a".repeat(65)}`
type Args = Given<typeof retryRows>

type Node = {
  /** Who may execute. Default: everybody. */
  readonly executors?: readonly Address[]
  readonly version?: string
  /** The ids that were executed. */
  readonly executed?: readonly Hex[]
}

/** Opens the chain of a message, and says what it is sent and asked to sign, and whether it is closed. */
function open(args: Args = {}, { executors, version = "Geth/v1.16.0", executed = [] }: Node = {}) {
  const log: string[] = []
  const node = createViewNode({
    abis: [socketAbi, switchboardAbi, executionManagerAbi, plugAbi],
    methods: {
      eth_getBlockByNumber: {
        ...{ number: "0x5a", timestamp: "0x5", hash: bytes32(1), parentHash: bytes32(2), transactions: [] },
        ...{ baseFeePerGas: "0x3b9aca00", gasLimit: "0x1c9c380", miner: at(1) },
      },
      ...{ eth_chainId: "0xa02a", web3_clientVersion: version, eth_maxPriorityFeePerGas: "0x3b9aca00" },
      ...{ eth_gasPrice: "0x77359400", eth_getBalance: numberToHex(10n ** 18n), eth_accounts: [first, second] },
      ...{ eth_estimateGas: "0x186a0", eth_sendTransaction: bytes32(0x77), eth_getTransactionCount: "0x1" },
      ...{ personal_sign: signature },
      eth_getTransactionReceipt: {
        ...{
          status: "0x1",
          from: first,
          transactionHash: bytes32(0x77),
          blockNumber: "0x5a",
          blockHash: bytes32(1),
          logs: [],
        },
      },
    },
    views: {
      chainSlug: () => 41_002,
      messageExecuted: (_, [id]) => executed.includes(id as Hex),
      getPlugConfig: () => [srcPlug, switchboard, switchboard, at(1), at(2)],
      ...{ proposalCount: () => 1n, packetIdRoots: () => message.packedMessage, rootProposedAt: () => 10n },
      ...{ allowPacket: () => true, executionManager__: () => manager, owner: () => at(0x15) },
      isExecutor: () => [first, false],
      hasRole: (_, [, who]) => executors === undefined || executors.includes(who as Address),
      ...{ inbound: () => undefined, execute: () => undefined },
    },
  })
  const request = (question: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown> => {
    const { method, params = [] } = question
    if (method === "personal_sign") log.push(`signed by ${String(params[1])}`)
    if (method === "eth_sendTransaction") log.push(`sent by ${(params[0] as { from: string }).from}`)
    return answerAsSafe(question, at(0x5afe)) ?? node.request(question as never)
  }
  const project = createFakeProject({
    chains: { beta: { slug: 41_002, socket, url: "https://node.example", request } },
    ...{ plugs: { trust: trustOfNodes }, root: mkdtempSync(path.join(tmpdir(), "executor-")) },
  })
  const to = { name: "beta", slug: 41_002, network: "beta", socket }
  const read = readRows(retryRows, { maxGasPrice: "100", ...args })
  const opening = openExecutor(project.hre, to, read, createPerson().io)
  return { ...project, opening, log }
}
async function prepared(executor: Awaited<ReturnType<typeof open>["opening"]>, one = message): Promise<PreparedRetry> {
  const state = await executor.prepare(one)
  if (state.status !== "prepared") throw new Error("it was executed before")
  return state
}

describe("openExecutor", () => {
  it("executes as the first account of the network, or as the one that is named, and closes the chain at the end", async () => {
    for (const [args, account] of [
      [{}, first],
      [{ account: second }, second],
    ] as const) {
      const { opening, log, made, closed } = open(args)
      const executor = await opening
      expect([executor.account, executor.native.symbol]).to.deep.equal([account, "ETH"])
      const state = await prepared(executor)
      const submitted: string[] = []
      const executed = await executor.perform({ message, prepared: state }, (hash) => void submitted.push(hash))
      expect(executed).to.deep.include({ status: "executed", right: "own" })
      expect([log, submitted]).to.deep.equal([[`signed by ${account}`, `sent by ${account}`], [bytes32(0x77)]])
      expect([made, closed]).to.deep.equal([["beta"], []])
      await executor[Symbol.asyncDispose]()
      expect(closed).to.deep.equal(["beta"])
    }
    const unknown = open({ account: at(0x99) })
    expect((await failure(unknown.opening)).facts["argument"]).to.equal("--account")
    expect(unknown.closed).to.deep.equal(["beta"])
  })

  it("limits the gas of all that it executes together, of which that was executed before costs nothing", async () => {
    const { cost } = (await prepared(await open().opening)).gas
    const maxGasCost = `${(cost * 3n) / 2n}wei`
    const executed = { ...message, messageId: bytes32(9) }
    const executor = await open({ maxGasCost }, { executed: [executed.messageId] }).opening
    for (let time = 0; time < 3; time += 1)
      expect((await executor.prepare(executed)).status).to.equal("executed before")
    expect((await prepared(executor)).gas.cost).to.equal(cost)
    expect((await failure(executor.prepare(message))).code).to.equal("GAS_TOO_EXPENSIVE")
    const low = await open({ gasLimit: "99999" }).opening
    expect((await failure(low.prepare(message))).code).to.equal("INVALID_INPUT")
  })

  it("writes executions for a Safe, signed by the first account, and sends nothing", async () => {
    await using folder = await temporaryFolder()
    const safe = at(0x5afe)
    const { opening, log } = open({ safe: "safe.json", account: safe }, { executors: [first] })
    const executor = await opening
    expect(executor.account).to.equal(safe)
    const state = await prepared(executor)
    const other = { ...message, messageId: bytes32(8) }
    const executions = [message, other].map((one) => ({ message: one, prepared: state }))
    const file = path.join(folder.path, "safe.beta.json")
    expect(await executor.write(path.join(folder.path, "safe.json"), executions, 5)).to.deep.equal({
      ...{ file, chainName: "beta", safe, transactions: 2 },
    })
    const { chainId, createdAt, meta, transactions } = JSON.parse(await readFile(file, "utf8")) as {
      readonly [name: string]: unknown
      readonly meta: object
      readonly transactions: readonly { readonly to: Address; readonly value: string; readonly data: Hex }[]
    }
    expect({ chainId, createdAt }).to.deep.equal({ chainId: "41002", createdAt: 5 })
    const description = `execute ${message.messageId}; execute ${other.messageId}`
    expect(meta).to.include({ createdFromSafeAddress: safe, name: "Executions on beta", description })
    expect(transactions.map(({ to, value }) => [to, value])).to.deep.equal([
      [socket, "0"],
      [socket, "0"],
    ])
    const args = transactions.map(({ data }) => decodeFunctionData({ abi: socketAbi, data }).args as readonly object[])
    expect(args.map(([execution]) => execution)).to.deep.equal(
      Array(2).fill({
        ...{
          packetId: state.packetId,
          proposalCount: 0n,
          executionGasLimit: 100_000n,
          decapacitorProof: "0x",
          signature,
        },
      }),
    )
    expect(log).to.deep.equal([`signed by ${first}`, `signed by ${first}`])
  })

  it("signs nothing for an account that is not known as a Safe, and closes the chain", async () => {
    const { opening, log, closed } = open({ safe: "safe.json", account: at(0x5aff) }, { executors: [first] })
    expect((await failure(opening)).facts["argument"]).to.equal("--safe")
    expect([log, closed]).to.deep.equal([[], ["beta"]])
  })

  it("writes nothing for a Safe where the account would have to be granted the right first", async () => {
    const { opening, log } = open(
      { safe: "safe.json", account: at(0x5afe) },
      { executors: [], version: "HardhatNetwork/3" },
    )
    const executor = await opening
    const state = await prepared(executor)
    expect(state.right.kind).to.equal("granted")
    const refused = await failure(executor.write("/nowhere/safe.json", [{ message, prepared: state }], 5))
    expect(refused).to.deep.include({ code: "NOT_EXECUTOR" })
    expect([refused.facts["account"], log]).to.deep.equal([first, []])
  })
})
