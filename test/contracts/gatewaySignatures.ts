import { expect } from "chai"
import { describe, it } from "mocha"
import { type Abi, type AbiFunction, toFunctionSignature } from "viem"

import { counterAppGatewayArtifact } from "#examples/demos/artifacts/CounterAppGateway.js"
import { gatewayCounterArtifact } from "#examples/demos/artifacts/GatewayCounter.js"
import {
  asyncDeployerArtifact,
  feesManagerArtifact,
  feesPlugArtifact,
  forwarderArtifact,
  watcherArtifact,
} from "#src/devnet/artifacts/gateway.js"

type AbiError = Extract<Abi[number], { type: "error" }>
type AbiEvent = Extract<Abi[number], { type: "event" }>

/**
 * The signatures that authors of app gateways rely on, from public material, and those that our own contracts and actors call on an
 * app gateway. The names of arguments are not part of a signature.
 */
const reliedOn = {
  "an app gateway": {
    abi: counterAppGatewayArtifact.abi as Abi,
    functions: [
      "maxFees() view returns (uint256)",
      "sbType() view returns (bytes32)",
      "getOverrideParams() view returns (tuple)",
      "creationCodeWithArgs(bytes32) view returns (bytes)",
      "forwarderAddresses(bytes32,uint32) view returns (address)",
      "getOnChainAddress(bytes32,uint32) view returns (address)",
      "initializeOnChain(uint32) nonpayable returns ()",
      "handleRevert(bytes32) nonpayable returns ()",
      "onRequestComplete(uint40,bytes) nonpayable returns ()",
      "setAddress(bytes,bytes) nonpayable returns ()",
      "addressResolver__() view returns (address)",
      "watcher__() view returns (address)",
      "watcherPrecompile__() view returns (address)",
      "feesManager__() view returns (address)",
      "asyncDeployer__() view returns (address)",
    ],
    errors: [
      "AsyncModifierNotSet()",
      "InvalidPromise()",
      "WatcherNotSet()",
      "OnlyWatcher()",
      "NoCreationCode(bytes32)",
      "InvalidAddressResolver(address)",
      "PlugNotDeployed(bytes32,uint32)",
    ],
    events: [],
  },
  "a plug of an app gateway": {
    abi: gatewayCounterArtifact.abi as Abi,
    functions: [
      "initSocket(bytes32,address,address) nonpayable returns ()",
      "socket__() view returns (address)",
      "appGatewayId() view returns (bytes32)",
      "overrides() view returns (bytes)",
    ],
    errors: ["NotSocket()", "SocketAlreadyInitialized()"],
    events: ["ConnectorPlugDisconnected()"],
  },
  "the watcher": {
    abi: watcherArtifact.abi as Abi,
    functions: [
      "setTimeout(address,bytes,uint256) nonpayable returns (bytes32)",
      "setTimeout(uint256,bytes) nonpayable returns (bytes32)",
      "getCurrentRequestCount() view returns (uint40)",
      "triggerFromChainSlug() view returns (uint32)",
      "triggerFromPlug() view returns (address)",
      "setValidPlug(bool,uint32,address) nonpayable returns ()",
    ],
    errors: ["AsyncModifierNotSet()", "InvalidPlug(address,uint32,address)"],
    events: [],
  },
  "the fees manager": {
    abi: feesManagerArtifact.abi as Abi,
    functions: [
      "transferCredits(address,address,uint256) nonpayable returns ()",
      "getAvailableCredits(address) view returns (uint256)",
      "approveAppGateways((address,bool)[]) nonpayable returns ()",
    ],
    errors: ["InsufficientCredits(address,uint256,uint256)"],
    events: [],
  },
  "the async deployer": {
    abi: asyncDeployerArtifact.abi as Abi,
    functions: [
      "getOrDeployForwarderContract(address,uint32) nonpayable returns (address)",
      "getForwarderAddress(address,uint32) view returns (address)",
    ],
    errors: [],
    events: [],
  },
  "a forwarder": {
    abi: forwarderArtifact.abi as Abi,
    functions: [
      "getOnChainAddress() view returns (address)",
      "getChainSlug() view returns (uint32)",
      "then(bytes4,bytes) nonpayable returns (address)",
    ],
    errors: ["CalledAsView(bytes4)"],
    events: [],
  },
  "a fees plug": {
    abi: feesPlugArtifact.abi as Abi,
    functions: [
      "depositCredit(address,address,uint256) nonpayable returns ()",
      "depositCreditAndNative(address,address,uint256) nonpayable returns ()",
      "depositToNative(address,address,uint256) nonpayable returns ()",
    ],
    errors: [],
    events: ["FeesDeposited(address,address,uint256,uint256)"],
  },
} as const

describe("the gateway's contracts", () => {
  for (const [contract, { abi, functions, errors, events }] of Object.entries(reliedOn)) {
    it(`${contract} keeps the functions that authors rely on`, () => {
      expect(abi.filter((entry) => entry.type === "function").map(describeFunction)).to.include.members([...functions])
    })

    it(`${contract} keeps the errors and events that authors rely on`, () => {
      const named = abi.filter((entry): entry is AbiError | AbiEvent => ["error", "event"].includes(entry.type))
      expect(named.map(describeInputs)).to.include.members([...errors, ...events])
    })
  }
})

function describeFunction(entry: AbiFunction): string {
  const outputs = entry.outputs.map(({ type }) => type).join(",")
  return `${toFunctionSignature(entry)} ${entry.stateMutability} returns (${outputs})`
}

function describeInputs({ name, inputs }: AbiError | AbiEvent): string {
  return `${name}(${inputs.map(({ type }) => type).join(",")})`
}
