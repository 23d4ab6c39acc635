import { createBlock } from "@ethereumjs/block"
import type { Common } from "@ethereumjs/common"
import { createCustomCommon, Mainnet } from "@ethereumjs/common"
import { createLegacyTx } from "@ethereumjs/tx"
import { createAccount, createAddressFromString, hexToBytes } from "@ethereumjs/util"
import { createVM, runTx, type VM } from "@ethereumjs/vm"
import { expect } from "chai"
import hre from "hardhat"
import { describe, it } from "mocha"
import {
  type Abi,
  type Address,
  createClient,
  encodeAbiParameters,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  http,
  keccak256,
} from "viem"
import { concatHex, getContractAddress, numberToHex, padHex, toHex } from "viem/utils"

import { shapeOf } from "#src/onchain/gas/planGas.js"
import { priceCall, priceTransaction } from "#src/onchain/gas/priceGas.js"
import { type GasFrame, type GasStep, readGasTree } from "#src/onchain/gas/readGasTree.js"
import { gasRules } from "#src/primitives/numbers/gasRules.js"
import { isDeep } from "#test/fixtures/depth.js"
import { startAnvil } from "#test/fixtures/nodes/anvilNode.js"

const seed = Number(process.env["TEST_SEED"] ?? Date.now() % 1_000_000)
const count = isDeep ? 200 : 40
const slug = 7
const sender: Address = "0x5e4de4000000000000000000000000000000e0e0"
const plenty = 14_000_000n
const limit = 2n ** 24n
const rulesTried = ["osaka", "amsterdam"] as const

type Contract = { readonly address: Address; readonly abi: Abi }
type Delivery = { readonly kind: string; readonly plug: Address; readonly payload: Hex; readonly value: bigint }
type Ended = { readonly isDone: boolean; readonly logs: string }
type Prestate = Record<Address, { balance?: Hex; nonce?: number; code?: Hex; storage?: Record<Hex, Hex> }>

describe("deliveries that are priced by rules that the chain does not have yet", function () {
  this.timeout(600_000)

  it("end as in ethereumjs under both rules, with the gas that they need there", async () => {
    console.log(`      ${count} deliveries of the seed ${seed}`)
    const { provider } = await hre.network.create({ network: "default", override: { hardfork: "osaka" } as never })
    const world = await openWorld(async (method, params) => (await provider.request({ method, params })) as unknown)
    const found = { verdicts: 0, worst: 1, least: Infinity }
    for (let number = 0; number < count; number += 1) {
      const delivery = world.next()
      const what = `seed ${seed}, ${number}: ${delivery.kind} ${delivery.payload}`
      const call = (gas: bigint) => world.execute(number, delivery, gas)
      const { steps, prestate, header } = await world.trace(call(plenty), delivery.value)
      const tree = readGasTree(steps, { from: sender, to: world.socket })
      const inbound = findCalled(tree, delivery.plug)
      for (const hardfork of rulesTried) {
        const rules = gasRules[hardfork]
        const vm = await openVm(hardfork, prestate)
        const run = async (gas: bigint, total = limit): Promise<Ended> =>
          await runOn(vm, { header, hardfork, to: world.socket, data: call(gas), value: delivery.value, total })
        const ample = await run(plenty)
        const isSame = async (gas: bigint, total?: bigint) => {
          const ended = await run(gas, total)
          return ended.isDone && ended.logs === ample.logs
        }
        const { needed } = priceCall({ frame: inbound, hasValue: delivery.value > 0n }, rules)
        const isLost = needed === null || inbound.end !== "returned"
        expect(isLost, `${what}: ${hardfork}`).to.equal(!ample.isDone)
        found.verdicts += 1
        if (isLost) continue
        const granted = BigInt(Math.floor(needed * (0.9 + world.random() * 0.2)))
        expect(await isSame(granted), `${what}: ${hardfork}, ${granted} of ${needed}`).to.equal(
          granted >= BigInt(needed),
        )
        expect(await isSame(BigInt(needed)), `${what}: ${hardfork}, ${needed}`).to.equal(true)
        const below = BigInt(Math.floor(needed / 1.002) - 1)
        expect(await isSame(below), `${what}: ${hardfork}, ${below} suffices of ${needed}`).to.equal(false)
        const shape = shapeOf({ data: call(BigInt(needed)), value: delivery.value })
        const whole = priceTransaction(tree as GasFrame, rules, shape, new Map([[inbound, needed]]))
        const total = BigInt(whole.needed ?? 0)
        expect(await isSame(BigInt(needed), total), `${what}: ${hardfork}, transaction of ${total}`).to.equal(true)
        const less = BigInt(Math.floor(Number(total) / 1.002) - 1)
        expect(await isSame(BigInt(needed), less), `${what}: ${hardfork}, transaction of ${less}`).to.equal(false)
      }
      await world.deliver(call(plenty), delivery.value)
    }
    expect(found.verdicts).to.equal(count * rulesTried.length)
  })

  it("cost as much in a trace of anvil as in one of Hardhat's node", async () => {
    await using anvil = await startAnvil("--hardfork", "osaka", "--chain-id", "31337")
    const { provider } = await hre.network.create({ network: "default", override: { hardfork: "osaka" } as never })
    const anvilClient = createClient({ transport: http(anvil.url) })
    const asks: readonly Ask[] = [
      async (method, params) => (await provider.request({ method, params })) as unknown,
      async (method, params) => await anvilClient.request({ method, params } as never),
    ]
    const [one, other] = await Promise.all(
      asks.map(async (ask) => {
        const world = await openWorld(ask)
        const prices: unknown[] = []
        for (let number = 0; number < 12; number += 1) {
          const delivery = world.next()
          const data = world.execute(number, delivery, plenty)
          const { steps } = await world.trace(data, delivery.value)
          const tree = readGasTree(steps, { from: sender, to: world.socket }) as GasFrame
          const shape = shapeOf({ data, value: delivery.value })
          prices.push(...rulesTried.map((each) => [delivery.kind, priceTransaction(tree, gasRules[each], shape)]))
          await world.deliver(data, delivery.value)
        }
        return prices
      }),
    )
    expect(other, `seed ${seed}`).to.deep.equal(one)
  })
})

