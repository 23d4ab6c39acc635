import type { GatewayCase, Findings } from "./types.js"
import { toCause } from "./types.js"

/** Finds why a transaction made no request. */
export function findTransactionCauses({ reading }: GatewayCase): Promise<Findings> {
  const { kind, id, gateway, head } = reading
  const evidence = [
    { source: `${gateway.name}, block ${head.number}`, says: `There is no transaction, payload or timeout ${id}.` },
  ]
  if (kind === "unknown") {
    const says = `Neither ${gateway.name} nor a chain that it reaches knows ${id}.`
    return Promise.resolve({
      causes: [toCause({ name: "transaction-unknown", says, evidence, mend: { who: "you", command: null } })],
    })
  }
  return Promise.resolve({ causes: [] })
}
