import { expect } from "chai"
import { describe, it } from "mocha"

import { type OutboundMessage, readOutboundMessages } from "#src/messaging/onchain/events.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { openPreflight } from "#tasks/messaging/send/prepareCall.js"
import { createPerson } from "#test/fixtures/output/person.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { writeDataFile } from "#test/fixtures/wire/deploymentsFile.js"
import { outboundLogs, socket } from "#test/fixtures/wire/outboundLogs.js"
import { createFakeSending } from "#test/fixtures/worlds/messaging/fakeSending.js"

const [message] = readOutboundMessages({ logs: outboundLogs(1) }, { socket }) as [OutboundMessage]
/** To a chain that was shut down. */
const lost = { ...message, dstChainSlug: 5 }
const shutDown = {
  name: "five",
  chainId: 5,
  retired: true,
  mainnet: false,
  socket,
  transmitManager: socket,
  siblings: {},
}

type Given = {
  readonly messages?: readonly OutboundMessage[] | undefined
  readonly isConnected?: boolean
  readonly isLocal?: boolean
  readonly preflight?: boolean
  readonly anyway?: boolean
  readonly isAsked?: boolean
}

/** Looks at messages: which warnings there were, whether one was of what stops a message, and how it ended. */
async function look({ isConnected = false, isLocal = false, ...given }: Given) {
  const { hre, own, chain, made, closed, overrides } = createFakeSending({ isConnected, isLocal })
  await using folder = await temporaryFolder()
  const file = await writeDataFile(folder.path, { "5": shutDown })
  Object.assign(hre.config.plugs, { messaging: { ...hre.config.plugs.messaging, deployment: file } })
  const { io } = createPerson()
  const { preflight = false, anyway = false, isAsked = false, messages = [message] } = given
  const { run, hasWarned } = openPreflight(hre, { own, chain, preflight, anyway, isAsked }, io)
  expect(hasWarned(), "before it has looked").to.equal(false)
  const ended = await run("messages" in given ? given.messages : messages).then(
    () => undefined,
    (error: unknown) => (isPlugsError(error) ? error.code : error),
  )
  expect(closed).to.deep.equal(made)
  const lines = io.terminal.stderr().split("\n").slice(0, -1)
  const warnings = lines.map(
    (line) => /^warning: the message (to \w+ )?(will not|may not) arrive/.exec(line)?.[0] ?? "mend",
  )
  return {
    warnings: warnings.map((line) => line.replace("warning: the message ", "")),
    hasWarned: hasWarned(),
    ended,
    overrides,
  }
}

describe("openPreflight", () => {
  const [short, long] = [[{ timeout: 5_000 }], [{ timeout: 10_000 }]]
  const nothing = { warnings: [], hasWarned: false, ended: undefined, overrides: long }

  it("sends nothing that would not arrive where nobody is asked, and warns with what mends it where somebody is, or with --anyway", async () => {
    const refused = { warnings: [], hasWarned: true, ended: "WILL_NOT_ARRIVE", overrides: long }
    expect(await look({})).to.deep.equal(refused)
    const warned = { ...refused, warnings: ["to beta will not arrive", "mend"], ended: undefined }
    for (const given of [{ isAsked: true }, { anyway: true }, { isAsked: true, anyway: true }]) {
      expect(await look(given)).to.deep.equal(warned)
    }
    expect(await look({ isLocal: true })).to.deep.equal({ ...refused, overrides: short })
    expect(await look({ isLocal: true, isAsked: true })).to.deep.equal({ ...warned, overrides: short })
    expect(await look({ isLocal: true, isAsked: true, preflight: true })).to.deep.equal(warned)
  })

  it("looks only at the connection on a local network, unless all of it is asked for", async () => {
    const messages = [lost]
    expect(await look({ messages, isLocal: true })).to.deep.equal({ ...nothing, overrides: [] })
    const refused = { warnings: [], hasWarned: true, ended: "WILL_NOT_ARRIVE", overrides: [] }
    expect(await look({ messages, isLocal: true, preflight: true })).to.deep.equal(refused)
    expect(await look({ messages })).to.deep.equal(refused)
    const warnings = ["to 5 will not arrive", "mend"]
    expect(await look({ messages, anyway: true })).to.deep.equal({ ...refused, warnings, ended: undefined })
  })

  it("warns of what could not be found out, and of that nothing on a local network", async () => {
    // The node of beta has no logs, which say whether the switchboards fit.
    const warnings = ["to beta may not arrive"]
    expect(await look({ isConnected: true })).to.deep.equal({ ...nothing, warnings })
    expect(await look({ isConnected: true, isLocal: true, preflight: true })).to.deep.equal({ ...nothing, warnings })
    expect(await look({ isConnected: true, isLocal: true })).to.deep.equal({ ...nothing, overrides: short })
    const unlooked = { ...nothing, warnings: ["may not arrive"], overrides: [] }
    expect(await look({ messages: undefined })).to.deep.equal(unlooked)
    expect(await look({ messages: undefined, isLocal: true, preflight: true })).to.deep.equal(unlooked)
    expect(await look({ messages: undefined, isLocal: true })).to.deep.equal({ ...nothing, overrides: [] })
  })
})
