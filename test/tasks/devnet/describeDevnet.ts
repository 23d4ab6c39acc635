import { expect } from "chai"
import { describe, it } from "mocha"

import type { Devnet } from "#src/devnet/index.js"
import { resolveDevnet } from "#src/plugin/config/resolvePlugs.js"
import { describeDevnet } from "#tasks/devnet/describeDevnet.js"

const account = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"

function chain(name: string, number: number, balance: bigint): object {
  const contracts = {
    socket: `socket ${name}`,
    switchboard: `fast ${name}`,
    optimisticSwitchboard: `slow ${name}`,
    feesPlug: `plug ${name}`,
    feeToken: `token ${name}`,
    sixDecimalFeeToken: `six ${name}`,
  }
  return {
    ...{ name, chainId: number, slug: number + 1, rpcUrl: `http://127.0.0.1:9000/${name}`, contracts },
    walletClient: { account: { address: account.toLowerCase() } },
    publicClient: { getBalance: () => Promise.resolve(balance) },
  }
}

describe("describeDevnet", () => {
  const devnet = {
    url: "http://127.0.0.1:9000",
    chains: { red: chain("red", 10, 7n), blue: chain("blue", 20, 5n), green: chain("green", 30, 9n) },
    paths: [{ between: ["red", "blue"], kinds: ["FAST"] }],
    messaging: { baseUrl: "http://127.0.0.1:9000/messaging", apiKey: "key 1" },
    swap: { baseUrl: "http://127.0.0.1:9000/swap", apiKey: "key 2", affiliate: "me" },
    gateway: {
      baseUrl: "http://127.0.0.1:9000/gateway",
      chain: { ...chain("gateway", 43, 1n), contracts: { addressResolver: "resolver" } },
    },
  } as unknown as Devnet<string>
  const config = resolveDevnet()

  it("tells what it takes to use it, with the least that the account owns on a chain of messages", async () => {
    const short = (name: string, number: number) => ({
      name,
      chainId: number,
      slug: number + 1,
      rpcUrl: `http://127.0.0.1:9000/${name}`,
    })
    expect(await describeDevnet(devnet, { ownKey: false, config, page: "http://link", state: "./kept" })).to.deep.equal(
      {
        url: "http://127.0.0.1:9000",
        chains: [short("red", 10), short("blue", 20), short("green", 30)],
        socket: "socket red",
        switchboard: "fast red",
        optimisticSwitchboard: "slow red",
        paths: devnet.paths,
        messaging: devnet.messaging,
        swap: devnet.swap,
        gateway: {
          baseUrl: "http://127.0.0.1:9000/gateway",
          chain: short("gateway", 43),
          addressResolver: "resolver",
          feesPlug: "plug red",
          feeToken: "token red",
          sixDecimalFeeToken: "six red",
        },
        account,
        advice: 'plugs: { devnet: { port: 9000, chains: ["red","blue","green"] } }',
        balance: 5n,
        page: "http://link",
        state: "./kept",
      },
    )
  })

  it("shows no key of the user's own, and no state that is not kept", async () => {
    const { messaging, swap, state } = await describeDevnet(devnet, { ownKey: true, config })
    expect([messaging.apiKey, swap?.apiKey, swap?.affiliate, state]).to.deep.equal([
      "<the key you gave>",
      "<the key you gave>",
      "me",
      undefined,
    ])
  })
})
