import type { AppliedChange } from "../../messaging/wiring/apply/types.js"
import type {
  ExtraConnection,
  WiredConnection,
  WiringChange,
  WiringPlan,
} from "../../messaging/wiring/plan/WiringPlan.js"

/** A plan with the fields that it has in JSON: every field but the ABI, and the ends of a connection named as those of a message. */
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

/** What became of the changes, with the fields that it has in JSON. */
export function resultFields(results: readonly AppliedChange[]): Record<string, unknown>[] {
  return results.map(({ change, status, hash, error }) => ({
    ...changeFields(change),
    status,
    txHash: hash ?? null,
    error: error ?? null,
  }))
}

function changeFields(change: WiringChange): Record<string, unknown> {
  const { application, chain, chainSlug, plug, siblingChain, siblingChainSlug, sibling, ...call } = change
  const { sibling: dstPlug, ...switchboards } = call.before
  return {
    ...connectionFields({ application, chain, chainSlug, plug, siblingChain, siblingChainSlug }),
    dstPlug: sibling,
    ...call,
    before: { dstPlug, ...switchboards },
    sender: call.sender ?? null,
    reason: call.reason ?? null,
    abi: undefined,
  }
}

function extraFields({ sibling, switchboard, ...connection }: ExtraConnection): Record<string, unknown> {
  return { ...connectionFields(connection), dstPlug: sibling, switchboard }
}

function connectionFields({
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
