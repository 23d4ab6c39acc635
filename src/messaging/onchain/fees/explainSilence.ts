import { type AbiFunction, type Address, type Client, concat, padHex } from "viem"
import { getAbiItem, toFunctionSelector, toFunctionSignature } from "viem/utils"

import { socketAbi } from "../abi.js"
import type { UnpaidCall } from "./findFee.js"
import { CallRevertedError } from "#src/onchain/callErrors.js"
import { lacksFunction, readFunction } from "#src/onchain/readFunction.js"

/** Functions of the socket as older guides have them: slugs of another width, and no execution and transmission parameters. */
const older: readonly string[] = (socketAbi as readonly { readonly type: string; readonly name?: string }[])
  .filter(({ name }) => name === "outbound" || name === "getMinFees" || name === "connect")
  .flatMap((item) => {
    const { name, inputs } = item as AbiFunction
    return [inputs, inputs.filter(({ type }) => type !== "bytes32")].flatMap((kept) =>
      ["uint16", "uint32", "uint64", "uint256"].map(
        (width) => `${name}(${kept.map(({ type }) => (type === "uint32" ? width : type)).join(",")})`,
      ),
    )
  })

/** Adds to a revert without a reason the function that the plug does not have, or that it calls and the socket does not have. */
export async function explainSilence(
  client: Client,
  { call: { address, functionName, abi, args }, account, data, socket }: UnpaidCall,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof CallRevertedError) || error.revert.data !== "0x") return error
  if (await lacksFunction(client, { address, from: account.address, data })) {
    const called = getAbiItem({ abi, name: functionName, args }) as AbiFunction
    return new CallRevertedError({ address, functionName }, error.revert, undefined, {
      message: `The contract has no function ${toFunctionSignature(called)}.`,
      facts: { contract: address },
      next: "Check the function's name, the types of its parameters and their order, and the contract's address.",
    })
  }
  const missing = await findMissing(client, address, socket).catch(() => undefined)
  if (missing === undefined) return error
  return new CallRevertedError({ address, functionName }, error.revert, undefined, {
    message: `The call of ${functionName} reverts: the socket has no function ${missing}, which the plug calls.`,
    facts: { contract: address, function: functionName, socket },
    next: "Compile the plug with hardhat-plugs/contracts/interfaces/ISocket.sol, and deploy it again.",
  })
}

async function findMissing(client: Client, plug: Address, socket: Address): Promise<string | undefined> {
  const asked = (signature: string) => concat([toFunctionSelector(signature), padHex("0x", { size: 256 })])
  const { contains } = await readFunction(client, { address: plug, from: socket, data: asked("inbound(uint32,bytes)") })
  for (const signature of older.filter((each) => contains(toFunctionSelector(each)) === true)) {
    if (await lacksFunction(client, { address: socket, from: plug, data: asked(signature) })) return signature
  }
  return undefined
}
