import { expect } from "chai"
import { describe, it } from "mocha"
import { type Abi, type AbiEvent, type AbiFunction, toEventSelector, toFunctionSelector } from "viem"

import { executionManagerArtifact } from "../../src/devnet/artifacts/ExecutionManager.js"
import { fastSwitchboardArtifact } from "../../src/devnet/artifacts/FastSwitchboard.js"
import { pingPongArtifact } from "../../src/devnet/artifacts/PingPong.js"
import { singleCapacitorArtifact } from "../../src/devnet/artifacts/SingleCapacitor.js"
import { socketArtifact } from "../../src/devnet/artifacts/Socket.js"
import { protocolErrorsAbi } from "../../src/messaging/onchain/abi.js"
import { publishedErrors } from "../fixtures/wire/publishedErrors.js"

type AbiError = Extract<Abi[number], { type: "error" }>

/** Ids of the deployed contracts, as public material prints them. Our contracts must have the same ones. */
const deployed = {
  Socket: {
    abi: socketArtifact.abi as Abi,
    functions: {
      connect: "0x3b1be678",
      outbound: "0x3386774f",
      getMinFees: "0x9ae3f05a",
      getPlugConfig: "0x6f38f870",
      seal: "0xc85ce325",
      proposeForSwitchboard: "0xdc309863",
      execute: "0x275c41c9",
      registerSwitchboardForSibling: "0x0b04bb41",
    },
    events: {
      MessageOutbound: "0x45d70e73",
      Sealed: "0x4bf575a0e4ff12a13816954b1ce8b1e53f30e121ea4f107ac086ec29da524abe",
      PacketProposed: "0x4b8e305abfc214d75df6e3d0b37dc1b2e6e93726d472df847f312d190dcf8704",
      ExecutionSuccess: "0xdc29884a71d2bb98d3c53dc09718be05c7bfd142b7773a5c5cf2517629290ac0",
      PlugConnected: "0xebaba46465001886e6218eb8da227160a320362ee4aab240ead702addafe55ba",
    },
  },
  FastSwitchboard: {
    abi: fastSwitchboardArtifact.abi as Abi,
    functions: { attest: "0xd2883fbe", allowPacket: "0x4c408180" },
    events: { ProposalAttested: "0x8cfaedaacfb148cee9ec5ed036100285c6f3ede20c1637a618733cbd631e9207" },
  },
} as const

/** Functions without a published selector. Only their signatures are known, so these are compared. */
const signatures = {
  Socket: {
    abi: socketArtifact.abi as Abi,
    known: [
      "chainSlug()",
      "version()",
      "globalMessageCount()",
      "messageExecuted(bytes32)",
      "proposalCount(bytes32)",
      "packetIdRoots(bytes32,uint256,address)",
      "rootProposedAt(bytes32,uint256,address)",
      "isPacketProposed(bytes32,uint256,address)",
      "capacitors__(address,uint32)",
      "executionManager__()",
      "transmitManager__()",
    ],
  },
  FastSwitchboard: {
    abi: fastSwitchboardArtifact.abi as Abi,
    known: [
      "isAttested(address,bytes32)",
      "attestations(bytes32)",
      "totalWatchers(uint32)",
      "isGlobalTipped()",
      "isPathTripped(uint32)",
      "isProposalTripped(bytes32,uint256)",
      "tripGlobal(uint256,bytes)",
      "tripPath(uint256,uint32,bytes)",
      "timeoutInSeconds()",
      "ProposalTripped(bytes32,uint256)",
      "PathTripChanged(uint32,bool)",
      "GlobalTripChanged(bool)",
    ],
  },
  SingleCapacitor: {
    abi: singleCapacitorArtifact.abi as Abi,
    known: ["getNextPacketToBeSealed()", "MessageAdded(bytes32,uint64,bytes32)"],
  },
  Plug: {
    abi: pingPongArtifact.abi as Abi,
    known: [
      "inbound(uint32,bytes)",
      "connect(uint32,address,address)",
      "minFees(uint32,uint256,uint256)",
      "InsufficientFees(uint256,uint256)",
      "NotConnected(uint32)",
      "OnlySocket()",
      "NotASibling(uint32)",
      "AnswerRefused(uint32,uint256,uint256)",
    ],
  },
} as const

describe("compiled contracts", () => {
  for (const [contract, { abi, functions, events }] of Object.entries(deployed)) {
    for (const [name, selector] of Object.entries(functions)) {
      it(`${contract}.${name} has the deployed selector`, () => {
        const found = abi.filter((entry): entry is AbiFunction => entry.type === "function" && entry.name === name)
        expect(found.map((entry) => toFunctionSelector(entry))).to.deep.equal([selector])
      })
    }
    for (const [name, topic] of Object.entries(events)) {
      it(`${contract} logs ${name} under the deployed topic`, () => {
        const found = abi.filter((entry): entry is AbiEvent => entry.type === "event" && entry.name === name)
        expect(found.map((entry) => toEventSelector(entry).slice(0, topic.length))).to.deep.equal([topic])
      })
    }
  }

  for (const [contract, { abi, known }] of Object.entries(signatures)) {
    it(`${contract} has every function, event and error whose signature is known`, () => {
      expect(abi.map(signatureOf)).to.include.members([...known])
    })
  }

  it("revert with the deployed errors, wherever each is raised", () => {
    const raised = [socketArtifact, executionManagerArtifact, fastSwitchboardArtifact, singleCapacitorArtifact]
      .flatMap(({ abi }) => abi as Abi)
      .filter((entry): entry is AbiError => entry.type === "error")
      .map(selectorOfError)
    expect(raised).to.include.members(Object.values(publishedErrors))
  })

  it("revert with no protocol error that the messaging client cannot name", () => {
    const raised = (socketArtifact.abi as Abi).filter((entry): entry is AbiError => entry.type === "error")
    expect(protocolErrorsAbi.map(selectorOfError)).to.include.members(raised.map(selectorOfError))
  })
})

function signatureOf(entry: Abi[number]): string {
  if (!("name" in entry)) return entry.type
  return `${entry.name}(${entry.inputs.map(({ type }) => type).join(",")})`
}

/** The selector of an error is computed like that of a function. No error here takes a tuple. */
function selectorOfError(error: AbiError): string {
  return toFunctionSelector(signatureOf(error))
}
