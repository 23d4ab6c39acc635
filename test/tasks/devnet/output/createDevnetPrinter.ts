import { expect } from "chai"
import { describe, it } from "mocha"

import type { PayloadChange } from "#src/devnet/changes.js"
import { createDevnetPrinter, type DevnetPrinter } from "#tasks/devnet/output/createDevnetPrinter.js"
import type { DevnetFacts } from "#tasks/devnet/output/devnetBanner.js"
import { markColors } from "#test/fixtures/output/markColors.js"
import { recordTerminal } from "#test/fixtures/output/recordedTerminal.js"

const chain = { name: "alpha", chainId: 41001, slug: 41001, rpcUrl: "http://127.0.0.1:8545/alpha" }
const facts: DevnetFacts = {
  url: "http://127.0.0.1:8545",
  chains: [chain],
  socket: "0x1",
  switchboard: "0x2",
  optimisticSwitchboard: "0x7",
  paths: [
    { between: ["alpha", "beta"], kinds: ["FAST", "OPTIMISTIC"] },
    { between: ["alpha", "gamma"], kinds: ["OPTIMISTIC"] },
  ],
  messaging: { baseUrl: "http://127.0.0.1:8545/messaging", apiKey: "devnet" },
  gateway: {
    baseUrl: "http://127.0.0.1:8545/gateway",
    chain: { ...chain, name: "gateway", slug: 43 },
    addressResolver: "0x3",
    feesPlug: "0x4",
    feeToken: "0x5",
    sixDecimalFeeToken: "0x8",
  },
  swap: { baseUrl: "http://127.0.0.1:8545/swap", apiKey: "devnet", affiliate: "devnet" },
  account: "0x6",
  balance: 10n ** 18n,
}

const payload: PayloadChange = {
  payloadId: "0x0000a02900000001",
  requestCount: 1,
  callType: "WRITE",
  chainSlug: 41001,
  status: "EXECUTED",
  at: 0,
  appGateway: "0x0a",
  target: "0x0b",
  executeTxHash: null,
  callbackTxHash: null,
}

const ends = { srcPlug: "0x0c", dstPlug: "0x0d", outboundTx: "0x0e" }

