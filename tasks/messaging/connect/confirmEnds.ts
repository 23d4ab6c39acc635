import type { Address } from "viem"

import type { Ends } from "./findEnds.js"
import { AbortedError } from "#src/http/errors.js"
import { differencesOf, isOfFit, partOf } from "#src/messaging/onchain/connection/differencesOf.js"
import { type ConnectionSide, readEnd } from "#src/messaging/onchain/connection/readConnectionFacts.js"
import { sayPlug, wordDifferences } from "#src/messaging/onchain/connection/wordDifferences.js"
import type { TaskIo } from "#src/plugin/run/openProcess.js"
import { askYes } from "#src/terminal/askYes.js"
import { paint } from "#src/terminal/paint.js"

/**
 * Warns where one of two plugs that are to be connected cannot receive, or their switchboards do not fit, and asks a person at the terminal
 * about it.
 *
 * @param own with what is wanted of it
 * @param there the sibling's end; `undefined` if its chain cannot be read
 * @param options.yes whether a person has agreed in advance
 * @throws {AbortedError} the answer is no
 */
export async function confirmEnds(
  own: ConnectionSide,
  there: ConnectionSide | undefined,
  { sibling, ends, yes }: { sibling: Address; ends: Pick<Ends, "source" | "to">; yes: boolean },
  io: TaskIo,
): Promise<void> {
  const { err } = io.terminal
  const { source, to } = ends
  const [a, b] = await Promise.all([
    readEnd(own, to.slug),
    there === undefined
      ? partOf({ plug: sibling, slug: to.slug, code: { unread: "its chain could not be read" } })
      : readEnd(there, source.slug),
  ])
  const found = differencesOf({ a, b })
  const places = { a: { plug: own.plug, on: source.name }, b: { plug: sibling, on: to.name } }
  // Until the other side is connected to the plug, its switchboard is still to be chosen.
  const isBack = there !== undefined && !found.some(({ side, about }) => side === "b" && about === "sibling")
  const fit = isBack ? await wordDifferences(found.filter(isOfFit), { a: own, b: there }) : undefined
  const said = [
    ...found.map((one) => ({ says: sayPlug(one, places[one.side]), isUnread: one.about === "unverified" })),
    ...(fit?.differences ?? []).map(({ says }) => ({ says, isUnread: false })),
    ...(fit?.notChecked ?? []).map(({ says }) => ({ says, isUnread: true })),
  ].filter(({ says }) => says !== undefined)
  for (const { says = "", isUnread } of said) err.line(isUnread ? paint.dim(says) : paint.magenta(says))
  if (said.every(({ isUnread }) => isUnread) || yes || io.input.isTTY !== true) return
  if (!(await askYes("Connect to it all the same?", io))) throw new AbortedError()
}
