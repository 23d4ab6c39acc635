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

/**
 * Finds every place of a TypeScript file where one of these faults can be planted: a negated condition, a confused operator, a number
 * or a limit off by one, a removed statement, early return or cleanup, and a promise that is not awaited.
 */
export function editTypeScript(path: string, text: string): Edit[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const edits: Edit[] = []

  const replace = (node: ts.Node, kind: string, replacement: string): void => {
    edits.push({ kind, start: node.getStart(file), end: node.getEnd(), replacement })
  }

  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return
    if (ts.isIfStatement(node) || ts.isWhileStatement(node)) negate(node.expression)
    else if (ts.isConditionalExpression(node)) negate(node.condition)
    else if (ts.isBinaryExpression(node)) confuse(node)
    else if (ts.isNumericLiteral(node) || ts.isBigIntLiteral(node)) replace(node, "off by one", oneMore(node.text))
    else if (node.kind === ts.SyntaxKind.TrueKeyword) replace(node, "flag flipped", "false")
    else if (node.kind === ts.SyntaxKind.FalseKeyword) replace(node, "flag flipped", "true")
    else if (ts.isAwaitExpression(node)) replace(node, "not awaited", node.expression.getText(file))
    else if (ts.isTryStatement(node) && node.finallyBlock !== undefined) {
      replace(node.finallyBlock, "cleanup removed", "{}")
    } else if (isRemovable(node)) replace(node, "statement removed", ts.isBlock(node.parent) ? "" : "{}")
    ts.forEachChild(node, visit)
  }

  function negate(condition: ts.Expression): void {
    replace(condition, "condition negated", `!(${condition.getText(file)})`)
  }

  function confuse({ left, operatorToken, right }: ts.BinaryExpression): void {
    const replacement = confused[operatorToken.kind]
    if (replacement !== undefined) replace(operatorToken, "operator confused", replacement)
    if (operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken) {
      edits.push({ kind: "default removed", start: left.getEnd(), end: right.getEnd(), replacement: "" })
    }
  }

  visit(file)
  return edits
}

/** Calls and assignments of their own, errors, and returns that leave a function early. */
function isRemovable(node: ts.Node): boolean {
  if (ts.isExpressionStatement(node)) return !ts.isStringLiteral(node.expression)
  if (ts.isThrowStatement(node)) return true
  return ts.isReturnStatement(node) && (ts.isIfStatement(node.parent) || ts.isIfStatement(node.parent.parent))
}

/** TypeScript keeps the `n` of a bigint in its text. */
function oneMore(text: string): string {
  return text.endsWith("n") ? `${BigInt(text.slice(0, -1)) + 1n}n` : String(Number(text) + 1)
}
