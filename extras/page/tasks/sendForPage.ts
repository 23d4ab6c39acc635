import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Abi } from "viem"
import { getCode } from "viem/actions"
import { formatAbiItem } from "viem/utils"

import { requireThisDevnet } from "./trustForPage.js"
import type { SendAnswer, SendForm } from "#extras/page/src/PageEvent.js"
import { findArtifact } from "#src/explaining/source/sourceMaps.js"
import { prepareSend } from "#src/messaging/onchain/fees/prepareSend.js"
import { performSend } from "#src/messaging/onchain/sendThroughPlug.js"
import { chainsOf } from "#src/plugin/config/chainsOf.js"
import { openChains } from "#src/plugin/connection/chains/openChains.js"
import { parseAddress } from "#src/primitives/address.js"
import { quote, wordsOf } from "#src/primitives/commands/commandLine.js"
import { formatAmount } from "#src/primitives/numbers/amount.js"
import { parseCall } from "#tasks/messaging/call/parseCall.js"

/**
 * Prepares a call of a plug as `messaging send` does, as the first account, and sends it where that is wanted.
 *
 * @param port of the devnet that has the page
 * @throws what `sendThroughPlug` throws
 */
export async function sendForPage(
  { slug, plug: address, signature, args = "", isSent }: SendForm,
  hre: HardhatRuntimeEnvironment,
  port: number,
): Promise<SendAnswer> {
  const source = await requireThisDevnet(slug, hre, port)
  const plug = parseAddress(address, "plug")
  await using opened = openChains(hre)
  const { client, wallet, socket, errorAbis } = await opened.connect(source)
  const { abi = [] } = (await findArtifact(hre.artifacts, (await getCode(client, { address: plug })) ?? "0x")) ?? {}
  const functions = (abi as Abi).flatMap((item) =>
    item.type === "function" && item.stateMutability === "payable" && item.name !== "inbound"
      ? [formatAbiItem(item, { includeName: true })]
      : [],
  )
  if (signature === undefined) return { functions }
  const words = wordsOf(args)
  const [walletClient, call] = [
    await wallet(),
    parseCall({ signature, args: words, chains: chainsOf(hre.config.plugs) }),
  ]
  const options = { ...call, plug, socket: await socket(), errorAbis: await errorAbis() }
  const prepared = await prepareSend(client, walletClient.account, options)
  if (isSent === true) await performSend(client, walletClient, prepared, options)
  const amount = (wei: bigint): string => formatAmount(wei, 18, "ETH")
  const command = `npx hardhat messaging send ${[plug, signature, ...words].map(quote).join(" ")} --from ${quote(source.name)}`
  return {
    ...{ functions, command },
    says: `The fee is ${amount(prepared.fee)}; ${amount(prepared.call.value)} is attached, and a Plug refunds the rest.`,
  }
}
