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
  "%": "/",
  "|": "&",
  "&": "|",
  "<<": ">>",
  ">>": "<<",
  "+=": "-=",
  "-=": "+=",
}

/** Values that are taken for one another: the wrong one passes wherever a test has both the same. */
const otherOfTwo: Readonly<Record<string, string>> = {
  "msg.sender": "tx.origin",
  "msg.value": "address(this).balance",
  "address(this).balance": "msg.value",
  "Math.min": "Math.max",
  "Math.max": "Math.min",
}

/** What stands beside modifiers in the head of a function. */
const notAGuard: ReadonlySet<string> = new Set([
  ...["external", "public", "internal", "private", "view", "pure", "payable", "virtual", "override"],
])

/** A name, a member or an element, which is easily given in another's place. */
const reference = String.raw`(?!(?:u?int|bytes)\d*\b|address\b|bool\b|string\b)[A-Za-z_][\w.]*(?:\[[\w.]+\])?`

/**
 * Finds every place of a Solidity file where one of these faults can be planted: a confused operator, one of two comparisons or the last of
 * what is encoded left out, a negated condition, the other of two taken, two arguments swapped, a removed check, guard, statement, event or
 * early return, a reset, a result or a step left out, a number off by one in either direction or a large one short of a digit, and a sum that
 * forgets what it had.
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
    ...found(
      "operator confused",
      /(?<= )(?:[<>]=?|==|!=|&&|\|\||<<|>>|[|&%]|[+\-*/]=?)(?= )/g,
      (sign) => confused[sign],
    ),
    ...found("sum forgotten", /(?<= )[+-]=(?= )/g, () => "="),
    ...found("condition negated", /(?<=\b(?:if|while) \()!?[\w.[\]]+(?:\([^()]*\))?(?=\))/g, negated),
    ...found("condition negated", /(?<=[=(,] |\breturn )!?[\w.[\]]+(?:\([^()]*\))?(?=\s+\? )/g, negated),
    ...found("flag flipped", /\b(?:true|false)\b/g, (flag) => String(flag !== "true")),
    ...found(
      "other of two taken",
      /\b(?:msg\.sender|msg\.value|address\(this\)\.balance|Math\.(?:min|max))/g,
      (one) => {
        return otherOfTwo[one]
      },
    ),
    ...found("check removed", /\bif \([^;{}]*\) revert [^;]*;/g, () => ""),
    ...found("statement removed", /(?<!\belse )\bif \((?![^;{}]*\) revert )[^;{}]*\) [^;{}]*;(?!\s*else\b)/g, () => ""),
    ...found("statement removed", /\belse (?!if\b)[^;{}]*;/g, () => ""),
    ...found("statement removed", /(?<=[;{}]\s*)(?:emit |revert |[\w.[\]]+ [+-]?= (?!0;|false;))[^;{}]*;/g, () => ""),
    ...found("statement removed", /(?<=[;{}]\s*)(?!return\b)[\w.[\]]+(?:\{[^{};]*\})?\([^;{}]*\);/g, () => ""),
    ...found("reset left out", /(?<=[;{}]\s*)(?:delete [^;{}]*|[\w.[\]]+ = (?:0|false));/g, () => ""),
    ...found("result left out", /(?<=[;{}]\s*)return\b[^;]*;/g, () => ""),
    // A loop without its step does not end.
    ...found("step left out", /(?<=[\w\]])(?:\+\+|--)(?!\) )|(?:\+\+|--)(?=[\w])/g, () => ""),
    ...found("off by one", /(?<=[ ([])\d[\d_]*(?:e\d+)?(?=[;,) \]])/g, () => "").flatMap((edit) => moved(code, edit)),
    ...swappedArguments(code),
    ...withoutGuard(code),
    ...withoutComparison(code),
    ...withoutLastEncoded(code),
  ].sort((one, other) => one.start - other.start)
}

function negated(condition: string): string {
  return condition.startsWith("!") ? condition.slice(1) : `!${condition}`
}

/** As in TypeScript: one more or less of something large costs nobody anything, unless something is compared with it. */
function moved(code: string, edit: Edit): Edit[] {
  const value = Number(code.slice(edit.start, edit.end).replaceAll("_", ""))
  const isCompared = /[<>=!]=? $/.test(code.slice(0, edit.start)) && !/[^<>=!]= $/.test(code.slice(0, edit.start))
  if (value >= 10 && !isCompared) {
    return [{ ...edit, kind: "a digit short", replacement: String(BigInt(value) / 10n) }]
  }
  return [value + 1, value - 1].filter((near) => near >= 0).map((near) => ({ ...edit, replacement: String(near) }))
}

