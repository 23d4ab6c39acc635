export type Question = { readonly method: string; readonly params?: unknown }

/**
 * Whether a node's answer has the form that the method's answers have, so that viem can read it. viem trusts a node: of anything else it
 * makes an error that looks like a bug, or a number that is none. Answers to methods that are not read here are not looked at.
 */
export function isAnswer({ method, params }: Question, answer: unknown): boolean {
  const isPending = method === "eth_getBlockByNumber" && Array.isArray(params) && params[0] === "pending"
  return (isPending ? isPendingBlock : forms.get(method))?.(answer) ?? true
}

type Form = (answer: unknown) => boolean

const matches =
  (pattern: RegExp): Form =>
  (answer) =>
    typeof answer === "string" && pattern.test(answer)
const isData = matches(/^0x[0-9a-f]*$/i)
const isAddress = matches(/^0x[0-9a-f]{40}$/i)
const isWord = matches(/^0x[0-9a-f]{64}$/i)
const isQuantity = matches(/^0x[0-9a-f]{1,64}$/i)
/** A number that JavaScript can count with, as viem returns it: a chain id, a nonce, an index. */
const isCount: Form = (answer) => isQuantity(answer) && Number(answer) <= Number.MAX_SAFE_INTEGER
const isArrayOf =
  (form: Form): Form =>
  (answer) =>
    Array.isArray(answer) && answer.every(form)
const hasFields =
  (fields: Readonly<Record<string, Form>>): Form =>
  (answer) =>
    Object.entries(fields).every(([name, form]) => form((answer as Readonly<Record<string, unknown>> | null)?.[name]))
const orNull =
  (form: Form): Form =>
  (answer) =>
    answer === null || form(answer)
const optional =
  (form: Form): Form =>
  (answer) =>
    answer === undefined || answer === null || form(answer)

const isLog = hasFields({
  address: isAddress,
  topics: isArrayOf(isData),
  data: isData,
  blockNumber: isQuantity,
  transactionHash: isData,
  logIndex: optional(isCount),
  transactionIndex: optional(isCount),
})
const ofBlocks = {
  timestamp: isQuantity,
  baseFeePerGas: optional(isQuantity),
  gasLimit: optional(isQuantity),
  gasUsed: optional(isQuantity),
  transactions: optional(Array.isArray),
}
const isBlock = orNull(hasFields({ ...ofBlocks, number: isQuantity, hash: isData }))
// It has no hash yet, and not on every node a number.
const isPendingBlock = orNull(hasFields(ofBlocks))

const isReceipt = hasFields({
  blockNumber: isQuantity,
  transactionHash: isData,
  from: isAddress,
  to: optional(isAddress),
  contractAddress: optional(isAddress),
  logs: isArrayOf(isLog),
  status: optional(isQuantity),
  gasUsed: optional(isQuantity),
  effectiveGasPrice: optional(isQuantity),
})
const isTransaction = hasFields({
  from: isAddress,
  to: optional(isAddress),
  nonce: isCount,
  input: isData,
  value: optional(isQuantity),
  gas: optional(isQuantity),
  gasPrice: optional(isQuantity),
  maxFeePerGas: optional(isQuantity),
  maxPriorityFeePerGas: optional(isQuantity),
  blockNumber: orNull(isQuantity),
})

const forms: ReadonlyMap<string, Form> = new Map([
  ["eth_accounts", isArrayOf(isAddress)],
  ["eth_blockNumber", isQuantity],
  ["eth_call", isData],
  ["eth_chainId", isCount],
  ["eth_estimateGas", isQuantity],
  [
    "eth_feeHistory",
    hasFields({ baseFeePerGas: isArrayOf(isQuantity), reward: optional(isArrayOf(isArrayOf(isQuantity))) }),
  ],
  ["eth_gasPrice", isQuantity],
  ["eth_getBalance", isQuantity],
  ["eth_getBlockByHash", isBlock],
  ["eth_getBlockByNumber", isBlock],
  ["eth_getCode", isData],
  ["eth_getLogs", isArrayOf(isLog)],
  ["eth_getStorageAt", isData],
  ["eth_getTransactionByHash", orNull(isTransaction)],
  ["eth_getTransactionCount", isCount],
  ["eth_getTransactionReceipt", orNull(isReceipt)],
  ["eth_maxPriorityFeePerGas", isQuantity],
  ["eth_sendRawTransaction", isWord],
  ["eth_sendTransaction", isWord],
])
