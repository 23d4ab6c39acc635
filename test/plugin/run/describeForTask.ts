import { execFileSync } from "node:child_process"
import { mkdir, rename, writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Task } from "hardhat/types/tasks"
import { after, before, describe, it } from "mocha"
import { encodeErrorResult, getAddress, type Hex, parseAbi } from "viem"

import { RouteRefusedError } from "#extras/swap/src/checks/routeRefusals.js"
import { createRouteTracker } from "#extras/swap/src/following/routeTracker.js"
import { routeLateError } from "#extras/swap/src/following/trackingErrors.js"
import type { MessageTracker } from "#src/messaging/following/messageTracker.js"
import {
  messagesLateError,
  NothingToFollowError,
  SeveralMessagesError,
} from "#src/messaging/following/trackingErrors.js"
import { PlugNotConnectedError } from "#src/messaging/onchain/callErrors.js"
import { SwitchboardNotKnownError } from "#src/messaging/onchain/connection/connectCallErrors.js"
import { FeeTooHighError, NoMessageError } from "#src/messaging/onchain/fees/feeErrors.js"
import { CallRevertedError, WrongContractError } from "#src/onchain/callErrors.js"
import { describeForTask } from "#src/plugin/run/describeForTask.js"
import { argumentOptions, helperTasks } from "#src/primitives/commands/taskNames.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import type { PlugsError } from "#src/primitives/PlugsError.js"
import { decodeRevertData } from "#src/primitives/reverts/decodeRevertData.js"
import { ignitionProject } from "#test/fixtures/projects/ignitionProject.js"
import { projectConfig } from "#test/fixtures/projects/projectConfig.js"

const plug = getAddress(`0x${"1".repeat(40)}`)
const socket = getAddress(`0x${"2".repeat(40)}`)
const errorAbi = parseAbi(["error OnlyOnSundays(uint8 day)"])

