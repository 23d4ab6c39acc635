import type { Address, Hash, Hex } from "viem"
import { getContractAddress } from "viem/utils"

import { isPrecompile } from "#src/primitives/numbers/gasRules.js"

type Request = (call: { readonly method: string; readonly params: unknown[] }) => Promise<unknown>
type Derive = (request: Request, params: readonly unknown[]) => Promise<unknown>

/** Methods that public nodes have and the chains do not, derived from those that they have. */
export const derivedMethods: ReadonlyMap<string, Derive> = new Map([
  ["eth_getBlockReceipts", getBlockReceipts],
  ["eth_createAccessList", createAccessList],
])

async function getBlockReceipts(request: Request, [block]: readonly unknown[]): Promise<unknown> {
  const { blockHash, blockNumber } = Object(block) as { blockHash?: Hash; blockNumber?: Hex }
  const named = blockHash ?? blockNumber ?? block
  const by = typeof named === "string" && named.length === 66 ? "Hash" : "Number"
  const found = (await request({ method: `eth_getBlockBy${by}`, params: [named, false] })) as {
    readonly transactions: readonly Hash[]
  } | null
  if (found === null) return null
  const receipts = found.transactions.map((hash) => request({ method: "eth_getTransactionReceipt", params: [hash] }))
  return await Promise.all(receipts)
}

type Touched = Readonly<Record<Address, { readonly nonce?: number; readonly storage?: Readonly<Record<Hash, Hash>> }>>
type Traced = { readonly from: Address; readonly to?: Address; readonly gasUsed: Hex; readonly error?: string }

/** As geth does: neither the sender nor the contract that is called, nor precompiles, unless slots of theirs are used. */
async function createAccessList(
  request: Request,
  [transaction, block = "latest"]: readonly unknown[],
): Promise<unknown> {
  const trace = (called: unknown, tracer: string, tracerConfig: object): Promise<unknown> =>
    request({ method: "debug_traceCall", params: [called, block, { tracer, tracerConfig }] })
  const run = async (called: unknown): Promise<Traced> =>
    (await trace(called, "callTracer", { onlyTopCall: true })) as Traced
  const touched = (await trace(transaction, "prestateTracer", { disableCode: true })) as Touched
  const { from, to = getContractAddress({ from, nonce: BigInt(touched[from]?.nonce ?? 0) }) } = await run(transaction)
  const free = new Set(
    [from, to, await request({ method: "eth_coinbase", params: [] })].map((one) => String(one).toLowerCase()),
  )
  const accessList = Object.entries(touched)
    .map(([address, { storage = {} }]) => ({ address, storageKeys: Object.keys(storage) }))
    .filter(
      ({ address, storageKeys }) => storageKeys.length > 0 || !(free.has(address) || isPrecompile(BigInt(address))),
    )
  const { gasUsed, error } = await run({ ...Object(transaction), accessList })
  return { accessList, gasUsed, ...(error !== undefined && { error }) }
}
