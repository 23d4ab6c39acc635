import ts from "typescript"

import type { Edit } from "./Fault.ts"

/** A fault that is planted behind a switch: the program asks for it by its number. */
export type SwitchedFault = { readonly id: number; readonly edit: Edit }

/** What every file with switches ends with. Processes that tests start take the fault from the environment. */
const ask = `
function __fault(id) { return (globalThis.__onFault ?? ((one) => String(one) === process.env.PLANTED_FAULT))(id) }
`

/**
 * Plants all faults of a file at once, each behind a switch of its own, so that one process can try one after the other without loading
 * anything again. Positions of lines stay as they are.
 *
 * @example
 * switchFaults("a.ts", "export const a = b < c", [{ id: 7, edit }]) // export const a = (__fault(7)?(0,b <= c):(0,b < c)) …
 */
export function switchFaults(path: string, text: string, faults: readonly SwitchedFault[]): string {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const anchors = new Map<ts.Node, SwitchedFault[]>()
  for (const fault of faults) {
    const node = anchorOf(file, fault.edit)
    anchors.set(node, [...(anchors.get(node) ?? []), fault])
    // A statement that begins with a bracket would continue the line before it.
    const statement = ts.findAncestor(node, ts.isExpressionStatement)
    if (statement !== undefined && statement !== node && statement.getStart(file) === node.getStart(file)) {
      anchors.set(statement, anchors.get(statement) ?? [])
    }
  }

  const render = (node: ts.Node): string => {
    let [done, position] = ["", node.getStart(file)]
    const visit = (child: ts.Node): void => {
      if (!anchors.has(child)) {
        ts.forEachChild(child, visit)
        return
      }
      done += text.slice(position, child.getStart(file)) + switched(child)
      position = child.getEnd()
    }
    ts.forEachChild(node, visit)
    return done + text.slice(position, node.getEnd())
  }

  const switched = (node: ts.Node): string => {
    const planted = anchors.get(node) ?? []
    const whole = render(node)
    if (isStatement(node)) {
      const isOff = planted.map(({ id }) => `!__fault(${id})`).join("&&")
      return isOff === "" ? `{${whole}\n}` : `{if(${isOff}){${whole}\n}}`
    }
    const start = node.getStart(file)
    return planted.reduceRight((rest, { id, edit }) => {
      const own = text.slice(start, edit.start) + edit.replacement + text.slice(edit.end, node.getEnd())
      return `(__fault(${id})?(0,${own}):${rest})`
    }, `(0,${whole})`)
  }

  return text.slice(0, file.getStart()) + render(file) + ask
}

/** Whether the place of an edit is passed when its file is loaded, and then no more: a switch has no effect there. */
export function isPassedOnce(path: string, text: string, edit: Edit): boolean {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  return ts.findAncestor(anchorOf(file, edit), ts.isFunctionLike) === undefined
}

/** The smallest statement or expression with the whole edit in it that another expression can stand in the place of. */
function anchorOf(file: ts.SourceFile, { start, end, replacement }: Edit): ts.Node {
  let node: ts.Node = file
  const isWhole = (): boolean => node.getStart(file) === start && node.getEnd() === end
  const isRemoved = (): boolean => isStatement(node) && isWhole() && /^(?:\{\})?$/.test(replacement)
  while (!isRemoved()) {
    const inner: ts.Node | undefined = ts.forEachChild(node, (child) =>
      child.getStart(file) <= start && child.getEnd() >= end ? child : undefined,
    )
    if (inner === undefined) break
    node = inner
  }
  while (!isReplaceable(node)) node = node.parent
  if (isStatement(node) && !isRemoved()) throw new Error(`nothing to switch at ${start} of ${file.fileName}`)
  return node
}

function isReplaceable(node: ts.Node): boolean {
  if (isStatement(node)) return true
  if (!ts.isExpression(node)) return false
  const { parent } = node
  const isName =
    (ts.isPropertyAssignment(parent) || ts.isEnumMember(parent) || ts.isBindingElement(parent)) && parent.name === node
  const isMember = ts.isPropertyAccessExpression(parent) && parent.name === node
  const isTarget = ts.isBinaryExpression(parent) && parent.left === node && isAssignment(parent.operatorToken.kind)
  const isCalled = ts.isCallExpression(parent) && parent.expression === node
  const isOperand =
    ts.isDeleteExpression(parent) || ts.isPostfixUnaryExpression(parent) || ts.isTypeOfExpression(parent)
  const isLink = ts.isOptionalChain(parent) && (parent as { expression?: ts.Node }).expression === node
  return (
    !isName &&
    !isMember &&
    !isTarget &&
    !isCalled &&
    !isOperand &&
    !isLink &&
    !ts.isTypeNode(parent) &&
    !ts.isTemplateSpan(node)
  )
}

/** The blocks of a `try` are none for TypeScript. */
function isStatement(node: ts.Node): boolean {
  return ts.isStatement(node) || ts.isBlock(node)
}

function isAssignment(kind: ts.SyntaxKind): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment
}
