import type { GatewayReading, PayloadFacts } from "../reading/types.js"
import { isPayloadDone } from "../states.js"
import { firstOpenBatch, payloadsOf, statusOf } from "./describeItems.js"
import { gatewayCauses } from "./gatewayCauses.js"
import type { GatewayCase, GatewayCause } from "./types.js"
import {
  actorFailed,
  chainUnmined,
  type DevnetRelay,
  readDevnetRelay,
  resumeMend,
} from "#src/explaining/devnetRelay.js"

/** What comes next: the stages of a devnet's relay that do it, and the chain on which they do. */
type Step = { readonly stages: readonly string[]; readonly slug: number; readonly about: string }

/** What a devnet says of its actors, and the steps that they are to do next. */
export type Actors = { readonly relay: DevnetRelay; readonly steps: readonly Step[] }

/** Asks the devnet, if nothing that was found keeps the parts that are not done. */
export async function readActors(reading: GatewayReading, found: readonly GatewayCause[]): Promise<Actors | undefined> {
  const isKept = found.some(({ name }) => gatewayCauses[name].verdict !== "waiting" || name.endsWith("-waiting"))
  const steps = isKept ? [] : nextSteps(reading)
  const relay = steps.length === 0 ? undefined : await readDevnetRelay(reading.gateway.client)
  return relay && { relay, steps }
}

function nextSteps(reading: GatewayReading): readonly Step[] {
  const { triggers, gateway } = reading
  const isNext = (payload: PayloadFacts): boolean =>
    !isPayloadDone(statusOf(payload)) && payload.batchCount === firstOpenBatch(reading, payload)
  return [
    ...triggers
      .filter(({ handled }) => handled === null)
      .map(({ triggerId }) => ({ stages: ["trigger"], slug: gateway.slug, about: triggerId })),
    ...payloadsOf(reading)
      .filter(isNext)
      .map((payload) => nextStep(payload, gateway.slug)),
  ]
}

function nextStep({ payloadId, finalized, executed, chainSlug, callType }: PayloadFacts, gatewaySlug: number): Step {
  const about = payloadId
  if (finalized === null) return { stages: ["accept", "finalize"], slug: gatewaySlug, about }
  if (executed === null && callType !== "SCHEDULE") {
    return { stages: ["simulatePayload", "executePayload"], slug: chainSlug, about }
  }
  return { stages: ["simulateCallback", "resolve"], slug: gatewaySlug, about }
}

/** Finds why the actors of a devnet do not do what comes next: they are paused, they fail, or the chain mines no block. */
export function findActorCauses(reading: GatewayCase & { readonly actors: Actors | undefined }): GatewayCause[] {
  const { actors, gateway, chainName } = reading
  if (actors === undefined) return []
  const { failures, paused, unmined, port } = actors.relay
  return actors.steps.flatMap(({ stages, slug, about }): GatewayCause[] => {
    const chain = slug === gateway.slug ? gateway.name : chainName(slug)
    const still = stages.find((stage) => paused.includes(stage))
    const failure = failures.find((one) => one.chainSlug === slug && stages.includes(one.stage))
    if (still !== undefined) {
      const says = `The devnet is paused, also its stage ${still}, which comes next on ${chain}.`
      const evidence = [
        { source: `the devnet's node of ${gateway.name}`, says: `devnet_relay lists ${still} as paused.` },
      ]
      return [{ name: "actors-paused", says, evidence, fix: resumeMend(still, port), about }]
    }
    if (failure !== undefined) return [{ ...actorFailed(failure, chain), about }]
    return unmined.includes(slug) ? [{ ...chainUnmined(chain), about }] : []
  })
}
