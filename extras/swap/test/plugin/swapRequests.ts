import { expect } from "chai"
import type { HardhatConfig } from "hardhat/types/config"
import type { HookContext } from "hardhat/types/hooks"
import type { NetworkConnection } from "hardhat/types/network"
import { describe, it } from "mocha"

import type { ConnectionSwap } from "#extras/swap/src/plugin/ConnectionSwap.js"
import { createConnectionSwap } from "#extras/swap/src/plugin/createConnectionSwap.js"
import { failure } from "#test/fixtures/failure.js"
import { chainsOnWire, createSwapServer, tokensOnWire } from "#test/fixtures/servers/swapServer.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { dai, quoteId, quoteOnWire, statusAt, usdc, user } from "#test/fixtures/wire/swapRoutes.js"

/** A connection to alpha, whose slug is not its chain id, in a project with beta, whose slug is. */
async function connect(work: (swap: ConnectionSwap) => Promise<unknown>) {
  await using api = await createSwapServer({
    ...{
      quote: [quoteOnWire([])],
      status: [statusAt("COMPLETED")],
      "supported-chains": [chainsOnWire(41_001, 41_002)],
    },
    ...{ providers: [{ bridges: [], dexes: [] }], "tokens/list": [tokensOnWire()] },
    "tokens/search": [{ tokens: tokensOnWire(), nextCursor: null }],
  })
  const apiKey = { get: () => Promise.resolve("zq41-vx07-kj93") }
  const config = {
    plugs: {
      chains: { alpha: { slug: 5, network: "alpha" }, beta: { slug: 41_002, network: "beta" } },
      unidentified: {},
      swap: {
        baseUrl: `http://127.0.0.1:${api.port}/swap`,
        affiliate: "our-app",
        apiKey,
        tokens: {},
        chains: {},
        routers: {},
      },
    },
    networks: { alpha: { type: "http", chainId: 41_001 }, beta: { type: "http" } },
    paths: { root: "none" },
  } as unknown as HardhatConfig
  const provider = { request: () => Promise.reject(new Error("the node was asked")) }
  const connection = { networkName: "alpha", networkConfig: { type: "http" }, provider }
  const result = await work(
    createConnectionSwap(connection as unknown as NetworkConnection<string>, { config } as HookContext),
  )
  const credentials = new Set(
    api.headers.map((headers) => `${String(headers["affiliate"])} ${String(headers["x-api-key"])}`),
  )
  return { result, requests: api.requests, credentials: [...credentials] }
}

const terms = {
  ...{ inputToken: dai, outputToken: usdc, inputAmount: 7n, userAddress: user, receiverAddress: at(1) },
} as const
const asked = { inputToken: dai, outputToken: usdc, inputAmount: "7", userAddress: user, receiverAddress: at(1) }

/** The query of a request, by name. */
const queryOf = (request = ""): object => Object.fromEntries(new URL(request, "http://api").searchParams)

describe("the requests of connection.plugs.swap", () => {
  it("have chains by their ids, for which names stand, with the credentials of the configuration", async () => {
    const { requests, credentials } = await connect(async (swap) => {
      await swap.getStatus({ quoteId })
      await swap.searchTokens({ q: "dai" })
      await swap.listTokens()
      await swap.listTokens({})
      await swap.listTokens({ chainIds: ["beta", 41_001, "7"] })
      await swap.listTokens({ chainIds: "alpha,beta, 7" })
      await swap.getSupportedChains()
      await swap.getProviders()
    })
    expect(requests).to.deep.equal([
      `status?quoteId=${quoteId}`,
      "tokens/search?q=dai",
      "tokens/list",
      "tokens/list",
      "tokens/list?chainIds=41002%2C41001%2C7",
      "tokens/list?chainIds=41001%2C41002%2C7",
      "supported-chains",
      "providers",
    ])
    expect(credentials).to.deep.equal(["our-app zq41-vx07-kj93"])
  })

  it("ask for a quote from the connection's chain by default, or from the one that is given", async () => {
    const { requests } = await connect(async (swap) => {
      await swap.getQuote({ ...terms, destinationChainId: "beta" })
      await swap.getQuote({ ...terms, originChainId: "beta", destinationChainId: "alpha" })
      await swap.getQuote({ ...terms, originChainId: 9, destinationChainId: 41_001 })
    })
    expect(requests.map(queryOf)).to.deep.equal([
      { userOps: "tx", originChainId: "41001", destinationChainId: "41002", ...asked },
      { userOps: "tx", originChainId: "41002", destinationChainId: "41001", ...asked },
      { userOps: "tx", originChainId: "9", destinationChainId: "41001", ...asked },
    ])
  })

  it("are none for a chain that nobody knows, which is named with its argument", async () => {
    const { result, requests } = await connect(async (swap) => {
      const errors = [
        await failure(swap.getQuote({ ...terms, destinationChainId: "betta" })),
        await failure(swap.getQuote({ ...terms, originChainId: "alfa", destinationChainId: "beta" })),
        await failure(swap.listTokens({ chainIds: ["gamma"] })),
      ]
      return errors.map((error) => "argument" in error && error.argument)
    })
    expect([result, requests]).to.deep.equal([["destinationChainId", "originChainId", "chainIds"], []])
  })

  it("follow a route to its end, with a loop, a wait and a callback", async () => {
    const { result, requests } = await connect(async (swap) => {
      const states: unknown[] = []
      for await (const { state } of swap.watchRoute({ quoteId })) states.push(state)
      states.push((await swap.waitForRoute({ quoteId })).status)
      states.push(
        await new Promise((resolve, reject) =>
          swap.onRoute(
            { quoteId },
            ({ state }) => {
              resolve(state)
            },
            reject,
          ),
        ),
      )
      return states
    })
    expect(result).to.deep.equal(["COMPLETED", "COMPLETED", "COMPLETED"])
    expect(new Set(requests)).to.deep.equal(new Set([`status?quoteId=${quoteId}`]))
  })
})
