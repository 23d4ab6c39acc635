import {
  type Abi,
  type Address,
  encodeFunctionData,
  type Hex,
  type PrivateKeyAccount,
  type TransactionReceipt,
} from "viem"

import { executionManagerAbi, fastSwitchboardAbi, optimisticSwitchboardAbi, transmitManagerAbi } from "./abis.js"
import type { TestedChain } from "./openTestedChain.js"
import { siblingSlug } from "./prepareRoles.js"
import { accounts, digestOf, idOf, roleOf, sign } from "./signatures.js"

/** What a digest says of where and when it counts. */
export type Scope = {
  readonly contract: Address
  readonly local: number
  readonly sibling: number
  readonly nonce: bigint
}

/** A change that the holder of a role signs and anybody submits. */
export type SignedUpdate = {
  readonly name: string
  readonly contract: "executionManager" | "transmitManager" | "fastSwitchboard" | "optimisticSwitchboard"
  readonly signer: PrivateKeyAccount
  /** The role that a refusal names. */
  readonly role: Hex
  /** Whether the digest says which other chain is meant. */
  readonly namesSibling: boolean
  digest(scope: Scope): Hex
  data(nonce: bigint, signature: Hex): Hex
  readonly abi: Abi
  readonly event: string
  readonly args: Readonly<Record<string, unknown>>
  /** What the contract answers afterwards. */
  effect(chain: TestedChain): Promise<unknown>
  readonly expected: unknown
  /** An update without which this one changes nothing. */
  readonly undoes?: SignedUpdate
}

const packetId: Hex = `0x${siblingSlug.toString(16).padStart(8, "0")}${"00".repeat(19)}01${"00".repeat(7)}05`

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

/** The trips of a switchboard. Those of the fast and of the optimistic one are alike. */
export function tripsOf(
  contract: "fastSwitchboard" | "optimisticSwitchboard",
): Readonly<Record<"tripGlobal" | "tripPath" | "tripProposal" | "unTrip" | "unTripPath", SignedUpdate>> {
  const abi = optimisticSwitchboardAbi
  const common = { contract, abi }
  const ofWatcher = { ...common, signer: accounts.watcher, role: roleOf("WATCHER_ROLE", siblingSlug) }
  const ofGuard = { ...common, signer: accounts.guard }
  const isGlobalTipped = (chain: TestedChain) => chain[contract].read.isGlobalTipped()
  const isPathTripped = (chain: TestedChain) => chain[contract].read.isPathTripped([siblingSlug])

  const tripGlobal: SignedUpdate = {
    ...ofGuard,
    name: "tripGlobal",
    role: idOf("TRIP_ROLE"),
    namesSibling: false,
    digest: globalDigest("TRIP_GLOBAL", true),
    data: (nonce, signature) => encodeFunctionData({ abi, functionName: "tripGlobal", args: [nonce, signature] }),
    event: "GlobalTripChanged",
    args: { isGlobalTipped: true },
    effect: isGlobalTipped,
    expected: true,
  }
  const tripPath: SignedUpdate = {
    ...ofWatcher,
    name: "tripPath",
    namesSibling: true,
    digest: pathDigest("TRIP_PATH", true),
    data: (nonce, signature) =>
      encodeFunctionData({ abi, functionName: "tripPath", args: [nonce, siblingSlug, signature] }),
    event: "PathTripChanged",
    args: { srcChainSlug: siblingSlug, isPathTripped: true },
    effect: isPathTripped,
    expected: true,
  }
  return {
    tripGlobal,
    tripPath,
    tripProposal: {
      ...ofWatcher,
      name: "tripProposal",
      namesSibling: true,
      digest: ({ contract, sibling, local, nonce }) =>
        digestOf("bytes32, address, uint32, uint32, uint256, bytes32, uint256", [
          idOf("TRIP_PROPOSAL"),
          contract,
          sibling,
          local,
          nonce,
          packetId,
          2n,
        ]),
      data: (nonce, signature) =>
        encodeFunctionData({ abi, functionName: "tripProposal", args: [nonce, packetId, 2n, signature] }),
      event: "ProposalTripped",
      args: { packetId, proposalCount: 2n },
      effect: (chain) => chain[contract].read.isProposalTripped([packetId, 2n]),
      expected: true,
    },
    unTrip: {
      ...ofGuard,
      name: "unTrip",
      role: idOf("UN_TRIP_ROLE"),
      namesSibling: false,
      digest: globalDigest("UN_TRIP_GLOBAL", false),
      data: (nonce, signature) => encodeFunctionData({ abi, functionName: "unTrip", args: [nonce, signature] }),
      event: "GlobalTripChanged",
      args: { isGlobalTipped: false },
      effect: isGlobalTipped,
      expected: false,
      undoes: tripGlobal,
    },
    unTripPath: {
      ...ofGuard,
      name: "unTripPath",
      role: idOf("UN_TRIP_ROLE"),
      namesSibling: true,
      digest: pathDigest("UN_TRIP_PATH", false),
      data: (nonce, signature) =>
        encodeFunctionData({ abi, functionName: "unTripPath", args: [nonce, siblingSlug, signature] }),
      event: "PathTripChanged",
      args: { srcChainSlug: siblingSlug, isPathTripped: false },
      effect: isPathTripped,
      expected: false,
      undoes: tripPath,
    },
  }
}

/** Signs an update as its signer would and submits it from an account without any role. */
export async function apply(chain: TestedChain, update: SignedUpdate): Promise<TransactionReceipt> {
  const scope = await scopeOf(chain, update)
  const signature = await sign(update.signer, update.digest(scope))
  return await chain.mined(chain.walletClient.sendTransaction(transactionOf(chain, update, scope.nonce, signature)))
}

/** The scope that an update must be signed for now. */
export async function scopeOf(chain: TestedChain, { contract, signer }: SignedUpdate): Promise<Scope> {
  const nonce = await chain[contract].read.nextNonce([signer.address])
  return { contract: chain[contract].address, local: chain.slug, sibling: siblingSlug, nonce }
}

export function transactionOf(
  chain: TestedChain,
  update: SignedUpdate,
  nonce: bigint,
  signature: Hex,
): { account: Address; to: Address; data: Hex } {
  const to = chain[update.contract].address
  return { account: accounts.stranger.address, to, data: update.data(nonce, signature) }
}

type ExecutionManagerUpdate = {
  readonly name: string
  readonly action?: string
  readonly types: string
  readonly values: readonly unknown[]
  /** As the function takes them, where it takes them otherwise. */
  readonly args?: readonly unknown[]
  readonly event: string
  readonly eventArgs: Readonly<Record<string, unknown>>
  effect(chain: TestedChain): Promise<unknown>
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

function globalDigest(action: string, isTripped: boolean) {
  return ({ contract, local, nonce }: Scope): Hex =>
    digestOf("bytes32, address, uint32, uint256, bool", [idOf(action), contract, local, nonce, isTripped])
}

function pathDigest(action: string, isTripped: boolean) {
  return ({ contract, sibling, local, nonce }: Scope): Hex =>
    digestOf("bytes32, address, uint32, uint32, uint256, bool", [
      idOf(action),
      contract,
      sibling,
      local,
      nonce,
      isTripped,
    ])
}
