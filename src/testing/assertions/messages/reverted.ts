import { decodeRevert } from "../../../messaging/onchain/decodeRevert.js"
import { CallRevertedError } from "../../../onchain/callErrors.js"
import { readRevert } from "../../../onchain/readRevert.js"
import { contractWith, expectedWith } from "../matchArgs.js"
import type { NamedMatcher } from "../Matcher.js"
import { describeFailedSend } from "./sentMessages.js"

/** Waits for a call, and finds out whether it reverts itself with an error of a contract, and these arguments if any are given. */
export const checkRevertedWithError: NamedMatcher = async (subject, contract, errorName, args) => {
  const { abi } = contractWith(contract, "error", errorName, ["Error", "Panic"])
  const wanted = expectedWith(errorName, args)
  const problemIfNot = `Expected the call not to revert with ${wanted.text}, but it does.`
  try {
    await subject
  } catch (error) {
    const revert =
      error instanceof CallRevertedError ? decodeRevert(error.revert.data, [abi]) : readRevert(error, [abi])
    if (revert === undefined) throw error
    const instead = describeFailedSend(error) ?? `it reverts with ${revert.reason}.`
    return {
      holds: wanted.matches(revert),
      problem: `Expected the call to revert with ${wanted.text}, but ${instead}`,
      problemIfNot,
    }
  }
  return { holds: false, problem: `Expected the call to revert with ${wanted.text}, but it passes.`, problemIfNot }
}
