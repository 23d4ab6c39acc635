import type { OpenWorld } from "../world/OpenWorld.js"

/** Writes down what happens in which order, and at what time, as one text. */
export function followCourse({ devnet, clock }: OpenWorld): { end: () => string } {
  const begun = clock.now()
  const seen: string[] = []
  const note = (state: string, id: string): void => {
    // An hour sooner or later is another course, a second is not.
    seen.push(`${state} ${id} ${Math.floor((clock.now() - begun) / 3_600_000)}`)
  }
  const stops = [
    devnet.onMessage(({ status, outbound }) => {
      if (status.startsWith("EXECUTION_") || status === "INBOUND_REVERTING") note(status, outbound.messageId)
    }),
    devnet.gateway?.onPayload(({ status, payloadId }) => {
      if (status === "EXECUTED" || status === "PROMISE_RESOLVED") note(status, payloadId)
    }),
  ]
  return {
    end() {
      for (const stop of stops) stop?.()
      return seen.join()
    },
  }
}
