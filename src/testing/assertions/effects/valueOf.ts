import type { Sent, SentRoute } from "../../Sent.js"

/** What an assertion is about, from what `expect` got: the thing itself, its promise, or a function that returns either. */
export async function valueOf(subject: unknown): Promise<unknown> {
  return await (typeof subject === "function" ? (subject as () => unknown)() : subject)
}

/** Whether a swap is the subject, rather than a transaction of an app gateway. */
export function isSwap(value: unknown): value is Sent & { readonly route: SentRoute } {
  return typeof value === "object" && value !== null && (value as Partial<Sent>).route !== undefined
}
