import { type Address, type Client, zeroAddress } from "viem"
import { z } from "zod"

import type { FoundCause } from "./explain.js"
import type { Mend } from "./Explanation.js"
import { addressSchema } from "#src/http/schemas.js"
import { askNode } from "#src/onchain/simulation/askNode.js"
import { commandLine } from "#src/primitives/commands/commandLine.js"
import { clauseOf, shorten } from "#src/primitives/text.js"

/** What a devnet's node says of its actors. */
export type DevnetRelay = {
  /** Why actors fail now, by stage and chain. */
  readonly failures: readonly { readonly stage: string; readonly chainSlug: number; readonly reason: string }[]
  /** The stages that are paused; all of them if the relay is stopped. */
  readonly paused: readonly string[]
  /** The chains on which transactions wait and no block is mined by itself. */
  readonly unmined: readonly number[]
  /** Milliseconds that a message rests in each state and that a block takes, on purpose. */
  readonly delay: number
  /** The watchers whose keys it has. No other one attests by itself. */
  readonly watchers: readonly Address[]
  /** The port that the devnet listens on; `undefined` if it is of an older version. */
  readonly port?: number | undefined
}

const schema: z.ZodType<DevnetRelay> = z.object({
  failures: z.array(z.object({ stage: z.string(), chainSlug: z.number(), reason: z.string() })),
  paused: z.array(z.string()),
  unmined: z.array(z.number()),
  delay: z.number().nonnegative(),
  watchers: z.array(addressSchema),
  port: z.number().int().optional(),
})

/** Asks a node; `undefined` if it is no devnet's. */
export async function readDevnetRelay(client: Client): Promise<DevnetRelay | undefined> {
  const question = { method: "devnet_relay", params: [], call: { to: zeroAddress } }
  const { data } = schema.safeParse(await askNode(client, question).catch(() => undefined))
  return data && { ...data, failures: data.failures.map((one) => ({ ...one, reason: shorten(one.reason, 300) })) }
}

/** The command that resumes a paused devnet; `undefined` if none of these stages is paused. */
export async function resumeFix(client: Client, stages: readonly string[]): Promise<Mend | undefined> {
  const { paused = [], port } = (await readDevnetRelay(client)) ?? {}
  const stage = stages.find((one) => paused.includes(one))
  return stage === undefined ? undefined : resumeMend(stage, port)
}

/** @param stage one that is paused */
export function resumeMend(stage: string, port: number | undefined): Mend {
  const args = { port: port === undefined ? undefined : String(port) }
  return {
    who: `the devnet is paused, also its stage ${stage}: let it go on`,
    command: `npx hardhat ${commandLine("devnet resume", args, { positional: [] })}`,
  }
}

/** The cause that an actor fails on a chain. */
export function actorFailed(
  { stage, reason }: Pick<DevnetRelay["failures"][number], "stage" | "reason">,
  chain: string,
): FoundCause<"actor-failed"> {
  const why = clauseOf(reason)
  return {
    name: "actor-failed",
    says: `The devnet's actor for the stage ${stage} fails on ${chain}: ${why}.`,
    evidence: [{ source: `the devnet's node of ${chain}`, says: `devnet_relay says of ${stage}: ${why}.` }],
    fix: `remove the cause on ${chain}: give the account native tokens with hardhat_setBalance, or lower the base fee with hardhat_setNextBlockBaseFeePerGas; the actor tries again by itself`,
  }
}

/** The cause that transactions wait on a chain which mines no block. */
export function chainUnmined(chain: string): FoundCause<"chain-stands-still"> {
  return {
    name: "chain-stands-still",
    says: `${chain} mines no block: its automatic mining is off, and transactions wait.`,
    evidence: [{ source: `the devnet's node of ${chain}`, says: "devnet_relay lists the chain as unmined." }],
    fix: `mine a block on ${chain} with evm_mine, or let it mine by itself with evm_setAutomine`,
  }
}
