// The names in tasks of arguments and helpers that errors refer to. Definitions of tasks take their names from here too, so an option
// that is renamed in one place only does not compile. `plugin/run/describeForTask.ts` renders errors with them.

/** The options and positional arguments of tasks. */
export type OptionName =
  | "acceptLoss"
  | "acceptUndecoded"
  | "account"
  | "allowOrigin"
  | "allowSwitchboard"
  | "allowTarget"
  | "amount"
  | "anyway"
  | "appGateway"
  | "apply"
  | "args"
  | "baseline"
  | "batch"
  | "blocks"
  | "budget"
  | "call"
  | "calldata"
  | "chain"
  | "chains"
  | "cause"
  | "check"
  | "confirmations"
  | "contract"
  | "csv"
  | "details"
  | "disconnect"
  | "dryRun"
  | "evenWithoutMessage"
  | "failOnRevert"
  | "feeBps"
  | "feeTaker"
  | "file"
  | "files"
  | "finality"
  | "follow"
  | "for"
  | "forecast"
  | "force"
  | "format"
  | "from"
  | "function"
  | "gasLimit"
  | "gatewayChainId"
  | "graph"
  | "history"
  | "id"
  | "interval"
  | "json"
  | "limit"
  | "list"
  | "margin"
  | "markdown"
  | "maxFee"
  | "maxGasCost"
  | "maxGasPrice"
  | "maxValue"
  | "messageId"
  | "metricsPort"
  | "minOut"
  | "noPage"
  | "nonce"
  | "once"
  | "otlp"
  | "optimisticTimeout"
  | "output"
  | "page"
  | "path"
  | "payloadLength"
  | "plan"
  | "plug"
  | "port"
  | "preflight"
  | "provider"
  | "quoteId"
  | "receiver"
  | "reconcile"
  | "refundAddress"
  | "requote"
  | "reset"
  | "resume"
  | "route"
  | "safe"
  | "sarif"
  | "search"
  | "since"
  | "slippage"
  | "source"
  | "spender"
  | "state"
  | "switchboard"
  | "target"
  | "timelock"
  | "timeout"
  | "to"
  | "token"
  | "track"
  | "tx"
  | "txHash"
  | "until"
  | "user"
  | "userOps"
  | "value"
  | "wait"
  | "without"
  | "withoutDeposits"
  | "yes"

type Kebab<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${Kebab<Rest>}`
    : `-${Lowercase<First>}${Kebab<Rest>}`
  : Name

/** An option or positional argument on the command line. */
export type TaskArgument = OptionName | `--${Kebab<OptionName>}`

/** Arguments of helpers, as tasks take them: as an option, or in a position. */
export const argumentOptions = {
  srcChainSlug: "--from",
  dstChainSlug: "--to",
  siblingChainSlug: "--to",
  chainSlug: "--chain",
  originChainId: "--from",
  destinationChainId: "--to",
  srcTxHash: "txHash",
  messageId: "--message-id",
  budget: "--budget",
  confirmations: "--confirmations",
  maxFee: "--max-fee",
  maxGasCost: "--max-gas-cost",
  maxGasPrice: "--max-gas-price",
  maxValue: "--max-value",
  marginPercent: "--margin",
  value: "--value",
  evenWithoutMessage: "--even-without-message",
  minMsgGasLimit: "--gas-limit",
  msgGasLimit: "--gas-limit",
  gasLimit: "--gas-limit",
  payloadLength: "--payload-length",
  payloadSize: "--payload-length",
  switchboard: "--switchboard",
  contractId: "--contract",
  outputToken: "--for",
  inputToken: "token",
  inputAmount: "amount",
  receiverAddress: "--receiver",
  refundAddress: "--refund-address",
  includeProvider: "--provider",
  excludeProvider: "--without",
  feeBps: "--fee-bps",
  feeTakerAddress: "--fee-taker",
  slippage: "--slippage",
  userOps: "--user-ops",
  userAddress: "--user",
  requote: "--requote",
  acceptLoss: "--accept-loss",
  acceptUndecoded: "--accept-undecoded",
  minOut: "--min-out",
  allowedTargets: "--allow-target",
  allowedSpenders: "--allow-target",
  allowedSwitchboards: "--allow-switchboard",
  allowedDeposits: "--allow-target",
  timeout: "--timeout",
  source: "--source",
  finality: "--finality",
  // Of startDevnet.
  port: "--port",
  chains: "--chains",
  gatewayChainId: "--gateway-chain-id",
  paths: "--path",
  optimisticTimeout: "--optimistic-timeout",
  allowedOrigins: "--allow-origin",
  since: "--since",
  forecast: "--forecast",
  state: "--state",
  reset: "--reset",
} as const

/** Tasks that do what a helper does. */
export const helperTasks = {
  checkConnection: "plugs doctor",
  connectPlug: "messaging connect",
  getMinFees: "messaging fees",
  waitForMessage: "messaging track",
  getTransaction: "gateway tx",
  getProviders: "swap providers",
  getQuote: "swap quote",
  getSupportedChains: "swap chains",
  searchTokens: "swap tokens",
  executeRoute: "swap execute",
} as const
