import type { Contract, Frame } from "./Contract.js"
import { callsOwn, child, list, type Node, walk } from "./nodes.js"

/** A condition without which the call reverts. */
export type Requirement = { readonly condition: Node; readonly holds: boolean }

/**
 * What a statement requires: the condition of `require` or `assert`, or that of an `if` with a revert.
 *
 * @param isStrict leaves out an `if` in which something else decides whether it reverts
 */
export function requirementsOf(contract: Contract, node: Node, frame: Frame, isStrict: boolean): Requirement[] {
  if (callsOwn(node, "require", "assert")) {
    return list(node, "arguments")
      .slice(0, 1)
      .map((condition) => ({ condition, holds: true }))
  }
  const condition = node.nodeType === "IfStatement" ? child(node, "condition") : undefined
  if (condition === undefined) return []
  const branches = [
    { body: child(node, "trueBody"), holds: false },
    { body: child(node, "falseBody"), holds: true },
  ]
  return branches.flatMap(({ body, holds }) => {
    const statements = isStrict ? (body?.nodeType === "Block" ? list(body, "statements") : [body]) : walk(body)
    return statements.some((one) => reverts(contract, one, frame)) ? [{ condition, holds }] : []
  })
}

function reverts(contract: Contract, statement: Node | undefined, frame: Frame): boolean {
  if (statement?.nodeType === "RevertStatement") return true
  const call = statement?.nodeType === "ExpressionStatement" ? child(statement, "expression") : undefined
  if (call === undefined) return false
  if (callsOwn(call, "revert")) return true
  const last = list(child(contract.calleeOf(call, frame), "body"), "statements").at(-1)
  return last?.nodeType === "RevertStatement"
}
