/** The largest response body that is read, in bytes after decompression. The largest real ones are a few hundred kB. */
export const bodyLimit: number = 5 * 2 ** 20

/**
 * Reads a response body. Closes the connection as soon as the body exceeds the limit or the signal aborts.
 *
 * @returns the bytes, or `undefined` if there are more than {@link bodyLimit}
 */
export async function readBody(response: Response, signal: AbortSignal): Promise<Uint8Array | undefined> {
  if (response.body === null) return new Uint8Array()
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const cancel = (): void => {
    reader.cancel().catch(() => undefined)
  }
  signal.addEventListener("abort", cancel, { once: true })
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return Buffer.concat(chunks, length)
      length += value.byteLength
      if (length > bodyLimit) {
        cancel()
        return undefined
      }
      chunks.push(value)
    }
  } finally {
    signal.removeEventListener("abort", cancel)
  }
}
