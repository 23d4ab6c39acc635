import { encodeFunctionData, type Hex } from "viem"

import { optimisticSwitchboardAbi } from "./abis.js"
import type { TestedChain } from "./openTestedChain.js"
import { siblingSlug } from "./prepareRoles.js"
import { accounts, digestOf, idOf, roleOf } from "./signatures.js"
import type { Scope, SignedUpdate } from "./SignedUpdate.js"

const packetId: Hex = `0x${siblingSlug.toString(16).padStart(8, "0")}${"00".repeat(19)}01${"00".repeat(7)}05`

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
