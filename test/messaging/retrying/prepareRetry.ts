import { expect } from "chai"
import { describe, it } from "mocha"
import {
  type Abi,
  encodeErrorResult,
  encodeEventTopics,
  type Hex,
  numberToHex,
  pad,
  parseAbi,
  RpcRequestError,
  zeroAddress,
  zeroHash,
} from "viem"
import { privateKeyToAccount } from "viem/accounts"

import { executionManagerAbi, plugAbi, socketAbi, switchboardAbi } from "#src/messaging/onchain/abi.js"
import { gasOfExecution } from "#src/messaging/onchain/delivery/tryExecution.js"
import { readOutboundMessages } from "#src/messaging/onchain/events.js"
import { prepareRetry, type RetryMessageParameters } from "#src/messaging/retrying/prepareRetry.js"
import { MessageNotExecutableError } from "#src/messaging/retrying/retryErrors.js"
import { failure } from "#test/fixtures/failure.js"
import { revert } from "#test/fixtures/nodes/fakeChain.js"
import { createViewNode, type ViewLog } from "#test/fixtures/nodes/viewNode.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { dstPlug, outboundLogs, socket, srcPlug } from "#test/fixtures/wire/outboundLogs.js"

const [sent] = readOutboundMessages(outboundLogs(4))
const executor = privateKeyToAccount(pad("0x11"))
const [account, manager, owner, switchboard] = [at(0x11), at(0x12), at(0x13), at(0x14)]
const right = sent!.packedMessage

type Played = {
  readonly isExecuted?: boolean
  readonly sibling?: Hex
  /** The roots of the proposals of the packet, by their count. */
  readonly roots?: readonly Hex[]
  /** The counts of those that the switchboard allows. */
  readonly allowed?: readonly number[]
  /** Who holds the role to execute. */
  readonly executors?: readonly Hex[]
  readonly isOpen?: boolean
  readonly hasOwner?: boolean
  readonly version?: string
  readonly signature?: Hex
  readonly blockNumber?: number
  /** The block of the log that it was executed. */
  readonly executedIn?: number
  /** What `inbound` comes to with so much gas, beside that of the call. Default: it succeeds. */
  readonly inbound?: (gas: number) => unknown
  /** The code of the destination plug. */
  readonly code?: Hex
}

/** Prepares a retry on a chain that is played like this, and lists the ranges of logs that were asked for. */
async function prepare(played: Played, more: Partial<RetryMessageParameters> = {}) {
  const {
    isExecuted = false,
    sibling = srcPlug,
    roots = [right],
    allowed = [0],
    executors = [account],
    isOpen = false,
    hasOwner = true,
    version = "Geth/v1.16.0",
    signature,
    blockNumber = 90,
    executedIn,
    inbound,
    code,
  } = played
  const number = numberToHex(blockNumber)
  const node = createViewNode({
    abis: [socketAbi, switchboardAbi, executionManagerAbi, plugAbi],
    ...(code && { codes: { [dstPlug]: code } }),
    logs: executedIn === undefined ? [] : [bytes32(9), sent!.messageId].map((id) => executedLog(id, executedIn)),
    methods: {
      eth_getBlockByNumber: {
        ...{ number, timestamp: "0x5", hash: bytes32(1), parentHash: bytes32(2), baseFeePerGas: "0x3b9aca00" },
        transactions: [],
      },
      ...{ eth_chainId: "0xa029", web3_clientVersion: version, eth_maxPriorityFeePerGas: "0x3b9aca00" },
      ...{ eth_gasPrice: "0x77359400", eth_getBalance: numberToHex(10n ** 18n) },
      ...(signature === undefined ? {} : { devnet_signExecution: signature }),
    },
    views: {
      messageExecuted: () => isExecuted,
      getPlugConfig: () => [sibling, switchboard, switchboard, at(1), at(2)],
      proposalCount: () => BigInt(roots.length),
      packetIdRoots: (_, [, count]) => roots[Number(count)] ?? zeroHash,
      rootProposedAt: (_, [, count]) => 10n + (count as bigint),
      allowPacket: (_, [, , count]) => allowed.includes(Number(count)),
      executionManager__: () => manager,
      isExecutor: () => [account, isOpen],
      hasRole: (_, [, who]) => executors.includes(who as Hex),
      owner: hasOwner
        ? () => owner
        : () => {
            throw revert()
          },
      inbound: () => undefined,
    },
  })
  const ranges: unknown[] = []
  const request = async (question: { method: string; params?: readonly unknown[] }): Promise<unknown> => {
    const [call] = (question.params ?? []) as [{ to?: Hex; gas: Hex }?]
    if (question.method === "eth_call" && call?.to === dstPlug && inbound !== undefined) {
      return inbound(Number(call.gas))
    }
    if (question.method === "eth_getLogs") {
      const [{ fromBlock, toBlock }] = question.params as [{ fromBlock: Hex; toBlock: Hex }]
      ranges.push([Number(fromBlock), Number(toBlock)])
    }
    return await node.request(question as never)
  }
  const client = { ...node, request } as typeof node
  const parameters = { message: sent!, socket, account, maxGasPrice: 10n ** 12n, ...more }
  return { ranges, prepared: await prepareRetry(client, parameters) }
}

