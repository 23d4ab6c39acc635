import { type Address, BaseError, type Hex } from "viem"
import { getAddress, hexToBytes, toHex } from "viem/utils"

import type { ChainView } from "#src/messaging/reading/ChainView.js"
import { readCode } from "#src/messaging/reading/safe/readCode.js"

/**
 * Refuses code with a DELEGATECALL, or CALLCODE, to what it does not name: that of a proxy of any kind. A clone names its implementation
 * just before (EIP-1167), and a caller its library, whose code begins with its own address. Code can be made to look so.
 *
 * @throws {BaseError} the contract has such code or none, or one whose code it runs, or the node does not answer
 */
export async function requireOwnCode(view: ChainView, address: Address, seen: Set<Address> = new Set()): Promise<void> {
  if (seen.has(address)) return
  seen.add(address)
  const code = await readCode(view, address)
  if (code === "0x") throw new BaseError(`the node gives no code of ${address}`)
  for (const { target, isClone } of findTargets(code)) {
    // A library names itself, and calls others all the same. A chain of more contracts is not followed.
    const isOther = target !== undefined && target !== address && seen.size < 20
    const start = isOther ? (await readCode(view, target)).slice(0, 130) : ""
    const isNamed = isOther && (isClone || start.includes(target.slice(2).toLowerCase()))
    if (!isNamed) throw new BaseError(`${address} runs code that neither its own code nor a slot of EIP-1967 names`)
    await requireOwnCode(view, target, seen)
  }
}

/** Of each such instruction the address that was pushed last since the one before. */
function findTargets(hex: Hex): { readonly target: Address | undefined; readonly isClone: boolean }[] {
  const code = hexToBytes(hex)
  const found: ReturnType<typeof findTargets> = []
  let [target, end]: [Address | undefined, number] = [undefined, 0]
  for (let at = 0; at < code.length; at += 1) {
    const op = code[at] ?? 0
    // What follows INVALID and is no place to jump to is data, such as the code of contracts that it creates.
    if (op === 0xfe && code[at + 1] !== 0x5b) break
    if (op === 0x73 && at + 20 < code.length) [target, end] = [getAddress(toHex(code.slice(at + 1, at + 21))), at + 21]
    if (op === 0xf4 || op === 0xf2) {
      found.push({ target, isClone: at === end + 1 && code[end] === 0x5a })
      target = undefined
    }
    if (op >= 0x60 && op <= 0x7f) at += op - 0x5f
  }
  return found
}
