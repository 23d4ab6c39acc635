import type { Address } from "viem"

import type { Ends } from "./findEnds.js"
import { AbortedError } from "#src/http/errors.js"
import { differencesOf, partOf } from "#src/messaging/onchain/connection/differencesOf.js"
import { attemptCode, type ConnectionSide } from "#src/messaging/onchain/connection/readConnectionFacts.js"
import { sayPlug } from "#src/messaging/onchain/connection/wordDifferences.js"
import type { TaskIo } from "#src/plugin/run/openProcess.js"
import { askYes } from "#src/terminal/askYes.js"

/**
 * Warns where one of two plugs that are to be connected cannot receive, and asks a person at the terminal about it.
 *
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
  const [ofOwn, ofSibling] = await Promise.all([
    attemptCode(own.client, { ...own, siblingChainSlug: to.slug }),
    there && attemptCode(there.client, { ...there, siblingChainSlug: source.slug }),
  ])
  const found = differencesOf({
    a: partOf({ plug: own.plug, slug: own.slug, code: ofOwn }),
    b: partOf({ plug: sibling, slug: to.slug, code: ofSibling ?? { unread: "its chain could not be read" } }),
  })
  const places = { a: { plug: own.plug, on: source.name }, b: { plug: sibling, on: to.name } }
  let isDoubtful = false
  for (const difference of found) {
    const says = sayPlug(difference, places[difference.side])
    const isUnread = difference.about === "unverified"
    if (says !== undefined) err.line(isUnread ? err.paint.dim(says) : err.paint.magenta(says))
    isDoubtful ||= says !== undefined && !isUnread
  }
  if (!isDoubtful || yes || io.input.isTTY !== true) return
  if (!(await askYes("Connect to it all the same?", io))) throw new AbortedError()
}
