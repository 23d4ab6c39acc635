import type { DoctorChain } from "./subjects/DoctorChain.js"

/** Enough for an answer that says that there is nothing, in bytes. */
const keptBytes = 4_096

/** Keeps the beginning of a response while it is read. */
export function keepBeginning({ body, status, statusText, headers }: Response): {
  readonly response: Response
  readonly beginning: () => string
} {
  let kept = new Uint8Array()
  const tap = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      if (kept.length < keptBytes) kept = new Uint8Array(Buffer.concat([kept, chunk]))
      controller.enqueue(chunk)
    },
  })
  const response = new Response(body?.pipeThrough(tap) ?? null, { status, statusText, headers })
  return { response, beginning: () => Buffer.from(kept).toString("utf8") }
}

/** What each API wraps its answer in. An empty list alone could be any server's. */
const envelopes = { messaging: "result", gateway: "response" } as const

/**
 * Finds out why an answer that has the form of one may be that of another API.
 *
 * @param answer what was read of it
 * @param beginning of the body
 * @returns `undefined` if nothing speaks against it
 */
export function findOddity(
  name: "messaging" | "gateway" | "swap",
  { answer, beginning, chains }: { answer: unknown; beginning: string; chains: readonly DoctorChain[] },
): string | undefined {
  const list = Array.isArray(answer) ? (answer as readonly { readonly chainId?: unknown }[]) : []
  if (name === "swap") {
    if (list.length === 0) return "It lists no chain."
    const isListed = chains.some(({ chainId, slug }) => list.some((listed) => listed.chainId === (chainId ?? slug)))
    return isListed || chains.length === 0 ? undefined : "It lists none of this project's chains."
  }
  // Something that was not asked for, and has every field: another API has no such thing.
  if (list.length > 0) return undefined
  const field = envelopes[name]
  const isOwn = new RegExp(`^\\s*\\{(?=[^]*"status"\\s*:\\s*"SUCCESS")[^]*"${field}"\\s*:`).test(beginning)
  return isOwn ? undefined : `Its answer is empty, and is not wrapped as that of the ${name} API is.`
}
