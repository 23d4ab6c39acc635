import type { Address, Hex } from "viem"
import { getBalance } from "viem/actions"
import { isAddressEqual } from "viem/utils"

import { inputAmountOf } from "../checks/inputAmountOf.js"
import { transactionOf } from "../depositTransfer.js"
import type { JournalEntry } from "../execution/types.js"
import { nativeToken } from "../nativeToken.js"
import type { Quote } from "../types.js"
import { type DepositReading, readDeposit } from "./readDeposit.js"
import { isRead } from "./readRoute.js"
import type { SwapCase, SwapChain } from "./types.js"
import { approvalCall, readAllowance } from "#src/onchain/allowances.js"
import { simulateCalls } from "#src/onchain/simulation/simulateCalls.js"
import type { CallToSimulate, Simulation } from "#src/onchain/simulation/Simulation.js"
import { readBalance } from "#src/onchain/tokens.js"
import { isEvmAddress } from "#src/primitives/foreign.js"

/** What an account lacks to pay for a swap, or what the route's contract may not take. Amounts in the smallest unit. */
export type Lack =
  | { readonly kind: "too little"; readonly owned: bigint; readonly needed: bigint; readonly isNative: boolean }
  | { readonly kind: "not allowed"; readonly spender: Address; readonly allowed: bigint; readonly needed: bigint }

export type Reverting = {
  readonly data: Hex
  /** The wei that it attaches. */
  readonly value: bigint
  /** The wei with which it would succeed, if that is all that it lacks. */
  readonly enough: bigint | undefined
}

/** What the origin chain and the API show of a swap that was recorded and not sent. */
export type UnsentReading = {
  readonly isExpired: boolean
  /** Where it is paid by a deposit: what became of that. `undefined` if the chain cannot be read. */
  readonly deposit?: DepositReading | undefined
  /** `undefined` if the chain cannot be read. */
  readonly lacks?: readonly Lack[] | undefined
  /** `undefined` if nothing shows that it would revert. */
  readonly reverting?: Reverting | undefined
  /** A new quote for the same request, where the price could be what stops it. */
  readonly newQuote?: Quote | undefined
}

/** Reads what would stop a swap that was not sent; `undefined` for any other one. */
export async function readUnsent(swap: SwapCase): Promise<UnsentReading | undefined> {
  const { record, sending, origin, now } = swap
  const entry = record?.entry
  const isUnsent = sending.kind === "nothing" || sending.kind === "signed"
  if (!isUnsent || record === undefined || record.heldBy !== undefined) return undefined
  if (entry === undefined) {
    const { deposit: shown } = record
    if (shown === undefined) return undefined
    const deposit = isRead(origin) ? await readDeposit(origin.client, shown).catch(() => undefined) : undefined
    return { isExpired: shown.route.expiresAt <= now, deposit }
  }
  const lacks = isRead(origin) ? await readLacks(entry, origin).catch(() => undefined) : undefined
  if (entry.route.expiresAt <= now) return { isExpired: true, lacks, newQuote: await swap.getQuote(entry.request) }
  if (!isRead(origin)) return { isExpired: false }
  const reverting = lacks?.length === 0 ? await readReverting(entry, origin) : undefined
  const isPrice = reverting !== undefined && reverting.enough === undefined
  return { isExpired: false, lacks, reverting, newQuote: isPrice ? await swap.getQuote(entry.request) : undefined }
}

async function readLacks({ account, request, route, state }: JournalEntry, { client }: SwapChain): Promise<Lack[]> {
  const transaction = transactionOf(route)
  if (transaction === undefined) return []
  const lacks: Lack[] = []
  const balance = await getBalance(client, { address: account })
  // Gas comes on top of it.
  if (balance <= transaction.value) {
    lacks.push({ kind: "too little", owned: balance, needed: transaction.value, isNative: true })
  }
  const { inputToken } = request
  const inputAmount = inputAmountOf(request, route)
  if (!isEvmAddress(inputToken) || isAddressEqual(inputToken, nativeToken)) return lacks
  const owned = await readBalance(client, inputToken, account)
  if (owned < inputAmount) lacks.push({ kind: "too little", owned, needed: inputAmount, isNative: false })
  const { approval } = route
  // Before it was approved, it is not missing but still to come.
  if (approval === null || state === "CHECKED") return lacks
  const { tokenAddress: token, spenderAddress: spender, amount: needed } = approval
  const allowed = await readAllowance(client, { token, spender }, account)
  return allowed >= needed ? lacks : [...lacks, { kind: "not allowed", spender, allowed, needed }]
}

async function readReverting(entry: JournalEntry, origin: SwapChain): Promise<Reverting | undefined> {
  const transaction = transactionOf(entry.route)
  if (transaction === undefined) return undefined
  const { value } = transaction
  const simulateWith = (more: bigint) => simulate(entry, origin, { ...transaction, value: value + more })
  const simulation = await simulateWith(0n)
  if (simulation?.status !== "reverted") return undefined
  const more = await findEnough(value, async (tried) => (await simulateWith(tried))?.status === "success")
  return { data: simulation.data, value, enough: more === undefined ? undefined : value + more }
}

/** The approval is simulated first if it is still to come. A node that cannot simulate tells nothing. */
async function simulate(
  { account, route: { approval }, state }: JournalEntry,
  { client }: SwapChain,
  { to, data, value }: CallToSimulate,
): Promise<Simulation | undefined> {
  const calls: CallToSimulate[] = [{ to, data, value }]
  if (approval !== null && state === "CHECKED") {
    const { tokenAddress: token, spenderAddress: spender, amount } = approval
    // Some tokens reject a change from one allowance to another.
    calls.unshift(approvalCall({ token, spender, amount: 0n }), approvalCall({ token, spender, amount }))
  }
  return await simulateCalls(client, { account, calls }).catch(() => undefined)
}

/** A search doubles what is added this often, and then halves the gap this often. */
const searchSteps = 10

/** Searches for the least value to add, to a thousandth of it; `undefined` if none helps with which the account can be simulated. */
async function findEnough(value: bigint, isEnough: (more: bigint) => Promise<boolean>): Promise<bigint | undefined> {
  let enough = value / 8n + 1n
  let tooLittle = 0n
  for (let step = 0; !(await isEnough(enough)); step += 1) {
    if (step === searchSteps) return undefined
    tooLittle = enough
    enough *= 2n
  }
  for (let step = 0; step < searchSteps && enough - tooLittle > 1n; step += 1) {
    const middle = (tooLittle + enough) / 2n
    if (await isEnough(middle)) enough = middle
    else tooLittle = middle
  }
  return enough
}
