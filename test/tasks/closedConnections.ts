import { PassThrough } from "node:stream"

import { expect } from "chai"
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import { describe, it } from "mocha"

import { systemClock } from "#src/primitives/clock.js"
import explain from "#tasks/gateway/explain.js"
import topup from "#tasks/gateway/topup.js"
import connect from "#tasks/messaging/connect.js"
import fees from "#tasks/messaging/fees.js"
import send from "#tasks/messaging/send.js"
import { recordTerminal } from "#test/fixtures/output/recordedTerminal.js"
import { projectConfig } from "#test/fixtures/projects/projectConfig.js"

const plug = `0x${"11".repeat(20)}`
const tasks = {
  "messaging send": [send, { signature: "ping()", margin: "0", value: "0", from: "home" }, "DEPLOYMENT_MISMATCH"],
  "messaging fees": [fees, { to: "away", from: "home" }, "DEPLOYMENT_MISMATCH"],
  "messaging connect": [
    connect,
    { sibling: plug, to: "away", switchboard: plug, function: "connect", args: undefined, from: "home" },
    "DEPLOYMENT_MISMATCH",
  ],
  "gateway topup": [topup, { appGateway: plug }, "WRONG_CONTRACT"],
  "gateway explain": [explain, { id: `0x${"22".repeat(32)}` }, "WRONG_CONTRACT"],
} as const

describe("a task that fails after it has connected", () => {
  for (const [name, [task, own, code]] of Object.entries(tasks)) {
    it(`has closed its connections: ${name}`, async () => {
      const hre = await createHardhatRuntimeEnvironment(
        projectConfig({
          PLUGS_TEST_PORT: "1",
          // Those of this repository take long to read.
          PLUGS_TEST_ARTIFACTS: "none",
          PLUGS_TEST_GATEWAY: JSON.stringify({ network: "home" }),
          PLUGS_TEST_NETWORKS: JSON.stringify({ home: { type: "edr-simulated" }, away: { type: "edr-simulated" } }),
          // There is no contract at the address of the socket, which only a connection tells.
          PLUGS_TEST_OWN_CHAINS: JSON.stringify({ home: { slug: 51, socket: plug }, away: { slug: 52, socket: plug } }),
        }),
      )
      const events: string[] = []
      hre.hooks.registerHandlers("network", {
        newConnection: async (context, next) => {
          const connection = await next(context)
          events.push(`opened ${connection.networkName}`)
          return connection
        },
        closeConnection: async (context, connection, next) => {
          events.push(`closed ${connection.networkName}`)
          await next(context, connection)
        },
      })
      const input = Object.assign(new PassThrough().end(), { isTTY: false })
      const io = { terminal: recordTerminal(), input, clock: systemClock, setExitCode: () => undefined }
      const args = { plug, args: [], json: false, ...own } as never
      const failing = task(args, hre, { ...io, signal: new AbortController().signal })
      const error = await failing.catch((reason: unknown) => reason)
      expect((error as Error).cause).to.include({ code })
      expect(events).to.deep.equal(["opened home", "closed home"])
    })
  }
})