function executedLog(id: Hex, block: number): ViewLog {
  const topics = encodeEventTopics({ abi: socketAbi, eventName: "ExecutionSuccess" }) as Hex[]
  return { address: socket, topics, data: id, block }
}

const refusal = async (played: Played, more: Partial<RetryMessageParameters> = {}) =>
  await failure(prepare(played, more))

describe("prepareRetry", () => {
  it("takes the newest proposal of the message's own root that the switchboard allows", async () => {
    const countOf = async (roots: readonly Hex[], allowed: readonly number[]) => {
      const { prepared } = await prepare({ roots, allowed })
      return prepared.status === "prepared" ? prepared.proposalCount : undefined
    }
    const wrong = bytes32(9)
    expect(await countOf([right, right, right], [0, 1])).to.equal(1n)
    expect(await countOf([right, wrong, right, wrong], [0, 1, 2, 3])).to.equal(2n)
  })

  it("refuses what has no packet, is not of the plug's sibling, was not proposed or is not allowed, and says which", async () => {
    const refusals = await Promise.all([
      refusal({}, { message: { ...sent!, packetId: null } }),
      refusal({ sibling: zeroAddress }),
      refusal({ roots: [bytes32(9)] }),
      refusal({ allowed: [] }),
    ])
    expect(refusals.map(({ code }) => code)).to.deep.equal(Array(4).fill("MESSAGE_NOT_EXECUTABLE"))
    expect(refusals.map((error) => (error as unknown as { reason: string }).reason)).to.deep.equal([
      "its packet is not known, because the log of its capacitor is missing",
      `the plug ${dstPlug} is not connected to ${srcPlug}, which sent it`,
      `its packet has not been proposed for the switchboard ${switchboard} of the plug`,
      `the switchboard ${switchboard} does not allow its packet, or not yet`,
    ])
  })

  it("finds where a message was executed before, among the newest ten thousand blocks", async () => {
    const rangeOf = async (blockNumber: number) => {
      const { ranges, prepared } = await prepare({ isExecuted: true, blockNumber })
      expect(prepared).to.deep.equal({ status: "executed before", execution: null })
      return ranges[0]
    }
    const { prepared } = await prepare({ isExecuted: true, executedIn: 40 })
    expect(prepared).to.deep.equal({
      status: "executed before",
      execution: { blockNumber: 40n, transactionHash: bytes32(1_040), timestamp: 5n },
    })
    expect(await rangeOf(90)).to.deep.equal([0, 90])
    expect(await rangeOf(10_000)).to.deep.equal([1, 10_000])
    expect(await rangeOf(25_000)).to.deep.equal([15_001, 25_000])
  })

  it("gives inbound as much gas as the message asks for, or more, and plans for all of it", async () => {
    const gasOf = async (gasLimit?: bigint) => {
      const { prepared } = await prepare({}, { gasLimit })
      return prepared.status === "prepared" ? [prepared.gasLimit, prepared.gas.gas] : []
    }
    const least = sent!.minMsgGasLimit
    expect(await gasOf()).to.deep.equal([least, gasOfExecution(sent!, least)])
    expect(await gasOf(least)).to.deep.equal([least, gasOfExecution(sent!, least)])
    expect(await gasOf(5n * least)).to.deep.equal([5n * least, gasOfExecution(sent!, 5n * least)])
    expect(await refusal({}, { gasLimit: least - 1n })).to.include({ code: "INVALID_INPUT" })
  })

  it("refuses a message whose inbound fails, and says whether more gas would help", async () => {
    const reasonOf = async (inbound: (gas: number) => unknown, errorAbis: readonly Abi[] = []) => {
      const error = await refusal({ inbound }, { errorAbis })
      expect(error.code).to.equal("MESSAGE_NOT_EXECUTABLE")
      return [(error as unknown as { reason: string }).reason, error.next] as const
    }
    const fails = (message: string, more: object = {}) => {
      throw asNodeError(message, more)
    }
    const [more] = await reasonOf((gas) => (gas > 1_000_000 ? "0x" : fails("out of gas")))
    const needed = Number(/needs about (\d+) gas, and gets 100000$/.exec(more)?.[1])
    expect(needed, "within what suffices and what was tried").to.be.within(900_000, 1_100_000)
    const [endless, advice] = await reasonOf(() => fails("out of gas"))
    expect(endless).to.equal(`inbound of ${dstPlug} needs more than 100000 gas: it runs out of 1100000 too`)
    const abi = parseAbi(["error Full()"])
    const data = encodeErrorResult({ abi, errorName: "Full" })
    const [full, other] = await reasonOf(() => fails("execution reverted", { code: 3, data }), [abi])
    expect(full).to.equal(`inbound of ${dstPlug} reverts: Full()`)
    expect(other).to.be.a("string").and.not.equal(advice)
    const unknown = new MessageNotExecutableError({ messageId: zeroHash, reason: "" })
    expect(other, "the one who can mend it is known").to.not.equal(unknown.next)
    const [silent, unexplained] = await reasonOf(() => fails("execution reverted", { code: 3 }))
    expect(silent).to.contain("reverts: ").and.not.contain("undefined")
    expect([advice, other, unexplained].map((next) => typeof next)).to.deep.equal(["string", "string", "string"])
    const [lacking] = await Promise.all(
      ["0x60", "0x63c41f1f6c"].map(async (code) => {
        const error = await refusal({ inbound: () => fails("execution reverted", { code: 3 }), code: code as Hex })
        return (error as unknown as { reason: string }).reason.includes("has no function inbound(uint32,bytes)")
      }),
    ).then((found) => [found])
    expect(lacking).to.deep.equal([true, false])
    const down = await refusal({ inbound: () => fails("overloaded", { code: -32_000 }) })
    expect([down.code, down.facts["function"]]).to.deep.equal(["NODE_FAILED", "execute"])
  })

  it("pays the value of a message up to the limit", async () => {
    const message = { ...sent!, executionParams: numberToHex((1n << 248n) | 7n, { size: 32 }) }
    const { prepared } = await prepare({}, { message, maxValue: 7n })
    expect(prepared).to.include({ status: "prepared", value: 7n })
    expect(await refusal({}, { message, maxValue: 6n })).to.include({ code: "RETRY_VALUE_TOO_HIGH" })
    const least = { ...sent!, executionParams: numberToHex((1n << 248n) | 1n, { size: 32 }) }
    expect(await refusal({}, { message: least })).to.include({ code: "RETRY_VALUE_TOO_HIGH" })
    expect((await prepare({}, { message: least, maxValue: 1n })).prepared).to.include({ value: 1n })
  })

  it("executes by its own right, by the signature of a devnet's executor that may, or as the owner grants it there", async () => {
    const rightOf = async (played: Played) => {
      const { prepared } = await prepare(played)
      return prepared.status === "prepared" ? prepared.right : undefined
    }
    const signature = await executor.signMessage({ message: { raw: right } })
    const nobody = { executors: [], version: "HardhatNetwork/3" }
    expect(await rightOf({})).to.deep.equal({ kind: "own" })
    expect(await rightOf({ ...nobody, isOpen: true })).to.deep.equal({ kind: "own" })
    expect(await rightOf({ ...nobody, signature, executors: [executor.address] })).to.deep.equal({
      ...{ kind: "devnet", signature },
    })
    for (const given of [nobody, { ...nobody, signature }]) {
      expect(await rightOf(given)).to.deep.equal({ kind: "granted", manager, owner })
    }
    const facts = { account, "execution manager": manager }
    const unknown = await refusal({ ...nobody, hasOwner: false })
    expect([unknown.code, unknown.facts]).to.deep.equal(["NOT_EXECUTOR", { ...facts, ...ownerFact(undefined) }])
    const deployed = await refusal({ executors: [], signature })
    expect([deployed.code, deployed.facts]).to.deep.equal(["NOT_EXECUTOR", { ...facts, ...ownerFact(owner) }])
  })
})

/** As viem's transports give an error of a node. */
function asNodeError(message: string, { code = -32_000, data }: { code?: number; data?: Hex }): RpcRequestError {
  return new RpcRequestError({ body: {}, url: "http://node", error: { code, message, data } })
}

function ownerFact(known: Hex | undefined): object {
  return known === undefined ? {} : { "owner of the execution manager": known }
}
