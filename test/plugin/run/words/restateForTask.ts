import { execFileSync } from "node:child_process"
import { mkdir, rename, writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import { after, before, describe, it } from "mocha"
import { encodeErrorResult, getAddress, parseAbi } from "viem"

import { CallRevertedError, WrongContractError } from "../../../../src/onchain/callErrors.js"
import { PlugNotConnectedError } from "../../../../src/messaging/onchain/callErrors.js"
import { FeeTooHighError, NoMessageError } from "../../../../src/messaging/onchain/fees/feeErrors.js"
import { SeveralMessagesError } from "../../../../src/messaging/following/trackingErrors.js"
import { restateForTask } from "../../../../src/plugin/run/words/restateForTask.js"
import { InvalidInputError } from "../../../../src/primitives/InvalidInputError.js"
import type { PlugsError } from "../../../../src/primitives/PlugsError.js"
import { decodeRevertData } from "../../../../src/primitives/reverts/decodeRevertData.js"
import { DeadlinePassedError } from "../../../../src/tracking/DeadlinePassedError.js"
import { ignitionProject } from "../../../fixtures/ignitionProject.js"
import { projectConfig } from "../../../fixtures/projectConfig.js"

const plug = getAddress(`0x${"1".repeat(40)}`)
const socket = getAddress(`0x${"2".repeat(40)}`)
const errorAbi = parseAbi(["error OnlyOnSundays(uint8 day)"])

describe("errors in the words of tasks", () => {
  let project: Awaited<ReturnType<typeof ignitionProject>>
  let hre: HardhatRuntimeEnvironment
  before(async () => {
    project = await ignitionProject([{ chainId: 41001, id: "M#Greeter", address: plug }])
    await writeSource(project.path)
    hre = await createHardhatRuntimeEnvironment(projectConfig({ PLUGS_TEST_PORT: "9" }), {}, project.path)
  })
  after(() => project[Symbol.asyncDispose]())

  const restated = async (error: PlugsError): Promise<PlugsError> => await restateForTask(error, hre)

  it("calls an argument by its option, and leaves the others", async () => {
    const input = { problem: "it is missing", fix: "Add it." }
    const error = await restated(new InvalidInputError({ argument: "srcChainSlug", ...input }))
    expect(error.message).to.equal("--from: it is missing. Add it.")
    expect((await restated(new InvalidInputError({ argument: "plug", ...input }))).message).to.match(/^plug: /)
  })

  it("names chains and the project's contracts, and keeps code and class", async () => {
    const error = await restated(new PlugNotConnectedError({ plug, dstChainSlug: 41002, socket }))
    expect(error).to.be.instanceOf(PlugNotConnectedError)
    expect(error.code).to.equal("PLUG_NOT_CONNECTED")
    expect(error.shortMessage).to.equal("The plug is not connected to beta.")
    expect(error.facts).to.include({ plug: `${plug} (Greeter)`, "destination chain": "beta", socket })
    expect(error.message).to.contain("beta").and.to.contain("npx hardhat messaging connect")
    expect(error.stack).to.contain("not connected to beta").and.to.not.contain("41002")
    const unknown = await restated(new PlugNotConnectedError({ plug, dstChainSlug: 7, socket }))
    expect(unknown.shortMessage).to.equal("The plug is not connected to chain 7.")
  })

  const helpers =
    /connectPlug|checkConnection|getPlugConfig|getMinFees|maxFee\b|messageId\b|srcChainSlug|quoteId|waitFor|helper/
  const errors: Record<string, PlugsError> = {
    "a plug that is not connected": new PlugNotConnectedError({ plug, dstChainSlug: 41002, socket }),
    "a fee above the limit": new FeeTooHighError({ plug, fee: 1n, attached: 2n, maxFee: 1n }),
    "a call without message": new NoMessageError({ plug, functionName: "add", socket }),
    "several messages": new SeveralMessagesError({ srcTxHash: "0x1", messageIds: ["0x2", "0x3"] }),
    "a message that nobody saw": new DeadlinePassedError({
      ...{ source: "The API", missing: "No message was seen", waited: 1, lastState: undefined, history: [] },
      ...{ subject: { "source chain": "41001" }, facts: {}, lastError: undefined },
      next: "Check that srcChainSlug is the chain of the transaction and that the transaction sent a message.",
    }),
  }
  for (const [what, error] of Object.entries(errors)) {
    it(`names no function of a script for ${what}`, async () => {
      expect((await restated(error)).message).to.not.match(helpers)
    })
  }

  it("says where an error of the project's contracts is declared", async () => {
    const data = encodeErrorResult({ abi: errorAbi, errorName: "OnlyOnSundays", args: [3] })
    const call = { address: plug, functionName: "greet" }
    const error = await restated(new CallRevertedError(call, decodeRevertData(data, [errorAbi])))
    expect(error.facts).to.include({ "error of": "contracts/Own.sol:4" })
  })

  it("waits for nobody who would write into a pipe in the place of a source", async () => {
    if (process.platform === "win32") return
    const source = path.join(project.path, "contracts/Own.sol")
    await rename(source, `${source}.kept`)
    execFileSync("mkfifo", [source])
    try {
      const data = encodeErrorResult({ abi: errorAbi, errorName: "OnlyOnSundays", args: [3] })
      const call = { address: plug, functionName: "greet" }
      const error = await restated(new CallRevertedError(call, decodeRevertData(data, [errorAbi])))
      expect(error.facts).to.include({ "error of": "contracts/Own.sol:Own" })
    } finally {
      await rename(`${source}.kept`, source)
    }
  })

  it("says to build the project for a revert that no artifact explains", async () => {
    const error = await restated(
      new CallRevertedError({ address: plug, functionName: "greet" }, decodeRevertData("0xdeadbeef", [])),
    )
    expect(error.next).to.match(/npx hardhat build/)
    expect(error.facts).to.not.have.property("error of")
  })

  it("leaves the words of others alone", async () => {
    const error = await restated(
      new WrongContractError({ address: socket, expected: "plug", next: "Check the plug's address and chain." }),
    )
    expect(error.message).to.equal(`There is no plug at ${socket} on this chain.\nCheck the plug's address and chain.`)
  })
})

/** A contract with an error of its own, as `hardhat build` leaves it behind. */
async function writeSource(root: string): Promise<void> {
  const artifacts = path.join(root, "artifacts", "contracts", "Own.sol")
  await mkdir(artifacts, { recursive: true })
  await mkdir(path.join(root, "contracts"))
  const source = [
    "// SPDX-License-Identifier: MIT",
    "pragma solidity ^0.8.0;",
    "contract Own {",
    "  error OnlyOnSundays(uint8 day);",
    "}",
  ]
  await writeFile(path.join(root, "contracts", "Own.sol"), source.join("\n"))
  const artifact = { contractName: "Own", sourceName: "contracts/Own.sol", abi: errorAbi, bytecode: "0x" }
  await writeFile(path.join(artifacts, "Own.json"), JSON.stringify({ _format: "hh3-artifact-1", ...artifact }))
}
