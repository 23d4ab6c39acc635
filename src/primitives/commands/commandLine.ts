type CommandLineOptions<Name> = {
  /** The positional arguments, in order. */
  readonly positional: readonly Name[]
  readonly without?: readonly Name[]
}

/**
 * Writes a task and its arguments as a command line that every shell takes, without `npx hardhat`.
 *
 * @example
 * commandLine("swap execute", { amount: "5", token: "USDC", allowTarget: "0x…", yes: true }, { positional: ["amount", "token"] })
 * // "swap execute 5 USDC --allow-target 0x… --yes"
 */
export function commandLine<Args extends object>(
  task: string,
  args: Args,
  { positional, without = [] }: CommandLineOptions<keyof Args>,
): string {
  const given = positional.map((name) => args[name]).filter((value) => typeof value === "string")
  const left: readonly PropertyKey[] = [...positional, ...without]
  const options = Object.entries(args).flatMap(([name, value]: [string, unknown]) => {
    if (left.includes(name)) return []
    if (value === true) return [flagOf(name)]
    return typeof value === "string" ? [flagOf(name), value] : []
  })
  return [task, ...[...given, ...options].map((word) => quote(word))].join(" ")
}

/**
 * Writes the command that goes on with what a task has begun. It asks again, and answers in text: a yes was to what was shown, and that may
 * have changed.
 */
export function goOnLine<Args extends object>(
  task: string,
  args: Args,
  positional: CommandLineOptions<keyof Args>["positional"],
): string {
  return commandLine(task, { ...args, json: undefined, yes: undefined }, { positional })
}

/** The flag of an option, such as `--gas-limit` of `gasLimit`. */
export function flagOf(option: string): string {
  return `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

/** Splits a command line as {@link commandLine} has put it together: plain words, and words in double quotes. */
export function wordsOf(command: string): readonly string[] {
  const words = command.match(/(?:[^\s"\\]|"(?:[^"\\]|\\.)*")+/g) ?? []
  return words.map((word) =>
    word.replace(/"((?:[^"\\]|\\.)*)"/g, (_, text: string) => text.replace(/\\(["\\$`])/g, "$1")),
  )
}

/** Quotes a word of a command line where a shell needs it. */
export function quote(text: string): string {
  return /^[\w.,:@=%+/-]+$/.test(text) ? text : `"${text.replace(/["\\$`]/g, "\\$&")}"`
}
