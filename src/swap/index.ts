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
export { isEvmTxData } from "./quoteSchemas.js"
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
} from "./resources.js"
export { isFinal, routeStates, routeStatusFromCode, stateInfo } from "./states.js"
export type { RouteState } from "./states.js"
export { routeTags, userOps } from "./userOps.js"
export type { RouteTag, UserOps } from "./userOps.js"
export type { OrUnknown, StateInfo, StateTable } from "../tracking/states.js"

// Coming from version 2
export { migrateQuoteParameters } from "./migrateQuoteParameters.js"
export type { MigrateQuoteParametersParameters, MigrateQuoteParametersReturnType } from "./migrateQuoteParameters.js"

// Following routes
export { defaultRouteTimeout, routeIntervals } from "./followRoute.js"
export type { WatchRouteParameters } from "./followRoute.js"
export { onRoute } from "./onRoute.js"
export type { RouteStep } from "./routeStep.js"
export { vanished } from "../tracking/journey.js"
export { waitForRoute } from "./waitForRoute.js"
export { watchRoute } from "./watchRoute.js"

// Carrying routes out
export { checkRoute } from "./checkRoute.js"
export type { CheckedRoute, CheckRouteParameters } from "./checkRoute.js"
export { defaultMaxCalldata, defaultMaxNativeFee } from "./routeLimits.js"
export type { RouteLimits } from "./routeLimits.js"
export { createFileJournal } from "./createFileJournal.js"
export { executeRoute } from "./executeRoute.js"
export type { ExecuteRouteParameters, ExecuteRouteReturnType } from "./executeRoute.js"
export { executionStates } from "./executionStates.js"
export type { ExecutionState, ExecutionStep } from "./executionStates.js"
export { findUnfinished } from "./findUnfinished.js"
export type { JournalEntry, JournalLock, RouteJournal, Submission } from "./journal.js"
export { routeRefusals } from "./routeRefusals.js"
export type { RouteRefusal } from "./routeRefusals.js"

// What can go wrong, beside what a request can fail of: `code` tells which, across copies of this package too
export { isPlugsError } from "../primitives/PlugsError.js"
export type { PlugsError } from "../primitives/PlugsError.js"
export { ApiKeyRefusedError, RequestRefusedError, RouteNotFoundError } from "./requestErrors.js"
export { RouteEndedError, RouteExpiredError, RouteFailedError, RouteRefundedError } from "./trackingErrors.js"
export { DeadlinePassedError } from "../tracking/DeadlinePassedError.js"
export { RouteRefusedError } from "./routeRefusals.js"
export {
  JournalDamagedError,
  JournalMismatchError,
  RequoteRefusedError,
  RouteBusyError,
  SubmissionReplacedError,
  SubmissionUnclearError,
} from "./executionErrors.js"
export { InsufficientTokensError, NotApprovedError } from "../onchain/approveExactly.js"
export { CallRevertedError, NodeFailedError, WrongContractError } from "../onchain/callErrors.js"
export {
  InsufficientBalanceError,
  NotMinedError,
  NotSubmittedError,
  TransactionRevertedError,
} from "../onchain/transactionErrors.js"
