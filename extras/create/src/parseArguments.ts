import { parseArgs } from "node:util"

import { isPackageManager, type PackageManager, packageManagers } from "./packageManager.js"
import { packageName } from "./packageSource.js"
import { isTemplateKind, type TemplateKind, templateKinds } from "./templates.js"
import { didYouMean } from "#src/primitives/commands/nearest.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { inQuotes } from "#src/primitives/text.js"

/** What `hardhat-plugs init` was asked for. What is undefined is asked, or has a default. */
export type InitArguments = {
  readonly folder: string | undefined
  readonly template: TemplateKind | undefined
  readonly yes: boolean
  readonly packageSpec: string | undefined
  /** What installs the project, or that nothing does. */
  readonly install: PackageManager | "no" | undefined
}

export type CommandLine =
  { readonly command: "help" } | { readonly command: "version" } | ({ readonly command: "init" } & InitArguments)

const options = {
  template: { type: "string" },
  package: { type: "string" },
  install: { type: "string" },
  yes: { type: "boolean", short: "y" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean" },
} as const

/**
 * Reads the words after `hardhat-plugs`, or after `create-hardhat-plugs`, which has one command and does not name it.
 *
 * @throws {InvalidInputError} a word is no command, option or template, an option lacks its value or is given twice, or there are
 * two folders
 * @example
 * parseArguments(["init", "my-app", "--template", "swap"]) // { command: "init", folder: "my-app", template: "swap", … }
 */
export function parseArguments(words: readonly string[], program: string = packageName): CommandLine {
  const { tokens } = parseArgs({ args: [...words], options, strict: false, allowPositionals: true, tokens: true })
  const given = new Map<string, string | undefined>()
  const positionals: string[] = []
  for (const token of tokens) {
    if (token.kind === "positional") positionals.push(token.value)
    if (token.kind !== "option") continue
    checkOption(token.name, token.rawName, token.value, given)
    given.set(token.name, token.value)
  }
  const [command, folder, ...more] = program === packageName ? positionals : ["init", ...positionals]
  if (given.has("help") || (command === undefined && given.size === 0)) return { command: "help" }
  if (given.has("version")) return { command: "version" }
  if (command !== "init") {
    const problem = command === undefined ? "the command is missing" : `there is no command ${inQuotes(command)}`
    const meant = command === undefined ? "" : didYouMean(command, ["init"])
    throw new InvalidInputError({ argument: "hardhat-plugs", problem, fix: `Run hardhat-plugs init.${meant}` })
  }
  if (more.length > 0) {
    const problem = `one folder at most, and ${inQuotes(more.join(" "))} follows it`
    throw new InvalidInputError({ argument: "folder", problem, fix: "Put a name with spaces in quotes." })
  }
  const template = given.get("template")
  return {
    command: "init",
    folder,
    template: template === undefined ? undefined : parseTemplate(template),
    yes: given.has("yes"),
    packageSpec: given.get("package"),
    install: given.has("install") ? parseInstall(given.get("install") ?? "") : undefined,
  }
}

function parseTemplate(word: string): TemplateKind {
  if (isTemplateKind(word)) return word
  throw refuse("--template", `there is no template ${inQuotes(word)}`, word, Object.keys(templateKinds))
}

function parseInstall(word: string): PackageManager | "no" {
  if (word === "no" || isPackageManager(word)) return word
  throw refuse("--install", `${inQuotes(word)} does not install`, word, [...Object.keys(packageManagers), "no"])
}

function refuse(argument: string, problem: string, word: string, known: readonly string[]): InvalidInputError {
  return new InvalidInputError({
    argument,
    problem,
    fix: `Choose one of ${known.join(", ")}.${didYouMean(word, known)}`,
  })
}

function checkOption(
  name: string,
  argument: string,
  value: string | undefined,
  given: ReadonlyMap<string, unknown>,
): void {
  if (!Object.hasOwn(options, name)) {
    const known = Object.keys(options).map((option) => `--${option}`)
    const fix = `Run it with --help for those that there are.${didYouMean(argument, known)}`
    throw new InvalidInputError({ argument, problem: "there is no such option", fix })
  }
  const takesValue = options[name as keyof typeof options].type === "string"
  if (takesValue && (value === undefined || value.trim() === "" || /^--?[a-z]/.test(value))) {
    throw new InvalidInputError({ argument, problem: "its value is missing", fix: `Write ${argument} and the value.` })
  }
  if (!takesValue && value !== undefined) {
    throw new InvalidInputError({ argument, problem: "it takes no value", fix: `Write ${argument} alone.` })
  }
  if (given.has(name)) {
    throw new InvalidInputError({ argument, problem: "it is given twice", fix: "Give it once." })
  }
}

export function helpText(version: string, program: string = packageName): string {
  const isPluginItself = program === packageName
  const templates = Object.entries(templateKinds).map(([kind, { says }]) => `    ${kind.padEnd(8)}  ${says}`)
  return `${program} ${version}

Usage: ${isPluginItself ? `${program} init` : program} [folder] [options]

Writes a project into a new, an empty or an existing folder, by default this
one. Asks for what no option says, and before it overwrites a file. An existing
package.json gets what it lacks.

  --template <name>  which project to write:
${templates.join("\n")}
  --package <spec>   where package.json gets hardhat-plugs from: a tarball's
                     path, a version, or a URL; by default where this is from
  --install <with>   npm, pnpm, yarn or bun installs the project, or no: nothing
                     does; by default ${isPluginItself ? "no" : "the project's own, or what runs this"}
  -y, --yes          ask nothing: the template messages if none is named, and an
                     error instead of overwriting a file
  -h, --help         show this
  --version          show the version

Exit codes: 0 done, 1 an error, 130 ended by Ctrl-C at a question. After 1 and
130, nothing was written, unless it was the installation that failed.

Everything else is a task of Hardhat: npx hardhat --help`
}
