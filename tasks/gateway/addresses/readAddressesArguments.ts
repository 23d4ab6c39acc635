import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Address, Hex } from "viem"

import { createContractId } from "#src/gateway/following/waitForDeployment.js"
import { checkContractId } from "#src/gateway/wire/parameters.js"
import {
  readList,
  readRequired,
  readWaitOptions,
  refuseUnused,
  type WaitOptions,
} from "#src/plugin/arguments/readArguments.js"
import { gatewayChainOf } from "#src/plugin/config/chainsOf.js"
import { chainsFor } from "#src/plugin/connection/chains/askForChain.js"
import { type ContractBook, openContractBook } from "#src/plugin/contracts/ContractBook.js"
import { type ChainEntry, findChain } from "#src/primitives/chains.js"
import { checkHash } from "#src/primitives/checks.js"

export type AddressesArguments = {
  appGateway: string
  contract: string | undefined
  chains: string | undefined
  tx: string | undefined
  wait: boolean
  timeout: string | undefined
  json: boolean
}

type AddressesQuestion = {
  readonly appGatewayAddress: Address
  readonly contractId: string
  readonly chains: readonly ChainEntry[]
  /** The transaction that requested the deployment, if it is given. */
  readonly txHash: Hex | undefined
  readonly waitOptions: WaitOptions<never>
  readonly book: ContractBook
}

/**
 * Reads which deployments are meant.
 *
 * @throws {InvalidInputError} an argument is wrong; the error names it
 */
export async function readAddressesArguments(
  hre: HardhatRuntimeEnvironment,
  args: AddressesArguments,
): Promise<AddressesQuestion> {
  const book = await openContractBook(hre)
  const appGateway = await book.find(args.appGateway, { chain: gatewayChainOf(hre.config), argument: "appGateway" })
  const contract = readRequired(args.contract, { argument: "--contract", example: "--contract counter" })
  const chainList = readRequired(args.chains, { argument: "--chains", example: "--chains alpha,beta" })
  const known = await chainsFor(hre, [chainList])
  if (!args.wait) refuseUnused({ "--timeout": args.timeout }, "--wait")
  return {
    appGatewayAddress: appGateway.address,
    contractId: /^0x/i.test(contract) ? checkContractId(contract, "--contract") : createContractId(contract),
    chains: [...new Set(readList(chainList, "--chains").map((name) => findChain(known, name, "--chains")))],
    txHash: args.tx === undefined ? undefined : checkHash(args.tx, "--tx"),
    waitOptions: readWaitOptions({ timeout: args.timeout }),
    book,
  }
}
