import type { HookContext } from "hardhat/types/hooks"

import { extras, type Replay, type ReplayParameters } from "#src/plugin/extras.js"

/**
 * Executes a message of a public chain again, on a fork of its destination chain in this process, by the real contracts. Nothing of it reaches
 * the chain. `npx hardhat messaging replay … --as-test` writes a test that does.
 *
 * @throws {ForkStateMissingError} the node of the destination chain has no archive, and has forgotten the state
 * @throws {NothingToReplayError} the message has no packet that could be proposed
 * @throws {InvalidInputError} there is no such message, or the build cannot be put in the place of the plug
 * @example
 * const { replayed } = await replayMessage(hre, { from: "arbitrum", tx: "0x…", with: "Vault" })
 * expect(replayed.outcome).to.equal("delivered")
 */
export async function replayMessage(hre: HookContext, parameters: ReplayParameters): Promise<Replay> {
  return await (await extras.replay()).replayAsked(hre, parameters)
}
