import type { Hex } from "viem"

import type { Message } from "./message.js"
import { type MessageStep, vanished } from "./messageStep.js"
import { compareStates, inboundStates, isFinal, type MessageStatus } from "./states.js"

/** Turns what the API answers, again and again, into steps. */
export type Journey = {
  /** Takes one answer, and gives the steps that it means. */
  observe(messages: readonly Message[], at: number): MessageStep[]
  /** Whether nothing more is awaited: every message is final, or has reached the state that was asked for. */
  isOver(): boolean
  /** The messages that are followed, as they were last seen, without those that vanished. */
  messages(): Message[]
  /** Messages of the last answer that are not followed. */
  others(): readonly Hex[]
  /** Every step so far. */
  readonly history: readonly MessageStep[]
}

type Track = {
  last: MessageStep
  /** States since first sight or since the last reorg: what the message must not fall behind. */
  statuses: Set<string>
  inboundStatuses: Set<string>
}

/**
 * Follows the messages of one transaction, or one of them.
 *
 * A final state ends a message's story: nothing that is answered about it later is reported. Because a reorg can give a message
 * a new id, the journey is over when as many messages have arrived as were ever seen at once, and not necessarily the same.
 */
export function createJourney({
  messageId,
  until,
}: {
  messageId?: Hex | undefined
  until?: MessageStatus | undefined
}): Journey {
  const tracks = new Map<Hex, Track>()
  const history: MessageStep[] = []
  let inLastAnswer: readonly Hex[] = []
  let others: readonly Hex[] = []
  let mostAtOnce = 0

  const isFollowed = (message: Message): boolean => messageId === undefined || message.messageId === messageId

  function hasArrived(id: Hex): boolean {
    const state = tracks.get(id)?.last.state
    if (state === undefined) return false
    return isFinal(state) || (until !== undefined && (state === until || compareStates(state, until) > 0))
  }

  function stepOf(message: Message, at: number): MessageStep | undefined {
    const { messageId: id, status: state, executionDetails } = message
    const { inboundStatus } = executionDetails
    const track = tracks.get(id)
    if (track === undefined) {
      return { kind: "state", messageId: id, state, inboundStatus, at, inState: 0, message }
    }
    const { last } = track
    if (isFinal(last.state) || (last.state === state && last.inboundStatus === inboundStatus)) return undefined
    const kind = isBehind(track, state, inboundStatus) ? "reorg" : "state"
    return { kind, messageId: id, state, previousState: last.state, inboundStatus, at, inState: at - last.at, message }
  }

  function vanishingOf({ last }: Track, at: number): MessageStep {
    return { ...last, kind: "reorg", state: vanished, previousState: last.state, at, inState: at - last.at }
  }

  function take(step: MessageStep): void {
    history.push(step)
    const known = step.kind === "reorg" ? undefined : tracks.get(step.messageId)
    const track = known ?? { last: step, statuses: new Set(), inboundStatuses: new Set() }
    tracks.set(step.messageId, track)
    track.last = step
    if (step.state === vanished) return
    track.statuses.add(step.state)
    track.inboundStatuses.add(step.inboundStatus)
  }

  return {
    history,
    observe(answer, at) {
      const followed = answer.filter(isFollowed)
      inLastAnswer = idsOf(followed)
      others = idsOf(answer.filter((message) => !isFollowed(message)))
      mostAtOnce = Math.max(mostAtOnce, inLastAnswer.length)
      const steps: MessageStep[] = []
      for (const message of followed) {
        const step = stepOf(message, at)
        if (step === undefined) continue
        take(step)
        steps.push(step)
      }
      for (const [id, track] of tracks) {
        const isOut = !inLastAnswer.includes(id) && track.last.state !== vanished && !isFinal(track.last.state)
        if (!isOut) continue
        const step = vanishingOf(track, at)
        take(step)
        steps.push(step)
      }
      return steps
    },
    others: () => others,
    isOver() {
      const arrived = [...tracks.keys()].filter(hasArrived).length
      return arrived > 0 && arrived >= mostAtOnce && inLastAnswer.every(hasArrived)
    },
    messages() {
      return [...tracks.values()].filter(({ last }) => last.state !== vanished).map(({ last }) => last.message)
    },
  }
}

function idsOf(messages: readonly Message[]): Hex[] {
  return [...new Set(messages.map((message) => message.messageId))]
}

function isBehind(track: Track, state: string, inboundStatus: string): boolean {
  return (
    [...track.statuses].some((seen) => compareStates(state, seen) < 0) ||
    [...track.inboundStatuses].some((seen) => compareStates(inboundStatus, seen, inboundStates) < 0)
  )
}
