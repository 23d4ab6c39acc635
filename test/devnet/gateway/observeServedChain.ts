import { expect } from "chai"
import { describe, it } from "mocha"
import {
  type AbiEvent,
  type Address,
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionData,
  getAbiItem,
  getAddress,
  type Hex,
  keccak256,
  pad,
  parseAbiParameters,
} from "viem"

import { feesPlugArtifact, gatewaySocketArtifact } from "#src/devnet/artifacts/gateway.js"
import type { LocalChain } from "#src/devnet/chain/chains.js"
import { digestOf } from "#src/devnet/gateway/actors/executeParams.js"
import type { GatewayFact } from "#src/devnet/gateway/ledger/facts.js"
import type { GatewayLedger } from "#src/devnet/gateway/ledger/ledger.js"
import { observeServedChain } from "#src/devnet/gateway/observeServedChain.js"
import { batchTransaction } from "#src/devnet/relay/callBatch.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const [gatewaySocket, feesPlug, actorBatcher, plug, app, token] = [1, 2, 3, 4, 5, 6].map((digit) =>
  getAddress(at(digit)),
) as [Address, Address, Address, Address, Address, Address]
const slug = 41_002

function logOf(
  { abi }: { abi: readonly unknown[] },
  eventName: string,
  [tx, logIndex]: readonly [number, number],
  args: Readonly<Record<string, unknown>>,
) {
  const { inputs } = getAbiItem({ abi, name: eventName }) as AbiEvent
  const plain = inputs.filter((input) => input.indexed !== true)
  return {
    ...{ transactionHash: bytes32(tx), logIndex, blockNumber: 1n },
    topics: encodeEventTopics({ abi, eventName, args }),
    data: encodeAbiParameters(plain, plain.map(({ name = "" }) => args[name]) as never),
  }
}

/** The facts of a chain whose contracts have logged this. */
async function factsOf(logs: readonly object[], transactions: Readonly<Record<Hex, object>> = {}) {
  const facts: unknown[] = []
  const asked: unknown[] = []
  const block = { number: "0x1", hash: bytes32(1), parentHash: bytes32(0), timestamp: "0x3e8" }
  const request = ({ method, params: [hash] }: { method: string; params: readonly [Hex] }) =>
    Promise.resolve(method === "eth_getTransactionByHash" ? (transactions[hash] ?? null) : block)
  const chain = {
    ...{ slug, firstBlock: 0n, onHead: () => () => undefined, provider: { request } },
    readLogs: (from: bigint, to: bigint, filter: { address: readonly Address[] }) => {
      asked.push([from, to, filter.address])
      return Promise.resolve(logs)
    },
  } as unknown as LocalChain
  const ledger = {
    record: (chainSlug: number, found: readonly GatewayFact[]) => void facts.push([chainSlug, found]),
  } as unknown as GatewayLedger
  await observeServedChain(chain, { gatewaySocket, feesPlug, actorBatcher }, ledger, (error) => {
    throw error
  })
  return { facts, asked }
}

describe("observeServedChain", () => {
  it("has triggers with the app gateway that they name, and each deposit under an id of its own", async () => {
    const trigger = (id: number, tx: number) =>
      logOf(gatewaySocketArtifact, "AppGatewayCallRequested", [tx, 0], {
        ...{ triggerId: bytes32(id), appGatewayId: pad(app), plug, overrides: "0x", payload: "0xda" },
      })
    const deposit = (tx: number, logIndex: number, creditAmount: bigint) =>
      logOf(feesPlugArtifact, "FeesDeposited", [tx, logIndex], {
        ...{ token, receiver: app, creditAmount, nativeAmount: 7n },
      })
    const { facts, asked } = await factsOf([trigger(1, 10), deposit(11, 4, 100n), deposit(11, 5, 100n), trigger(2, 12)])
    const idOf = (tx: number, logIndex: bigint): Hex =>
      keccak256(encodeAbiParameters(parseAbiParameters("uint32, bytes32, uint256"), [slug, bytes32(tx), logIndex]))
    const triggered = (id: number, tx: number) => ({
      kind: "triggered",
      trigger: { triggerId: bytes32(id), appGateway: app, chainSlug: slug, plug, payload: "0xda" },
      txHash: bytes32(tx),
    })
    const deposited = (tx: number, logIndex: bigint) => ({
      kind: "deposited",
      deposit: {
        token,
        receiver: app,
        creditAmount: 100n,
        nativeAmount: 7n,
        depositId: idOf(tx, logIndex),
        chainSlug: slug,
      },
    })
    expect(facts).to.deep.equal([[slug, [triggered(1, 10), deposited(11, 4n), deposited(11, 5n), triggered(2, 12)]]])
    expect(asked).to.deep.equal([[0n, 1n, [gatewaySocket, feesPlug]]])
  })

  it("has no execution whose transaction the chain has dropped meanwhile", async () => {
    const executed = logOf(gatewaySocketArtifact, "PayloadExecuted", [10, 0], {
      ...{ payloadId: bytes32(1), returnData: "0x", gasUsed: 5n },
    })
    expect((await factsOf([executed])).facts).to.deep.equal([[slug, []]])
  })
  it("tells executions apart by the digest of what was executed, alone or in a batch of the actors", async () => {
    const params = (id: number, value: bigint) => ({
      ...{ payloadId: bytes32(id), appGateway: app, target: token, value, gasLimit: 9n, callData: "0xcc" as const },
    })
    const execute = (id: number, value: bigint) => {
      const args = [params(id, value), "0xaaaa"] as const
      return encodeFunctionData({ abi: gatewaySocketArtifact.abi, functionName: "execute", args })
    }
    const connect = encodeFunctionData({
      abi: gatewaySocketArtifact.abi,
      functionName: "connect",
      args: [pad(app), plug],
    })
    const calls = [connect, execute(2, 5n), execute(3, 7n)].map((data) => ({ to: gatewaySocket, data, gas: 1n }))
    const executed = (id: number, tx: number) =>
      logOf(gatewaySocketArtifact, "PayloadExecuted", [tx, 0], {
        ...{ payloadId: bytes32(id), returnData: `0x0${id}`, gasUsed: BigInt(id) },
      })
    const { facts } = await factsOf([executed(1, 10), executed(2, 11), executed(3, 11)], {
      [bytes32(10)]: { to: gatewaySocket, input: execute(1, 0n) },
      [bytes32(11)]: { to: actorBatcher, input: batchTransaction(actorBatcher, calls).data },
    })
    const fact = (id: number, tx: number, value: bigint) => ({
      ...{ kind: "executed", payloadId: bytes32(id) },
      execution: { txHash: bytes32(tx), returnData: `0x0${id}`, gasUsed: BigInt(id) },
      digest: digestOf(params(id, value), { chainSlug: slug, socket: gatewaySocket }),
    })
    expect(facts).to.deep.equal([[slug, [fact(1, 10, 0n), fact(2, 11, 5n), fact(3, 11, 7n)]]])
  })
})
