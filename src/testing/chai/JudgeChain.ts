import type { CallSite } from "../assertions/CallSite.js"
import type { Judge } from "../assertions/Judge.js"
import { failureOf } from "../assertions/Verdict.js"
import { PlugsError } from "../../primitives/PlugsError.js"

/** One word of an assertion that has to be judged. */
export type Judgement = {
  readonly name: string
  readonly judge: Judge
  readonly subject: unknown
  readonly parameters: readonly unknown[]
  readonly isNegated: boolean
  /** What the test has passed to `expect` as its message. */
  readonly note: string | undefined
  readonly site: CallSite
}

/** The words of one `expect` that have to be judged, such as `delivered` and `causeEvent`. */
export class JudgeChain implements PromiseLike<void> {
  readonly #failureWith: (text: string) => Error
  readonly #judgements: Judgement[] = []
  #running: Promise<void> | undefined
  #isAwaited = false

  /** @param failureWith makes the error of an assertion that fails */
  constructor(failureWith: (text: string) => Error) {
    this.#failureWith = failureWith
    // After all words of the line. Without `await` it is judged, too, so that a failure is at least an unhandled rejection.
    queueMicrotask(() => {
      void this.#run()
    })
  }

  /** Whether it is too late for another word. */
  get hasBegun(): boolean {
    return this.#running !== undefined
  }

  get last(): Judgement | undefined {
    return this.#judgements.at(-1)
  }

  add(judgement: Judgement): void {
    // The subject is awaited when it is judged. Until then its rejection is not unhandled.
    if (judgement.subject instanceof Promise) judgement.subject.catch(() => undefined)
    this.#judgements.push(judgement)
  }

  /** Puts another judgement in the place of the last one. */
  replaceLast(judgement: Judgement): void {
    this.#judgements.splice(-1, 1, judgement)
  }

  readonly then: Promise<void>["then"] = (onFulfilled, onRejected) => {
    this.#isAwaited = true
    return this.#run().then(onFulfilled, onRejected)
  }

  #run(): Promise<void> {
    return (this.#running ??= this.#judgeAll())
  }

  async #judgeAll(): Promise<void> {
    for (const judgement of this.#judgements) await this.#judge(judgement)
  }

  async #judge({ judge, subject, parameters, isNegated, note, site }: Judgement): Promise<void> {
    let failure: string | undefined
    try {
      failure = await failureOf(await judge(subject, ...(parameters as never[])), isNegated)
    } catch (error) {
      throw error instanceof PlugsError ? site.point(error) : error
    }
    if (failure === undefined) return
    const text = note === undefined ? failure : `${note}: ${failure}`
    const forgotten = this.#isAwaited ? "" : "\nThe test did not await this assertion: write await before expect."
    throw site.point(this.#failureWith(`${text}${forgotten}`))
  }
}
