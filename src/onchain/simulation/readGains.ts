import type { Address, Hex } from "viem"
import { isAddressEqual, size, slice, toEventSelector } from "viem/utils"

import { zeroAddress } from "../../primitives/address.js"
import { largerOf } from "../../primitives/numbers/amount.js"
import { addressIn, numberIn } from "./readAccountEffects.js"
import type { SimulatedEffects } from "./Simulation.js"

/** How much more of a fungible token an account would own. `native` for the chain's currency. */
export type Gain = { readonly account: Address; readonly token: Address | "native"; readonly amount: bigint }

const transfer = toEventSelector("Transfer(address,address,uint256)")
const deposit = toEventSelector("Deposit(address,uint256)")
const withdrawal = toEventSelector("Withdrawal(address,uint256)")

type Book = { moved: bigint; minted: bigint; burned: bigint; wrapped: bigint; unwrapped: bigint }

/**
 * Reads what every account would gain. The wrapper of the native currency logs deposits and withdrawals, and some wrappers a transfer of
 * the same amount too, which counts once.
 */
export function readGains({
  logs,
  nativeTransfers,
}: Pick<SimulatedEffects, "logs" | "nativeTransfers">): readonly Gain[] {
  const books = new Map<string, Book & Pick<Gain, "account" | "token">>()
  const add = (token: Gain["token"], account: Address, kind: keyof Book, amount: bigint): void => {
    const key = `${token} ${account}`
    const none = { account, token, moved: 0n, minted: 0n, burned: 0n, wrapped: 0n, unwrapped: 0n }
    const book = books.get(key) ?? none
    books.set(key, { ...book, [kind]: book[kind] + amount })
  }
  const wrappers = new Set(nativeTransfers.flatMap(({ from, to }) => [from.toLowerCase(), to.toLowerCase()]))
  for (const { address: token, topics, data } of logs) {
    const [selector, ...indexed] = topics
    const words: Hex[] = [
      ...indexed,
      ...Array.from({ length: Math.min(3, Math.floor(size(data) / 32)) }, (_, at) =>
        slice(data, at * 32, at * 32 + 32),
      ),
    ]
    const [first, second] = [addressIn(words[0]), addressIn(words[1])]
    if (selector === transfer && indexed.length < 3) {
      const amount = numberIn(words[2])
      const [isMinted, isBurned] = [isAddressEqual(first, zeroAddress), isAddressEqual(second, zeroAddress)]
      if (!isMinted) add(token, first, isBurned ? "burned" : "moved", isBurned ? amount : -amount)
      if (!isBurned) add(token, second, isMinted ? "minted" : "moved", amount)
    } else if (wrappers.has(token.toLowerCase()) && (selector === deposit || selector === withdrawal)) {
      add(token, first, selector === deposit ? "wrapped" : "unwrapped", numberIn(words[1]))
    }
  }
  for (const { from, to, value } of nativeTransfers) {
    add("native", from, "moved", -value)
    add("native", to, "moved", value)
  }
  return [...books.values()].flatMap(({ account, token, moved, minted, burned, wrapped, unwrapped }) => {
    const amount = moved + largerOf(minted, wrapped) - largerOf(burned, unwrapped)
    return amount > 0n ? [{ account, token, amount }] : []
  })
}
