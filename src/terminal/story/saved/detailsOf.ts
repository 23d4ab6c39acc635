import { isRecord } from "../../../primitives/isRecord.js"
import { shorten } from "../../../primitives/text.js"

/**
 * The fields that tell something. All others are left out, because an output also has what nobody should send: `devnet --json` has API keys,
 * and a quote has a page of data.
 */
const telling: ReadonlySet<string> = new Set([
  ...["reason", "says", "code", "message", "next", "outcome", "what", "note"],
  ...["srcPlug", "dstPlug", "plug", "target", "appGateway", "onChainAddress", "forwarderAddress", "account"],
  ...["userAddress", "receiverAddress", "spender", "executor", "callType", "inboundStatus", "executionStatus"],
  ...["finalizeStatus", "callbackStatus", "simulationStatus", "executeSimulationStatus", "callbackSimulationStatus"],
  ...["executeRevertString", "callbackRevertString", "revertString", "isGivenUp", "attempts", "nonce", "replacedBy"],
  ...["fee", "value", "attached", "amount", "credits", "sum", "minMsgGasLimit", "lateBy", "executeAt", "chainName"],
  ...["finalizeTxHash", "executeTxHash", "callbackTxHash", "resolveTxHash", "appGatewayTxHash", "symbol", "maxFees"],
])

const deepest = 4
const mostLines = 30

/** Lists what an event or a thing says, a line a field, each once. */
export function detailsOf(value: unknown): string[] {
  const lines = new Set<string>()
  collect(value, { lines, within: undefined, depth: 0 })
  return [...lines]
}

type Place = {
  readonly lines: Set<string>
  /** The name of the object that the value is in; absent at the top. */
  readonly within: string | undefined
  readonly depth: number
}

function collect(value: unknown, { lines, within, depth }: Place): void {
  if (depth > deepest || lines.size >= mostLines) return
  const deeper = (inner: unknown, name: string | undefined): void => {
    collect(inner, { lines, within: name, depth: depth + 1 })
  }
  if (Array.isArray(value)) for (const element of value) deeper(element, within)
  else if (isRecord(value)) {
    for (const [name, inner] of Object.entries(value)) {
      if (typeof inner === "object") deeper(inner, shorten(name))
      else if (telling.has(name) && isScalar(inner) && inner !== "") {
        lines.add(`${within === undefined ? "" : `${within} `}${name}: ${shorten(String(inner), 400)}`)
      }
    }
  }
}

function isScalar(value: unknown): value is string | number | boolean {
  return ["string", "number", "boolean"].includes(typeof value)
}
