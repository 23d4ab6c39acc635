import type { Address } from "viem"

import { invalid } from "../../arguments.js"
import type { OpenWorld, Sent } from "../../world/OpenWorld.js"
import type { MatchResult } from "../Matcher.js"
import { describeMessages } from "../messages/describeMessages.js"
import { describeRequests, requestsOf } from "./describeRequests.js"
import { type BalanceChange, type Place, placeOf, type ValuePlace } from "./places.js"
import { settle, worldFor } from "./subject.js"
import type { LocalChain } from "#src/devnet/chain/chains.js"
import { extras } from "#src/plugin/extras.js"

type Measured = { readonly place: Place; readonly before: bigint; readonly after: bigint }

/** Does and delivers something, and finds out whether balances changed by exact amounts. Gas that the account paid is left out. */
export async function checkBalances(subject: unknown, changes: readonly BalanceChange[]): Promise<MatchResult> {
  const action = asAction(subject, "changeBalances")
  const world = worldForRows(changes, "changeBalances")
  const places = changes.map((change, index) => placeOf(world, change, `changeBalances[${index}]`))
  changes.forEach(({ by }, index) => {
    checkBy(by, `changeBalances[${index}].by`)
  })
  const { measured, unfinished } = await measure(world, places, action)
  const rows = measured.map((one, index) => {
    const { by } = changes[index] as BalanceChange
    const change = one.after - one.before
    return { text: describeChange(one, by), isRight: typeof by === "bigint" ? change === by : by(change) }
  })
  const wrong = rows.filter(({ isRight }) => !isRight)
  return {
    holds: wrong.length === 0,
    problem: async () =>
      lines(
        `Expected ${countOf(rows.length, "balance")} to change as given, but ${wrong.length} did not:`,
        wrong.map(({ text }) => text),
        await unfinished(),
      ),
    problemIfNot: lines(
      `Expected ${rows.length === 1 ? "the balance not" : "not all balances"} to change as given, but ${rows.length === 1 ? "it" : "they"} did:`,
      measured.map((one) => describeChange(one)),
      [],
    ),
  }
}

/** Does and delivers something, and finds out whether a sum over all chains is the same as before. */
export async function checkConserved(subject: unknown, parts: readonly ValuePlace[]): Promise<MatchResult> {
  const action = asAction(subject, "conserveValue")
  const world = worldForRows(parts, "conserveValue")
  const places = parts.map((part, index) => placeOf(world, part, `conserveValue[${index}]`))
  const { measured, unfinished } = await measure(world, places, action)
  const sum = (when: "before" | "after"): bigint => measured.reduce((total, one) => total + one[when], 0n)
  const [before, after] = [sum("before"), sum("after")]
  const texts = measured.map((one) => describeChange(one))
  const change = after > before ? `${after - before} too much` : `${before - after} missing`
  return {
    holds: before === after,
    problem: async () =>
      lines(
        `Expected the value to be conserved, but ${before} became ${after}, which is ${change}:`,
        texts,
        await unfinished(),
      ),
    problemIfNot: lines(`Expected the value not to be conserved, but it was ${before} before and after:`, texts, []),
  }
}

async function measure(
  world: OpenWorld,
  places: readonly Place[],
  action: () => unknown,
): Promise<{ measured: readonly Measured[]; unfinished: () => Promise<string[]> }> {
  const readAll = () => Promise.all(places.map((place) => place.read()))
  // What was under way already does not count.
  await settle(world)
  const [before, blocks] = await Promise.all([readAll(), Promise.all(places.map(({ chain }) => heightOf(chain)))])
  const result = await action()
  await settle(world)
  const [after, gas] = await Promise.all([
    readAll(),
    Promise.all(places.map(({ chain, payer }, index) => gasPaid(chain, payer, blocks[index] as bigint))),
  ])
  const measured = places.map((place, index) => ({
    place,
    before: before[index] as bigint,
    after: (after[index] as bigint) + (gas[index] as bigint),
  }))
  return { measured, unfinished: () => describeUnfinished(world, result) }
}

