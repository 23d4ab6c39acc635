import type { Edit } from "./Fault.ts"

/** What an operator is confused with. Solidity is read by its tokens: it has no `=` beside these operators that they could be a part of. */
const confused: Readonly<Record<string, string>> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "==": "!=",
  "!=": "==",
  "&&": "||",
  "||": "&&",
  "+": "-",
  "-": "+",
  "*": "/",
  "/": "*",
  "+=": "-=",
  "-=": "+=",
}

/** The modifiers whose loss lets anybody in. */
const guard = /^(?:only[A-Z]\w*|nonReentrant)(?:\([^)]*\))?$/

/**
 * Finds every place of a Solidity file where one of these faults can be planted: a confused operator, a removed check, guard, assignment
 * or event, a reset left out, and a number off by one.
 */
export function editSolidity(text: string): Edit[] {
  const code = blankOut(text)
  const found = (kind: string, pattern: RegExp, replace: (match: string) => string | undefined): Edit[] =>
    [...code.matchAll(pattern)].flatMap((match) => {
      const replacement = replace(match[0])
      if (replacement === undefined) return []
      return [{ kind, start: match.index, end: match.index + match[0].length, replacement }]
    })

  return [
    ...found("operator confused", /(?<= )(?:[<>]=?|==|!=|&&|\|\||[+\-*/]=?)(?= )/g, (operator) => confused[operator]),
    ...found("check removed", /\bif \([^;{}]*\) revert [^;]*;/g, () => ""),
    ...found("guard removed", /\b(?:only[A-Z]\w*|nonReentrant)(?:\([^)]*\))?(?= [^;()]*\{)/g, (word) =>
      guard.test(word) ? "" : undefined,
    ),
    ...found("statement removed", /(?<=^ {8,})(?:emit |[\w.[\]]+ (?:\+|-)?= (?!0;|false;))[^;{}]*;/gm, () => ""),
    ...found("reset left out", /(?<=^ {8,})(?:delete [^;{}]*|[\w.[\]]+ = (?:0|false));/gm, () => ""),
    ...found("off by one", /(?<=[ (])\d[\d_]*(?=[;,) ])/g, (digits) => String(BigInt(digits.replaceAll("_", "")) + 1n)),
  ].sort((one, other) => one.start - other.start)
}

/** The same text with spaces for comments, strings, assembly and what stands before the first contract, so that positions stay. */
function blankOut(text: string): string {
  const blank = (part: string): string => part.replace(/[^\n]/g, " ")
  return text
    .replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\/|"[^"\n]*"/g, blank)
    .replace(/\bassembly [\s\S]*?\n {8}\}/g, blank)
    .replace(/^[\s\S]*?(?=^(?:abstract )?(?:contract|library) )/m, blank)
}
