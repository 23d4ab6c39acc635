import { callFields } from "./connectCall.js"
import type { AppliedChange } from "#src/messaging/wiring/apply/WiringStep.js"
import type {
  ExtraConnection,
  WiredConnection,
  WiringChange,
  WiringPlan,
} from "#src/messaging/wiring/plan/WiringPlan.js"

/** A plan with the fields that it has in JSON: all but the ABI, with the ends of a connection named as those of a message. */
export function planDocument({ changes, extras, problems, inPlace }: WiringPlan): Record<string, unknown> {
  return {
    changes: changes.map(changeFields),
    extras: extras.map(extraFields),
    problems: problems.map(({ application, chain: chainName, says, about, error }) => ({
      about,
      application: application ?? null,
      chainName,
      says,
      error: error ?? null,
    })),
    inPlace: inPlace.map(connectionFields),
  }
}

/** The results of changes with the fields that they have in JSON. */
export function resultFields(results: readonly AppliedChange[]): Record<string, unknown>[] {
  return results.map(({ change, status, hash, error }) => ({
    ...changeFields(change),
    status,
    txHash: hash ?? null,
    error: error ?? null,
  }))
}

function changeFields(change: WiringChange): Record<string, unknown> {
  const { application, chain, chainSlug, plug, siblingChain, siblingChainSlug, sibling, call, ...rest } = change
  const { sibling: dstPlug, ...switchboards } = change.before
  return {
    ...connectionFields({ application, chain, chainSlug, plug, siblingChain, siblingChainSlug }),
    dstPlug: sibling,
    ...rest,
    ...callFields(call),
    switchboardKind: change.switchboardKind ?? null,
    before: { dstPlug, ...switchboards },
    owner: change.owner ?? null,
    sender: change.sender ?? null,
    reason: change.reason ?? null,
    abi: undefined,
  }
}

function extraFields({ sibling, switchboard, ...connection }: ExtraConnection): Record<string, unknown> {
  return { ...connectionFields(connection), dstPlug: sibling, switchboard }
}

export function connectionFields({
  application,
  chain,
  chainSlug,
  plug,
  siblingChain,
  siblingChainSlug,
}: WiredConnection): Record<string, unknown> {
  return {
    application,
    srcChainName: chain,
    srcChainSlug: chainSlug,
    srcPlug: plug,
    dstChainName: siblingChain,
    dstChainSlug: siblingChainSlug,
  }
}
