import { type Abi, encodeFunctionData, type Hex } from "viem"

import { executionManagerAbi, fastSwitchboardAbi, transmitManagerAbi } from "./abis.js"
import type { TestedChain } from "./openTestedChain.js"
import { siblingSlug } from "./prepareRoles.js"
import { accounts, digestOf, idOf, roleOf } from "./signatures.js"
import type { Scope, SignedUpdate } from "./SignedUpdate.js"

export const executionFees: SignedUpdate = executionManagerUpdate({
  name: "setExecutionFees",
  types: "uint80, uint80, uint80",
  values: [3n, 5n, 7n],
  args: [{ perGas: 3n, perByte: 5n, overhead: 7n }],
  event: "ExecutionFeesSet",
  eventArgs: { siblingChainSlug: siblingSlug, executionFees: { perGas: 3n, perByte: 5n, overhead: 7n } },
  effect: (chain) => chain.executionManager.read.executionFees([siblingSlug]),
  expected: [3n, 5n, 7n],
})

export const relativeNativeTokenPrice: SignedUpdate = executionManagerUpdate({
  name: "setRelativeNativeTokenPrice",
  action: "RELATIVE_NATIVE_TOKEN_PRICE_UPDATE",
  types: "uint256",
  values: [3n * 10n ** 18n],
  event: "RelativeNativeTokenPriceSet",
  eventArgs: { siblingChainSlug: BigInt(siblingSlug), relativeNativeTokenPrice: 3n * 10n ** 18n },
  effect: (chain) => chain.executionManager.read.relativeNativeTokenPrice([siblingSlug]),
  expected: 3n * 10n ** 18n,
})

export const msgValueMinThreshold: SignedUpdate = executionManagerUpdate({
  name: "setMsgValueMinThreshold",
  action: "MSG_VALUE_MIN_THRESHOLD_UPDATE",
  types: "uint256",
  values: [10n],
  event: "MsgValueMinThresholdSet",
  eventArgs: { siblingChainSlug: BigInt(siblingSlug), msgValueMinThreshold: 10n },
  effect: (chain) => chain.executionManager.read.msgValueMinThreshold([siblingSlug]),
  expected: 10n,
})

export const msgValueMaxThreshold: SignedUpdate = executionManagerUpdate({
  name: "setMsgValueMaxThreshold",
  action: "MSG_VALUE_MAX_THRESHOLD_UPDATE",
  types: "uint256",
  values: [1000n],
  event: "MsgValueMaxThresholdSet",
  eventArgs: { siblingChainSlug: BigInt(siblingSlug), msgValueMaxThreshold: 1000n },
  effect: (chain) => chain.executionManager.read.msgValueMaxThreshold([siblingSlug]),
  expected: 1000n,
})

export const transmissionFees: SignedUpdate = {
  name: "setTransmissionFees",
  contract: "transmitManager",
  signer: accounts.feesUpdater,
  role: roleOf("FEES_UPDATER_ROLE", siblingSlug),
  namesSibling: true,
  digest: feesDigest("FEES_UPDATE", "uint128", [11n]),
  data: (nonce, signature) =>
    encodeFunctionData({
      abi: transmitManagerAbi,
      functionName: "setTransmissionFees",
      args: [nonce, siblingSlug, 11n, signature],
    }),
  abi: transmitManagerAbi,
  event: "TransmissionFeesSet",
  args: { dstChainSlug: BigInt(siblingSlug), fees: 11n },
  effect: (chain) => chain.executionManager.read.transmissionMinFees([chain.transmitManager.address, siblingSlug]),
  expected: 11n,
}

export const switchboardFees: SignedUpdate = {
  name: "setFees",
  contract: "fastSwitchboard",
  signer: accounts.feesUpdater,
  role: roleOf("FEES_UPDATER_ROLE", siblingSlug),
  namesSibling: true,
  digest: feesDigest("FEES_UPDATE", "uint128, uint128", [13n, 17n]),
  data: (nonce, signature) =>
    encodeFunctionData({
      abi: fastSwitchboardAbi,
      functionName: "setFees",
      args: [nonce, siblingSlug, 13n, 17n, signature],
    }),
  abi: fastSwitchboardAbi,
  event: "SwitchboardFeesSet",
  args: { siblingChainSlug: siblingSlug, fees: { switchboardFees: 13n, verificationOverheadFees: 17n } },
  effect: (chain) => chain.fastSwitchboard.read.fees([siblingSlug]),
  expected: [13n, 17n],
}

/** The fee updates, each of another fee than the others, so that no sum hides a mistake. */
export const feeUpdates: readonly SignedUpdate[] = [
  executionFees,
  relativeNativeTokenPrice,
  msgValueMinThreshold,
  msgValueMaxThreshold,
  transmissionFees,
  switchboardFees,
]

type ExecutionManagerUpdate = {
  readonly name: string
  readonly action?: string
  readonly types: string
  readonly values: readonly unknown[]
  /** As the function takes them, where it takes them otherwise. */
  readonly args?: readonly unknown[]
  readonly event: string
  readonly eventArgs: Readonly<Record<string, unknown>>
  readonly effect: (chain: TestedChain) => Promise<unknown>
  readonly expected: unknown
}

function executionManagerUpdate(update: ExecutionManagerUpdate): SignedUpdate {
  const { name, action = "FEES_UPDATE", types, values, args = values, event, eventArgs, effect, expected } = update
  const abi = executionManagerAbi as Abi
  return {
    name,
    contract: "executionManager",
    signer: accounts.feesUpdater,
    role: roleOf("FEES_UPDATER_ROLE", siblingSlug),
    namesSibling: true,
    digest: feesDigest(action, types, values),
    data: (nonce, signature) =>
      encodeFunctionData({ abi, functionName: name, args: [nonce, siblingSlug, ...args, signature] }),
    abi,
    event,
    args: eventArgs,
    effect,
    expected,
  }
}

function feesDigest(action: string, types: string, values: readonly unknown[]) {
  return ({ contract, local, sibling, nonce }: Scope): Hex =>
    digestOf(`bytes32, address, uint32, uint32, uint256, ${types}`, [
      idOf(action),
      contract,
      local,
      sibling,
      nonce,
      ...values,
    ])
}
