import { bashScript } from "./bashScript.js"
import type { Completions } from "./Completions.js"
import { fishScript } from "./fishScript.js"
import { zshScript } from "./zshScript.js"

const scripts: Readonly<Record<"bash" | "fish" | "zsh", (completions: Completions) => string>> = {
  bash: bashScript,
  fish: fishScript,
  zsh: zshScript,
}

/** Writes the script that completes command lines of `hardhat` in a shell. The words are in it, so that a TAB starts no process. */
export function completionScript(shell: keyof typeof scripts, completions: Completions): string {
  return scripts[shell](completions)
}
