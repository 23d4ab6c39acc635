import { expect } from "chai"
import { describe, it } from "mocha"
import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionResult,
  type Hex,
  keccak256,
  parseAbi,
  parseAbiParameters,
  parseTransaction,
  recoverMessageAddress,
  recoverTransactionAddress,
  toBytes,
} from "viem"

import { createAccounts } from "#src/devnet/chain/accounts.js"
import { readPaths } from "#src/devnet/messaging/paths.js"
import type { FaultContext } from "#src/testing/faults/FaultKind.js"
import { risingFees } from "#src/testing/faults/kinds/risingFees.js"
import type { ChainHook } from "#src/testing/world/hooks.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const abi = parseAbi([
  "struct ExecutionFees { uint80 perGas; uint80 perByte; uint80 overhead; }",
  "function nextNonce(address signer) view returns (uint256)",
  "function executionFees(uint32 slug) view returns (uint80, uint80, uint80)",
  "function transmissionMinFees(address transmitManager, uint32 slug) view returns (uint128)",
  "function getMinFees(uint32 slug) view returns (uint128, uint128)",
  "function hasRoleWithSlug(bytes32 role, uint32 slug, address account) view returns (bool)",
  "function grantRoleWithSlug(bytes32 role, uint32 slug, address account)",
  "function setExecutionFees(uint256 nonce, uint32 slug, ExecutionFees fees, bytes signature)",
])
const signed = parseAbiParameters("bytes32, address, uint32, uint32, uint256, uint80, uint80, uint80")
const accounts = createAccounts(1)
const { deployer } = accounts
const [manager, transmitManager, fast, optimistic] = [at(0xe1), at(0xe2), at(0xf1), at(0xf2)]
const role = keccak256(toBytes("FEES_UPDATER_ROLE"))

/** What execution costs by slug, and what others charge at a switchboard or for the transmission. */
const prices: Readonly<Record<number, readonly [bigint, bigint, bigint]>> = {
  22: [100n, 200n, 10n ** 9n],
  33: [7n, 0n, 80n],
}
const charged: Readonly<Record<string, bigint>> = { [fast]: 30n, [optimistic]: 400n }
const transmission: Readonly<Record<number, bigint>> = { 22: 20n, 33: 120n }

/** The fault on alpha, whose path with gamma is optimistic only, and what was done to it. */
function rising(percent: number, noted?: unknown) {
  const done: string[] = []
  const granted = new Set([22])
  const now = new Map(Object.entries(prices).map(([slug, price]) => [Number(slug), price]))
  let [nonce, happened] = [5n, 0]
  /** Whether what is sent reverts. */
  let isRefused = false
  const read = ({ to, data }: { to: Hex; data: Hex }): Hex => {
    const { functionName, args } = decodeFunctionData({ abi, data })
    const [first, second] = args as readonly unknown[]
    const answers: Readonly<Record<string, () => unknown>> = {
      nextNonce: () => (first === deployer.address ? nonce : 0n),
      executionFees: () => now.get(first as number),
      transmissionMinFees: () => (first === transmitManager ? transmission[second as number] : 0n),
      getMinFees: () => [charged[to] ?? 0n, 50n],
      hasRoleWithSlug: () => first === role && granted.has(second as number),
    }
    return encodeFunctionResult({ abi, functionName, result: answers[functionName]!() as never })
  }
  const write = async (serialized: Hex): Promise<Hex> => {
    const { to, data } = parseTransaction(serialized)
    const { functionName, args } = decodeFunctionData({ abi, data: data! })
    const from = await recoverTransactionAddress({ serializedTransaction: serialized as never })
    const isOurs = from === deployer.address && to === manager.toLowerCase()
    if (!isOurs) done.push(`by ${from} to ${to}`)
    if (functionName === "grantRoleWithSlug") {
      granted.add(args[1])
      done.push(`grant ${args[1]}`)
    } else if (functionName === "setExecutionFees") {
      const [given, slug, { perGas, perByte, overhead }, signature] = args
      const fields = [keccak256(toBytes("FEES_UPDATE")), manager, 11, slug, nonce, perGas, perByte, overhead] as const
      const raw = keccak256(encodeAbiParameters(signed, fields))
      const isSigned =
        given === nonce && (await recoverMessageAddress({ message: { raw }, signature })) === deployer.address
      nonce += 1n
      now.set(slug, [perGas, perByte, overhead])
      done.push(`${slug}: ${perGas} ${perByte} ${overhead}${isSigned ? "" : " not signed"}`)
    }
    return bytes32(9)
  }
  const request = async ({ method, params }: { method: string; params: readonly unknown[] }): Promise<unknown> => {
    await new Promise(setImmediate)
    if (method === "eth_call") return read(params[0] as { to: Hex; data: Hex })
    if (method === "eth_sendRawTransaction") return await write(params[0] as Hex)
    if (method === "eth_getTransactionReceipt") return { status: isRefused ? "0x0" : "0x1" }
    if (method === "evm_setNextBlockTimestamp") done.push(`at ${params.join()}`)
    return method === "eth_getBlockByNumber" ? { timestamp: "0x99" } : "0x4"
  }
  const hooks = new Set<ChainHook>()
  const chain = (name: string, slug: number) => ({ name, slug, chainId: slug, provider: { request } })
  const chains = { alpha: chain("alpha", 11), beta: chain("beta", 22), gamma: chain("gamma", 33) }
  const paths = readPaths([{ between: ["gamma", "alpha"], kinds: ["OPTIMISTIC"] }], Object.values(chains))
  const contracts = { executionManager: manager, transmitManager, switchboard: fast, optimisticSwitchboard: optimistic }
  const notes: unknown[] = []
  const context = {
    world: {
      ...{ accounts, devnet: { paths, chains } },
      messaging: { contexts: Object.values(chains).map((each) => ({ chain: each, contracts })) },
      hooks: { chains: { of: (name: string) => (name === "alpha" ? { request, hooks } : undefined) } },
    },
    happen: () => (happened += 1),
    happened: () => happened,
    noted,
    note: (what: unknown) => notes.push(what),
  } as unknown as FaultContext
  const work = risingFees({ fault: "risingFees", chain: "alpha", percent }, context)
  const send = async () => {
    const call = { method: "eth_sendTransaction", params: [{ from: at(1), to: at(2) }] }
    for (const hook of hooks) await hook(call, () => Promise.resolve(done.push("sent")))
  }
  const refuse = () => (isRefused = true)
  return { refuse, work, send, hooks, notes, happened: () => happened, taken: () => done.splice(0) }
}

