/** Something that has to be done once, and is attempted until it is. */
export type Job<Subject = unknown> = {
  readonly id: string
  /** What the job is done for: a timeout, for example, or a route. */
  readonly subject: Subject
  /** Clock time at which the devnet first saw that it has to be done. */
  readonly since: number
  /** Clock time before which it is not attempted. */
  readonly readyAt: number
  /** Clock time until which it is left alone after an attempt that failed for no reason that time cures. Default: zero. */
  readonly restsUntil?: number
}
