import pLimit, { type LimitFunction } from "p-limit"
import {
  type Address,
  encodeFunctionData,
  type Hex,
  hexToNumber,
  type LocalAccount,
  parseTransaction,
  recoverTransactionAddress,
} from "viem"

import { addHook, type ChainCall, type ChainProvider, readBlock } from "../world/hooks.js"
import type { FaultyWorld } from "../world/OpenWorld.js"
import type { FaultContext, FaultWork } from "./FaultKind.js"
import { decodeRevert } from "#src/messaging/onchain/decodeRevert.js"
import { type OperatorCall, signedBy } from "#src/messaging/onchain/operatorCalls.js"
import { memoize } from "#src/primitives/lifetime/lazily.js"
import { PlugsError } from "#src/primitives/PlugsError.js"

/** Sent transactions are not mined, so a fault cannot do what it needs. */
export class FaultNotMinedError extends PlugsError {
  readonly code = "FAULT_NOT_MINED"
  constructor({ chain, hash }: { chain: string; hash: Hex }) {
    super(`A fault sent a transaction on ${chain}, which was not mined.`, {
      facts: { chain, transaction: hash },
      next: "Let the chain mine first: end the fault stoppedChain, or turn automine on.",
    })
  }
}

/** Transactions of one account need one nonce after the other. */
const turnsOf = memoize<ChainProvider, LimitFunction>(() => pLimit(1), new WeakMap())

export function contextOf({ messaging }: FaultyWorld, slug: number): FaultyWorld["messaging"]["contexts"][number] {
  const context = messaging.contexts.find(({ chain }) => chain.slug === slug)
  if (context === undefined) throw new Error(`no messaging on the chain with the slug ${slug}`)
  return context
}

/** Sends a transaction as one of the devnet's own accounts, with the rights that it has. */
export function sendAs(chain: Target, account: LocalAccount, call: Call): Promise<void> {
  return turnsOf(chain.provider)(() => send(chain, account, call))
}

/** Submits what an actor of the devnet signs. The deployer sends it. */
export async function submitSigned(
  { accounts: { deployer } }: FaultyWorld,
  chain: Target,
  signer: LocalAccount,
  operation: OperatorCall,
): Promise<void> {
  const call = await signedBy(signer, operation)
  await sendAs(chain, deployer, { to: call.address, data: encodeFunctionData(call) })
}

type Target = { readonly name: string; readonly chainId: number; readonly provider: ChainProvider }
type Call = {
  readonly to: Address
  readonly data: Hex
  /** Default: a million. */
  readonly gas?: bigint | undefined
}

async function send(
  { name, chainId, provider }: Target,
  account: LocalAccount,
  { to, data, gas = 1_000_000n }: Call,
): Promise<void> {
  const count = { method: "eth_getTransactionCount", params: [account.address, "pending"] }
  const signed = await account.signTransaction({
    type: "eip1559",
    chainId,
    nonce: hexToNumber((await provider.request(count)) as Hex),
    to,
    data,
    gas,
    maxFeePerGas: 10n ** 13n,
  })
  const sending = provider.request({ method: "eth_sendRawTransaction", params: [signed] })
  const hash = (await sending.catch((cause: unknown) => {
    const reason = decodeRevert(cause)?.reason
    throw reason === undefined ? cause : new Error(`a fault's transaction on ${name} reverts: ${reason}`, { cause })
  })) as Hex
  const receipt = (await provider.request({ method: "eth_getTransactionReceipt", params: [hash] })) as {
    status: Hex
  } | null
  if (receipt === null) throw new FaultNotMinedError({ chain: name, hash })
  if (receipt.status !== "0x1") throw new Error(`a fault sent ${hash} on ${name}, which reverted`)
}

/** In the middle of another request, so that it costs no time: its blocks and the next have the time set for the next block. */
export async function withoutTimePassing(
  provider: ChainProvider,
  work: (provider: ChainProvider) => Promise<void>,
): Promise<void> {
  const { timestamp } = await readBlock(provider, "pending")
  const setTime = () => provider.request({ method: "evm_setNextBlockTimestamp", params: [timestamp] })
  await work({
    request: async (call) => {
      if (call.method.startsWith("eth_send")) await setTime()
      return (await provider.request(call)) as unknown
    },
  })
  await setTime()
}

/** The accounts of the devnet that act by themselves. The deployer sends only what a fault asks it to. */
export function actorAddresses({ accounts: { watchers, ...others } }: FaultyWorld): ReadonlySet<string> {
  const actors = [...Object.values(others), ...watchers].filter((account) => account !== others.deployer)
  return new Set(actors.map(({ address }) => address.toLowerCase()))
}

/** Lets a fault work once, before the next transaction of the test's own that calls something on a chain. */
export function beforeCallOfTest(
  chain: string,
  { world, happen, happened }: FaultContext,
  work: () => Promise<void>,
): Pick<FaultWork, "attach"> {
  const { hooks } = world.hooks.chains.of(chain)
  return {
    attach: () =>
      addHook(hooks, async (call, forward) => {
        if (happened() === 0 && (await isCallOfTest(call, world))) {
          happen()
          await work()
        }
        return await forward()
      }),
  }
}

async function isCallOfTest(call: ChainCall, world: FaultyWorld): Promise<boolean> {
  const sent = await readSent(call)
  if (sent?.to === undefined) return false
  const from = sent.from.toLowerCase()
  return !actorAddresses(world).has(from) && from !== world.accounts.deployer.address.toLowerCase()
}

async function readSent({ method, params = [] }: ChainCall): Promise<{ from: Address; to?: Address } | undefined> {
  const [sent] = params as readonly unknown[]
  if (method === "eth_sendTransaction") return sent as { from: Address; to?: Address }
  if (method !== "eth_sendRawTransaction") return undefined
  const serializedTransaction = sent as Hex
  const { to } = parseTransaction(serializedTransaction)
  const from = await recoverTransactionAddress({ serializedTransaction: serializedTransaction as never })
  return { from, ...(to === undefined || to === null ? {} : { to }) }
}