function findCalled(frame: GasFrame | undefined, to: Address): GasFrame {
  for (const item of frame?.items ?? []) {
    if (item.kind === "call" && item.frame?.to === BigInt(to)) return item.frame
  }
  throw new Error("the plug was not called")
}

function createRandom(start: number): () => number {
  let state = start
  return () => {
    state = Number(BigInt(keccak256(numberToHex(state, { size: 32 }))) & 0xffff_ffffn)
    return state / 2 ** 32
  }
}

type Ask = (method: string, params: unknown[]) => Promise<unknown>

async function openWorld(ask: Ask) {
  const random = createRandom(seed)
  const pick = (below: number): number => Math.floor(random() * below)
  const request = async <T>(method: string, ...params: unknown[]): Promise<T> => (await ask(method, params)) as T
  await request("hardhat_impersonateAccount", sender)
  await request("hardhat_setBalance", sender, toHex(10n ** 24n))
  const send = async (to: Address | undefined, data: Hex, value = 0n): Promise<void> => {
    const sent = { from: sender, ...(to && { to }), data, gas: toHex(limit), value: toHex(value) }
    await request<Hex>("eth_sendTransaction", sent).catch(() => undefined)
  }
  const deploy = async (name: string, args: readonly unknown[]): Promise<Contract> => {
    const { abi, bytecode } = await hre.artifacts.readArtifact(name)
    const address = getContractAddress({
      from: sender,
      nonce: BigInt(await request<Hex>("eth_getTransactionCount", sender, "latest")),
    })
    await send(undefined, encodeDeployData({ abi: abi as Abi, bytecode: bytecode as Hex, args }))
    return { address, abi: abi as Abi }
  }
  const call = async ({ address, abi }: Contract, functionName: string, args: readonly unknown[]) => {
    await send(address, encodeFunctionData({ abi, functionName, args }))
  }
  const socket = await deploy("SpendingSocket", [])
  const spending = await deploy("SpendingPlug", [socket.address])
  const counter = await deploy("Counter", [socket.address, sender])
  const token = await deploy("GuardedToken", [socket.address, sender, "Token", "TKN", 0n])
  const gateway = await deploy("PlugsGateway", [socket.address, sender])
  const moody = await deploy("MoodyRecipient", [])
  const catching = await deploy("CatchingRecipient", [])
  const other = `0x${"51b1".padStart(40, "0")}`
  for (const plug of [spending, counter, token, gateway]) await call(plug, "connect", [slug, other, other])
  await call(token, "setGuard", [slug, 10n ** 20n, 3_600n, 10n ** 19n, 60n])
  await request("hardhat_setBalance", spending.address, toHex(10n ** 18n))
  const ways = 15

  function next(): Delivery {
    const which = random()
    if (which < 0.1) {
      const payload = encodeAbiParameters([{ type: "uint256" }], [BigInt(pick(9))])
      return { kind: "Counter", plug: counter.address, payload, value: 0n }
    }
    if (which < 0.3) {
      const to = padHex(numberToHex(pick(12) + 1), { size: 20 })
      const amount = pick(6) === 0 ? 2n * 10n ** 19n : BigInt(pick(1_000))
      const payload = encodeAbiParameters([{ type: "address" }, { type: "uint256" }], [to, amount])
      return { kind: "GuardedToken", plug: token.address, payload, value: 0n }
    }
    if (which < 0.45) {
      const recipient = pick(3) === 0 ? catching : moody
      const types = [
        { type: "bytes32" },
        { type: "address" },
        { type: "address" },
        { type: "uint256" },
        { type: "bytes" },
      ]
      const content = numberToHex(pick(1e9), { size: 8 + pick(200) })
      const asked = BigInt(50_000 + pick(900_000))
      const payload = encodeAbiParameters(types, [keccak256(content), other, recipient.address, asked, content])
      return { kind: "PlugsGateway", plug: gateway.address, payload, value: 0n }
    }
    const way = pick(ways)
    const types = [{ type: "uint8" }, { type: "uint256" }, { type: "uint256" }]
    const payload = encodeAbiParameters(types, [way, BigInt(pick(1_000)), BigInt(pick(8))])
    return { kind: `way ${way}`, plug: spending.address, payload, value: pick(10) === 0 ? 5n : 0n }
  }

  return {
    ...{ random, next, socket: socket.address },
    execute: (number: number, { plug, payload }: Delivery, gas: bigint): Hex =>
      encodeFunctionData({
        abi: socket.abi,
        functionName: "execute",
        args: [BigInt(number), plug, gas, slug, payload],
      }),
    deliver: async (data: Hex, value: bigint) => {
      await send(socket.address, data, value)
    },
    async trace(data: Hex, value: bigint) {
      const asked = { from: sender, to: socket.address, data, gas: toHex(limit), value: toHex(value) }
      const { structLogs } = await request<{ structLogs: GasStep[] }>("debug_traceCall", asked, "latest", {})
      const prestate = await request<Prestate>("debug_traceCall", asked, "latest", { tracer: "prestateTracer" })
      const { timestamp, number } = await request<Record<"timestamp" | "number", Hex>>(
        "eth_getBlockByNumber",
        "latest",
        false,
      )
      return { steps: structLogs, prestate, header: { timestamp, number } }
    },
  }
}

