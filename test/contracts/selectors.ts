import { expect } from "chai"
import { describe, it } from "mocha"
import {
  type Abi,
  type AbiEvent,
  type AbiFunction,
  type AbiParameter,
  type Hex,
  toEventSelector,
  toFunctionSelector,
} from "viem"

import {
  capacitorFactoryArtifact,
  executionManagerArtifact,
  hasherArtifact,
  signatureVerifierArtifact,
  socketArtifact,
  transmitManagerArtifact,
} from "#src/devnet/artifacts/messaging.js"
import { fastSwitchboardArtifact, optimisticSwitchboardArtifact } from "#src/devnet/artifacts/switchboards.js"
import { protocolErrorsAbi } from "#src/messaging/onchain/abi.js"
import {
  capacitorAbi,
  errorsAbi,
  executionManagerAbi,
  fastSwitchboardAbi,
  hasherAbi,
  optimisticSwitchboardAbi,
  plugAbi,
  signatureVerifierAbi,
  socketAbi,
  transmitManagerAbi,
} from "#test/conformance/abis.js"
import { openExecutionManagerArtifact } from "#test/fixtures/artifacts/OpenExecutionManager.js"
import { pingPongArtifact } from "#test/fixtures/artifacts/PingPong.js"
import { singleCapacitorArtifact } from "#test/fixtures/artifacts/SingleCapacitor.js"
import { publishedErrors } from "#test/fixtures/wire/publishedErrors.js"

type AbiError = Extract<Abi[number], { type: "error" }>
type Artifact = { readonly abi: Abi; readonly bytecode: Hex }

/** What each contract has according to the specification, in words, and what we compiled. */
const contracts: Readonly<Record<string, { readonly words: Abi; readonly compiled: Artifact }>> = {
  Socket: { words: socketAbi, compiled: socketArtifact },
  ExecutionManager: { words: executionManagerAbi, compiled: executionManagerArtifact },
  OpenExecutionManager: { words: executionManagerAbi, compiled: openExecutionManagerArtifact },
  TransmitManager: { words: transmitManagerAbi, compiled: transmitManagerArtifact },
  FastSwitchboard: { words: fastSwitchboardAbi, compiled: fastSwitchboardArtifact },
  OptimisticSwitchboard: { words: optimisticSwitchboardAbi, compiled: optimisticSwitchboardArtifact },
  SingleCapacitor: { words: capacitorAbi, compiled: singleCapacitorArtifact },
  Hasher: { words: hasherAbi, compiled: hasherArtifact },
  SignatureVerifier: { words: signatureVerifierAbi, compiled: signatureVerifierArtifact },
  Plug: { words: plugAbi, compiled: pingPongArtifact },
}

/** Ids that public material prints. They show that the words themselves are right. */
const published = {
  functions: {
    connect: "0x3b1be678",
    outbound: "0x3386774f",
    getMinFees: "0x9ae3f05a",
    getPlugConfig: "0x6f38f870",
    seal: "0xc85ce325",
    proposeForSwitchboard: "0xdc309863",
    execute: "0x275c41c9",
    registerSwitchboardForSibling: "0x0b04bb41",
    attest: "0xd2883fbe",
    allowPacket: "0x4c408180",
  },
  events: {
    MessageOutbound: "0x45d70e73",
    Sealed: "0x4bf575a0e4ff12a13816954b1ce8b1e53f30e121ea4f107ac086ec29da524abe",
    PacketProposed: "0x4b8e305abfc214d75df6e3d0b37dc1b2e6e93726d472df847f312d190dcf8704",
    ExecutionSuccess: "0xdc29884a71d2bb98d3c53dc09718be05c7bfd142b7773a5c5cf2517629290ac0",
    PlugConnected: "0xebaba46465001886e6218eb8da227160a320362ee4aab240ead702addafe55ba",
    ProposalAttested: "0x8cfaedaacfb148cee9ec5ed036100285c6f3ede20c1637a618733cbd631e9207",
  },
  errors: {
    ...publishedErrors,
    InvalidCapacitorAddress: "0x73d817fb",
    NoPermit: "0x962f6333",
    OnlyOwner: "0x5fc483c5",
    OnlyNominee: "0x7c91ccdd",
    UnequalArrayLengths: "0x11e86f73",
    FeesTooHigh: "0xc9034e18",
    MsgValueTooLow: "0x508aaf00",
    InvalidMsgValue: "0x1841b4e1",
    InvalidNonce: "0x756688fe",
    OnlyExecutionManager: "0x03c377c5",
    InvalidRole: "0xd954416a",
    WatcherFound: "0xa080b558",
    PacketLengthNotAllowed: "0x83d360ad",
    InvalidSigLength: "0xd2453293",
    InvalidTokenAddress: "0x1eb00b06",
  },
} as const

