import { readFileSync } from "node:fs"
import { resolve } from "node:path"

import ts from "typescript"

import { repository } from "./documents.js"
import { importedFrom } from "./readImports.js"
import { argumentOptions, helperTasks } from "#src/primitives/commands/taskNames.js"

/** Stands for a text that the file does not show. */
export const unknownText = "…"

/**
 * Every text that an expression can give, as far as its file shows: both branches of a condition, each return of a function.
 * `{name}` stands where a value is filled in, and {@link unknownText} for what can't be read.
 */
export function readTexts(node: ts.Node, file: ts.SourceFile): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text]
  if (ts.isTaggedTemplateExpression(node)) return readTexts(node.template, file)
  if (ts.isTemplateExpression(node)) return templateTexts(node, file)
  if (ts.isArrayLiteralExpression(node) && node.elements[0] !== undefined) return readTexts(node.elements[0], file)
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return readTexts(node.expression, file)
  if (ts.isConditionalExpression(node)) return [...readTexts(node.whenTrue, file), ...readTexts(node.whenFalse, file)]
  if (ts.isBinaryExpression(node)) return textsOfBoth(node, file)
  if (ts.isElementAccessExpression(node)) return readTexts(node.expression, file)
  if (ts.isObjectLiteralExpression(node)) {
    return node.properties.filter(ts.isPropertyAssignment).flatMap(({ initializer }) => readTexts(initializer, file))
  }
  const reference = referenceText(node, file)
  if (reference !== undefined) return reference
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
    const returned = returnedBy(node.expression.text, file, readTexts)
    return returned.length === 0 ? [unknownText] : returned
  }
  if (ts.isIdentifier(node) && node.text === "undefined") return []
  if (ts.isIdentifier(node)) return textsOfConstant(node.text, file)
  return [unknownText]
}

function textsOfBoth({ left, operatorToken, right }: ts.BinaryExpression, file: ts.SourceFile): string[] {
  const [before, after] = [readTexts(left, file), readTexts(right, file)]
  if (operatorToken.kind !== ts.SyntaxKind.PlusToken) return [...before, ...after]
  return before.flatMap((start) => after.map((end) => start + end))
}

/** Of a constant of the file, or one that it imports. */
function textsOfConstant(name: string, file: ts.SourceFile): string[] {
  const own = constantOf(name, file)
  if (own !== undefined) return readTexts(own, file)
  const path = importedFrom(name, file)
  if (path === undefined) return [unknownText]
  const text = readFileSync(resolve(repository, path), "utf8")
  const other = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found = constantOf(name, other)
  return found === undefined ? [unknownText] : readTexts(found, other)
}

/** The keys of an object that an expression gives, and whether these are all. */
export function readKeys(node: ts.Node, file: ts.SourceFile): { keys: string[]; isWhole: boolean } {
  if (ts.isObjectLiteralExpression(node)) return join(node.properties.map((property) => keysOfProperty(property, file)))
  if (ts.isParenthesizedExpression(node)) return readKeys(node.expression, file)
  if (ts.isConditionalExpression(node)) return join([readKeys(node.whenTrue, file), readKeys(node.whenFalse, file)])
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
    const returned = returnedBy(node.expression.text, file, (value) => [readKeys(value, file)])
    if (returned.length > 0) return join(returned)
  }
  return { keys: [], isWhole: false }
}

function keysOfProperty(
  property: ts.ObjectLiteralElementLike,
  file: ts.SourceFile,
): { keys: string[]; isWhole: boolean } {
  if (ts.isSpreadAssignment(property)) return readKeys(property.expression, file)
  const { name } = property
  if (ts.isIdentifier(name) || ts.isStringLiteral(name)) return { keys: [name.text], isWhole: true }
  return { keys: [], isWhole: false }
}

function join(parts: readonly { keys: string[]; isWhole: boolean }[]): { keys: string[]; isWhole: boolean } {
  const keys = [...new Set(parts.flatMap((part) => part.keys))]
  return { keys, isWhole: parts.every(({ isWhole }) => isWhole) }
}

/** One text for each way in which the template's expressions can be filled in. */
function templateTexts({ head, templateSpans }: ts.TemplateExpression, file: ts.SourceFile): string[] {
  const spans = templateSpans.map(({ expression, literal }) => {
    return textsOfSpan(expression, file).map((text) => `${text}${literal.text}`)
  })
  return spans
    .reduce((texts, endings) => texts.flatMap((text) => endings.map((ending) => text + ending)), [head.text])
    .map((text) => text.trim())
}

/** Texts that an error refers to are written out; a value is named. */
function textsOfSpan(node: ts.Expression, file: ts.SourceFile): string[] {
  const reference = referenceText(node, file)
  if (reference !== undefined) return reference
  const isText = ts.isConditionalExpression(node) || ts.isTaggedTemplateExpression(node) || ts.isIdentifier(node)
  const texts = isText ? readTexts(node, file) : [unknownText]
  return texts.length === 0 || texts.includes(unknownText) ? [`{${placeholder(node)}}`] : texts
}

const whyHelpers: Readonly<Record<string, string>> = {
  whyMessage: "explainMessage",
  whyGateway: "explainTransaction",
  whySwap: "explainSwap",
}

/** What a text of an error says by a reference: the argument and its option, the helper and its task, or the text for scripts. */
function referenceText(node: ts.Node, file: ts.SourceFile): string[] | undefined {
  if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return undefined
  const [first] = node.arguments
  const name = node.expression.text
  const why = whyHelpers[name]
  if (why !== undefined) return [`${why} says why.`]
  if (first === undefined) return undefined
  if (name === "either") return readTexts(first, file)
  if (name === "chain" || name === "chainOf") return [`chain {${placeholder(first)}}`]
  if (!ts.isStringLiteral(first)) return undefined
  if (name === "argument") return [`${first.text} (${(argumentOptions as Record<string, string>)[first.text] ?? ""})`]
  if (name === "helper")
    return [`${first.text} (npx hardhat ${(helperTasks as Record<string, string>)[first.text] ?? ""})`]
  return undefined
}

/** The shortest name that tells what a value is. */
function placeholder(node: ts.Expression): string {
  if (ts.isIdentifier(node)) return node.text
  if (ts.isPropertyAccessExpression(node)) return node.name.text
  if (ts.isElementAccessExpression(node) || ts.isNonNullExpression(node)) return placeholder(node.expression)
  if (ts.isBinaryExpression(node)) return placeholder(node.left)
  if (ts.isObjectLiteralExpression(node)) return node.properties[0]?.name?.getText() ?? "…"
  const [argument] = ts.isCallExpression(node) ? node.arguments : []
  return argument === undefined ? "…" : placeholder(argument)
}

function constantOf(name: string, file: ts.SourceFile): ts.Expression | undefined {
  return file.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => [...declarationList.declarations])
    .find((declaration) => declaration.name.getText() === name)?.initializer
}

/** What is read of each value that a function of the file returns. */
function returnedBy<Value>(
  name: string,
  file: ts.SourceFile,
  read: (node: ts.Node, file: ts.SourceFile) => Value[],
): Value[] {
  const found: Value[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isReturnStatement(node) && node.expression !== undefined) found.push(...read(node.expression, file))
    else if (!ts.isFunctionLike(node)) ts.forEachChild(node, visit)
  }
  const declared = file.statements.filter(ts.isFunctionDeclaration).find((one) => one.name?.text === name)
  if (declared?.body !== undefined) ts.forEachChild(declared.body, visit)
  return found
}