const time = "at 0x99"
const before = [
  [22, { perGas: 100n, perByte: 200n, overhead: 10n ** 9n }],
  [33, { perGas: 7n, perByte: 0n, overhead: 80n }],
]

describe("the fault risingFees", () => {
  it("raises the whole fee to every other chain by the percentage, once, before the test's transaction, and takes no time", async () => {
    const { work, send, hooks, notes, happened, taken } = rising(12.5)
    const end = work.attach?.()
    await send()
    // What others charge rises too: (1000000000 + 30 + 50 + 20) / 8, and (80 + 400 + 50 + 120) / 8.
    expect(taken()).to.deep.equal([
      ...[time, "22: 112 225 1125000012", time, "grant 33", time, "33: 7 0 161", time],
      "sent",
    ])
    expect([notes, happened()]).to.deep.equal([[before], 1])
    await send()
    expect([taken(), happened()]).to.deep.equal([["sent"], 1])
    end?.()
    expect(hooks.size).to.equal(0)
    await work.undo?.()
    expect(taken()).to.deep.equal(["22: 100 200 1000000000", "33: 7 0 80"])
    await work.undo?.()
    expect(taken()).to.deep.equal([])
  })

  it("doubles it, raises it by a thousandth of a percent, and sets back what an earlier process has noted", async () => {
    const twice = rising(100)
    twice.work.attach?.()
    await twice.send()
    expect(twice.taken().filter((line) => line.includes(":"))).to.deep.equal(["22: 200 400 2000000100", "33: 14 0 730"])
    const little = rising(0.001, [[33, { perGas: 1n, perByte: 2n, overhead: 3n }]])
    await little.work.undo?.()
    expect(little.taken()).to.deep.equal(["grant 33", "33: 1 2 3"])
    little.work.attach?.()
    await little.send()
    expect(little.taken().filter((line) => line.includes(":"))).to.deep.equal(["22: 100 200 1000010000", "33: 1 2 3"])
    const refused = rising(5, [[33, { perGas: 1n, perByte: 2n, overhead: 3n }]])
    refused.refuse()
    expect(await refused.work.undo?.().catch(String)).to.contain("reverted")
    expect(refused.taken()).to.deep.equal(["grant 33"])
    const none = rising(5)
    await none.work.undo?.()
    expect(none.taken()).to.deep.equal([])
  })
})
