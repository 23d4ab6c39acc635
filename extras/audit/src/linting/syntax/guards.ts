import { type Contract, enter, entryFrame, type Frame, type Place } from "./Contract.js"
import { callsOwn, child, list, type Node, referenceOf, text, typeOf, unwrap, walk } from "./nodes.js"
import { writesOf } from "./readSyntax.js"
import { isCaller, isMadeOf, isStored } from "./values.js"

/** Looks for a check among what always runs. The budget bounds code that branches without end. */
type Search = {
  readonly contract: Contract
  readonly accepts: (condition: Place, holds: boolean) => boolean
  left: number
}

const budget = 20_000

/** Whether a function reverts for callers that the contract does not know. */
export function checksCaller(contract: Contract, entry: Node): boolean {
  const search: Search = {
    ...{ contract, left: budget },
    accepts: (condition, holds) => knowsCaller(search, condition, holds),
  }
  return isGuarded(search, entryFrame(entry))
}

/** Whether a function succeeds only once, as one does that initializes: it sets what it has checked before. */
export function runsOnce(contract: Contract, entry: Node): boolean {
  const accepts = (condition: Place): boolean => {
    const written = new Set(walk(child(condition.frame.definition, "body")).flatMap(writesOf))
    return isMadeOf(contract, condition, ({ node }) => written.has(referenceOf(node)))
  }
  return isGuarded({ contract, left: budget, accepts }, entryFrame(entry))
}

/** Goes through the modifiers, the statements up to one that can return, and the functions that these call. */
function isGuarded(search: Search, frame: Frame | undefined): boolean {
  if (frame === undefined) return false
  for (const used of list(frame.definition, "modifiers")) {
    const definition = search.contract.modifierOf(used)
    if (definition !== undefined && isGuarded(search, enter(definition, used, frame))) return true
  }
  const waiting = list(child(frame.definition, "body"), "statements")
  for (let statement = waiting.shift(); statement !== undefined; statement = waiting.shift()) {
    search.left -= 1
    if (search.left < 0) return false
    if (/^(Unchecked)?Block$/.test(statement.nodeType)) waiting.unshift(...list(statement, "statements"))
    else if (guards(search, statement, frame, waiting.length === 0)) return true
    else if (walk(statement).some(({ nodeType }) => nodeType === "Return")) return false
  }
  return false
}

function guards(search: Search, statement: Node, frame: Frame, isLast: boolean): boolean {
  const { contract } = search
  const meets = (condition: Node, holds: boolean): boolean => search.accepts({ node: condition, frame }, holds)
  if (statement.nodeType === "IfStatement") {
    const condition = child(statement, "condition")
    // `if (msg.sender == socket) { … }` with nothing besides.
    const isAll = isLast && child(statement, "falseBody") === undefined && condition !== undefined
    if (isAll && meets(condition, true)) return true
    return requirementsOf(contract, statement, frame, false).some((one) => meets(one.condition, one.holds))
  }
  if (statement.nodeType === "InlineAssembly") {
    const names = walk(child(statement, "AST")).map((node) => text(child(node, "functionName"), "name"))
    return names.includes("caller") && names.includes("revert")
  }
  if (!/^(Expression|VariableDeclaration)Statement$|^Return$/.test(statement.nodeType)) return false
  return walk(statement).some((node) => {
    if (requirementsOf(contract, node, frame, true).some((one) => meets(one.condition, one.holds))) return true
    const callee = contract.calleeOf(node, frame)
    return callee !== undefined && isGuarded(search, enter(callee, node, frame))
  })
}

/** Whether the caller is one that the contract knows, if the condition holds (or if it does not). */
function knowsCaller(search: Search, { node: condition, frame }: Place, holds: boolean): boolean {
  // Also a bound for how deep it goes.
  search.left -= 20
  if (search.left < 0) return false
  const { contract } = search
  const node = unwrap(condition)
  const inner = (part: Node | undefined, isTrue = holds): boolean =>
    part !== undefined && knowsCaller(search, { node: part, frame }, isTrue)
  const [left, right] = [child(node, "leftExpression"), child(node, "rightExpression")]
  const operator = text(node, "operator")
  // No other operator of one side makes a condition than `!`.
  if (node?.nodeType === "UnaryOperation") return inner(child(node, "subExpression"), !holds)
  if (left !== undefined && right !== undefined) {
    if (operator === "&&" || operator === "||") {
      return (operator === "&&") === holds ? inner(left) || inner(right) : inner(left) && inner(right)
    }
    const isLeft = isCaller(contract, { node: left, frame })
    const [caller, other] = isLeft ? [left, right] : [right, left]
    if (!isCaller(contract, { node: caller, frame })) return false
    // `levels[msg.sender] > 0`
    if (isListed(contract, { node: caller, frame })) return other["isPure"] === true
    return operator === (holds ? "==" : "!=") && isOwn(contract, { node: other, frame })
  }
  if (node?.nodeType === "Identifier") {
    const given = frame.given.get(referenceOf(node))
    if (given !== undefined && frame.caller !== undefined) {
      return knowsCaller(search, { node: given, frame: frame.caller }, holds)
    }
    if (isStored(contract, referenceOf(node), ["mutable", "immutable", "constant"])) return false
    return (contract.syntax.valuesOf.get(referenceOf(node)) ?? []).some((value) => inner(value))
  }
  if (!holds || node === undefined) return false
  if (node.nodeType !== "FunctionCall") return isListed(contract, { node, frame })
  const callee = contract.calleeOf(node, frame)
  const asks = list(node, "arguments").some((argument) => isCaller(contract, { node: argument, frame }))
  if (callee === undefined || child(callee, "body") === undefined) return asks
  const called = enter(callee, node, frame)
  if (called === undefined) return false
  const body = walk(child(callee, "body"))
  const returned = body.flatMap((one) => (one.nodeType === "Return" ? (child(one, "expression") ?? []) : []))
  return (
    returned.some((value) => knowsCaller(search, { node: value, frame: called }, true)) ||
    (asks && body.some((one) => isOwn(contract, { node: one, frame: called })))
  )
}

/** Whether storage has an entry for the caller, as `isGuardian[msg.sender]` asks. */
function isListed(contract: Contract, place: Place): boolean {
  return isMadeOf(contract, place, ({ node, frame }) => {
    const [base, index] = [child(node, "baseExpression"), child(node, "indexExpression")]
    if (base === undefined || index === undefined) return false
    return isCaller(contract, { node: index, frame }) && isOwn(contract, { node: base, frame })
  })
}

/** Whether a value comes from the contract, not from its caller: its storage, its functions, itself. */
function isOwn(contract: Contract, place: Place): boolean {
  return isMadeOf(contract, place, ({ node }) => {
    if (node.nodeType === "Identifier") {
      return (
        text(node, "name") === "this" || isStored(contract, referenceOf(node), ["mutable", "immutable", "constant"])
      )
    }
    const called = node.nodeType === "FunctionCall" ? child(node, "expression") : undefined
    if (/^t_function_(internal|external)/.test(typeOf(called))) return text(called, "name") !== "_msgSender"
    return node.nodeType === "MemberAccess" && typeOf(child(node, "expression")).includes("_storage")
  })
}

/** A condition without which the call reverts. */
type Requirement = { readonly condition: Node; readonly holds: boolean }

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