/** What our plugs for users have besides, which no deployed contract has. */
const plugSignatures = [
  "connect(uint32,address,address)",
  "minFees(uint32,uint256,uint256)",
  "InsufficientFees(uint256,uint256)",
  "NotConnected(uint32)",
  "OnlySocket()",
  "NotASibling(uint32)",
  "AnswerRefused(uint32,uint256,uint256)",
]

describe("the specification's words", () => {
  // The socket comes first, so its getMinFees is found and not the switchboard's.
  const ofMessaging: Abi = [...socketAbi, ...fastSwitchboardAbi]
  const functions = ofMessaging.filter((entry) => entry.type === "function")
  const events = ofMessaging.filter((entry) => entry.type === "event")

  it("give the published selectors of functions", () => {
    for (const [name, selector] of Object.entries(published.functions)) {
      expect(toFunctionSelector(functions.find((entry) => entry.name === name)!), name).to.equal(selector)
    }
  })

  it("give the published topics of events", () => {
    for (const [name, topic] of Object.entries(published.events)) {
      const full = toEventSelector(events.find((entry) => entry.name === name)!)
      expect(full.slice(0, topic.length), name).to.equal(topic)
    }
  })

  it("give the published selectors of errors", () => {
    const selectors = new Map(errorsAbi.map((error) => [error.name as string, selectorOfError(error)]))
    for (const [name, selector] of Object.entries(published.errors)) {
      expect(selectors.get(name), name).to.equal(selector)
    }
  })
})

describe("compiled contracts", () => {
  for (const [contract, { words, compiled }] of Object.entries(contracts)) {
    it(`${contract} has every function of the words, with the same answer`, () => {
      const ours = compiled.abi.filter((entry) => entry.type === "function").map(answered)
      for (const entry of words) if (entry.type === "function") expect(ours).to.include(answered(entry))
    })

    it(`${contract} jumps to each of these functions by its selector`, () => {
      for (const entry of words) {
        if (entry.type !== "function") continue
        // A selector with leading zeros is pushed without them.
        expect(compiled.bytecode, entry.name).to.include(BigInt(toFunctionSelector(entry)).toString(16))
      }
    })

    it(`${contract} logs every event of the words, with the same fields indexed`, () => {
      const ours = compiled.abi.filter((entry) => entry.type === "event").map(logged)
      for (const entry of words) if (entry.type === "event") expect(ours).to.include(logged(entry))
    })
  }

  it("our plugs have what their users call and catch", () => {
    expect(pingPongArtifact.abi.map(signatureOf)).to.include.members(plugSignatures)
  })

  it("revert with the deployed errors, wherever each is raised", () => {
    const raised = [...Object.values(contracts).map(({ compiled }) => compiled), capacitorFactoryArtifact]
      .flatMap(({ abi }) => abi as Abi)
      .filter((entry): entry is AbiError => entry.type === "error")
      .map(selectorOfError)
    // A signature of a wrong length is refused with a text; the error is only named in reverts of others.
    const expected = Object.entries(published.errors).filter(([name]) => name !== "InvalidSigLength")
    expect(raised).to.include.members(expected.map(([, selector]) => selector))
  })

  it("revert with no protocol error that the messaging client cannot name", () => {
    const raised = (socketArtifact.abi as Abi).filter((entry): entry is AbiError => entry.type === "error")
    expect(protocolErrorsAbi.map(selectorOfError)).to.include.members(raised.map(selectorOfError))
  })
})

/** A function with its selector and the types that it returns. */
function answered(entry: AbiFunction): string {
  return `${entry.name} ${toFunctionSelector(entry)} returns (${typesOf(entry.outputs)})`
}

/** An event with its topic and the positions of what is indexed. */
function logged(entry: AbiEvent): string {
  const indexed = entry.inputs.map((input) => (input.indexed === true ? "indexed" : "data"))
  return `${entry.name} ${toEventSelector(entry)} (${indexed.join(", ")})`
}

function signatureOf(entry: Abi[number]): string {
  return "name" in entry ? `${entry.name}(${typesOf(entry.inputs)})` : entry.type
}

/** The selector of an error is computed like that of a function. No error here takes a tuple. */
function selectorOfError(error: AbiError): string {
  return toFunctionSelector(signatureOf(error))
}

/** Tuples are written out, so a struct of one field is not the field. */
function typesOf(parameters: readonly AbiParameter[]): string {
  return parameters
    .map((parameter) => ("components" in parameter ? `(${typesOf(parameter.components)})` : parameter.type))
    .join(",")
}
