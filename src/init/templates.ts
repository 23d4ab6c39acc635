/** The kinds of project that `init` can write, each an example of this repository. */
export const templateKinds = {
  messages: "a contract that greets its sibling on another chain",
  gateway: "an app gateway that deploys to, writes to and reads from chains",
  swap: "a script that swaps a token on one chain for a token on another",
  tests: "tests across two chains in one process, and nothing else",
} as const

export type TemplateKind = keyof typeof templateKinds

/** The text of each file of a template, by its path from the project's folder, with forward slashes. */
export type Template = Readonly<Record<string, string>>

export type Templates = Readonly<Record<TemplateKind, Template>>

/** Whether a word names a template. */
export function isTemplateKind(word: string): word is TemplateKind {
  return Object.hasOwn(templateKinds, word)
}
