/**
 * What is closed together, the latest first. Node 22, which is supported, has no `AsyncDisposableStack`.
 *
 * @example
 * await using opening = new Disposables()
 * const connection = opening.use(await connectChain(hre, chain))
 * // From here on, the caller closes it.
 * return { connection, [Symbol.asyncDispose]: opening.move()[Symbol.asyncDispose] }
 */
export class Disposables implements AsyncDisposable {
  #steps: (() => unknown)[] = []
  #closing: Promise<void> | undefined

  /** Adds a thing, and returns it. */
  use<T extends AsyncDisposable | Disposable>(thing: T): T {
    this.defer(
      Symbol.asyncDispose in thing
        ? () => thing[Symbol.asyncDispose]()
        : () => {
            thing[Symbol.dispose]()
          },
    )
    return thing
  }

  /** Adds a function that closes something. */
  defer(close: () => unknown): void {
    this.#steps.push(close)
  }

  /** Hands everything over to the result, which another disposes of. */
  move(): Disposables {
    const moved = new Disposables()
    moved.#steps = this.#steps
    this.#steps = []
    return moved
  }

  /** Closes everything, even if something rejects, and then rejects with the first error. A second call waits for the first. */
  readonly [Symbol.asyncDispose] = async (): Promise<void> => {
    await (this.#closing ??= this.#close())
  }

  async #close(): Promise<void> {
    const failures: unknown[] = []
    for (const close of this.#steps.reverse()) {
      try {
        await close()
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 0) throw failures[0]
  }
}
