/** The arguments of every task that explains. */
export type StoryArguments = {
  readonly json: boolean
  /** The file to write the Markdown to; `-` for standard output. */
  readonly markdown: string | undefined
}
