/**
 * Streams a JSON array whose elements are made one at a time, each only once the reader has taken the one before. A reader that goes
 * away ends the generator.
 *
 * @param elements each already in JSON
 */
export function streamArray(elements: AsyncGenerator<string, undefined>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let before = "["
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await elements.next()
        if (done === true) {
          controller.enqueue(encoder.encode(before === "[" ? "[]" : "]"))
          controller.close()
          return
        }
        controller.enqueue(encoder.encode(before + value))
        before = ","
      },
      async cancel() {
        await elements.return(undefined)
      },
    },
    // Nothing is made ahead of the reader.
    { highWaterMark: 0 },
  )
}