function commonOf(hardfork: string): Common {
  return createCustomCommon({ chainId: 31_337 }, Mainnet, { hardfork })
}

async function openVm(hardfork: string, prestate: Prestate): Promise<VM> {
  const vm = await createVM({ common: commonOf(hardfork) })
  for (const [text, { balance = "0x0", nonce = 0, code = "0x", storage = {} }] of Object.entries(prestate)) {
    if (BigInt(balance) === 0n && nonce === 0 && code === "0x") continue
    const address = createAddressFromString(text)
    await vm.stateManager.putAccount(address, createAccount({ nonce: BigInt(nonce), balance: BigInt(balance) }))
    await vm.stateManager.putCode(address, hexToBytes(code))
    for (const [slot, word] of Object.entries(storage)) {
      if (BigInt(word) !== 0n)
        await vm.stateManager.putStorage(address, hexToBytes(slot as Hex), hexToBytes(toHex(BigInt(word))))
    }
  }
  return vm
}

type RunCall = { header: object; hardfork: string; to: Address; data: Hex; value: bigint; total: bigint }

async function runOn(vm: VM, { header, hardfork, to, data, value, total }: RunCall): Promise<Ended> {
  const common = commonOf(hardfork)
  const fields = { to: createAddressFromString(to), data: hexToBytes(data), value, gasLimit: total, gasPrice: 0n }
  const tx = createLegacyTx(fields, { common, freeze: false })
  tx.isSigned = () => true
  tx.getSenderAddress = () => createAddressFromString(sender)
  const block = createBlock(
    { header: { ...header, gasLimit: 10n ** 9n, baseFeePerGas: 0n } },
    { common, skipConsensusFormatValidation: true },
  )
  await vm.stateManager.checkpoint()
  try {
    const checks = { skipNonce: true, skipBalance: true, skipBlockGasLimitValidation: true }
    const { execResult } = await runTx(vm, { tx, block, ...checks })
    const logs = (execResult.logs ?? []).map(([address, topics, bytes]) =>
      [toHex(address), concatHex(topics.map((topic) => toHex(topic))), toHex(bytes)].join(),
    )
    return { isDone: execResult.exceptionError === undefined, logs: logs.join("\n") }
  } catch (error) {
    if (!/INTRINSIC_GAS_TOO_LOW/.test(String(error))) throw error
    return { isDone: false, logs: "" }
  } finally {
    await vm.stateManager.revert()
  }
}
