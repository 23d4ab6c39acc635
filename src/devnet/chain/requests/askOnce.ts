import type { NetworkConnection } from "hardhat/types/network"

type Provider = NetworkConnection["provider"]
type Call = Parameters<Provider["request"]>[0]

/**
 * Answers again what the chain has answered already, while nothing can have changed it: the newest block, which every observer reads after
 * everything that an actor does, the transactions that wait, and the time of the next block, which is set before everything that uses it.
 * Two thirds of what a test asks its chains are these.
 *
 * It has to stand between the chain and everything else that uses it.
 */
export function askOnce(provider: Provider): void {
  const request = provider.request.bind(provider)
  /** By request. What is set is a request too. */
  const answers = new Map<string, { readonly params: string; readonly answer: Promise<unknown> }>()
  /** Its blocks come without a request, so their announcement can come later than what somebody has read of them. */
  let minesByItself = false

  async function ask(call: Call): Promise<unknown> {
    const params = JSON.stringify(call.params)
    const known = answers.get(call.method)
    // Whoever asks may change what they get.
    if (known?.params === params) return structuredClone(await known.answer)
    const asked = { params, answer: request(call) as Promise<unknown> }
    answers.set(call.method, asked)
    try {
      return await asked.answer
    } catch (error) {
      if (answers.get(call.method) === asked) answers.delete(call.method)
      throw error
    }
  }

  provider.on("notification", () => {
    answers.clear()
  })
  provider.request = async (call) => {
    if (call.method === "evm_setIntervalMining") minesByItself = (call.params as readonly unknown[])[0] !== 0
    if (isAskedOften(call) && !minesByItself) return await ask(call)
    if (leavesAnswers.test(call.method)) return (await request(call)) as unknown
    // Before too, because a block takes the time along that was set for it.
    answers.clear()
    try {
      return (await request(call)) as unknown
    } finally {
      answers.clear()
    }
  }
}

function isAskedOften({ method, params = [] }: Call): boolean {
  if (method === "eth_getBlockByNumber") return JSON.stringify(params) === '["latest",false]'
  return method === "eth_pendingTransactions" || method === "evm_setNextBlockTimestamp"
}

/** Requests that mine nothing and take no time along. Whatever else a node understands may do both. */
const leavesAnswers = /^(?:eth_(?!send|mine)|net_|web3_|debug_|evm_snapshot$|hardhat_(?:metadata|getAutomine)$)/
