// The public API of `hardhat-plugs/swap`. Every name is exported explicitly, because each one has to stay.

// The swap API
export type { RouteState } from "./states.js"
export { isFinal, routeStates } from "./states.js"
export type { SwapClient, SwapClientOptions } from "#extras/swap/src/createSwapClient.js"
export { createSwapClient } from "#extras/swap/src/createSwapClient.js"
export { nativeToken } from "#extras/swap/src/nativeToken.js"
export { routeStatusFromCode } from "#extras/swap/src/routeStatusFromCode.js"
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
  QuoteType,
  Refund,
  RouteStatus,
  Token,
  TokenAmount,
  TxData,
  UserOps,
} from "#extras/swap/src/types.js"
export { isEvmTxData, quoteTypes, routeTags, userOps } from "#extras/swap/src/types.js"
export type { GetQuoteParameters, ListTokensParameters } from "#extras/swap/src/wire/parameters/types.js"
export type { OrForeign } from "#src/primitives/foreign.js"
export { isEvmAddress, isEvmHash } from "#src/primitives/foreign.js"
export type { MalformedParts } from "#src/primitives/malformed.js"
export { formatMalformed } from "#src/primitives/malformed.js"

// Migration from version 2
export { migrateQuoteParameters } from "#extras/swap/src/migrateQuoteParameters.js"

// Following routes
export type { RouteStep } from "#extras/swap/src/following/routeTracker.js"
export type { WatchRouteParameters } from "#extras/swap/src/following/watchRoute.js"
export { onRoute, waitForRoute, watchRoute } from "#extras/swap/src/following/watchRoute.js"

// Executing routes
export { checkRoute } from "#extras/swap/src/checks/checkRoute.js"
export type { CheckedToken, TokenClaim } from "#extras/swap/src/checks/checkToken.js"
export { checkToken } from "#extras/swap/src/checks/checkToken.js"
export type { ConfirmTarget, TargetQuestion } from "#extras/swap/src/checks/confirmContracts.js"
export {
  type ArgumentRole,
  argumentRoles,
  type DescribedArgument,
  type DescribedArguments,
  type InnerCall,
  type KnownRouter,
  type KnownRouters,
} from "#extras/swap/src/checks/KnownRouter.js"
export { type PublicRouters, publicRouters } from "#extras/swap/src/checks/publicRouters.js"
export { routeRefusals } from "#extras/swap/src/checks/routeRefusals.js"
export type {
  CheckedCalldata,
  CheckedRoute,
  CheckRouteParameters,
  RouteFee,
  RouteLimits,
  ShownCall,
} from "#extras/swap/src/checks/types.js"
export { executeRoute } from "#extras/swap/src/execution/executeRoute.js"
export type { ExecutionStep } from "#extras/swap/src/execution/executionStates.js"
export { executionStates } from "#extras/swap/src/execution/executionStates.js"
export { createFileJournal } from "#extras/swap/src/execution/journal/createFileJournal.js"
export { findUnfinished } from "#extras/swap/src/execution/journal/entries.js"
export type {
  ExecuteRouteParameters,
  ExecuteRouteReturnType,
  JournalEntry,
  RouteJournal,
} from "#extras/swap/src/execution/types.js"

// Explaining swaps
export type { ExplainSwapParameters } from "#extras/swap/src/explaining/explainSwap.js"
export { explainSwap } from "#extras/swap/src/explaining/explainSwap.js"
export type { SwapCauseName } from "#extras/swap/src/explaining/swapCauses.js"
export type { ExplainMessages, SwapChain, SwapRecord } from "#extras/swap/src/reading/types.js"
export type { Explanation } from "#src/explaining/Explanation.js"
export type { RevokedAllowance } from "#src/onchain/allowances.js"
export { revokeAllowance } from "#src/onchain/allowances.js"

// Errors, except those of every HTTP request. Compare `code`, which also works across copies of this package.
export { RouteRefusedError } from "#extras/swap/src/checks/routeRefusals.js"
export { RouteBusyError } from "#extras/swap/src/execution/executionErrors.js"
export { RouteEndedError, RouteRefundedError } from "#extras/swap/src/following/trackingErrors.js"
export { PayoutNotSeenError } from "#extras/swap/src/reading/confirmPayout.js"
export type { PlugsError } from "#src/primitives/PlugsError.js"
export { isPlugsError } from "#src/primitives/PlugsError.js"
export { DeadlinePassedError } from "#src/tracking/DeadlinePassedError.js"
