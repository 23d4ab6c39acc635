import type { argumentOptions, helperTasks } from "./commands/taskNames.js"

export type ArgumentName = keyof typeof argumentOptions

export type HelperName = keyof typeof helperTasks

/** A thing that scripts and tasks name differently. */
export type Reference =
  /** `maxFee` in scripts, `--max-fee` in tasks. Names without an option stay. */
  | { readonly argument: string }
  /** The same at the beginning of an error: `Argument "maxFee"` in scripts, `Option "--max-fee"` in tasks. */
  | { readonly subject: string }
  /** `getMinFees` in scripts, `npx hardhat messaging fees` in tasks. */
  | { readonly helper: HelperName }
  /** `chain 41001` in scripts, `alpha` in tasks. As a word: `41001`, and in tasks a word of a command line. */
  | { readonly chain: number; readonly as: "sentence" | "fact" | "word" }
  /** An address, in tasks with the name of the project's contract. */
  | { readonly address: string }
  /** Two sentences, where names are not all that differs. */
  | { readonly script: ErrorText; readonly task: ErrorText }

export type Part = string | Reference

/** The text of an error: a string, or the parts that {@link text} makes. */
export type ErrorText = string | readonly Part[]

/** How a reader calls the things that a text refers to. */
export type Naming = {
  readonly reader: "script" | "task"
  argument(name: string): string
  helper(name: HelperName): string
  chain(slug: number, as: "sentence" | "fact" | "word"): string
  address(address: string): string
}

/**
 * Writes the text of an error, with references to what scripts and tasks name differently.
 *
 * @example
 * text`Raise ${argument("maxFee")}, or read the fee with ${helper("getMinFees")}.`
 */
export function text(strings: TemplateStringsArray, ...values: readonly (Part | readonly Part[])[]): readonly Part[] {
  return strings.flatMap((string, index) => {
    const value = values[index] ?? ""
    return isParts(value) ? [string, ...value] : [string, value]
  })
}

function isParts(value: Part | readonly Part[]): value is readonly Part[] {
  return Array.isArray(value)
}

export function argument(name: ArgumentName): Reference {
  return { argument: name }
}

export function helper(name: HelperName): Reference {
  return { helper: name }
}

/** Refers to a chain in a sentence: `chain 41001`, or its name. */
export function chain(slug: number): Reference {
  return { chain: slug, as: "sentence" }
}

/** A chain as the value of a fact: its slug, or its name. */
export function chainFact(slug: number): ErrorText {
  return [{ chain: slug, as: "fact" }]
}

/** Two sentences: one for scripts, one for tasks. Prefer references. */
export function either(script: ErrorText, task: ErrorText): Reference {
  return { script, task }
}

export function renderText(value: ErrorText, naming: Naming = scriptNaming): string {
  if (typeof value === "string") return value
  return value
    .map((part) => (typeof part === "string" ? part : renderReference(part, naming)))
    .join("")
    .trim()
}

function renderReference(reference: Reference, naming: Naming): string {
  if ("argument" in reference) return naming.argument(reference.argument)
  if ("subject" in reference) return nameSubject(naming.argument(reference.subject))
  if ("helper" in reference) return naming.helper(reference.helper)
  if ("chain" in reference) return naming.chain(reference.chain, reference.as)
  if ("address" in reference) return naming.address(reference.address)
  return renderText(reference[naming.reader], naming)
}

/** What an error is about, by the form of its name. */
const subjects: readonly (readonly [form: RegExp, kind: string])[] = [
  [/^-/, "Option"],
  [/^(config|wiring)\b/, "Setting"],
  [/^hardhat-plugs\b/, "Command"],
  [/\.json$/, "File"],
]

/** An error begins with a capital, and has the name in quotes. */
function nameSubject(name: string): string {
  // Several words say themselves what they are: `argument 2 (uint256)`.
  if (/^[a-z]+ /.test(name)) return `${name[0]?.toUpperCase()}${name.slice(1)}`
  const [, kind] = subjects.find(([form]) => form.test(name)) ?? [undefined, "Argument"]
  return `${kind} "${name}"`
}

const scriptNaming: Naming = {
  reader: "script",
  argument: (name) => name,
  helper: (name) => name,
  chain: (slug, as) => (as === "sentence" ? `chain ${slug}` : String(slug)),
  address: (address) => address,
}
