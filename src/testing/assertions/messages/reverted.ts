import { expectedError } from "../matchArgs.js"
import type { NamedMatcher } from "../Matcher.js"
import { describeFailedSend } from "./sentMessages.js"
import { decodeRevert } from "#src/messaging/onchain/decodeRevert.js"
import { CallRevertedError } from "#src/onchain/callErrors.js"
import { readRevert } from "#src/onchain/readRevert.js"

/** Waits for a call, and finds out whether it reverts itself with an error of a contract, and these arguments if any are given. */
export const checkRevertedWithError: NamedMatcher = async (subject, contract, errorName, args) => {
  const { abi, text, matches } = expectedError(contract, errorName, args)
  const expected = `Expected the call to revert with ${text}`
  const problemIfNot = `Expected the call not to revert with ${text}, but it does.`
  try {
    await subject
  } catch (error) {
    const revert =
      error instanceof CallRevertedError ? decodeRevert(error.revert.data, [abi]) : readRevert(error, [abi])
    if (revert === undefined) throw error
    const instead = describeFailedSend(error) ?? `it reverts with ${revert.reason}.`
    return { holds: matches(revert), problem: `${expected}, but ${instead}`, problemIfNot }
  }
  return { holds: false, problem: `${expected}, but it passes.`, problemIfNot }
}
