import { type Address, parseAbi } from "viem"

import { invalid } from "../../arguments.js"
import type { TokenSymbol } from "../../contracts/funds.js"
import { type Addressed, addressOf, chainsOf, tokensNamed } from "../../world/findInWorld.js"
import type { OpenWorld } from "../../world/OpenWorld.js"
import { nameAddress } from "../names.js"
import type { LocalChain } from "#src/devnet/chain/chains.js"
import { didYouMean } from "#src/primitives/commands/nearest.js"
import { inQuotes } from "#src/primitives/text.js"

/** Whose balance it is: of which account, in which token, on which chain. */
export type BalancePlace = {
  /** Name of the chain. Default: that of `token` or `of`, if it is a contract that the world has deployed. */
  readonly chain?: string | undefined
  /** An ERC-20 token, or the symbol of one that the world brings. Default: the chain's native token, in wei. */
  readonly token?: Addressed | TokenSymbol | undefined
  /** An account or a contract. */
  readonly of: Addressed
}

export type BalanceChange = BalancePlace & {
  /** The change in the smallest unit, or a function that says whether a change is right. */
  readonly by: bigint | ((change: bigint) => boolean)
}

/** Value on a chain, as a part of a sum over chains: a balance, or the supply of a token. */
export type ValuePlace =
  | BalancePlace
  | {
      readonly chain?: string | undefined
      /** An ERC-20 token, or the symbol of one that the world brings. Its whole supply counts. */
      readonly token: Addressed | TokenSymbol
      /** Holders whose tokens do not count, such as a vault that locks those that exist on another chain. Default: none. */
      readonly except?: readonly Addressed[] | undefined
    }

/** A balance or a supply that can be read again and again. */
export type Place = {
  /** Names it in a failure text: `BridgeToken of accounts[0] 0x… on alpha`. */
  readonly name: string
  readonly chain: LocalChain
  /** The account whose native balance it is, which pays for gas too; `undefined` for anything else. */
  readonly payer: Address | undefined
  read(): Promise<bigint>
}

const tokenAbi = parseAbi([
  "function balanceOf(address account) view returns (uint256)",
  "function totalSupply() view returns (uint256)",
])

/** @param row where the row of an assertion is, for errors: `balances[0]` */
export function placeOf(world: OpenWorld, place: ValuePlace, row: string): Place {
  const chain = chainOf(world, place, row)
  const token = place.token === undefined ? undefined : tokenOf(world, chain, place.token, `${row}.token`)
  const name = (address: Address): string => nameAddress(world, chain, address)
  if ("of" in place) {
    const account = addressOf(place.of, `${row}.of`)
    const read =
      token === undefined
        ? () => chain.publicClient.getBalance({ address: account })
        : () => readToken(chain, token, account, { row, name: name(token) })
    const what = token === undefined ? "native token" : name(token)
    return {
      name: `${what} of ${name(account)} on ${chain.name}`,
      chain,
      payer: token === undefined ? account : undefined,
      read,
    }
  }
  if (token === undefined) {
    throw invalid(
      row,
      "it names neither a token nor an account",
      "Name whose balance it is with of, or the token whose supply it is with token.",
    )
  }
  const holders = (place.except ?? []).map((holder, index) => addressOf(holder, `${row}.except[${index}]`))
  const without = holders.length === 0 ? "" : ` without what ${holders.map(name).join(" and ")} holds`
  return {
    name: `supply of ${name(token)} on ${chain.name}${without}`,
    chain,
    payer: undefined,
    async read() {
      const what = { row, name: name(token) }
      const supply = await readToken(chain, token, undefined, what)
      const held = await Promise.all(holders.map((holder) => readToken(chain, token, holder, what)))
      return held.reduce((left, amount) => left - amount, supply)
    },
  }
}

async function readToken(
  { name: chain, publicClient }: LocalChain,
  address: Address,
  account: Address | undefined,
  { row, name }: { row: string; name: string },
): Promise<bigint> {
  const token = { address, abi: tokenAbi } as const
  try {
    return account === undefined
      ? await publicClient.readContract({ ...token, functionName: "totalSupply" })
      : await publicClient.readContract({ ...token, functionName: "balanceOf", args: [account] })
  } catch {
    throw invalid(
      `${row}.token`,
      `${name} on ${chain} has no ${account === undefined ? "totalSupply()" : "balanceOf(address)"}`,
      "Name an ERC-20 token of this chain.",
    )
  }
}

function chainOf(world: OpenWorld, place: ValuePlace, row: string): LocalChain {
  const chains = chainsOf(world)
  const names = [...chains.keys()]
  const parts = [place.token, "of" in place ? place.of : undefined]
  const named = parts.flatMap((part) => (part as { chainName?: string } | undefined)?.chainName ?? [])
  const name = place.chain ?? named[0]
  if (name === undefined) {
    throw invalid(`${row}.chain`, "it is missing", `Name the chain: ${names.join(", ")}.`)
  }
  const other = named.find((one) => one !== name)
  if (other !== undefined) {
    throw invalid(row, `it is about ${name}, and names a contract on ${other}`, "Give each chain a row of its own.")
  }
  const chain = chains.get(name)
  if (chain !== undefined) return chain
  throw invalid(
    `${row}.chain`,
    `the world has no chain ${inQuotes(name)}`,
    `It has ${names.join(", ")}.${didYouMean(name, names)}`,
  )
}

function tokenOf(world: OpenWorld, chain: LocalChain, token: Addressed | TokenSymbol, argument: string): Address {
  return (typeof token === "string" && tokensNamed(world, chain).get(token)) || addressOf(token as Addressed, argument)
}
