/** The text with which an assertion fails. Ids, which differ from run to run, become `<id>`. */
export async function failureOf(assertion: PromiseLike<unknown>): Promise<string> {
  try {
    await assertion
  } catch (error) {
    return (error as Error).message.replace(/0x[0-9a-f]{64}/g, "<id>")
  }
  throw new Error("The assertion did not fail.")
}

/** A moment to which a test sets the world, so that texts have the same times in every run: 2033-05-18 03:33:20 UTC. */
export const moment = 2_000_000_000
