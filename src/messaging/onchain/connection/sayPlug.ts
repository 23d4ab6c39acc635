import type { Address } from "viem"

import type { Difference } from "./differencesOf.js"
import { missingInbound } from "./readPlugCode.js"

/** Says why a plug gets no message, or that this was not read; `undefined` of what else differs. */
export function sayPlug(
  found: Difference,
  { plug, on }: { readonly plug: Address; readonly on: string },
): string | undefined {
  const { about } = found
  if (about === "code")
    return `There is no contract at ${plug} on ${on}. Messages to it are lost if there is none when they arrive.`
  if (about === "function") return `The plug ${plug} on ${on} has ${missingInbound}, so it gets no message.`
  if (about !== "unverified" || found.what !== "code") return undefined
  return `Whether the plug ${plug} on ${on} can receive was not checked: ${found.reason}.`
}