describe("createDevnetPrinter", () => {
  /** What is printed of a payload, after its state. */
  function printed(change: Partial<PayloadChange>): string {
    const terminal = recordTerminal()
    createDevnetPrinter({ out: terminal.out, json: false, facts }).payload({ ...payload, ...change })
    return terminal.stdout().trim()
  }

  it("shows both switchboards, and the paths that lack one", () => {
    const terminal = recordTerminal()
    createDevnetPrinter({ out: terminal.out, json: false, facts }).ready()
    expect(terminal.stdout()).to.match(/switchboard +0x2/)
    expect(terminal.stdout()).to.match(/optimistic switchboard +0x7/)
    expect(terminal.stdout()).to.match(/alpha ↔ gamma +OPTIMISTIC only/)
    expect(terminal.stdout()).to.not.match(/alpha ↔ beta/)
  })

  it("shows both tokens that pay fees", () => {
    for (const json of [false, true]) {
      const terminal = recordTerminal()
      createDevnetPrinter({ out: terminal.out, json, facts }).ready()
      expect(terminal.stdout()).to.match(json ? /"feeToken":"0x5","sixDecimalFeeToken":"0x8"/ : /6 decimals +0x8/)
    }
  })

  it("names the transaction in which a payload was executed, then the one of its callback", () => {
    expect(printed({ executeTxHash: "0xe" })).to.match(/WRITE on alpha .*executed in 0xe$/)
    expect(printed({ executeTxHash: "0xe", callbackTxHash: "0xc" })).to.match(/callback in 0xc$/)
  })

  it("names the number of a chain that has no name, and the attempt that reverts before any transaction", () => {
    const revert = { attempts: 2, reason: "NotNow()" }
    expect(printed({ chainSlug: 7, executeTxHash: "0xe", revert })).to.match(/WRITE on 7 .*attempt 2: NotNow\(\)$/)
  })

  it("prints timeouts and triggers on one line each, and as an event each", () => {
    const timeout = {
      timeoutId: "0x0a",
      status: "ADDED_TO_QUEUE",
      at: 0,
      target: "0x0b",
      executeAt: 60,
      resolveTxHash: null,
    }
    const trigger = {
      callId: "0x0c",
      status: "Reverting",
      at: 0,
      chainSlug: 41001,
      plug: "0x0d",
      appGateway: "0x0e",
      onChainTxHash: "0x0f",
      appGatewayTxHash: null,
      revert: { attempts: 1, reason: "NotOurs()" },
    }
    const [human, machine] = [false, true].map((json) => {
      const terminal = recordTerminal()
      const printer = createDevnetPrinter({ out: terminal.out, json, facts })
      printer.timeout(timeout)
      printer.trigger(trigger)
      return terminal.stdout().trim().split("\n")
    })
    expect(human![0]).to.match(/timeout +ADDED_TO_QUEUE +calls 0x0b: due at 1970-01-01T00:01:00/)
    expect(human![1]).to.match(/trigger on alpha +Reverting +of 0x0d → 0x0e: attempt 1: NotOurs\(\)$/)
    expect(machine!.map((line) => JSON.parse(line) as object)).to.deep.equal([
      { schemaVersion: 1, event: "timeout", ...timeout },
      { schemaVersion: 1, event: "trigger", ...trigger },
    ])
  })

  describe("says what has come of it", () => {
    const trigger = {
      ...{ callId: "0x0c", status: "Queued", at: 0, chainSlug: 41001, plug: "0x0d", appGateway: "0x0e" },
      ...{ onChainTxHash: "0x0f", appGatewayTxHash: null },
    }
    const timeout = { timeoutId: "0x0a", status: "ADDED_TO_QUEUE", at: 0, target: "0x0b", executeAt: 60 }
    const message = { ...ends, messageId: "0x01", status: "SEALED", at: 0, srcChainSlug: 41001, dstChainSlug: 7 }
    const revert = { attempts: 3, reason: "NotNow()" }
    const cases: Readonly<Record<string, (to: DevnetPrinter) => void>> = {
      " executed in 0xe$": ({ message: print }) => {
        print({ ...message, executionTxHash: "0xe" })
      },
      " alpha → 7 .*attempt 3: NotNow\\(\\)$": ({ message: print }) => {
        print({ ...message, executionTxHash: "0xe", revert })
      },
      " calls 0x0b: ran in 0xd$": ({ timeout: print }) => {
        print({ ...timeout, resolveTxHash: "0xd" })
      },
      " calls 0x0b: attempt 3: NotNow\\(\\)$": ({ timeout: print }) => {
        print({ ...timeout, resolveTxHash: null, revert })
      },
      " of 0x0d → 0x0e: called in 0xb$": ({ trigger: print }) => {
        print({ ...trigger, appGatewayTxHash: "0xb" })
      },
      "^problem: no gas$": ({ problem: print }) => {
        print({ code: "ACTOR_FAILED", message: "no gas" })
      },
      "^\\S.* stopped": ({ stopped: print }) => {
        print()
      },
    }
    for (const [expected, print] of Object.entries(cases)) {
      it(`with: ${expected}`, () => {
        const [human, machine] = [false, true].map((json) => {
          const terminal = recordTerminal()
          print(createDevnetPrinter({ out: terminal.out, json, facts }))
          return terminal.stdout().trim()
        })
        expect(human).to.match(new RegExp(expected))
        const kinds = ["message", "payload", "timeout", "trigger", "problem", "stopped"]
        expect(JSON.parse(machine!)).to.have.property("event").that.is.oneOf(kinds)
      })
    }

    it("with what its state means while nothing else is known", () => {
      const explained = ({ executionTxHash = null as string | null, status = "SEALED" }) => {
        const terminal = recordTerminal()
        createDevnetPrinter({ out: terminal.out, json: false, facts }).message({ ...message, status, executionTxHash })
        return terminal.stdout().trim()
      }
      const [sealed, proposed] = [explained({}), explained({ status: "PROPOSED" })]
      expect(sealed).to.not.contain("undefined").and.not.contain("executed in")
      expect(sealed.replace(/^.*SEALED +/, "")).to.not.equal(proposed.replace(/^.*PROPOSED +/, ""))
    })
  })

  it("aligns its columns, whatever the chains are called and whatever moves", () => {
    const long = { ...chain, name: "the-chain-with-the-longest-name", slug: 41002 }
    const terminal = recordTerminal()
    const printer = createDevnetPrinter({ out: terminal.out, json: false, facts: { ...facts, chains: [chain, long] } })
    const hash = (digit: string): string => `0x${digit.repeat(64)}`
    const message = { ...ends, messageId: hash("a"), status: "SEALED", at: 0, executionTxHash: null }
    printer.message({ ...message, srcChainSlug: 41001, dstChainSlug: 41002 })
    printer.message({ ...message, srcChainSlug: 41002, dstChainSlug: 41001 })
    printer.message({ ...message, srcChainSlug: 41002, dstChainSlug: 41002, status: "INBOUND_REVERTING" })
    printer.payload({ ...payload, payloadId: "0x0c", chainSlug: 41002 })
    printer.payload({ ...payload, callType: "SCHEDULE", chainSlug: 43, payloadId: hash("b") })
    const [at, target] = [0, "0x0b"]
    printer.timeout({ timeoutId: "0x1", status: "RESOLVED", at, target, executeAt: 60, resolveTxHash: hash("d") })
    const lines = terminal.stdout().trimEnd().split("\n")
    const columnsOf = (line: string): number[] => [...line.matchAll(/(?<= {2})\S/g)].map(({ index }) => index)
    const starts = lines.map((line) => columnsOf(line).slice(0, 4))
    expect(starts[0], lines.join("\n")).to.have.length(4)
    for (const start of starts) expect(start, lines.join("\n")).to.deep.equal(starts[0])
  })

  it("is this, with its colors", () => {
    const print = (show: (printer: DevnetPrinter) => void, more: Partial<DevnetFacts> = {}): string[] => {
      const terminal = recordTerminal({ isTTY: true, columns: 200 })
      show(createDevnetPrinter({ out: terminal.out, json: false, facts: { ...facts, ...more } }))
      return markColors(terminal.stdout())
    }
    expect(
      print(({ ready }) => {
        ready()
      }),
    ).to.deep.equal([
      "<bold>Cross-chain devnet</> on <cyan>http://127.0.0.1:8545</>",
      "",
      "<bold>chain</>    <bold>chain id</>   <bold>slug</>  <bold>JSON-RPC</>",
      "alpha       41001  41001  http://127.0.0.1:8545/alpha",
      "gateway     41001     43  http://127.0.0.1:8545/alpha",
      "",
      "  <dim>socket                 </>  0x1, on every chain but gateway",
      "  <dim>switchboard            </>  0x2, likewise; watchers attest, which takes a moment",
      "  <dim>optimistic switchboard </>  0x7, likewise; allows packets after a timeout",
      "  <dim>alpha ↔ gamma          </>  OPTIMISTIC only",
      "  <dim>account                </>  0x6, unlocked, with 1 ETH or more on every chain",
      "  <dim>messaging API          </>  http://127.0.0.1:8545/messaging with x-api-key: devnet",
      "  <dim>gateway API            </>  http://127.0.0.1:8545/gateway",
      "  <dim>swap API               </>  http://127.0.0.1:8545/swap with x-api-key: devnet and affiliate: devnet",
      "  <dim>address resolver       </>  0x3, on gateway, for app gateways",
      "  <dim>fees plug              </>  0x4, on every chain but gateway",
      "  <dim>fee token              </>  0x5, likewise; anyone can mint it",
      "  <dim>fee token of 6 decimals</>  0x8, likewise",
      "",
      "Messages and payloads appear below as they move. Ctrl-C stops the devnet and discards its chains.",
      "",
      "",
    ])
    const kept = print(
      ({ ready }) => {
        ready()
      },
      { state: "./state", advice: "plugs: { devnet: { port: 1 } }", paths: [] },
    )
    expect(kept.slice(-6)).to.deep.equal([
      "",
      "<magenta>To use it from this project</>, add plugs: { devnet: { port: 1 } } to the Hardhat configuration.",
      "",
      "Messages and payloads appear below as they move. Ctrl-C stops the devnet, and --state ./state goes on from here.",
      "",
      "",
    ])
    const hash = `0x${"1".repeat(64)}`
    const revert = { attempts: 2, reason: "too low" }
    const message = {
      ...ends,
      messageId: hash,
      srcChainSlug: 41001,
      dstChainSlug: 7,
      status: "SEALED",
      at: 0,
      executionTxHash: null,
    }
    const timeout = {
      timeoutId: hash,
      target: hash,
      executeAt: 1_000,
      resolveTxHash: null,
      status: "ADDED_TO_QUEUE",
      at: 0,
    }
    const trigger = {
      ...{ callId: hash, chainSlug: 41001, plug: hash, appGateway: hash, onChainTxHash: hash, appGatewayTxHash: null },
      ...{ status: "Reverting", at: 0 },
    }
    const lines = print((printer) => {
      printer.message(message)
      printer.message({ ...message, status: "EXECUTION_SUCCESS", executionTxHash: "0x12" })
      printer.message({ ...message, status: "INBOUND_REVERTING", revert })
      printer.payload(payload)
      printer.payload({ ...payload, executeTxHash: "0x12" })
      printer.payload({ ...payload, executeTxHash: "0x12", callbackTxHash: "0x34", status: "PROMISE_RESOLVED" })
      printer.payload({ ...payload, executeTxHash: "0x12", revert })
      printer.timeout(timeout)
      printer.timeout({ ...timeout, resolveTxHash: "0x12", status: "RESOLVED" })
      printer.timeout({ ...timeout, revert })
      printer.trigger(trigger)
      printer.trigger({ ...trigger, appGatewayTxHash: "0x12", status: "Executed" })
      printer.trigger({ ...trigger, revert })
      printer.problem({ message: "It is down." })
      printer.stopped()
    })
    // The time of day depends on the place.
    expect(lines.map((line) => line.replace(/^<dim>\d\d:\d\d:\d\d<\/>/, "TIME"))).to.deep.equal([
      "TIME  0x11111111…111111  alpha → 7            <cyan>SEALED</>             <dim>sealed into a packet on the source chain</>",
      "TIME  0x11111111…111111  alpha → 7            <green>EXECUTION_SUCCESS</>  <dim>executed in 0x12</>",
      "TIME  0x11111111…111111  alpha → 7            <magenta>INBOUND_REVERTING</>  <dim>attempt 2: too low</>",
      "TIME  0x0000a02900000001  WRITE on alpha       <cyan>EXECUTED</>           <dim>executed on its chain</>",
      "TIME  0x0000a02900000001  WRITE on alpha       <cyan>EXECUTED</>           <dim>executed in 0x12</>",
      "TIME  0x0000a02900000001  WRITE on alpha       <green>PROMISE_RESOLVED</>   <dim>callback in 0x34</>",
      "TIME  0x0000a02900000001  WRITE on alpha       <cyan>EXECUTED</>           <dim>attempt 2: too low</>",
      "TIME  0x11111111…111111  timeout              <cyan>ADDED_TO_QUEUE</>     <dim>calls 0x11111111…111111: due at 1970-01-01T00:16:40.000Z</>",
      "TIME  0x11111111…111111  timeout              <green>RESOLVED</>           <dim>calls 0x11111111…111111: ran in 0x12</>",
      "TIME  0x11111111…111111  timeout              <cyan>ADDED_TO_QUEUE</>     <dim>calls 0x11111111…111111: attempt 2: too low</>",
      "TIME  0x11111111…111111  trigger on alpha     <magenta>Reverting</>          <dim>of 0x11111111…111111 → 0x11111111…111111: refused by its app gateway</>",
      "TIME  0x11111111…111111  trigger on alpha     <green>Executed</>           <dim>of 0x11111111…111111 → 0x11111111…111111: called in 0x12</>",
      "TIME  0x11111111…111111  trigger on alpha     <magenta>Reverting</>          <dim>of 0x11111111…111111 → 0x11111111…111111: attempt 2: too low</>",
      "<red>problem:</> It is down.",
      "",
      "The devnet has stopped.",
      "",
    ])
  })
})
