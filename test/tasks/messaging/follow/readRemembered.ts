import { expect } from "chai"
import { describe, it } from "mocha"

import type { SentRecord } from "#src/plugin/records/SentRecord.js"
import { openSentRecords } from "#src/plugin/records/sentRecords.js"
import { readRemembered } from "#tasks/messaging/follow/readRemembered.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { recordTerminal } from "#test/fixtures/output/recordedTerminal.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { socket, srcPlug } from "#test/fixtures/wire/outboundLogs.js"

describe("readRemembered", () => {
  it("has what tasks have sent, the newest first, without local chains that are gone, each of which is asked once", async () => {
    await using folder = await temporaryFolder()
    const config = { plugs: {}, paths: { root: folder.path } } as never
    const { err } = recordTerminal()
    const records = openSentRecords(config, err)
    const record = (at: number, srcChainSlug: number, genesis?: SentRecord["genesis"]): SentRecord => ({
      ...{ at, srcChainSlug, hash: bytes32(at), plug: srcPlug, account: srcPlug, functionName: "add", messages: [] },
      ...(genesis === undefined ? {} : { genesis }),
    })
    await records.write(record(1, 7))
    await records.write(record(2, 41_001, bytes32(0xa)))
    await records.write(record(3, 41_001, bytes32(0xb)))
    await records.write(record(4, 41_001, bytes32(0xa)))
    await records.write(record(5, 41_002, bytes32(0xc)))
    const { client, asked } = fakeNode({
      eth_getBlockByNumber: ([number]: readonly unknown[]) => ({
        ...{ number, hash: bytes32(0xa + Number(number)), timestamp: "0x1", transactions: [] },
      }),
    })
    const alpha = { client, socket, slug: 41_001, name: "alpha" }
    const find = (slug: unknown) => Promise.resolve(slug === 41_001 ? alpha : undefined)
    const remembered = await readRemembered({ config }, { find }, err)
    expect(remembered.map(({ at }) => at)).to.deep.equal([4, 2, 1])
    expect(asked).to.deep.equal(["eth_getBlockByNumber"])
    expect(
      await readRemembered({ config: { plugs: {}, paths: { root: "/nowhere" } } as never }, { find }, err),
    ).to.deep.equal([])
  })
})
