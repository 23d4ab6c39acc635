import { expect } from "chai"
import { describe, it } from "mocha"
import type { Abi } from "viem"
import { toEventHash } from "viem/utils"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { socketArtifact } from "#src/devnet/artifacts/messaging.js"
import { fastSwitchboardArtifact } from "#src/devnet/artifacts/switchboards.js"
import { capacitorAbi, plugAbi, protocolErrorsAbi, socketAbi, switchboardAbi } from "#src/messaging/onchain/abi.js"
import { singleCapacitorArtifact } from "#test/fixtures/artifacts/SingleCapacitor.js"
import { hashOf } from "#test/fixtures/wire/hashOf.js"
import { publishedErrors } from "#test/fixtures/wire/publishedErrors.js"

/** As published for the deployed contracts. */
const selectors = {
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
}
const topics = {
  MessageOutbound: /^0x45d70e73/,
  Sealed: /^0x4bf575a0e4ff12a13816954b1ce8b1e53f30e121ea4f107ac086ec29da524abe$/,
  PacketProposed: /^0x4b8e305abfc214d75df6e3d0b37dc1b2e6e93726d472df847f312d190dcf8704$/,
  ProposalAttested: /^0x8cfaedaacfb148cee9ec5ed036100285c6f3ede20c1637a618733cbd631e9207$/,
  ExecutionSuccess: /^0xdc29884a71d2bb98d3c53dc09718be05c7bfd142b7773a5c5cf2517629290ac0$/,
  PlugConnected: /^0xebaba46465001886e6218eb8da227160a320362ee4aab240ead702addafe55ba$/,
}

function named(abi: Abi, type: string, name: string): string {
  const item = abi.find((entry) => entry.type === type && "name" in entry && entry.name === name)
  if (item === undefined) throw new Error(`There is no ${type} ${name}.`)
  return item.type === "event" ? toEventHash(item) : hashOf(item).slice(type.length + 1)
}

describe("the protocol's ABIs", () => {
  it("have the functions of the deployed contracts", () => {
    const abi = [...socketAbi, ...switchboardAbi]
    for (const [name, selector] of Object.entries(selectors)) {
      expect(named(abi, "function", name), name).to.equal(selector)
    }
  })

  it("have the events of the deployed contracts", () => {
    const abi = [...socketAbi, ...switchboardAbi, ...capacitorAbi]
    for (const [name, topic] of Object.entries(topics)) expect(named(abi, "event", name), name).to.match(topic)
  })

  it("have the errors of the deployed contracts", () => {
    for (const [name, selector] of Object.entries(publishedErrors)) {
      expect(named(protocolErrorsAbi, "error", name), name).to.equal(selector)
    }
  })

  it("are those of the contracts that we compile", () => {
    const compiled = [
      [socketAbi, socketArtifact.abi],
      [switchboardAbi, fastSwitchboardArtifact.abi],
      [capacitorAbi, singleCapacitorArtifact.abi],
      [plugAbi, counterArtifact.abi],
    ] as const
    for (const [written, built] of compiled) {
      const known = new Set((built as Abi).map(hashOf))
      for (const item of written) expect(known.has(hashOf(item)), `${item.type} ${item.name}`).to.equal(true)
    }
  })

  it("distinguish the plug's error about fees from the socket's", () => {
    expect(named(plugAbi, "error", "InsufficientFees")).to.not.equal(publishedErrors["InsufficientFees"])
  })
})