/** Types that differ are the compiler's business. */
function swappedArguments(code: string): Edit[] {
  const pairs = code.matchAll(new RegExp(String.raw`(?<=[(,]\s*)(?=(${reference})(,\s*)(${reference})\s*[,)])`, "g"))
  return [...pairs].flatMap(({ index, 1: one = "", 2: between = "", 3: other = "" }) => {
    if (one === other || code.slice(0, index).endsWith("override(")) return []
    const end = index + one.length + between.length + other.length
    return [{ kind: "arguments swapped", start: index, end, replacement: other + between + one }]
  })
}

/** Modifiers whose loss lets anybody in, at any time or without paying. */
function withoutGuard(code: string): Edit[] {
  return [...code.matchAll(/\bfunction \w+(\([^;{}()]*\))([^;{}]*)\{/g)].flatMap(({ 0: head, 2: rest = "", index }) => {
    const from = index + head.length - 1 - rest.length
    const words = rest.replace(/\breturns \([^)]*\)|\boverride\([^)]*\)/g, blank).matchAll(/[A-Za-z]\w*(?:\([^)]*\))?/g)
    return [...words]
      .filter(([word]) => !notAGuard.has(word))
      .map((word) => ({ kind: "guard removed", start: from + word.index, end: from + word.index + word[0].length }))
      .map((edit) => ({ ...edit, replacement: "" }))
  })
}

function withoutComparison(code: string): Edit[] {
  return [...code.matchAll(/ (?:&&|\|\|)\s+/g)].flatMap(({ 0: sign, index }) => {
    const [before, after] = [index, index + sign.length]
    const start = reach(code, before - 1, -1) + 1
    const own = start + (/^(?:\s|return\b|= )*/.exec(code.slice(start, before))?.[0].length ?? 0)
    const end = after + code.slice(after, reach(code, after, 1)).trimEnd().length
    return [
      { kind: "comparison left out", start: before, end, replacement: "" },
      { kind: "comparison left out", start: own, end: after, replacement: "" },
    ]
  })
}

/** A hash of less than it should be of, or a message that lacks its last part. */
function withoutLastEncoded(code: string): Edit[] {
  const calls = code.matchAll(/\b(?:abi\.encode(?:Packed)?|(?:bytes|string)\.concat)\(/g)
  return [...calls].flatMap(({ 0: head, index }) => {
    let last: number | undefined
    let at = reach(code, index + head.length, 1)
    for (; /[^)]/.test(code.charAt(at)); at = reach(code, at + 1, 1)) {
      if (code.charAt(at) === ",") last = at
    }
    return last === undefined ? [] : [{ kind: "element lost", start: last, end: at, replacement: "" }]
  })
}

/** Where an operand or an argument ends: the first place in this direction that belongs to what is around it. */
function reach(code: string, from: number, step: 1 | -1): number {
  const [opening, closing] = step === 1 ? ["([{", ")]}"] : [")]}", "([{"]
  let depth = 0
  for (let at = from; at >= 0 && at < code.length; at += step) {
    const sign = code.charAt(at)
    if (depth === 0 && (closing.includes(sign) || /[;,?:]/.test(sign))) return at
    const pair = step === 1 ? code.slice(at, at + 2) : code.slice(at - 1, at + 1)
    if (depth === 0 && /^(?:&&|\|\|)$/.test(pair)) return at
    if (depth === 0 && step === -1 && /^[^<>=!]= /.test(code.slice(at - 1, at + 2))) return at
    if (opening.includes(sign)) depth += 1
    if (closing.includes(sign)) depth -= 1
  }
  return step === 1 ? code.length : -1
}

function blank(part: string): string {
  return part.replace(/[^\n]/g, " ")
}

/** The same text with spaces for comments, strings, assembly and what stands before the first contract, so that positions stay. */
function blankOut(text: string): string {
  return text
    .replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\/|"[^"\n]*"/g, blank)
    .replace(/\bassembly [\s\S]*?\n {8}\}/g, blank)
    .replace(/^[\s\S]*?(?=^(?:abstract )?(?:contract|library) )/m, blank)
}
