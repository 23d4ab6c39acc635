import { type Address, type Client, concat, type Hex, isHex, numberToHex, pad, size, slice } from "viem"
import { getCode } from "viem/actions"

import { requestNode } from "../readNode.js"
import { smallerOf } from "#src/primitives/numbers/amount.js"

/**
 * Runs only inside a request, as the code that would create a contract. Of each address that stands behind it, it returns how many bytes of
 * code there are, and the first 32: CODECOPY the address, EXTCODESIZE, EXTCODECOPY, and so on until CODESIZE.
 */
const peek: Hex = "0x603160005b38821015602d5760208282398051803b82526020600060208401833c5060400190602001906004565b6000f3"

/** Addresses of one request. Its answer counts as the code of a contract, which has 24,576 bytes at most. */
const most = 350

/**
 * Reads the first bytes of the code of addresses, at most 32 of each, with one request for hundreds; where a node refuses that, one by one.
 *
 * @returns of each address its code; `0x` where there is none, and the error where the node does not answer
 */
export async function readCodePrefixes(
  client: Client,
  addresses: readonly Address[],
  blockNumber: bigint,
): Promise<Map<Address, Hex | Error>> {
  const all = [...new Set(addresses)]
  const parts = Array.from({ length: Math.ceil(all.length / most) }, (_, index) =>
    all.slice(index * most, (index + 1) * most),
  )
  const read = await Promise.all(parts.map((part) => readTogether(client, part, blockNumber).catch(() => undefined)))
  const entries = parts.flatMap((part, place) =>
    part.map(async (address, index): Promise<[Address, Hex | Error]> => {
      const code = read[place]?.[index]
      // Not every node shows a delegated key alike (EIP-7702).
      if (code !== undefined && !code.startsWith("0xef")) return [address, code]
      const whole = getCode(client, { address, blockNumber }).catch((error: unknown) => error as Error)
      return [address, (await whole) ?? "0x"]
    }),
  )
  return new Map(await Promise.all(entries))
}

async function readTogether(client: Client, addresses: readonly Address[], blockNumber: bigint): Promise<Hex[]> {
  const data = concat([peek, ...addresses.map((address) => pad(address))])
  const answer = await requestNode(client, "eth_call", { data }, numberToHex(blockNumber))
  if (!isHex(answer) || size(answer) !== addresses.length * 64) throw new Error("It is not an answer to that.")
  return addresses.map((_, index) => {
    const length = BigInt(slice(answer, index * 64, index * 64 + 32))
    const bytes = Number(smallerOf(length, 32n))
    return bytes === 0 ? "0x" : slice(answer, index * 64 + 32, index * 64 + 32 + bytes)
  })
}
