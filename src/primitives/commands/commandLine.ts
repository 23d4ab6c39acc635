/** Which arguments of a task have no option's name, and which are left out. */
type CommandLineOptions = {
  /** The positional arguments, in order. */
  readonly positional: readonly string[]
  readonly without?: readonly string[]
}

/**
 * Writes a task and its arguments as a command line that every shell takes, without `npx hardhat`.
 *
 * @example
 * commandLine("swap execute", { amount: "5", token: "USDC", allowTarget: "0x…", yes: true }, { positional: ["amount", "token"] })
 * // "swap execute 5 USDC --allow-target 0x… --yes"
 */
export function commandLine(
  task: string,
  args: Readonly<Record<string, unknown>>,
  { positional, without = [] }: CommandLineOptions,
): string {
  const given = positional.map((name) => args[name]).filter((value) => typeof value === "string")
  const options = Object.entries(args).flatMap(([name, value]) => {
    if (positional.includes(name) || without.includes(name)) return []
    const option = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
    if (value === true) return [option]
    return typeof value === "string" ? [option, value] : []
  })
  return [task, ...[...given, ...options].map((word) => quote(word))].join(" ")
}

/** Quotes a word of a command line where a shell needs it. */
export function quote(text: string): string {
  return /^[\w.,:@=%+/-]+$/.test(text) ? text : `"${text.replace(/["\\$`]/g, "\\$&")}"`
}
