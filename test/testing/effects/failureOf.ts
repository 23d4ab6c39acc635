/** The text with which an assertion fails. Ids and times, which differ from run to run, become `<id>` and `<time>`. */
export async function failureOf(assertion: PromiseLike<unknown>): Promise<string> {
  try {
    await assertion
  } catch (error) {
    return String((error as Error).message)
      .replace(/0x[0-9a-f]{64}/g, "<id>")
      .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/g, "<time>")
  }
  throw new Error("The assertion did not fail.")
}
