import type { Abi, AbiFunction, Address, Hex, TransactionReceipt } from "viem"
import { readContract } from "viem/actions"
import { formatAbiItemWithArgs, getAddress, isAddressEqual, parseAbi, parseEventLogs } from "viem/utils"

import { requestNode } from "../../../onchain/readNode.js"
import { exactJson, oneLine, shorten } from "../../../primitives/text.js"
import type { ChainCopy } from "./openCopy.js"

export type Moved = {
  /** Native balances, in wei; that of the account which sent it is not among them. */
  readonly balances: readonly { readonly address: Address; readonly before: bigint; readonly after: bigint }[]
  /** Tokens by their `Transfer` logs: those that were minted come from the zero address. */
  readonly transfers: readonly {
    readonly token: Address
    readonly from: Address
    readonly to: Address
    readonly amount: bigint
  }[]
  /** The plug's views without arguments whose answer is another one now, by name. */
  readonly values: readonly { readonly name: string; readonly before: string; readonly after: string }[]
  /** The events of the plug's ABI. */
  readonly events: readonly string[]
  /** How many words of storage are others now, by contract, whether or not a view shows them. The socket's are not among them. */
  readonly storage: readonly { readonly address: Address; readonly words: number }[]
}

const transferAbi = parseAbi(["event Transfer(address indexed from, address indexed to, uint256 amount)"])

/** @param options.abi of the plug. Without it nothing has a name */
export async function readMoved(
  copy: ChainCopy,
  receipt: TransactionReceipt,
  { plug, socket, abi = [] }: { readonly plug: Address; readonly socket: Address; readonly abi?: Abi | undefined },
): Promise<Moved> {
  const { blockNumber, logs, from } = receipt
  const isOf = (address: Address, ...some: readonly Address[]): boolean =>
    some.some((one) => isAddressEqual(one, address))
  const views = abi.filter(
    (item): item is AbiFunction =>
      item.type === "function" && /^(?:view|pure)$/.test(item.stateMutability) && item.inputs.length === 0,
  )
  const values = await Promise.all(
    views.map(async (view) => {
      const read = async (block: bigint): Promise<string | undefined> => {
        const call = { abi: [view], address: plug, functionName: view.name, blockNumber: block }
        return await readContract(copy.client, call)
          .then(format)
          .catch(() => undefined)
      }
      const [before, after] = await Promise.all([read(blockNumber - 1n), read(blockNumber)])
      return before === undefined || after === undefined || before === after ? [] : [{ name: view.name, before, after }]
    }),
  )
  const changes = await traceChanges(copy, receipt.transactionHash)
  const others = changes.filter(({ address }) => !isOf(address, from, socket))
  return {
    balances: others.flatMap(({ address, before, after }) => (before === after ? [] : [{ address, before, after }])),
    transfers: parseEventLogs({ abi: transferAbi, logs }).map(({ address, args }) => ({
      ...{ token: getAddress(address), from: args.from, to: args.to, amount: args.amount },
    })),
    values: values.flat(),
    events: parseEventLogs({ abi, logs: logs.filter(({ address }) => isOf(address, plug)) }).map((log) => {
      const { eventName, args } = log as { eventName: string; args?: unknown }
      const abiItem = abi.find((item) => item.type === "event" && item.name === eventName)
      const list = Array.isArray(args) ? args : Object.values(args ?? {})
      const text = abiItem && formatAbiItemWithArgs({ abiItem: abiItem, args: list, includeName: true })
      return shorten(oneLine(text ?? eventName), maxText)
    }),
    storage: others.flatMap(({ address, words }) => (words === 0 ? [] : [{ address, words }])),
  }
}

/** Characters of a value that are shown. A contract can give any number. */
const maxText = 300

function format(value: unknown): string {
  const text = typeof value === "bigint" ? String(value) : exactJson(value)
  return shorten(oneLine(text.replace(/^"(0x.*)"$/s, "$1")), maxText)
}

type Touched = Readonly<Record<string, { readonly balance?: Hex; readonly storage?: Readonly<Record<Hex, Hex>> }>>

/** What a transaction has changed of accounts. A node that does not trace gives nothing. */
async function traceChanges(copy: ChainCopy, hash: Hex) {
  const options = { tracer: "prestateTracer", tracerConfig: { diffMode: true } }
  const diff = await requestNode(copy.client, "debug_traceTransaction", hash, options).catch(() => undefined)
  const { pre = {}, post = {} } = (diff ?? {}) as { readonly pre?: Touched; readonly post?: Touched }
  return [...new Set([...Object.keys(pre), ...Object.keys(post)])].map((address) => {
    const [before, after] = [pre[address] ?? {}, post[address] ?? {}]
    const words = new Set([...Object.keys(before.storage ?? {}), ...Object.keys(after.storage ?? {})]).size
    const balance = BigInt(before.balance ?? 0n)
    // An account has no balance after it only if it is as before.
    return { address: getAddress(address), before: balance, after: BigInt(after.balance ?? balance), words }
  })
}
