import { code, table } from "./table.js"
import * as gateway from "#src/gateway/index.js"
import * as messaging from "#src/messaging/index.js"
import * as swap from "#src/swap/index.js"

const { messageStates } = messaging
const { callTypes, deploymentStates, payloadStates, timeoutStates, transactionStates } = gateway
const { routeRefusals, routeStates } = swap

/** Tables of the code whose entries say what they mean, and what one entry is called. */
const tables: Readonly<Record<string, readonly [of: string, states: Readonly<Record<string, Described>>]>> = {
  messageStates: ["state", messageStates],
  transactionStates: ["request state", transactionStates],
  payloadStates: ["payload state", payloadStates],
  callTypes: ["call type", callTypes],
  timeoutStates: ["timeout state", timeoutStates],
  deploymentStates: ["deployment state", deploymentStates],
  routeStates: ["route state", routeStates],
  routeRefusals: ["reason", routeRefusals],
}

type Described = { readonly says: string; readonly final?: string }

/** Renders a table of states with the words that tasks print. */
export function stateTable([name = ""]: readonly string[]): Promise<string> {
  const known = tables[name]
  if (known === undefined)
    throw new Error(`"${name}" is not a table of states. Known: ${Object.keys(tables).join(", ")}.`)
  const [of, states] = known
  const hasEnds = Object.values(states).some(({ final }) => final !== undefined)
  const rows = Object.entries(states).map(([state, { says, final = "" }]) => [
    code(state),
    says,
    ...(hasEnds ? [final] : []),
  ])
  return Promise.resolve(table([of, "meaning", ...(hasEnds ? ["final"] : [])], rows))
}
