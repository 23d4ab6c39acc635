import ts from "typescript"

import type { Edit } from "./Fault.ts"

/** What a comparison or a connection is confused with. */
const confused: Readonly<Partial<Record<ts.SyntaxKind, string>>> = {
  [ts.SyntaxKind.LessThanToken]: "<=",
  [ts.SyntaxKind.LessThanEqualsToken]: "<",
  [ts.SyntaxKind.GreaterThanToken]: ">=",
  [ts.SyntaxKind.GreaterThanEqualsToken]: ">",
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: "!==",
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: "===",
  [ts.SyntaxKind.AmpersandAmpersandToken]: "||",
  [ts.SyntaxKind.BarBarToken]: "&&",
  [ts.SyntaxKind.MinusToken]: "+",
  [ts.SyntaxKind.AsteriskToken]: "/",
  [ts.SyntaxKind.SlashToken]: "*",
}

/** Functions that are taken for one another. */
const otherOfTwo: Readonly<Record<string, string>> = {
  min: "max",
  max: "min",
  some: "every",
  every: "some",
  // Not the other way round: what is found by a key is alone.
  findLast: "find",
}

/** Functions that undo what another one did. */
const resetting: ReadonlySet<string> = new Set([
  ...["abort", "clear", "clearTimeout", "clearInterval", "delete", "dispose", "off", "release", "stop", "unsubscribe"],
])

/** Functions that make a text safe to print. */
const escaping: ReadonlySet<string> = new Set([
  "inQuotes",
  "escapeLine",
  "escapeHidden",
  "escape",
  "oneLine",
  "plainText",
])

/**
 * Finds every place of a TypeScript file where one of these faults can be planted: a negated condition, a confused operator, one of two
 * comparisons, a filter, an escape or an element of a list left out, an alternative added, the other of two taken, two arguments swapped, case
 * made exact, a number off by one in either direction or a large one short of a digit, a sum that forgets what it had, a removed statement,
 * early return, cleanup or reset, and a promise that is not awaited.
 */
export function editTypeScript(path: string, text: string): Edit[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const edits: Edit[] = []
  const compared = comparedWith(file)

  const replace = (node: ts.Node, kind: string, replacement: string): void => {
    edits.push({ kind, start: node.getStart(file), end: node.getEnd(), replacement })
  }

  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return
    if (ts.isIfStatement(node) || ts.isWhileStatement(node)) negate(node.expression)
    else if (ts.isConditionalExpression(node)) negate(node.condition)
    else if (ts.isBinaryExpression(node)) confuse(node)
    else if ((ts.isNumericLiteral(node) || ts.isBigIntLiteral(node)) && !isOrder(node)) {
      const tenth = isCompared(node) ? undefined : tenthOf(node.text)
      if (tenth !== undefined) replace(node, "a digit short", tenth)
      else for (const step of [1, -1]) replace(node, "off by one", moved(node.text, step))
    } else if (ts.isCallExpression(node)) confuseCall(node)
    else if (node.kind === ts.SyntaxKind.TrueKeyword) replace(node, "flag flipped", "false")
    else if (node.kind === ts.SyntaxKind.FalseKeyword) replace(node, "flag flipped", "true")
    else if (ts.isArrayLiteralExpression(node)) shorten(node)
    else if (node.kind === ts.SyntaxKind.RegularExpressionLiteral) {
      const exact = node.getText(file).replace(/i(?=[a-z]*$)/, "")
      if (exact !== node.getText(file)) replace(node, "case made exact", exact)
    } else if (ts.isAwaitExpression(node) && isNeeded(node)) replace(node, "not awaited", node.expression.getText(file))
    else if (ts.isTryStatement(node) && node.finallyBlock !== undefined) {
      replace(node.finallyBlock, "cleanup removed", "{}")
    } else if (isRemovable(node)) {
      replace(node, isReset(node) ? "reset left out" : "statement removed", ts.isBlock(node.parent) ? "" : "{}")
    }
    ts.forEachChild(node, visit)
  }

  function negate(condition: ts.Expression): void {
    replace(condition, "condition negated", `!(${condition.getText(file)})`)
  }

  function confuse({ left, operatorToken, right }: ts.BinaryExpression): void {
    const replacement = confused[operatorToken.kind]
    if (replacement !== undefined) replace(operatorToken, "operator confused", replacement)
    if (/^[+-]=$/.test(operatorToken.getText(file))) replace(operatorToken, "sum forgotten", "=")
    if (operatorToken.kind === ts.SyntaxKind.EqualsEqualsEqualsToken && ts.isStringLiteral(right)) {
      const other = compared.get(left.getText(file))?.find((text) => text !== right.getText(file))
      const [one, same] = [left.getText(file), right.getText(file)]
      if (other !== undefined) replace(left.parent, "alternative added", `(${one} === ${same} || ${one} === ${other})`)
    }
    const leaveOut = (kind: string, taken: "left" | "right"): void => {
      if (taken === "left") edits.push({ kind, start: left.getEnd(), end: right.getEnd(), replacement: "" })
      else edits.push({ kind, start: left.getStart(file), end: right.getStart(file), replacement: "" })
    }
    if (operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken) {
      leaveOut("default removed", "left")
      leaveOut("other of two taken", "right")
    } else if (connecting.has(operatorToken.kind)) {
      for (const taken of ["left", "right"] as const) leaveOut("comparison left out", taken)
    }
  }

  function shorten({ elements }: ts.ArrayLiteralExpression): void {
    const [last, before] = [elements.at(-1), elements.at(-2)]
    if (last === undefined || before === undefined) return
    edits.push({ kind: "element lost", start: before.getEnd(), end: last.getEnd(), replacement: "" })
  }

  function swapArguments(called: ts.NodeArray<ts.Expression>): void {
    for (const [index, second] of called.entries()) {
      const first = called[index - 1]
      if (first === undefined || !isReference(first) || !isReference(second)) continue
      const [start, end] = [first.getStart(file), second.getEnd()]
      edits.push({
        kind: "arguments swapped",
        start,
        end,
        replacement: `${second.getText(file)}, ${first.getText(file)}`,
      })
    }
  }

  function confuseCall({ expression, arguments: given }: ts.CallExpression): void {
    swapArguments(given)
    const [only] = given
    if (ts.isIdentifier(expression) && escaping.has(expression.text) && only !== undefined) {
      replace(expression.parent, "escape left out", only.getText(file))
    }
    if (!ts.isPropertyAccessExpression(expression)) return
    const { name, expression: list } = expression
    if (/^to(?:Lower|Upper)Case$/.test(name.text)) replace(expression.parent, "case made exact", list.getText(file))
    const other = Object.hasOwn(otherOfTwo, name.text) ? otherOfTwo[name.text] : undefined
    if (other !== undefined) replace(name, "other of two taken", other)
    if (name.text === "filter") replace(expression.parent, "filter left out", list.getText(file))
  }

  visit(file)
  return edits
}

