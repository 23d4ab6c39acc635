import type { FindInContract } from "../rules.js"
import type { Contract, Place } from "../syntax/Contract.js"
import { sendersOf } from "../syntax/messages.js"
import { child, type Node, referenceOf, text, typeOf, unwrap } from "../syntax/nodes.js"
import { writtenAt } from "../syntax/values.js"
import { gasOfNewSlot, gasRules, nextHardfork, presentHardfork } from "#src/primitives/numbers/gasRules.js"

/** Less than the checks of `Plug`, one new word of storage and an event take, with the room that a later change needs. */
const leastGas = 50_000
/** What `GuardedPlug` takes besides, to check a message and to hold it. */
const guardGas = 135_000

/** What one new word of storage takes more by the next rules. */
const moreNext = gasOfNewSlot(gasRules[nextHardfork]) - gasOfNewSlot(gasRules[presentHardfork])

export const constantGas: FindInContract = (contract) => {
  const least = leastGas + (contract.line.some((base) => text(base, "name") === "GuardedPlug") ? guardGas : 0)
  return [...gasConstantsIn(contract)].flatMap(({ gas, ...place }) => {
    if (gas >= least) return []
    const says = `${contract.name} sends with ${String(gas)} gas for inbound, and a message that runs out of it stays undelivered: ${String(least)} is the least that checks, one new word of storage and an event take, and ${String(least + moreNext)} under the rules of ${nextHardfork}.`
    return [{ ...place, says }]
  })
}

/** A constant with which a contract sends, and where it is written. */
export function* gasConstantsIn(contract: Contract): Generator<Place & { readonly gas: number }> {
  for (const { sendings } of sendersOf(contract)) {
    for (const { gasLimit, frame } of sendings) {
      if (gasLimit === undefined) continue
      const place = writtenAt({ node: gasLimit, frame })
      const gas = constantOf(contract, place.node)
      if (gas !== undefined) yield { ...place, gas }
    }
  }
}

/** The number of a literal or a constant; `undefined` for any other expression. */
function constantOf(contract: Contract, node: Node | undefined): number | undefined {
  let value = unwrap(node)
  for (let hops = 0; hops < 8; hops += 1) {
    const [, digits] = /^int_const (\d+)$/.exec(typeOf(value, "typeString")) ?? []
    if (digits !== undefined) return Number(digits)
    const declared = contract.syntax.declarations.get(referenceOf(value))
    if (declared?.["constant"] !== true) return undefined
    value = unwrap(child(declared, "value"))
  }
  return undefined
}
