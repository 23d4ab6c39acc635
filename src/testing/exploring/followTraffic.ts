import { describeRequests } from "../assertions/effects/describeRequests.js"
import { describeMessages } from "../assertions/messages/describeMessages.js"
import type { OpenWorld } from "../world/OpenWorld.js"
import { trafficOf } from "#src/costs/measureWorld.js"
import type { MessageRecord } from "#src/devnet/messaging/MessageRecord.js"

/** What runs have sent, apart from what was in the world before. */
export type RunTraffic = {
  /** What is in the world now was there before. */
  readonly begin: () => void
  readonly messages: () => readonly MessageRecord[]
  /** Says where each message and each payload is, in the words that the assertions have; empty if nothing was sent. */
  readonly describe: () => Promise<string>
}

/** Runs that begin again have the same ids, so they are known by what was there before. */
export function followTraffic(open: OpenWorld): RunTraffic {
  const { gateway } = open
  let knownMessages: ReadonlySet<unknown> = new Set()
  let knownRequests: ReadonlySet<unknown> = new Set()
  const messages = () =>
    trafficOf(open).messages.filter(({ outbound: { packedMessage } }) => !knownMessages.has(packedMessage))
  return {
    begin() {
      const before = trafficOf(open)
      knownMessages = new Set(before.messages.map(({ outbound }) => outbound.packedMessage))
      knownRequests = new Set(before.requests.map(({ requestCount }) => requestCount))
    },
    messages,
    async describe() {
      const sent = messages()
      const made = trafficOf(open).requests.filter(({ requestCount }) => !knownRequests.has(requestCount))
      const lines =
        gateway === undefined ? [] : await describeRequests({ world: open, gateway }, made.slice(0, maxRequests))
      const rest = made.length - maxRequests
      return [
        ...(sent.length === 0 ? [] : ["Where the messages were at its end:", await describeMessages(open, sent), ""]),
        ...(lines.length === 0 ? [] : ["Where the payloads were at its end:", ...lines]),
        ...(rest > 0 ? [`  and ${rest} more requests`] : []),
        ...(lines.length === 0 ? [] : [""]),
      ].join("\n")
    },
  }
}

const maxRequests = 5
