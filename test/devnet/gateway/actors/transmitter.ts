import { expect } from "chai"
import { after, before, beforeEach, describe, it } from "mocha"
import {
  decodeErrorResult,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  keccak256,
  numberToHex,
  parseAbi,
  parseAbiParameters,
  zeroAddress,
  zeroHash,
} from "viem"

import { feeTokenArtifact } from "#src/devnet/artifacts/gateway.js"
import { transmitter } from "#src/devnet/gateway/actors/transmitter.js"
import { createGatewayLedger, type GatewayLedger } from "#src/devnet/gateway/ledger/ledger.js"
import { type Devnet, type DevnetChain, startDevnet } from "#src/devnet/index.js"
import type { BatchSender } from "#src/devnet/relay/createBatchSender.js"
import type { CallType } from "#src/gateway/states.js"
import { systemClock as clock } from "#src/primitives/clock.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const { abi } = feeTokenArtifact
const home = 41000

/** A read needs no transaction, so nothing may be sent. */
const noBatchSender: BatchSender = {
  simulate: () => Promise.reject(new Error("a read was simulated as a write")),
  send: (calls) => (calls.length === 0 ? Promise.resolve([]) : Promise.reject(new Error("a read was sent"))),
}

describe("the gateway's transmitter, reading", () => {
  let devnet: Devnet<string, true, false>
  let alpha: DevnetChain
  let ledger: GatewayLedger
  before(async () => {
    devnet = await startDevnet({ market: false })
    alpha = devnet.chains["alpha"]!
  })
  after(() => devnet.stop())
  beforeEach(() => {
    ledger = createGatewayLedger({ clock, slug: home })
  })

  const mint = async () => {
    const hash = await alpha.walletClient.writeContract({
      address: alpha.contracts.feeToken,
      abi,
      functionName: "mint",
      args: [alpha.accounts[1]!, 1n],
    })
    return (await alpha.publicClient.waitForTransactionReceipt({ hash })).blockNumber
  }

  /** Has the transmitter simulate a read and then execute it. */
  async function read(options: {
    callType?: CallType
    gasLimit?: bigint
    readAtBlockNumber?: bigint
    callData?: Hex
    /** Called when it was simulated, before it is executed. */
    between?: () => Promise<unknown>
  }) {
    const { callType = "READ", gasLimit = 0n, readAtBlockNumber = 0n, between } = options
    const callData =
      options.callData ?? encodeFunctionData({ abi, functionName: "balanceOf", args: [alpha.accounts[1]!] })
    const payloadId = bytes32(1)
    const payload = {
      payloadId,
      requestCount: 1,
      batchCount: 0,
      appGateway: zeroAddress,
      callType,
      chainSlug: alpha.slug,
      target: alpha.contracts.feeToken,
      callData,
      options: { gasLimit, readAtBlockNumber, value: 0n, isParallel: false, writeFinality: 0 },
      contractId: zeroHash,
      createdAt: 0,
    } as const
    const finalized = { kind: "finalized", payloadId, txHash: zeroHash, proof: "0x", digest: zeroHash } as const
    ledger.record(home, [{ kind: "queued", payload }, finalized], { timestamp: 0 })
    const observer = { sync: () => Promise.resolve(), remember: () => Promise.resolve(), stop: () => Promise.resolve() }
    const retries = { attempts: 2, delay: 0 }
    const context = { chain: alpha, contracts: alpha.contracts, ledger, observer, clock, retries }
    for (const handler of transmitter(context, noBatchSender)) {
      const record = ledger.payload(payloadId)!
      const isSimulated = record.executionAttempt.outcome === "SIMULATION_SUCCESS"
      if (handler.stage === "executePayload") await between?.()
      if (handler.stage === "simulatePayload" || isSimulated) await handler.perform([record])
    }
    return ledger.payload(payloadId)!
  }

  it("reads the latest block, or the one that the app gateway chose", async () => {
    const first = await mint()
    await mint()
    expect(BigInt((await read({})).executed!.returnData)).to.equal(2n)
    ledger = createGatewayLedger({ clock, slug: home })
    expect(BigInt((await read({ readAtBlockNumber: first })).executed!.returnData)).to.equal(1n)
  })

  it("makes the call of a read once, unless the chain changes before it is executed", async () => {
    await mint()
    const { provider } = alpha
    const request = provider.request.bind(provider)
    const slot = keccak256(encodeAbiParameters(parseAbiParameters("address, uint256"), [alpha.accounts[1]!, 0n]))
    const setBalance = (value: bigint) =>
      request({
        method: "hardhat_setStorageAt",
        params: [alpha.contracts.feeToken, slot, numberToHex(value, { size: 32 })],
      })
    await setBalance(5n)
    // The state has the time in it, so it stands still.
    await alpha.testClient.setNextBlockTimestamp({ timestamp: BigInt(Math.floor(Date.now() / 1000) + 1_000) })
    let calls = 0
    provider.request = async (call) => {
      if (call.method === "eth_call") calls += 1
      return (await request(call)) as unknown
    }
    try {
      expect(BigInt((await read({})).executed!.returnData)).to.equal(5n)
    } finally {
      provider.request = request
    }
    expect(calls).to.equal(1)
    ledger = createGatewayLedger({ clock, slug: home })
    expect(BigInt((await read({ between: () => setBalance(6n) })).executed!.returnData)).to.equal(6n)
    ledger = createGatewayLedger({ clock, slug: home })
    expect(BigInt((await read({ between: mint })).executed!.returnData)).to.equal(7n)
  })

  it("waits with a read for a block that is not mined yet", async () => {
    const latest = await alpha.publicClient.getBlockNumber({ cacheTime: 0 })
    const { status, executionAttempt } = await read({ readAtBlockNumber: latest + 1n })
    expect(status).to.equal("FINALIZED")
    expect(executionAttempt).to.deep.include({ outcome: "NO", attempts: 0 })
    await mint()
    ledger = createGatewayLedger({ clock, slug: home })
    expect((await read({ readAtBlockNumber: latest + 1n })).executed).to.not.equal(undefined)
  })

  it("gives a read all the gas that it needs, whatever its gas limit", async () => {
    expect((await read({ gasLimit: 0n })).executed).to.not.equal(undefined)
    ledger = createGatewayLedger({ clock, slug: home })
    expect((await read({ gasLimit: 2n ** 24n })).executed).to.not.equal(undefined)
  })

  it("keeps why a read reverts", async () => {
    const callData = encodeFunctionData({ abi, functionName: "transfer", args: [alpha.accounts[1]!, 1n] })
    const { status, executionAttempt } = await read({ callData })
    expect(status).to.equal("FINALIZED")
    expect(decodeErrorResult({ abi, data: executionAttempt.revertData! }).errorName).to.equal(
      "ERC20InsufficientBalance",
    )
  })

  it("says that the gas limit of a write is above what any transaction can have", async () => {
    const { executionAttempt } = await read({ gasLimit: 2n ** 24n, callType: "WRITE" })
    const [reason] = decodeErrorResult({
      abi: parseAbi(["error Error(string)"]),
      data: executionAttempt.revertData!,
    }).args
    expect(reason).to.match(/^the gas limit is above \d+/)
  })
})
