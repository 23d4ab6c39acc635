/** The largest answer that is read, counted after decompression. The longest real ones are a few hundred kB. */
export const bodyLimit: number = 5 * 2 ** 20

/**
 * Reads a body as far as the limit, and lets go of the connection as soon as it is passed or the signal aborts.
 *
 * @returns the bytes, or undefined when there are more than the limit
 */
export async function readBody(response: Response, signal: AbortSignal): Promise<Uint8Array | undefined> {
  if (response.body === null) return new Uint8Array()
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const letGo = (): void => {
    reader.cancel().catch(() => undefined)
  }
  signal.addEventListener("abort", letGo, { once: true })
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return Buffer.concat(chunks, length)
      length += value.byteLength
      if (length > bodyLimit) {
        letGo()
        return undefined
      }
      chunks.push(value)
    }
  } finally {
    signal.removeEventListener("abort", letGo)
  }
}
