import { type NamedTrust, sayAnswer } from "./trustReport.js"
import { type ComparedPath, listAccounts } from "#extras/audit/src/trust/compareTrust.js"

export type ProjectTrust = {
  readonly paths: readonly NamedTrust[]
  /** Chains of which nothing was read. */
  readonly notRead: readonly { readonly name: string; readonly why: string }[]
}

/** What `--json` prints. A later run compares its paths with it. */
export type TrustFields = Pick<ProjectTrust, "notRead"> & { readonly paths: readonly ComparedPath[] }

/** The fields of who can do what, as `--json` prints them. */
export function trustFields({ paths, notRead }: ProjectTrust): TrustFields {
  return { paths: paths.map(pathFields), notRead }
}

function pathFields(path: NamedTrust): ComparedPath & Readonly<Record<string, unknown>> {
  const { application, from, to, srcChain, dstChain, isConnected, powers, weaknesses, notWhole, unread } = path
  return {
    ...{ application, srcChainName: srcChain, srcChainSlug: from.slug, srcPlug: from.plug, srcBlock: from.blockNumber },
    ...{ dstChainName: dstChain, dstChainSlug: to.slug, dstPlug: to.plug, dstBlock: to.blockNumber },
    ...{ isConnected, says: sayAnswer(path), powers, accounts: listAccounts(path.facts), weaknesses, notWhole, unread },
  }
}
