import { decodeRevert } from "../../../../messaging/onchain/decodeRevert.js"
import { CallRevertedError } from "../../../../onchain/callErrors.js"

/** Says with what a call of `send` has reverted, and where in the source code; `undefined` if the error is about something else. */
export function describeFailedSend(error: unknown): string | undefined {
  if (!(error instanceof CallRevertedError)) return undefined
  const { explanation } = decodeRevert(error.revert.data) ?? {}
  const meaning = explanation === undefined ? "" : ` ${explanation}`
  const frames = (error.stack ?? "").split("\n").filter((line) => inSolidity.test(line))
  return [`${error.shortMessage}${meaning}`, ...frames].join("\n")
}

/** Such as `at Counter.add (contracts/Counter.sol:20)`. */
const inSolidity = /^ +at .+\.sol:\d+\)$/