describe("errors as tasks describe them", () => {
  let project: Awaited<ReturnType<typeof ignitionProject>>
  let hre: HardhatRuntimeEnvironment
  before(async () => {
    project = await ignitionProject([{ chainId: 41001, id: "M#Greeter", address: plug }])
    await writeSource(project.path)
    hre = await createHardhatRuntimeEnvironment(projectConfig({ PLUGS_TEST_PORT: "9" }), {}, project.path)
  })
  after(() => project[Symbol.asyncDispose]())

  const described = async (error: PlugsError): Promise<PlugsError> => await describeForTask(error, hre)

  it("calls an argument by its option, and leaves the others", async () => {
    const input = { problem: "it is missing", fix: "Add it." }
    const error = await described(new InvalidInputError({ argument: "srcChainSlug", ...input }))
    expect(error.message).to.equal('Option "--from": it is missing. Add it.')
    expect((await described(new InvalidInputError({ argument: "plug", ...input }))).message).to.match(
      /^Argument "plug": /,
    )
  })

  it("calls an argument by its option in what is to be done, too", async () => {
    const error = new SwitchboardNotKnownError({ switchboard: plug, chain: "alpha" })
    expect((await described(error)).next).to.contain(`name it with ${argumentOptions.allowedSwitchboards}.`)
    expect(error.next).to.contain("name it with allowedSwitchboards.")
  })

  it("names chains and the project's contracts, and keeps code and class", async () => {
    const error = await described(new PlugNotConnectedError({ plug, dstChainSlug: 41002, socket }))
    expect(error).to.be.instanceOf(PlugNotConnectedError)
    expect(error.code).to.equal("PLUG_NOT_CONNECTED")
    expect(error.shortMessage).to.equal("The plug is not connected to beta.")
    expect(error.facts).to.include({ plug: `${plug} (Greeter)`, "destination chain": "beta", socket })
    expect(error.message).to.contain("beta").and.to.contain("npx hardhat messaging connect")
    expect(error.stack).to.contain("not connected to beta").and.to.not.contain("41002")
    expect(JSON.parse(JSON.stringify(error))).to.include({
      code: error.code,
      message: error.shortMessage,
      next: error.next,
    })
    // A mistake in plugs.contracts is not what it is about.
    const contracts = { Greeter: { alpha: "0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed" } } as const
    const mistaken = { ...hre, config: { ...hre.config, plugs: { ...hre.config.plugs, contracts } } }
    const nameless = await describeForTask(new PlugNotConnectedError({ plug, dstChainSlug: 41002, socket }), mistaken)
    expect(nameless.facts).to.include({ plug, "destination chain": "beta", socket })
    const unknown = await described(new PlugNotConnectedError({ plug, dstChainSlug: 7, socket }))
    expect(unknown.shortMessage).to.equal("The plug is not connected to chain 7.")
  })

  it("leaves the error that was thrown as it is", async () => {
    const thrown = new PlugNotConnectedError({ plug, dstChainSlug: 41002, socket })
    const fields = () => [...Object.entries(thrown), thrown.message, thrown.stack]
    const before = fields()
    await described(thrown)
    expect(fields()).to.deep.equal(before)
    expect(thrown.shortMessage).to.equal("The plug is not connected to chain 41002.")
  })

  it("points to the task that explains, with the chain by its name", async () => {
    const error = lateError({ messageId: "0x34" })
    expect(error.next).to.match(/ explainMessage says why\.$/)
    expect((await described(error)).next).to.match(
      / To find out why: npx hardhat messaging explain 0x12 --from alpha --message-id 0x34$/,
    )
    const swap = (quoteId: string) =>
      routeLateError({ subject: { quoteId }, waited: 1, tracker: createRouteTracker(), lastError: undefined })
    expect((await described(swap("q-1"))).next).to.match(/ To find out why: npx hardhat swap explain q-1$/)
  })

  it("gives no command where an API gave a strange id", async () => {
    const error = routeLateError({
      ...{ subject: { quoteId: "q; rm -rf ~" }, waited: 1, tracker: createRouteTracker(), lastError: undefined },
    })
    expect((await described(error)).next).to.match(/alone\.$/)
  })

  it("knows tasks and options that exist", () => {
    for (const task of Object.values(helperTasks)) expect(() => hre.tasks.getTask(task.split(" "))).to.not.throw()
    const names = [...hre.tasks.rootTasks.values()].flatMap(namesIn)
    expect(names).to.include.members(Object.values(argumentOptions))
  })

  const helpers =
    /connectPlug|checkConnection|getPlugConfig|getMinFees|maxFee\b|messageId\b|srcChainSlug|quoteId|waitFor|helper/
  const errors: Record<string, PlugsError> = {
    "a plug that is not connected": new PlugNotConnectedError({ plug, dstChainSlug: 41002, socket }),
    "a fee above the limit": new FeeTooHighError({ plug, fee: 1n, attached: 2n, maxFee: 1n }),
    "a call without message": new NoMessageError({ plug, functionName: "add", socket }),
    "several messages": new SeveralMessagesError({ srcTxHash: "0x1", messageIds: ["0x2", "0x3"] }),
    "a message that was not seen": lateError(),
    "other messages than the one that was to be followed": lateError({ others: ["0x2"] }),
    "a message that is late": lateError({ state: "ATTESTED" }),
    "a transaction without messages": new NothingToFollowError("0x1"),
    "a route with a spender in no list": new RouteRefusedError("OTHER_SPENDER", { quoteId: "q-1" }),
  }
  for (const [what, error] of Object.entries(errors)) {
    it(`names no function of a script for ${what}`, async () => {
      expect((await described(error)).message).to.not.match(helpers)
    })

    it(`names no task and no option in a script for ${what}`, () => {
      expect(error.message).to.not.match(/npx hardhat|(?<!-)--[a-z]/)
    })
  }

  it("says where an error of the project's contracts is declared", async () => {
    const data = encodeErrorResult({ abi: errorAbi, errorName: "OnlyOnSundays", args: [3] })
    const call = { address: plug, functionName: "greet" }
    const error = await described(new CallRevertedError(call, decodeRevertData(data, [errorAbi])))
    expect(error.facts).to.include({ "error of": "contracts/Own.sol:4" })
  })

  it("does not read a FIFO in the place of a source", async () => {
    if (process.platform === "win32") return
    const source = path.join(project.path, "contracts/Own.sol")
    await rename(source, `${source}.kept`)
    execFileSync("mkfifo", [source])
    try {
      const data = encodeErrorResult({ abi: errorAbi, errorName: "OnlyOnSundays", args: [3] })
      const call = { address: plug, functionName: "greet" }
      const error = await described(new CallRevertedError(call, decodeRevertData(data, [errorAbi])))
      expect(error.facts).to.include({ "error of": "contracts/Own.sol:Own" })
    } finally {
      await rename(`${source}.kept`, source)
    }
  })

  it("says to build the project for a revert that no artifact explains", async () => {
    const error = await described(
      new CallRevertedError({ address: plug, functionName: "greet" }, decodeRevertData("0xdeadbeef", [])),
    )
    expect(error.next).to.match(/npx hardhat build/)
    expect(error.facts).to.not.have.property("error of")
  })

  it("leaves the names of others alone", async () => {
    const error = await described(
      new WrongContractError({ address: socket, expected: "plug", next: "Check the plug's address and chain." }),
    )
    expect(error.message).to.equal(`There is no plug at ${socket} on this chain.\nCheck the plug's address and chain.`)
  })
})

/** The error of messages that are late: none was seen, or only others, or one in a state. */
function lateError({
  messageId,
  others = [],
  state,
}: { messageId?: Hex; others?: readonly Hex[]; state?: string } = {}): PlugsError {
  const history = state === undefined ? [] : [{ state, at: 0, messageId: "0x2" }]
  const tracker = { history, things: () => [], others: () => others } as unknown as MessageTracker
  const subject = { srcChainSlug: 41001, srcTxHash: "0x12", messageId } as const
  return messagesLateError({ subject, until: undefined, waited: 1, tracker, lastError: undefined })
}

/** The options and positional arguments of a task and its subtasks, as a command line has them. */
function namesIn({ options, positionalArguments, subtasks }: Task): string[] {
  const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return [
    ...[...options.keys()].map((name) => `--${kebab(name)}`),
    ...positionalArguments.map(({ name }) => name),
    ...[...subtasks.values()].flatMap(namesIn),
  ]
}

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
