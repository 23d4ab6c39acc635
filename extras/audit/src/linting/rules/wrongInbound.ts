import type { FindInContract } from "../rules.js"
import { entryFrame } from "../syntax/Contract.js"
import { signatureOf } from "../syntax/nodes.js"

/** As the socket calls it, but for the slug: older guides have it in another width. */
const nearly = /^inbound\(uint\d+,bytes\)$/

/** What is abstract can still get the function, and a fallback can take what none takes. */
export const wrongInbound: FindInContract = ({ name, node, entries }) => {
  const signatures = entries.map(signatureOf)
  const isOpen = node["abstract"] === true || entries.some((entry) => entry["kind"] === "fallback")
  if (isOpen || signatures.includes("inbound(uint32,bytes)")) return []
  return entries
    .filter((_, index) => nearly.test(signatures[index] ?? ""))
    .map((entry) => ({
      node: entry,
      frame: entryFrame(entry),
      says: `No message reaches ${name}: the socket calls inbound(uint32,bytes), and it has ${signatureOf(entry)}.`,
    }))
}
