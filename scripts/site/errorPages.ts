import { readFile } from "node:fs/promises"
import { join, posix } from "node:path"

import { listDocuments, pagePattern, repository } from "../docs/documents.js"
import { adviceOf, exitCodeOf, factsOf, whereFrom } from "../docs/errorReference.js"
import { type ErrorClass, readErrorClasses } from "../docs/readErrorClasses.js"
import { unknownText } from "../docs/readExpression.js"
import { code } from "../docs/table.js"
import { exitCodes } from "#src/plugin/run/runTask.js"

/** The page of an error's code. */
export type ErrorPage = {
  readonly code: string
  /** Names of the classes that have the code. */
  readonly classes: readonly string[]
  /** Where its Markdown would be, from the root of the repository, which is what its links are relative to. */
  readonly path: string
  readonly text: string
}

/** What the reference of the code has, by name, as Markdown. */
export type Reference = {
  /** A class of errors: a link if it is exported. */
  readonly linkTo: (className: string) => string
  /** Functions whose docstrings say that they throw it. */
  readonly throwersOf: (className: string) => readonly string[]
}

const noReference: Reference = { linkTo: code, throwersOf: () => [] }

/** What pages of errors are written from. */
export type ErrorSources = {
  readonly classes: readonly ErrorClass[]
  readonly documents: readonly { readonly text: string; readonly link: string }[]
}

/** Where the Markdown of the pages would be. */
const folder = "docs/reference/errors"

/** Reads every error, as docs/reference/errors.md does, and the pages that may name it. */
export async function readErrorSources(): Promise<ErrorSources> {
  const others = /^docs\/agents\/|^docs\/reference\/errors\.md$/
  const paths = (await listDocuments()).filter((path) => pagePattern.test(path) && !others.test(path))
  const documents = await Promise.all(
    paths.map(async (path) => {
      const text = await readFile(join(repository, path), "utf8")
      return { text, link: `[${/^# (.+)$/m.exec(text)?.[1] ?? path}](${posix.relative(folder, path)})` }
    }),
  )
  return { classes: await readErrorClasses(), documents }
}

/** Writes a page for each code. */
export function errorPages({ classes, documents }: ErrorSources, reference: Reference = noReference): ErrorPage[] {
  const codes = [...new Set(classes.map((one) => one.code))].sort()
  return codes.map((name, index) => {
    const same = classes.filter((one) => one.code === name)
    const parts =
      same.length === 1
        ? same.map((one) => describe(one, "##", reference))
        : same.map((one) => `## ${one.name}\n\n${describe(one, "###", reference)}`)
    const mentions = documents.filter(({ text }) => new RegExp(`\\b${name}\\b`).test(text)).map(({ link }) => link)
    const text = [
      `# ${name}`,
      ...parts,
      ...section("##", "Read on", bulleted(mentions)),
      `---\n\n${neighbours(codes, index)}`,
    ].join("\n\n")
    return { code: name, classes: same.map((one) => one.name), path: `${folder}/${name}.md`, text: `${text}\n` }
  })
}

function describe(error: ErrorClass, level: string, { linkTo, throwersOf }: Reference): string {
  const exitCode = exitCodeOf(error.code)
  const throwers = throwersOf(error.name)
  const where = [
    `${linkTo(error.name)}, ${whereFrom(error)}.`,
    ...(throwers.length === 0 ? [] : [`Functions that throw it: ${throwers.join(", ")}.`]),
    `A task that ends with it has exit code ${String(exitCode)}${exitCode === exitCodes.error ? "" : ", see [exit codes](../tasks.md#exit-codes)"}.`,
  ]
  const advice = adviceOf(error)
  return [
    ...section(level, "What happened", error.description),
    ...section(level, "What to do", advice.length === 1 ? advice.join() : bulleted(advice)),
    ...section(level, "Where it comes from", where.join("\n\n")),
    ...section(level, "Facts", bulleted(factsOf(error))),
    ...section(level, "Example", example(error)),
  ].join("\n\n")
}

function section(level: string, title: string, text: string): string[] {
  return text === "" ? [] : [`${level} ${title}\n\n${text}`]
}

function bulleted(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join("\n")
}

/** What is printed, with `{…}` for each value, and how a program knows the error. */
function example(error: ErrorClass): string {
  const { message = unknownText, facts, path } = error
  const [next = unknownText] = error.next
  const lines = [message, ...facts.map((fact) => `  ${fact}: {…}`), next].filter((line) => line !== unknownText)
  const printed = message === unknownText ? [] : [`What it says, with \`{…}\` for values:\n\n${fenced("text", lines)}`]
  const isOfTasks = path.startsWith("tasks/") || /^extras\/(?!swap\/src\/)/.test(path)
  const shown = facts.slice(0, 1).map((fact) => `, error.facts[${JSON.stringify(fact)}]`)
  const caught = [
    "try {",
    "  // …",
    "} catch (error) {",
    `  if (!isPlugsError(error) || error.code !== ${JSON.stringify(error.code)}) throw error`,
    `  console.error(error.shortMessage${shown.join("")})`,
    "}",
  ]
  return [...printed, ...(isOfTasks ? [] : [`In a program:\n\n${fenced("ts", caught)}`])].join("\n\n")
}

function fenced(language: string, lines: readonly string[]): string {
  return `\`\`\`${language}\n${lines.join("\n")}\n\`\`\``
}

function neighbours(codes: readonly string[], index: number): string {
  const link = (name: string | undefined, label: string): string[] =>
    // Its Markdown is no file, so the link is the site's own.
    name === undefined ? [] : [`${label}: [${name}](${name}.html)`]
  return [
    ...link(codes[index - 1], "Previous"),
    "[All errors](../errors.md)",
    ...link(codes[index + 1], "Next"),
  ].join(" · ")
}
