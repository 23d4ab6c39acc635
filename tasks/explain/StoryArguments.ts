/** The arguments of every task that explains. */
export type StoryArguments = {
  readonly json: boolean
  /** The file to write the page to. */
  readonly html: string | undefined
  /** The file to write the Markdown to; `-` for standard output. */
  readonly markdown: string | undefined
  /** The file that has what a task printed with `--json`. */
  readonly saved: string | undefined
}
