import { PlugsError } from "../PlugsError.js"

/** A problem in a file: where, such as `42161.socket`, and what is wrong there. The path is empty if it is about the whole file. */
export type FileProblem = { readonly path: string; readonly reason: string }

const maxShown = 5

/** A file of data that the user gave cannot be read, or its content is not as specified. Nothing of it is used. */
export class DataFileError extends PlugsError {
  readonly code = "DATA_FILE_INVALID"
  readonly problems: readonly FileProblem[]

  /** @param what what the file contains, such as "deployments" */
  constructor({ file, what, problems }: { file: string; what: string; problems: readonly FileProblem[] }) {
    const facts = problems
      .slice(0, maxShown)
      .map(({ path, reason }, index): [string, string] => [
        index === 0 ? "problem" : `problem ${index + 1}`,
        path === "" ? reason : `${path}: ${reason}`,
      ])
    const left = problems.length - facts.length
    super(`The file of ${what} cannot be used.`, {
      facts: { file, ...Object.fromEntries(facts), ...(left > 0 ? { "more problems": String(left) } : {}) },
      next: "Correct the file, or leave it out of the configuration: the public deployments are known without it.",
    })
    this.problems = problems
  }
}
