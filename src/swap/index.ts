// The public API of `hardhat-plugs/swap`. Every name is exported explicitly, because each one has to stay.

// The swap API
export type { SwapClient, SwapClientOptions } from "./createSwapClient.js"
export { createSwapClient } from "./createSwapClient.js"
export { nativeToken } from "./nativeToken.js"
export { routeStatusFromCode } from "./routeStatusFromCode.js"
export type { RouteState } from "./states.js"
export { isFinal, routeStates } from "./states.js"
export type {
  Chain,
  Deposit,
  EvmTransaction,
  Payout,
  PayoutSeen,
  Provider,
  Providers,
  Quote,
  QuoteRoute,
  Refund,
  RouteStatus,
  Token,
  TokenAmount,
  TxData,
  UserOps,
} from "./types.js"
export { isEvmTxData, routeTags, userOps } from "./types.js"
export type { GetQuoteParameters, ListTokensParameters } from "./wire/parameters/types.js"
export type { OrForeign } from "#src/primitives/foreign.js"
export { isEvmAddress, isEvmHash } from "#src/primitives/foreign.js"
export type { MalformedParts } from "#src/primitives/malformed.js"
export { formatMalformed } from "#src/primitives/malformed.js"

// Migration from version 2
export { migrateQuoteParameters } from "./migrateQuoteParameters.js"

// Following routes
export type { RouteStep } from "./following/routeTracker.js"
export type { WatchRouteParameters } from "./following/watchRoute.js"
export { onRoute, waitForRoute, watchRoute } from "./following/watchRoute.js"

// Executing routes
export { checkRoute } from "./checks/checkRoute.js"
export type { CheckedToken, TokenClaim } from "./checks/checkToken.js"
export { checkToken } from "./checks/checkToken.js"
export type { ConfirmTarget, TargetQuestion } from "./checks/confirmContracts.js"
export {
  type ArgumentRole,
  argumentRoles,
  type DescribedArgument,
  type DescribedArguments,
  type InnerCall,
  type KnownRouter,
  type KnownRouters,
} from "./checks/KnownRouter.js"
export { routeRefusals } from "./checks/routeRefusals.js"
export type {
  CheckedCalldata,
  CheckedRoute,
  CheckRouteParameters,
  RouteFee,
  RouteLimits,
  ShownCall,
} from "./checks/types.js"
export { executeRoute } from "./execution/executeRoute.js"
export type { ExecutionStep } from "./execution/executionStates.js"
export { executionStates } from "./execution/executionStates.js"
export { createFileJournal } from "./execution/journal/createFileJournal.js"
export { findUnfinished } from "./execution/journal/entries.js"
export type { ExecuteRouteParameters, ExecuteRouteReturnType, JournalEntry, RouteJournal } from "./execution/types.js"

// Explaining swaps
export type { ExplainSwapParameters } from "./explaining/explainSwap.js"
export { explainSwap } from "./explaining/explainSwap.js"
export type { SwapCauseName } from "./explaining/swapCauses.js"
export type { ExplainMessages, SwapChain, SwapRecord } from "./reading/types.js"
export type { Explanation } from "#src/explaining/Explanation.js"
export type { RevokedAllowance } from "#src/onchain/allowances.js"
export { revokeAllowance } from "#src/onchain/allowances.js"

// Errors, except those of every HTTP request. Compare `code`, which also works across copies of this package.
export { RouteRefusedError } from "./checks/routeRefusals.js"
export { RouteBusyError } from "./execution/executionErrors.js"
export { RouteEndedError, RouteRefundedError } from "./following/trackingErrors.js"
export { PayoutNotSeenError } from "./reading/confirmPayout.js"
export type { PlugsError } from "#src/primitives/PlugsError.js"
export { isPlugsError } from "#src/primitives/PlugsError.js"
export { DeadlinePassedError } from "#src/tracking/DeadlinePassedError.js"
