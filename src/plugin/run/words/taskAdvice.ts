import type { PlugsError } from "../../../primitives/PlugsError.js"

const connect =
  "Connect the two plugs with npx hardhat messaging connect, once from each chain. npx hardhat plugs doctor shows what is missing."
const build =
  "If it is an error of your own contracts, build the project with npx hardhat build, and run this again: the error then has its name."

/** What a person at a terminal can do about an error. The advice of the helpers names functions instead. */
const byCode: Readonly<Record<string, string | ((error: PlugsError) => string | undefined)>> = {
  PLUG_NOT_CONNECTED: connect,
  CONNECTION_NOT_MADE:
    "Check that --function connects the plug, and the order of its parameters. npx hardhat plugs doctor shows the connection.",
  FEE_TOO_HIGH:
    "Find out why the plug asks for so much: npx hardhat messaging fees shows what the socket charges. To pay it anyway, raise --max-fee. What the function keeps for its own use is not a fee: attach it with --value.",
  FEE_KEPT:
    "If the function takes something for its own use, attach that with --value. If it keeps what is above the fee, use --margin 0.",
  FEE_NOT_FOUND:
    "Use a node with eth_simulateV1 or debug_traceCall and an account that can pay the fee. Or see what a message costs with npx hardhat messaging fees, and attach it with --value.",
  FEE_NOT_CHECKED:
    "Use a node with eth_simulateV1 or debug_traceCall, or say with --max-fee what you want to pay at most.",
  NO_MESSAGE:
    "Check the function and its arguments, such as an empty list. A view only reads. To send the transaction even so, add --even-without-message.",
  MESSAGE_NOT_CHECKED:
    "Use a node with eth_simulateV1 or debug_traceCall. To send the transaction even so, add --even-without-message.",
  WRONG_SOCKET:
    "Do not pay fees to a contract that names its own socket. If the chain's socket is wrong, correct it in plugs.chains of the Hardhat configuration.",
  GAS_PRICE_TOO_HIGH: "Compare it with another node of the chain. If it is right, raise --max-gas-price.",
  NOT_EXECUTOR:
    "Use an account that has EXECUTOR_ROLE at the execution manager, or ask its owner to grant the role. On a fork of the chain, this task does that itself.",
  SEVERAL_MESSAGES: "Name one of them with --message-id.",
  MESSAGE_FAILED: "It is not tried again by itself.",
  DEPLOYMENT_STUCK: ({ next }) =>
    next
      ?.replace("the deployment's transaction with getTransaction:", "its transaction with npx hardhat gateway tx:")
      .replace("Check with getTransaction whether", "Check with npx hardhat gateway tx whether"),
  TIMEOUT: "Try again later.",
  DEADLINE_PASSED: ({ next, facts: { account } }) =>
    next
      ?.replace("wait again with waitForCredits", `npx hardhat gateway topup ${account ?? ""} shows what has arrived`)
      .replace("Check that srcChainSlug is the chain", "Check that --from is the chain")
      .replace("Check messageId:", "Check --message-id:")
      .replace("Check the quoteId", "Check the quote's id")
      .replace("by its quoteId", "by its quote's id")
      .replace("with a longer timeout", "with a longer --timeout"),
  UNAUTHORIZED: ({ next }) =>
    next?.replace(", or apiKey of createMessagingClient,", "").replace(", or in createSwapClient", ""),
  NOT_FOUND: ({ next }) =>
    next
      ?.replace("try again or use waitForMessage", "try again")
      .replace("srcChainSlug is the chain of srcTxHash", "--from is the chain of the transaction")
      .replace("try again or use waitForRoute", "try again, or add --wait")
      .replace("by its quoteId only, not by srcTxHash", "by its quote's id only, not by a transaction"),
  REQUEST_REFUSED: ({ next }) =>
    next?.replace(
      "with getSupportedChains and searchTokens",
      "with npx hardhat swap chains and npx hardhat swap tokens",
    ),
  ROUTE_REFUSED: ({ next }) =>
    next
      ?.replace(", with --allow-target, or as allowedTargets of executeRoute", ", or with --allow-target")
      .replace(", with --allow-target, or as allowedSpenders of executeRoute", ", or with --allow-target")
      .replace("with userOps tx", "with --user-ops tx")
      .replace("with requote", "with --requote")
      .replace(", raise maxNativeFee", ", send it from a script with a higher maxNativeFee"),
}

/** What to do about reverts, by the name of the contract's error. */
const byRevert: Readonly<Record<string, string>> = { NotConnected: connect, PlugDisconnected: connect }

type Reverted = PlugsError & { readonly revert: { readonly name?: string | undefined; readonly data: string } }

/**
 * Says what a person at a terminal can do about an error.
 *
 * @returns `undefined` if the error's own advice holds for tasks too
 */
export function taskAdvice(error: PlugsError): string | undefined {
  if (isReverted(error)) {
    const { name, data } = error.revert
    if (name === undefined) return data === "0x" ? undefined : build
    const advice = byRevert[name]
    return advice === undefined ? undefined : error.next?.replace(/Connect the plugs.*$/s, advice)
  }
  const advice = Object.hasOwn(byCode, error.code) ? byCode[error.code] : undefined
  return typeof advice === "function" ? advice(error) : advice
}

/** Checks whether the error says with which data a contract has reverted. */
export function isReverted(error: PlugsError): error is Reverted {
  const { revert } = error as { revert?: { data?: unknown } }
  return typeof revert === "object" && typeof revert.data === "string"
}
