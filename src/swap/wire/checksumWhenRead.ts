import { inspect } from "node:util"

import type { Address } from "viem"

import { checksumOf } from "../../primitives/address.js"
import { isEvmAddress, type OrForeign } from "../../primitives/foreign.js"
import type { Token } from "../types.js"

const plain: unique symbol = Symbol("address in lower case")
const checksummed: unique symbol = Symbol("address with checksum")
type ListedToken = Token & {
  readonly [plain]: OrForeign<Address>
  readonly [checksummed]: OrForeign<Address> | undefined
}

// All tokens share these: with functions of its own, each token would take twice the memory.
const properties = {
  address: {
    enumerable: true,
    get(this: ListedToken): OrForeign<Address> {
      const known = this[checksummed]
      if (known !== undefined) return known
      const given = this[plain]
      const address = isEvmAddress(given) ? checksumOf(given) : given
      // A frozen token computes it each time.
      Reflect.set(this, checksummed, address)
      return address
    },
  },
  // Otherwise a printed token would show that it has a getter, instead of its address.
  inspected: {
    value(this: ListedToken): Token {
      return { ...this }
    },
  },
} as const

/**
 * Returns a token whose address is checksummed when it is first read: a list can have tens of thousands of tokens, of which few are
 * used, and their checksums would take several times longer than the rest of the parsing.
 *
 * It is a copy, because replacing a property of an object by a getter makes the object slow and large.
 *
 * @param token with its address in lower case
 */
export function checksumWhenRead(token: Token): Token {
  const listed: Record<string, unknown> = {}
  Object.defineProperty(listed, plain, { value: token.address })
  Object.defineProperty(listed, checksummed, { value: undefined, writable: true })
  Object.defineProperty(listed, inspect.custom, properties.inspected)
  for (const [key, value] of Object.entries(token)) {
    if (key === "address") Object.defineProperty(listed, key, properties.address)
    else listed[key] = value
  }
  return listed as Token
}
