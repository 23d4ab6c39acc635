// The public API of `hardhat-plugs/swap`. Every name is exported explicitly, because each one has to stay.

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
} from "./wire/parameters/types.js"
export type { SwapClient, SwapClientOptions } from "./createSwapClient.js"
export { formatMalformed } from "../primitives/malformed.js"
export type { MalformedPart, MalformedParts } from "../primitives/malformed.js"
export { isEvmAddress, isEvmHash } from "../primitives/foreign.js"
export type { OrForeign } from "../primitives/foreign.js"
export { isEvmTxData } from "./types.js"
export { nativeToken } from "./nativeToken.js"
export { maxSlippage } from "./wire/parameters/quoteChecks.js"
export type { TokenList } from "./wire/parameters/listChecks.js"
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
export { routeTags, userOps } from "./types.js"
export type { RouteTag, UserOps } from "./types.js"
export type { OrUnknown, StateInfo, StateTable } from "../tracking/states.js"

// Migration from version 2
export { migrateQuoteParameters } from "./migrateQuoteParameters.js"
export type { MigrateQuoteParametersParameters, MigrateQuoteParametersReturnType } from "./migrateQuoteParameters.js"

// Following routes
export { defaultRouteTimeout, longestRouteInterval, routeIntervals } from "./following/watchRoute.js"
export type { WatchRouteParameters } from "./following/watchRoute.js"
export { onRoute } from "./following/watchRoute.js"
export type { RouteStep } from "./following/routeTracker.js"
export { vanished } from "../tracking/tracker.js"
export { waitForRoute } from "./following/watchRoute.js"
export { watchRoute } from "./following/watchRoute.js"

// Executing routes
export { checkRoute } from "./checks/checkRoute.js"
export { checkToken, TokenMismatchError } from "./checks/checkToken.js"
export type { CheckedToken, TokenClaim } from "./checks/checkToken.js"
export type { CheckedRoute, CheckRouteParameters, RouteContract, RouteLimits } from "./checks/types.js"
export type { ConfirmTarget, TargetQuestion } from "./checks/confirmContracts.js"
export { defaultMaxCalldata, defaultMaxNativeFee } from "./checks/checkLimits.js"
export { defaultAcceptLoss, valueLossOf } from "./checks/valueLoss.js"
export type { ValueLoss } from "./checks/valueLoss.js"
export { createFileJournal } from "./execution/journal/createFileJournal.js"
export { executeRoute } from "./execution/executeRoute.js"
export { executionStates } from "./execution/executionStates.js"
export type { ExecutionState, ExecutionStep } from "./execution/executionStates.js"
export { findUnfinished } from "./execution/journal/entries.js"
export type {
  ExecuteRouteParameters,
  ExecuteRouteReturnType,
  JournalEntry,
  JournalLock,
  RouteJournal,
  Submission,
} from "./execution/types.js"
export { routeRefusals } from "./checks/routeRefusals.js"
export type { RouteRefusal } from "./checks/routeRefusals.js"

// Explaining swaps
export { explainSwap } from "./explaining/explainSwap.js"
export type { ExplainSwapParameters } from "./explaining/explainSwap.js"
export { findSwapRecord } from "./explaining/findSwapRecord.js"
export { swapCauses } from "./explaining/swapCauses.js"
export type { SwapCauseName } from "./explaining/swapCauses.js"
export type { ExplainMessages, SwapChain, SwapRecord, UnreadChain } from "./explaining/types.js"
export type {
  Cause,
  Certainty,
  Evidence,
  ExplainedItem,
  Explanation,
  Mend,
  StoryEvent,
  Verdict,
} from "../explaining/Explanation.js"
export { revokeAllowance } from "../onchain/allowances.js"
export type { RevokedAllowance } from "../onchain/allowances.js"

// Errors, except those of every HTTP request. Compare `code`, which also works across copies of this package.
export { isPlugsError } from "../primitives/PlugsError.js"
export type { PlugsError } from "../primitives/PlugsError.js"
export { ApiKeyRefusedError, RequestRefusedError, RouteNotFoundError } from "./requestErrors.js"
export { RouteEndedError, RouteExpiredError, RouteFailedError, RouteRefundedError } from "./following/trackingErrors.js"
export { DeadlinePassedError } from "../tracking/DeadlinePassedError.js"
export { RouteRefusedError } from "./checks/routeRefusals.js"
export { JournalDamagedError, JournalUnusableError } from "../primitives/files/fileErrors.js"
export {
  JournalMismatchError,
  RequoteRefusedError,
  RouteBusyError,
  SubmissionReplacedError,
} from "./execution/executionErrors.js"
export { AccountBusyError, SubmissionUnclearError } from "../onchain/submission/Submission.js"
export { NotApprovedError } from "../onchain/allowances.js"
export { NotRevokedError } from "../onchain/allowances.js"
export { InsufficientTokensError } from "../onchain/assertFunds.js"
export { CallRevertedError, NodeFailedError, WrongContractError } from "../onchain/callErrors.js"
export {
  InsufficientBalanceError,
  NotMinedError,
  NotSubmittedError,
  TransactionRevertedError,
} from "../onchain/transactionErrors.js"
