import type { Address, Chain, Client, Hex } from "viem"
import { call, readContract } from "viem/actions"
import { decodeAbiParameters, hexToString, type ParseAbi, parseAbi, size } from "viem/utils"

import { isContractFailure, throwExplained, throwUnless, WrongContractError } from "./callErrors.js"

// `approve` and `transfer` have no return value here, because some tokens return nothing, against the standard.
const token = [
  "function allowance(address owner, address spender) view returns (uint256)",
  "function approve(address spender, uint256 amount)",
  "function balanceOf(address account) view returns (uint256)",
  "function transfer(address to, uint256 amount)",
  "event Transfer(address indexed from, address indexed to, uint256 value)",
  "error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed)",
  "error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)",
] as const

/** The parts of the ERC-20 interface that are needed to pay tokens, and to let a contract spend them. */
export const tokenAbi: ParseAbi<typeof token> = parseAbi(token)

/** The unit of a token, as its contract reports it. */
export type TokenFacts = {
  readonly address: Address
  readonly decimals: number
  /** Text from the contract. `undefined` if it has none. */
  readonly symbol: string | undefined
}

/**
 * Reads the decimals and the symbol of a token from its contract. Old tokens return the symbol as 32 bytes.
 *
 * @throws {WrongContractError} there is no token with decimals at the address
 * @throws {NodeFailedError} the node did not answer
 */
export async function readToken(client: Client, address: Address): Promise<TokenFacts> {
  const [decimals, symbol] = await Promise.all([readDecimals(client, address), readSymbol(client, address)])
  return { address, decimals, symbol }
}

/** Wider than the standard's `uint8`, which some tokens do not keep to. */
const decimalsAbi = parseAbi(["function decimals() view returns (uint256)"])
const symbolSelector: Hex = "0x95d89b41"
const maxDecimals = 255n
const checkToken = "Check the token's address and its chain."

async function readDecimals(client: Client, address: Address): Promise<number> {
  const question = { abi: decimalsAbi, address, functionName: "decimals" } as const
  const decimals = await readContract(client, question).catch(throwNoToken(address, "decimals"))
  if (decimals <= maxDecimals) return Number(decimals)
  throw new WrongContractError({ address, expected: "token", next: checkToken })
}

async function readSymbol(client: Client, address: Address): Promise<string | undefined> {
  const data = await call(client, { to: address, data: symbolSelector }).then(
    (result) => result.data ?? "0x",
    (error: unknown) => {
      if (isContractFailure(error)) return "0x" as const
      return throwExplained({ address, functionName: "symbol" })(error)
    },
  )
  return decodeSymbol(data)
}

/** A longer answer is no symbol. */
const maxSymbolBytes = 1_024

function decodeSymbol(data: Hex): string | undefined {
  if (size(data) > maxSymbolBytes) return undefined
  try {
    const text =
      size(data) === 32 ? hexToString(data, { size: 32 }) : decodeAbiParameters([{ type: "string" }], data)[0]
    const symbol = text.replaceAll("\0", "").trim()
    return symbol === "" ? undefined : symbol
  } catch {
    return undefined
  }
}

/**
 * Reads how much of a token an account owns, in the smallest unit of the token.
 *
 * @throws {WrongContractError} there is no token at the address
 * @throws {NodeFailedError} the node did not answer
 */
export async function readBalance(client: Client, token: Address, account: Address): Promise<bigint> {
  const functionName = "balanceOf"
  const balance = readContract(client, { abi: tokenAbi, address: token, functionName, args: [account] })
  return await balance.catch(throwNoToken(token, functionName))
}

/** Every token answers these calls. */
export function throwNoToken(token: Address, functionName: string): (error: unknown) => never {
  return throwUnless("token", { address: token, functionName }, checkToken)
}

export type NativeCurrency = { readonly symbol: string; readonly decimals: number }

/** For chains in no list, such as local ones. Every EVM chain counts its currency in 1e-18. */
const ether: NativeCurrency = { symbol: "ETH", decimals: 18 }

/** The native currency by the client's chain, or else by viem's list, because nodes don't tell. A chain in neither has ether. */
export async function readNativeCurrency(client: Client | undefined, chainId: number): Promise<NativeCurrency> {
  if (client?.chain?.id === chainId) return client.chain.nativeCurrency
  const chains: Readonly<Record<string, Chain>> = await import("viem/chains")
  return Object.values(chains).find(({ id }) => id === chainId)?.nativeCurrency ?? ether
}
