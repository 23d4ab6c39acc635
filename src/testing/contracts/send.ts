import type { Abi, Address } from "viem"

import { checkAmount, checkOptions, describeArgument, everyOption, invalid } from "../arguments.js"
import { NotAwaitedError, placeOf, pointAt, toAwait } from "../world/awaited.js"
import { addressOf } from "../world/findInWorld.js"
import type { OpenWorld, Sent } from "../world/OpenWorld.js"
import { announceSent } from "../world/runningWorlds.js"
import { revertError, transact, unlock, type WorldTransaction } from "./transact.js"
import type { SendOptions } from "./WorldContract.js"
import type { LocalChain } from "#src/devnet/chain/chains.js"
import { feesOf, readOutboundMessages } from "#src/messaging/onchain/events.js"
import { readFee } from "#src/messaging/onchain/fees/readFee.js"
import { encodeCall } from "#src/messaging/onchain/plugCall.js"
import { didYouMean } from "#src/primitives/commands/nearest.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { inQuotes } from "#src/primitives/text.js"

type Send = (args?: readonly unknown[], options?: SendOptions) => Promise<Sent>

/** Makes `send` of a contract: a function for each name, which calls it and attaches what its messages cost. */
export function createSend(
  world: OpenWorld,
  chain: LocalChain,
  {
    check,
    ...contract
  }: { address: Address; abi: Abi; account: Address; contractName: string; check: () => Promise<void> },
): Readonly<Record<string, Send>> {
  return new Proxy<Record<string, Send>>(
    {},
    {
      get(_, functionName) {
        // `await` reads this field of any object.
        if (typeof functionName !== "string" || functionName === "then") return undefined
        const what = `${contract.contractName}.send.${functionName} on ${chain.name}`
        const sendIt: Send = (args = [], options = {}) => {
          const calledAt = placeOf(sendIt)
          const sending = async (): Promise<Sent> => {
            checkSending(functionName, args, options)
            await check()
            try {
              return await send(world, chain, { ...contract, functionName, args, calledAt, options })
            } catch (error) {
              if (!world.isOpen()) throw new NotAwaitedError(what, calledAt, undefined)
              throw error instanceof InvalidInputError ? pointAt(error, calledAt) : error
            }
          }
          return toAwait(sending(), what, calledAt)
        }
        return sendIt
      },
    },
  )
}

const sendOptions = everyOption<SendOptions>()("account", "value", "attached", "gas")

function checkSending(functionName: string, args: unknown, options: SendOptions): void {
  const argument = `send.${functionName}`
  if (!Array.isArray(args)) {
    const problem = `its arguments are ${describeArgument(args)}, and no list`
    throw invalid(argument, problem, `Write ${argument}([…], options).`)
  }
  checkOptions(argument, options, sendOptions)
  for (const name of ["value", "attached", "gas"] as const) {
    if (options[name] !== undefined) checkAmount(name, options[name])
  }
}

type Call = {
  readonly address: Address
  readonly abi: Abi
  readonly functionName: string
  readonly args: readonly unknown[]
  readonly calledAt: Error
  readonly account: Address
  readonly options: SendOptions
}

async function send(world: OpenWorld, chain: LocalChain, call: Call): Promise<Sent> {
  const { address, abi, functionName, args, calledAt, options } = call
  const from = addressOf(options.account ?? call.account)
  const data = encodeFor(world, call)
  const transaction = { from, to: address, data, functionName, abi, calledAt, gas: options.gas }
  // The gateway chain has none.
  const socket = world.devnet.chains[chain.name]?.contracts.socket
  const fee = socket === undefined ? 0n : await feeOf(world, chain, { ...transaction, args, options, socket })
  const value = options.attached ?? (options.value ?? 0n) + fee
  const receipt = await transact(world, chain, { ...transaction, value })
  const messages = socket === undefined ? [] : readOutboundMessages(receipt, { socket })
  const sent: Sent = {
    hash: receipt.transactionHash,
    receipt,
    chain: chain.name,
    contract: address,
    functionName,
    fee: feesOf(messages),
    value: options.value ?? 0n,
    attached: value,
    messageIds: messages.map(({ messageId }) => messageId),
    requestCounts: await requestsIn(world, chain, receipt.transactionHash),
    route: undefined,
  }
  announceSent(world, sent)
  return sent
}

async function feeOf(
  world: OpenWorld,
  chain: LocalChain,
  call: WorldTransaction & { to: Address; args: readonly unknown[]; options: SendOptions; socket: Address },
): Promise<bigint> {
  const { from, to: address, abi, functionName, args, data, options, socket } = call
  if (options.attached !== undefined) return 0n
  await unlock(chain, from)
  const { fee } = await readFee(chain.publicClient, {
    call: { address, abi, functionName, args, value: options.value ?? 0n },
    account: { type: "json-rpc", address: from },
    socket,
    data,
    explainRevert: (error) => revertError(world, error, { ...call, chain: chain.name, address }),
  })
  return fee
}

async function requestsIn({ gateway }: OpenWorld, chain: LocalChain, hash: `0x${string}`): Promise<readonly number[]> {
  if (gateway?.chain !== chain) return []
  await gateway.sync()
  return gateway.ledger.requestsOf(hash).map(({ requestCount }) => requestCount)
}

/** Encodes a call of a contract of the world, and says where the name of a chain stands in the place of its slug. */
export function encodeFor(
  { devnet }: OpenWorld,
  { abi, functionName, args }: Pick<Call, "abi" | "functionName" | "args">,
): `0x${string}` {
  const items = abi.filter((item) => item.type === "function" && item.name === functionName)
  requireFunction("send", functionName, abi)
  if (!items.some((item) => item.type === "function" && isSendable(item))) {
    const fix = `Call read.${functionName}.`
    throw invalid("send", `${functionName} only reads`, fix)
  }
  try {
    return encodeCall({ abi, functionName, args })
  } catch (error) {
    const chain = Object.values(devnet.chains).find(({ name }) => args.includes(name))
    if (chain === undefined) throw error
    const problem = `${inQuotes(chain.name)} is the name of a chain, where ${functionName} takes a number`
    throw invalid("args", problem, `Write its slug: world.chains.${chain.name}.slug, which is ${chain.slug}.`)
  }
}

/** Refuses a name that no function of the contract has, with those that can be called so. */
export function requireFunction(how: "send" | "read", functionName: string, abi: Abi): void {
  const functions = abi.filter((item) => item.type === "function")
  if (functions.some(({ name }) => name === functionName)) return
  const fitting = functions.filter((item) => isSendable(item) === (how === "send")).map(({ name }) => name)
  const others = how === "send" ? "All of its functions only read." : "None of its functions only reads."
  const list = fitting.length === 0 ? others : `Call one of ${[...new Set(fitting)].join(", ")}.`
  throw invalid(
    how,
    `the contract has no function ${inQuotes(functionName)}`,
    `${list}${didYouMean(functionName, fitting)}`,
  )
}

function isSendable({ stateMutability }: { readonly stateMutability: string }): boolean {
  return stateMutability === "payable" || stateMutability === "nonpayable"
}
