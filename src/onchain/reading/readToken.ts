import type { Address, Client, Hex } from "viem"

import { call, readContract } from "viem/actions"
import { decodeAbiParameters, hexToString, parseAbi, size } from "viem/utils"

import { explainCallError, isContractFailure, WrongContractError } from "../callErrors.js"

/** What a token says about itself. */
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
 * @example
 * const { decimals } = await readToken(publicClient, "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48")
 * const inputAmount = parseUnits("1000", decimals)
 */
export async function readToken(client: Client, address: Address): Promise<TokenFacts> {
  const [decimals, symbol] = await Promise.all([readDecimals(client, address), readSymbol(client, address)])
  return { address, decimals, symbol }
}

/** Wider than the standard's `uint8`, which some tokens do not keep to. */
const decimalsAbi = parseAbi(["function decimals() view returns (uint256)"])
const symbolSelector: Hex = "0x95d89b41"
const mostDecimals = 255n

async function readDecimals(client: Client, address: Address): Promise<number> {
  const question = { abi: decimalsAbi, address, functionName: "decimals" } as const
  const decimals = await readContract(client, question).catch((error: unknown) => {
    if (isContractFailure(error)) return undefined
    throw explainCallError(error, question)
  })
  if (decimals !== undefined && decimals <= mostDecimals) return Number(decimals)
  throw new WrongContractError({ address, expected: "token", next: "Check the token's address and its chain." })
}

async function readSymbol(client: Client, address: Address): Promise<string | undefined> {
  const data = await call(client, { to: address, data: symbolSelector }).then(
    (result) => result.data ?? "0x",
    (error: unknown) => {
      if (isContractFailure(error)) return "0x" as const
      throw explainCallError(error, { address, functionName: "symbol" })
    },
  )
  return decodeSymbol(data)
}

/** A longer answer is no symbol. */
const mostBytes = 1_024

function decodeSymbol(data: Hex): string | undefined {
  if (size(data) < 32 || size(data) > mostBytes) return undefined
  try {
    const text =
      size(data) === 32 ? hexToString(data, { size: 32 }) : decodeAbiParameters([{ type: "string" }], data)[0]
    const symbol = text.replaceAll("\0", "").trim()
    return symbol === "" ? undefined : symbol
  } catch {
    return undefined
  }
}
