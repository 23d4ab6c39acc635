import type { Abi, Address, Hex } from "viem"

import type { DevnetChain } from "../../devnet/Devnet.js"
import { prepareSend } from "../../messaging/onchain/fees/prepareSend.js"
import { readOutboundMessages } from "../../messaging/onchain/events.js"
import { feesOf } from "../../messaging/onchain/fees/feesOf.js"
import type { OpenWorld } from "../OpenWorld.js"
import type { Sent } from "../Sent.js"
import { rememberFailedSend } from "../failedSends.js"
import { rememberWorld } from "../worldOf.js"
import type { SendOptions } from "./WorldContract.js"

type Send = (args?: readonly unknown[], options?: SendOptions) => Promise<Sent>

/** Makes `send` of a contract: a function for each name, which calls it and attaches what its messages cost. */
export function createSend(
  world: OpenWorld,
  chain: DevnetChain<boolean>,
  { address, abi }: { address: Address; abi: Abi },
): Readonly<Record<string, Send>> {
  return new Proxy<Record<string, Send>>(
    {},
    {
      get: (_, functionName) =>
        typeof functionName === "string"
          ? (args: readonly unknown[] = [], options: SendOptions = {}) =>
              send(world, chain, { address, abi, functionName, args, ...options }).catch((error: unknown) => {
                throw rememberFailedSend(error, { world, chain, address, abi, functionName, args, ...options })
              })
          : undefined,
    },
  )
}

async function send(
  world: OpenWorld,
  chain: DevnetChain<boolean>,
  call: SendOptions & { address: Address; abi: Abi; functionName: string; args: readonly unknown[] },
): Promise<Sent> {
  const { address, abi, functionName, args, gas } = call
  const { publicClient, walletClient, contracts } = chain
  const account = { type: "json-rpc" as const, address: call.account ?? walletClient.account.address }
  const value = call.attached ?? (await attachedFor(chain, account, call))
  const hash: Hex = await walletClient.writeContract({ account, address, abi, functionName, args, value, gas })
  const receipt = await publicClient.waitForTransactionReceipt({ hash })
  const messages = readOutboundMessages(receipt, { socket: contracts.socket })
  const sent: Sent = {
    hash,
    receipt,
    chain: chain.name,
    contract: address,
    functionName,
    fee: feesOf(messages),
    value: call.value ?? 0n,
    attached: value,
    messageIds: messages.map(({ messageId }) => messageId),
  }
  rememberWorld(sent, world)
  world.onSent.notify(sent)
  return sent
}

async function attachedFor(
  { publicClient, contracts: { socket } }: DevnetChain<boolean>,
  account: { type: "json-rpc"; address: Address },
  call: { address: Address; abi: Abi; functionName: string; args: readonly unknown[]; value?: bigint | undefined },
): Promise<bigint> {
  const { address: plug, abi, functionName, args, value = 0n } = call
  const prepared = await prepareSend(publicClient, account, {
    socket,
    plug,
    abi,
    functionName,
    args,
    value,
    marginPercent: 0,
    evenWithoutMessage: true,
  })
  return prepared.call.value
}
