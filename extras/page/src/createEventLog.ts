/** A stream of server-sent events that any number of readers follow, each at its own speed. */
export type EventLog = {
  /** Sends an event to every reader. One with the same `replaces` as an earlier one takes its place. */
  readonly publish: (data: { readonly event: string }, replaces?: string) => void
  /** Sends every reader the whole state again, also those that come back with an older event. */
  readonly restart: () => void
  /**
   * Opens a stream, which begins after the event that a reader had last, or with the whole state.
   *
   * @param drop called when the reader is too slow, or its client has opened too many others: it has to go, and may come again
   * @param client whose readers are counted apart from those of others, so that none takes another's place. Default: that of all strangers
   */
  readonly open: (lastEventId: string | undefined, drop?: () => void, client?: string) => ReadableStream<Uint8Array>
}

export type EventLogOptions = {
  /** The whole state, as the data of an event. */
  readonly readState: () => { readonly event: string }
  /** Begins every id, so that no event of an earlier devnet is taken for one of this. */
  readonly epoch: string
  /** Events that are kept for readers that are behind. */
  readonly maxEvents?: number
  /** Readers of one client. With one more, its oldest has to go. */
  readonly maxReaders?: number
}

type Reader = {
  cursor: number | undefined
  readonly client: string
  readonly wake: () => void
  readonly drop: () => void
}

const maxAtOnce = 256

/** Keeps the latest events. A reader is only its place among them, so one that is slow costs no memory; one that falls out is dropped. */
export function createEventLog({ readState, epoch, maxEvents = 4096, maxReaders = 16 }: EventLogOptions): EventLog {
  /** Written out only for a reader, because most devnets have none. */
  const ring: ({ readonly event: string } | undefined)[] = []
  const latest = new Map<string, number>()
  const readers = new Set<Reader>()
  const encoder = new TextEncoder()
  let last = 0
  /** Readers that are before this get the state again. */
  let floor = 0

  const frame = (number: number, data: { readonly event: string }): string =>
    `id: ${epoch}-${number}\nevent: ${data.event}\ndata: ${JSON.stringify({ schemaVersion: 1, ...data })}\n\n`
  const isKept = (number: number): boolean => number >= Math.max(floor, last - maxEvents)

  function placeOf(lastEventId: string | undefined): number | undefined {
    const [, own, digits] = /^(.{1,40})-(\d{1,15})$/.exec(lastEventId ?? "") ?? []
    const number = Number(digits)
    return own === epoch && number <= last && isKept(number) ? number : undefined
  }

  /** What a reader gets next; empty if all that it lacks was replaced. */
  function read(reader: Reader): string {
    if (reader.cursor === undefined || reader.cursor < floor) {
      reader.cursor = last
      return frame(last, readState())
    }
    const from = reader.cursor + 1
    reader.cursor = Math.min(last, reader.cursor + maxAtOnce)
    let text = ""
    for (let number = from; number <= reader.cursor; number += 1) {
      const data = ring[number % maxEvents]
      if (data !== undefined) text += frame(number, data)
    }
    return text
  }

  return {
    publish(data, replaces) {
      last += 1
      if (replaces !== undefined) {
        const earlier = latest.get(replaces)
        if (earlier !== undefined && earlier > last - maxEvents) ring[earlier % maxEvents] = undefined
        latest.set(replaces, last)
      }
      ring[last % maxEvents] = data
      for (const reader of readers) {
        if (reader.cursor !== undefined && reader.cursor >= floor && !isKept(reader.cursor)) {
          reader.drop()
        } else reader.wake()
      }
    },
    restart() {
      last += 1
      ring[last % maxEvents] = undefined
      floor = last
      for (const { wake } of readers) wake()
    },
    open(lastEventId, drop, client = "stranger") {
      const own = [...readers].filter((reader) => reader.client === client)
      if (own.length >= maxReaders) own[0]?.drop()
      let wake: (() => void) | undefined
      let isOver = false
      let controller: ReadableStreamDefaultController<Uint8Array>
      const reader: Reader = {
        cursor: placeOf(lastEventId),
        client,
        wake: () => wake?.(),
        drop: () => {
          isOver = true
          readers.delete(reader)
          // Not an error, which the server would print.
          controller.close()
          wake?.()
          drop?.()
        },
      }
      readers.add(reader)
      return new ReadableStream<Uint8Array>(
        {
          start(given) {
            controller = given
          },
          async pull() {
            let text = ""
            while (text === "") {
              if (reader.cursor === last) {
                await new Promise<void>((resolve) => (wake = resolve))
                wake = undefined
              }
              if (isOver) return
              text = read(reader)
            }
            controller.enqueue(encoder.encode(text))
          },
          cancel() {
            isOver = true
            readers.delete(reader)
            wake?.()
          },
        },
        // Nothing is made ahead of the reader.
        { highWaterMark: 0 },
      )
    },
  }
}
