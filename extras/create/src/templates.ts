/**
 * The kinds of project that `init` can write: a folder in `examples` of this repository, and what the project does. To add one: its folder,
 * the `matrix` of `.github/workflows/ci.yml`, and its row in `README.md`. What agents get is in `docs/agents`.
 */
export const templateKinds = {
  messages: { example: "greeter", says: "a contract that greets its sibling on another chain" },
  token: { example: "token", says: "a token on three chains whose supply stays the same, over ERC-7786" },
  gateway: { example: "board", says: "an app gateway that deploys to, writes to and reads from chains" },
  swap: { example: "swap", says: "a script that swaps a token on one chain for a token on another" },
  tests: { example: "tests", says: "tests across two chains in one process, and nothing else" },
} as const

export type TemplateKind = keyof typeof templateKinds

/** The text of each file of a template, by its path from the project's folder, with forward slashes. */
export type Template = Readonly<Record<string, string>>

export type Templates = Readonly<Record<TemplateKind, Template>>

export function isTemplateKind(word: string): word is TemplateKind {
  return Object.hasOwn(templateKinds, word)
}