const heightOf = ({ publicClient }: LocalChain) => publicClient.getBlockNumber()

/** What an account has paid for the gas of its transactions since a block, in wei. */
async function gasPaid(chain: LocalChain, payer: Address | undefined, since: bigint): Promise<bigint> {
  if (payer === undefined) return 0n
  const { publicClient } = chain
  const newest = await heightOf(chain)
  let paid = 0n
  for (let blockNumber = since + 1n; blockNumber <= newest; blockNumber += 1n) {
    const { transactions } = await publicClient.getBlock({ blockNumber, includeTransactions: true })
    for (const { hash, from } of transactions) {
      if (from.toLowerCase() !== payer.toLowerCase()) continue
      const { gasUsed, effectiveGasPrice } = await publicClient.getTransactionReceipt({ hash })
      paid += gasUsed * effectiveGasPrice
    }
  }
  return paid
}

/** A function, and not the promise of what was sent: the balances before would be unknown. */
function asAction(subject: unknown, name: string): () => unknown {
  if (typeof subject === "function") return subject as () => unknown
  throw invalid(
    name,
    "it needs the balances before, and was given what has happened already",
    `Pass a function: expect(() => alpha.send.bridge([…])).to.${name}([…]).`,
  )
}

function worldForRows(rows: readonly ValuePlace[], name: string): OpenWorld {
  if (!Array.isArray(rows) || rows.length === 0) {
    throw invalid(name, "it was given no rows", `Pass an array: ${name}([{ chain: "alpha", token, of: account }]).`)
  }
  rows.forEach((row: unknown, index) => {
    if (typeof row === "object" && row !== null) return
    throw invalid(`${name}[${index}]`, "it is no object", "Write it as { chain, token, of }.")
  })
  return worldFor(rows.flatMap((row: ValuePlace) => [row.token, "of" in row ? row.of : undefined]))
}

function checkBy(by: unknown, argument: string): void {
  if (typeof by === "bigint" || typeof by === "function") return
  throw invalid(
    argument,
    `${typeof by === "number" ? `${by} is a number` : "it is missing"}, and an amount is a bigint`,
    "Write it with an n, such as 5n or -5n.",
  )
}

function describeChange({ place, before, after }: Measured, by?: BalanceChange["by"]): string {
  const wanted = typeof by === "bigint" ? `, not by ${signed(by)}` : ""
  return `${place.name} changed by ${signed(after - before)}${wanted}: from ${before} to ${after}`
}

const signed = (amount: bigint): string => (amount > 0n ? `+${amount}` : String(amount))

const countOf = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? "" : "s"}`

function lines(first: string, rows: readonly string[], unfinished: readonly string[]): string {
  return [first, ...rows.map((row) => `  ${row}`), ...unfinished].join("\n")
}

/** Says what of a sent transaction has not arrived yet, for a failure text; empty if all has, or if it is nothing that was sent. */
async function describeUnfinished(world: OpenWorld, sent: unknown): Promise<string[]> {
  const { hash: txHash, chain, route } = (sent ?? {}) as Partial<Sent>
  if (txHash === undefined || chain === undefined) return []
  const { gateway, devnet } = world
  const messages = devnet
    .messagesFromTx(devnet.chains[chain]?.slug ?? 0, txHash)
    .filter(({ status }) => status !== "EXECUTION_SUCCESS")
  const requests = gateway === undefined ? [] : requestsOf({ gateway, txHash })
  const open = requests.filter(({ status }) => status !== "COMPLETED")
  const unpaid = route && (await (await extras.routeAssertions()).describeUnpaid(world, route.quoteId))
  return [
    ...(messages.length === 0 ? [] : ["Not delivered:", await describeMessages(world, messages)]),
    ...(gateway && open.length > 0 ? ["Not completed:", ...(await describeRequests({ world, gateway }, open))] : []),
    ...(unpaid === undefined ? [] : ["Not completed:", `  ${unpaid}`]),
  ]
}
