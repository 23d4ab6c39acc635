import type { Contract, Place, Step } from "./Contract.js"
import { calledBy, idOf, list, type Node, parametersOf, signatureOf, text, typeOf } from "./nodes.js"
import { memoize } from "#src/primitives/lifetime/lazily.js"

/** A function that receives messages, and the parameter that has what the sender wrote. */
export type Receiver = { readonly entry: Node; readonly payload: number }

/** Of the socket, and of gateways of ERC-7786. */
const receivers: Readonly<Record<string, number>> = {
  "inbound(uint32,bytes)": 1,
  "receiveMessage(bytes32,bytes,bytes)": 2,
}

export function receiversOf({ entries }: Contract): Receiver[] {
  return entries.flatMap((entry) => {
    const payload = receivers[signatureOf(entry)]
    return payload === undefined ? [] : [{ entry, payload: idOf(parametersOf(entry)[payload]) }]
  })
}

/** A call that sends a message: of the socket's `outbound`, or of a gateway's `sendMessage`. */
export type Sending = Step & {
  readonly isOutbound: boolean
  readonly value: Node | undefined
  readonly gasLimit: Node | undefined
  readonly payload: Node | undefined
  /** The call to show. */
  readonly from: Place
}

const sendingTypes: Readonly<Record<string, RegExp>> = {
  outbound: /^t_function_external_payable\$_t_uint32_\$_t_uint256_\$_t_bytes32_\$_t_bytes32_\$_t_bytes_/,
  sendMessage: /^t_function_external_payable\$_t_bytes_\w+_\$_t_bytes_\w+_\$_t_array\$_t_bytes_/,
}

function sendingsOf(contract: Contract, entry: Node): Sending[] {
  return contract.steps(entry).flatMap((step) => {
    if (step.node.nodeType !== "FunctionCall" || step.callee !== undefined) return []
    const { target, value } = calledBy(step.node)
    const name = text(target, "memberName")
    if (!Object.hasOwn(sendingTypes, name) || !sendingTypes[name]?.test(typeOf(target))) return []
    const isOutbound = name === "outbound"
    const values = list(step.node, "arguments")
    const [gasLimit, payload] = isOutbound ? [values[1], values[4]] : [undefined, values[1]]
    return [{ ...step, isOutbound, value, gasLimit, payload, from: ownPlace(contract, step) }]
  })
}

/** The call in the most derived contract on the way: what a base does for it is no mistake of the base. */
export function ownPlace({ line, syntax }: Contract, step: Place): Place {
  const levelOf = ({ frame }: Place): number => line.indexOf(syntax.ownerOf.get(idOf(frame.definition)) as Node)
  let own = step
  for (let { call, caller } = step.frame; call !== undefined && caller !== undefined; { call, caller } = caller) {
    const at = { node: call, frame: caller }
    // Functions of libraries are of no contract, and call none that are.
    if (levelOf(own) === -1 || levelOf(at) < levelOf(own)) own = at
  }
  return own
}

/** A function that others call to send messages over the socket, with what it sends. */
export type Sender = { readonly entry: Node; readonly sendings: readonly Sending[] }

export const sendersOf: (contract: Contract) => readonly Sender[] = memoize(
  (contract) =>
    contract.entries.flatMap((entry) => {
      const sendings = /^(view|pure)$/.test(text(entry, "stateMutability")) ? [] : sendingsOf(contract, entry)
      return sendings.length === 0 ? [] : [{ entry, sendings }]
    }),
  new WeakMap(),
)
