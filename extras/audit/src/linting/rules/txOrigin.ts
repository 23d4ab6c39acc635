import type { FindInFile } from "../rules.js"
import { child, isGlobal, text, walk } from "../syntax/nodes.js"

export const txOrigin: FindInFile = function* ({ tree, content }) {
  // Most files are not worth the walk.
  if (!content.includes("origin")) return
  for (const node of walk(tree)) {
    const isYul = text(child(node, "functionName"), "name") === "origin"
    if (!isYul && !isGlobal(node, "tx", "origin")) continue
    yield {
      node,
      says: "tx.origin is the account that signed the transaction: in inbound an executor, elsewhere anybody who was led to call another contract.",
    }
  }
}
