// What scripts import as `hardhat-plugs/swap`. Every name is a promise to keep, so each is named.

// The swap API
export { createSwapClient } from "./createSwapClient.js"
export type {
  GetProvidersParameters,
  GetProvidersReturnType,
  GetQuoteParameters,
  GetQuoteReturnType,
  GetStatusParameters,
  GetStatusReturnType,
  GetSupportedChainsParameters,
  GetSupportedChainsReturnType,
  ListTokensParameters,
  ListTokensReturnType,
  SearchTokensParameters,
  SearchTokensReturnType,
  SwapClient,
  SwapClientOptions,
} from "./createSwapClient.js"
export { isEvmTxData } from "./wire/quoteSchemas.js"
export { nativeToken } from "./nativeToken.js"
export { maxSlippage } from "./parameters.js"
export type { TokenList } from "./parameters.js"
export type {
  Chain,
  Deposit,
  EvmTransaction,
  Output,
  Provider,
  Providers,
  Quote,
  QuoteRoute,
  Refund,
  RouteApproval,
  RouteDetails,
  RouteStatus,
  StatusCheck,
  Token,
  TokenAmount,
  TokensByChain,
  TxData,
} from "./types.js"
export { isFinal, routeStates, routeStatusFromCode, stateInfo } from "./states.js"
export type { RouteState } from "./states.js"
export { routeTags, userOps } from "./userOps.js"
export type { RouteTag, UserOps } from "./userOps.js"
export type { OrUnknown, StateInfo, StateTable } from "../tracking/states.js"

// Coming from version 2
export { migrateQuoteParameters } from "./migrateQuoteParameters.js"
export type { MigrateQuoteParametersParameters, MigrateQuoteParametersReturnType } from "./migrateQuoteParameters.js"

// Following routes
export { defaultRouteTimeout, routeIntervals } from "./following/followRoute.js"
export type { WatchRouteParameters } from "./following/followRoute.js"
export { onRoute } from "./following/onRoute.js"
export type { RouteStep } from "./following/routeTracker.js"
export { vanished } from "../tracking/tracker.js"
export { waitForRoute } from "./following/waitForRoute.js"
export { watchRoute } from "./following/watchRoute.js"

// Carrying routes out
export { checkRoute } from "./checks/checkRoute.js"
export type { CheckedRoute, CheckRouteParameters } from "./checks/checkRoute.js"
export { defaultMaxCalldata, defaultMaxNativeFee } from "./checks/routeLimits.js"
export type { RouteLimits } from "./checks/routeLimits.js"
export { createFileJournal } from "./execution/createFileJournal.js"
export { executeRoute } from "./execution/executeRoute.js"
export type { ExecuteRouteParameters, ExecuteRouteReturnType } from "./execution/executeRoute.js"
export { executionStates } from "./execution/executionStates.js"
export type { ExecutionState, ExecutionStep } from "./execution/executionStates.js"
export { findUnfinished } from "./execution/findUnfinished.js"
export type { JournalEntry, JournalLock, RouteJournal, Submission } from "./execution/journal.js"
export { routeRefusals } from "./checks/routeRefusals.js"
export type { RouteRefusal } from "./checks/routeRefusals.js"

// What can go wrong, beside what a request can fail of: `code` tells which, across copies of this package too
export { isPlugsError } from "../primitives/PlugsError.js"
export type { PlugsError } from "../primitives/PlugsError.js"
export { ApiKeyRefusedError, RequestRefusedError, RouteNotFoundError } from "./requestErrors.js"
export { RouteEndedError, RouteExpiredError, RouteFailedError, RouteRefundedError } from "./following/trackingErrors.js"
export { DeadlinePassedError } from "../tracking/DeadlinePassedError.js"
export { RouteRefusedError } from "./checks/routeRefusals.js"
export {
  JournalDamagedError,
  JournalMismatchError,
  RequoteRefusedError,
  RouteBusyError,
  SubmissionReplacedError,
  SubmissionUnclearError,
} from "./execution/executionErrors.js"
export { InsufficientTokensError, NotApprovedError } from "../onchain/approveExactly.js"
export { CallRevertedError, NodeFailedError, WrongContractError } from "../onchain/callErrors.js"
export {
  InsufficientBalanceError,
  NotMinedError,
  NotSubmittedError,
  TransactionRevertedError,
} from "../onchain/transactionErrors.js"
