import type { MessageStep } from "../../messaging/following/messageTracker.js"
import type { Message } from "../../messaging/types.js"
import type { StepFields } from "../core/json/ShownStep.js"

/** A message with the fields that it has in JSON, where the destination's plug is called `dstPlug` as in every other place. */
export function messageFields({ to: { destPlug, ...to }, ...message }: Message): object {
  return { ...message, to: { ...to, dstPlug: destPlug } }
}

/** A step of a message with the fields that it has in JSON. */
export function messageStepFields({ message, ...step }: MessageStep): StepFields {
  return { ...step, message: messageFields(message) }
}