/** The texts that each expression of a file is compared with, as they are written. */
function comparedWith(file: ts.SourceFile): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  const visit = (node: ts.Node): void => {
    if (
      ts.isBinaryExpression(node) &&
      ts.isStringLiteral(node.right) &&
      /^[!=]==$/.test(node.operatorToken.getText())
    ) {
      const name = node.left.getText(file)
      found.set(name, [...(found.get(name) ?? []), node.right.getText(file)])
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** Whether an argument is a name or a member, which is easily given in another's place. */
function isReference(node: ts.Expression): boolean {
  return ts.isIdentifier(node) || ts.isPropertyAccessExpression(node)
}

/** Calls and assignments of their own, errors, and returns that leave a function early. */
function isRemovable(node: ts.Node): boolean {
  if (ts.isExpressionStatement(node)) return !ts.isStringLiteral(node.expression)
  if (ts.isThrowStatement(node)) return true
  return ts.isReturnStatement(node) && (ts.isIfStatement(node.parent) || ts.isIfStatement(node.parent.parent))
}

/** Whether a promise has to be awaited: one that is returned makes a difference only within a `try`, or where something is disposed of. */
function isNeeded(node: ts.AwaitExpression): boolean {
  if (ts.isArrowFunction(node.parent)) return false
  if (!ts.isReturnStatement(node.parent)) return true
  const scope = ts.findAncestor(node, (outer) => ts.isTryStatement(outer) || ts.isFunctionLike(outer))
  return scope === undefined || ts.isTryStatement(scope) || /\busing\b/.test(scope.getText())
}

/** Whether a statement takes back what an earlier one did: it calls such a function, or sets something to nothing. */
function isReset(node: ts.Node): boolean {
  if (!ts.isExpressionStatement(node)) return false
  const expression = ts.isAwaitExpression(node.expression) ? node.expression.expression : node.expression
  if (ts.isDeleteExpression(expression)) return true
  if (ts.isCallExpression(expression)) {
    const { expression: called } = expression
    return resetting.has(ts.isPropertyAccessExpression(called) ? called.name.text : called.getText())
  }
  return (
    ts.isBinaryExpression(expression) &&
    /^(?:undefined|null|false|0n?|""|\[\]|new (?:Map|Set).*\(\))$/.test(expression.right.getText())
  )
}

const connecting: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
])

/** Whether a number is what something is compared with, so that one more or less makes a difference. */
function isCompared({ parent }: ts.Node): boolean {
  return ts.isBinaryExpression(parent) && /^[<>=!]=?=?$/.test(parent.operatorToken.getText())
}

/** Whether a number is one of the two that a comparator returns, such as `a < b ? -1 : 1`: only its sign counts. */
function isOrder(node: ts.Node): boolean {
  const choice = ts.isPrefixUnaryExpression(node.parent) ? node.parent.parent : node.parent
  return ts.isConditionalExpression(choice) && / \? -1n? : 1n?$| \? 1n? : -1n?$/.test(choice.getText())
}

/** A size, a duration or a limit of ten or more: one more or less costs nobody anything, and a digit that is missing does. */
function tenthOf(text: string): string | undefined {
  const [value, suffix] = text.endsWith("n") ? [Number(text.slice(0, -1)), "n"] : [Number(text), ""]
  return value >= 10 ? `${Math.floor(value / 10)}${suffix}` : undefined
}

/** TypeScript keeps the `n` of a bigint in its text. A minus sign that stands before it must stay one. */
function moved(text: string, step: number): string {
  const changed = text.endsWith("n") ? `${BigInt(text.slice(0, -1)) + BigInt(step)}n` : String(Number(text) + step)
  return changed.startsWith("-") ? `(${changed})` : changed
}
