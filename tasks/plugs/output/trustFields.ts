import type { ComparedPath } from "../../../src/messaging/trust/compareTrust.js"
import type { NamedTrust, ProjectTrust } from "../trust/readProjectTrust.js"
import { sayAnswer } from "./trustReport.js"

/** The fields of who can do what, as `--json` prints them. */
export function trustFields({ paths, notRead }: ProjectTrust): {
  readonly paths: readonly ComparedPath[]
  readonly notRead: ProjectTrust["notRead"]
} {
  return { paths: paths.map(pathFields), notRead }
}

function pathFields(path: NamedTrust): ComparedPath {
  const { application, from, to, srcChain, dstChain, isConnected, powers, weaknesses, notWhole, unread } = path
  return {
    ...{ application, srcChainName: srcChain, srcChainSlug: from.slug, srcPlug: from.plug, srcBlock: from.blockNumber },
    ...{ dstChainName: dstChain, dstChainSlug: to.slug, dstPlug: to.plug, dstBlock: to.blockNumber },
    ...{ isConnected, says: sayAnswer(path), powers, weaknesses, notWhole, unread },
  }
}
