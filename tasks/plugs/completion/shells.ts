import { bashScript } from "./bashScript.js"
import type { Completions } from "./Completions.js"
import { fishScript } from "./fishScript.js"
import { zshScript } from "./zshScript.js"

export type Shell = "bash" | "zsh" | "fish"

/** Writes the script of each shell that has completion. */
export const shells: Readonly<Record<Shell, (completions: Completions) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
}
