import type { Abi } from "viem"

import type { ConnectFunction } from "#src/messaging/onchain/connection/connectCall.js"

/** The types of what a name alone stands for. */
const usual = "uint32,address,address"

/** The function that connects: as the command names it, or as the project's artifact has it where its parameters are others than usual. */
export function readConnectFunction(
  { function: wanted, args }: { readonly function: string; readonly args: string | undefined },
  abi: Abi | undefined,
): ConnectFunction {
  const values = args?.split(",").map(readConnectArgument)
  if (wanted.includes("(")) return { signature: wanted, args: values }
  const [own, another] = (abi ?? []).filter((item) => item.type === "function" && item.name === wanted)
  const isOwn = own?.type === "function" && another === undefined
  return isOwn && own.inputs.map(({ type }) => type).join() !== usual
    ? { functionName: wanted, abi: [own], args: values }
    : { functionName: wanted, args: values }
}

/** A number, `true`, `false`, or text, which can be the name of an end of the connection. */
function readConnectArgument(text: string): unknown {
  const word = text.trim()
  if (/^\d+$/.test(word)) return BigInt(word)
  return word === "true" || word === "false" ? word === "true" : word
}
