import { expect } from "chai"
import { configVariable } from "hardhat/config"
import type { HardhatUserConfig } from "hardhat/types/config"
import { describe, it } from "mocha"

import { knownRouter } from "#extras/swap/src/plugin/knownRouterCheck.js"
import { validatePlugs } from "#src/plugin/config/validatePlugs.js"

const networks = { arbitrum: { type: "http", url: "https://rpc.example" } } as const

const contracts = {
  addressResolver: "0x1111111111111111111111111111111111111111",
  asyncDeployer: "0x2222222222222222222222222222222222222222",
  forwarderBeacon: "0x3333333333333333333333333333333333333333",
}

const routerAbi = [
  {
    type: "function",
    name: "bridge",
    inputs: [
      {
        name: "request",
        type: "tuple",
        components: [
          { name: "to", type: "address" },
          { name: "token", type: "address" },
          { name: "least", type: "uint256[]" },
          { name: "call", type: "bytes" },
        ],
      },
    ],
  },
]
const described = { to: "receiver", token: "outputToken", least: "leastOut", call: { call: "to" } }
const bridge = { request: described }
const describedPath = `plugs.swap.routers.alpha.${contracts.addressResolver}`
const describedRouter = (change: object): object => ({
  swap: { routers: { alpha: { [contracts.addressResolver]: { abi: routerAbi, functions: {}, ...change } } } },
})

/** The problems of a block, as Hardhat prints them. */
function problemsOf(plugs: unknown): string[] {
  return validatePlugs({ networks, plugs } as HardhatUserConfig, knownRouter).map(
    ({ path, message }) => `${path.join(".")} ${message}`,
  )
}

describe("the plugs block of the configuration", () => {
  const good: Record<string, unknown> = {
    "nothing at all": {},
    "a local server without a key": { messaging: { baseUrl: "http://127.0.0.1:9000/messaging" } },
    "a remote server with a key from a configuration variable": {
      messaging: { baseUrl: "https://messaging.example", apiKey: configVariable("MESSAGING_API_KEY") },
    },
    "a remote server with a key in plain text": { messaging: { baseUrl: "https://messaging.example/v9", apiKey: "k" } },
    "a gateway elsewhere, which requires no key": { gateway: { baseUrl: "https://gateway.example/api" } },
    "a gateway's contracts": { gateway: { baseUrl: "https://gateway.example", contracts } },
    "a swap API elsewhere, with key and affiliate": {
      swap: { baseUrl: "https://swap.example", apiKey: configVariable("SWAP_API_KEY"), affiliate: "our-app" },
    },
    "a public host of the swap API without a key": {
      swap: { baseUrl: "https://public-backend.socket.tech", affiliate: "our-app" },
    },
    "a key for a host that wants none": {
      swap: { baseUrl: "https://public-backend.socket.tech/", affiliate: "our-app", apiKey: "k" },
    },
    "another swap API of which the user says that it takes no key": {
      swap: { baseUrl: "https://swap.example", apiKey: null, affiliate: "our-app" },
    },
    "a local swap API without a key": { swap: { baseUrl: "http://localhost:9000" } },
    "tokens and contracts of a devnet's chain and of one of the user's own": {
      chains: { arbitrum: { slug: 42161 } },
      swap: {
        tokens: { arbitrum: { USDC: contracts.addressResolver, "USDC.e": contracts.asyncDeployer }, alpha: {} },
        chains: { arbitrum: { allowedTargets: [contracts.addressResolver], allowedSpenders: [] }, beta: {} },
      },
    },
    "a function of prices": { prices: (chain: string) => (chain === "alpha" ? 3_000 : undefined) },
    "routers whose calldata is described, and prices": {
      chains: { arbitrum: { slug: 42161 } },
      swap: {
        routers: {
          arbitrum: {
            [contracts.addressResolver]: { abi: routerAbi, functions: { bridge }, chainIds: { 30: 8453 } },
          },
        },
        prices: { arbitrum: { USDC: 1, [contracts.asyncDeployer]: 0.000_012 } },
      },
    },
    "the project's own contracts, on a chain of the devnet, of production and of the gateway": {
      chains: { arbitrum: { slug: 42161 } },
      contracts: {
        Greeter: { alpha: contracts.asyncDeployer, arbitrum: contracts.asyncDeployer },
        App: { gateway: contracts.asyncDeployer },
      },
    },
    "a chain of production": {
      chains: { arbitrum: { slug: 42161, network: "arbitrum", socket: "0x1111111111111111111111111111111111111111" } },
    },
    "other nodes of a chain": {
      chains: { arbitrum: { nodes: ["https://rpc.example/v2/key", "http://127.0.0.1:8545", configVariable("RPC_2")] } },
    },
    "a chain whose slug follows from its network": { chains: { arbitrum: { network: "arbitrum" }, arbitrum2: {} } },
    "what is demanded of who can forge": {
      trust: {
        ...{ leastKeysToForge: 2, leastSecondsUnwatched: 3_600, leastSafeSigners: 2 },
        switchboards: [contracts.addressResolver],
        exceptions: [{ rule: "NOT_READ", to: "alpha", reason: "Its node gives no logs.", until: "2028-02-29" }],
      },
    },
    "what a watch begins with, checks and tells": {
      watch: {
        fromBlocks: { alpha: 0 },
        published: { alpha: "Alpha, the first" },
        lateAfter: 900,
        webhook: { url: configVariable("ALERTS_URL"), secret: "s", shape: "slack" },
        command: ["node", "alert.js", "an argument with spaces"],
        alarmCommand: ["pause"],
        invariants: { supply: () => undefined },
      },
    },
    "files of deployments": {
      messaging: { deployment: "./deployments.json" },
      gateway: { deployment: "..\\gateways.json#ours", contracts: { asyncDeployer: contracts.asyncDeployer } },
    },
    "a chain with a slug alone": { chains: { xai: { slug: 1399904803 } } },
    "a devnet that pages of a development server use": { devnet: { allowedOrigins: ["http://localhost:5173"] } },
    "a devnet whose gateway chain has the id of the deployed one": { devnet: { gateway: { chainId: 43 } } },
    "a chain with the id that the gateway chain no longer has": {
      devnet: { chains: ["a", { name: "b", chainId: 41000 }], gateway: { chainId: 43 } },
    },
    "paths of a devnet and its optimistic timeout": {
      devnet: { paths: [{ between: ["beta", "alpha"], kinds: ["OPTIMISTIC"] }], optimisticTimeout: 7200 },
    },
    "a devnet of three chains, one numbered by hand": {
      devnet: { port: 9000, chains: ["alpha", "beta", { name: "xai", chainId: 7, slug: 1399904803 }] },
    },
  }
  for (const [what, plugs] of Object.entries(good)) {
    it(`accepts ${what}`, () => {
      expect(problemsOf(plugs)).to.deep.equal([])
    })
  }

  const bad: Record<string, [plugs: unknown, place: string, says: RegExp]> = {
    "a contract that is no address": [
      { contracts: { Greeter: { alpha: "0x12" } } },
      "plugs.contracts.Greeter.alpha",
      /address/,
    ],
    "a contract on a chain that nobody knows": [
      { contracts: { Greeter: { alfa: contracts.asyncDeployer } } },
      "plugs.contracts.Greeter.alfa",
      /must name one of the chains: alpha, beta, gateway[a-z, ]*\./,
    ],
    "an application that has no contracts": [{ wiring: { pair: {} } }, "plugs.wiring.pair", /object with contracts/],
    "an application that is a list": [
      { wiring: { pair: { contracts: ["A", "B"] } } },
      "plugs.wiring.pair",
      /object with contracts/,
    ],
    "an application that is a word": [{ wiring: { pair: "A" } }, "plugs.wiring.pair", /object with contracts/],
    "a block that is a word": ["alpha", "plugs", /object with messaging, gateway, /],
    "the block of an API that is a word": [
      { messaging: "https://m.example" },
      "plugs.messaging",
      /object with baseUrl/,
    ],
    "a key of the swap API that is no text": [{ swap: { apiKey: 5 } }, "plugs.swap.apiKey", /configVariable/],
    "a key of the swap API that is empty": [{ swap: { apiKey: "" } }, "plugs.swap.apiKey", /configVariable/],
    "the block of the swap API that is a list": [{ swap: [] }, "plugs.swap", /object with baseUrl/],
    "chains that are a list": [{ chains: ["alpha"] }, "plugs.chains", /one key for each chain/],
    "a devnet that is a number": [{ devnet: 8645 }, "plugs.devnet", /object with port/],
    "two of several chains of one slug": [
      { chains: { one: { slug: 5 }, two: {}, three: { slug: 6 }, four: { slug: 5 } } },
      "plugs.chains.four.slug",
      /slug of one/,
    ],
    "a contract whose name looks like an address": [
      { contracts: { "0xGreeter": {} } },
      "plugs.contracts.0xGreeter",
      /name of a contract/,
    ],
    "a contract with one address for all chains": [
      { contracts: { Greeter: contracts.asyncDeployer } },
      "plugs.contracts.Greeter",
      /one key for each chain/,
    ],
    "another node of a chain that is reached in the open": [
      { chains: { arbitrum: { nodes: ["https://rpc.example", "http://rpc.example/v2/key"] } } },
      "plugs.chains.arbitrum.nodes.1",
      /^(?!.*v2).*https/,
    ],
    "a path of three chains": [
      { devnet: { paths: [{ between: ["alpha", "beta", "gamma"], kinds: ["FAST"] }] } },
      "plugs.devnet.paths.0.between",
      /two chains/,
    ],
    "a path without kinds": [
      { devnet: { paths: [{ between: ["alpha", "beta"] }] } },
      "plugs.devnet.paths.0.kinds",
      /list/,
    ],
    "an unknown kind of switchboard": [
      { devnet: { paths: [{ between: ["alpha", "beta"], kinds: ["fast"] }] } },
      "plugs.devnet.paths.0.kinds.0",
      /FAST, OPTIMISTIC/,
    ],
    "an optimistic timeout in words": [
      { devnet: { optimisticTimeout: "2h" } },
      "plugs.devnet.optimisticTimeout",
      /whole number from 1 to 31536000/,
    ],
    "a webhook without a URL": [
      { watch: { webhook: { shape: "slack" } } },
      "plugs.watch.webhook.url",
      /configVariable/,
    ],
    "a shape that nobody reads": [
      { watch: { webhook: { url: "https://a.example", shape: "xml" } } },
      "plugs.watch.webhook.shape",
      /event, slack/,
    ],
    "a command line in place of a command": [{ watch: { command: "node alert.js" } }, "plugs.watch.command", /program/],
    "a command without a program": [{ watch: { alarmCommand: [] } }, "plugs.watch.alarmCommand", /program/],
    "a first block of a chain that nobody knows": [
      { watch: { fromBlocks: { alfa: 1 } } },
      "plugs.watch.fromBlocks.alfa",
      /alpha/,
    ],
    "a name for a chain that nobody knows": [
      { watch: { published: { alfa: "Alpha" } } },
      "plugs.watch.published.alfa",
      /alpha/,
    ],
    "a name without a letter": [{ watch: { published: { alpha: " " } } }, "plugs.watch.published.alpha", /say/],
    "a sum that is no function": [
      { watch: { invariants: { supply: 5 } } },
      "plugs.watch.invariants.supply",
      /function/,
    ],
    "an exception without an end": [
      { trust: { exceptions: [{ rule: "NOT_READ", reason: "x" }] } },
      "plugs.trust.exceptions.0.until",
      /day/,
    ],
    "an exception that ends on no day": [
      { trust: { exceptions: [{ rule: "NOT_READ", reason: "x", until: "2027-02-30" }] } },
      "plugs.trust.exceptions.0.until",
      /day/,
    ],
    "an exception without a reason": [
      { trust: { exceptions: [{ rule: "NOT_READ", reason: " ", until: "2027-01-31" }] } },
      "plugs.trust.exceptions.0.reason",
      /something/,
    ],
    "a number of keys that is none": [{ trust: { leastKeysToForge: 0 } }, "plugs.trust.leastKeysToForge", /from 1/],
    "a time of no length": [{ watch: { lateAfter: 0 } }, "plugs.watch.lateAfter", /whole number from 1/],
    "a block that is no object": [[], "plugs", /object/],
    "an unknown key": [
      { mesaging: {} },
      "plugs.mesaging",
      /Known: messaging, gateway, swap, chains, contracts, wiring, watch, trust, forks, devnet/,
    ],
    "an unknown key deep inside": [{ chains: { a: { slug: 1, sokcet: "0x" } } }, "plugs.chains.a.sokcet", /socket/],
    "a base URL of another kind, for which no key is wanted": [
      { messaging: { baseUrl: "javascript:1" } },
      "plugs.messaging.baseUrl",
      /must be https/,
    ],
    "a base URL that is none": [{ messaging: { baseUrl: "messaging.example" } }, "plugs.messaging.baseUrl", /https:/],
    "tokens of a chain that nobody knows": [
      { swap: { tokens: { arbitrm: {} } } },
      "plugs.swap.tokens.arbitrm",
      /must name one of config.plugs.chains: alpha, beta/,
    ],
    "contracts of a chain that nobody knows": [
      { devnet: { chains: ["red", "blue"] }, swap: { chains: { alpha: {} } } },
      "plugs.swap.chains.alpha",
      /red, blue/,
    ],
    "a token that is no address": [
      { swap: { tokens: { alpha: { USDC: "0x12" } } } },
      "plugs.swap.tokens.alpha.USDC",
      /0x/,
    ],
    "a token's address as a symbol": [
      { swap: { tokens: { alpha: { "0xUSDC": contracts.addressResolver } } } },
      "plugs.swap.tokens.alpha.0xUSDC",
      /symbol/,
    ],
    "two symbols that differ in their case alone": [
      { swap: { tokens: { alpha: { USDC: contracts.addressResolver, usdc: contracts.asyncDeployer } } } },
      "plugs.swap.tokens.alpha.usdc",
      /same symbol as USDC/,
    ],
    "a described function that the ABI does not have": [
      describedRouter({ functions: { swap: bridge } }),
      `${describedPath}.functions.swap`,
      /function of the ABI/,
    ],
    "an argument that the function does not have": [
      describedRouter({ functions: { bridge: { ...bridge, receiver: "request.to" } } }),
      `${describedPath}.functions.bridge.receiver`,
      /name of an argument/,
    ],
    "a meaning that an argument of its type cannot have": [
      describedRouter({ functions: { bridge: { request: { ...described, to: "leastOut" } } } }),
      `${describedPath}.functions.bridge.request`,
      /of its type can mean: receiver, /,
    ],
    "a keeper that is no address": [describedRouter({ keepers: ["vault"] }), `${describedPath}.keepers.0`, /address/],
    "a price in words": [{ swap: { prices: { alpha: { USDC: "1" } } } }, "plugs.swap.prices.alpha.USDC", /dollars/],
    "a price where a function is meant": [{ prices: { alpha: 3_000 } }, "plugs.prices", /function/],
    "a price of nothing": [{ swap: { prices: { alpha: { USDC: 0 } } } }, "plugs.swap.prices.alpha.USDC", /dollars/],
    "one allowed contract in place of a list": [
      { swap: { chains: { alpha: { allowedTargets: contracts.addressResolver } } } },
      "plugs.swap.chains.alpha.allowedTargets",
      /list of addresses/,
    ],
    "an allowed contract that is no address": [
      { swap: { chains: { alpha: { allowedSpenders: [contracts.addressResolver, "router"] } } } },
      "plugs.swap.chains.alpha.allowedSpenders.1",
      /address/,
    ],
    "plain http to another machine": [
      { messaging: { baseUrl: "http://messaging.example", apiKey: "k" } },
      "plugs.messaging.baseUrl",
      /must be https/,
    ],
    "a host that only begins like loopback": [
      { messaging: { baseUrl: "http://127.0.0.1.example", apiKey: "k" } },
      "plugs.messaging.baseUrl",
      /must be https/,
    ],
    "another scheme": [
      { messaging: { baseUrl: "file:///a", apiKey: "k" } },
      "plugs.messaging.baseUrl",
      /must be https/,
    ],
    "a password in the URL": [
      { messaging: { baseUrl: "https://u:p@messaging.example", apiKey: "k" } },
      "plugs.messaging.baseUrl",
      /apiKey/,
    ],
    "a query in the URL": [
      { messaging: { baseUrl: "https://messaging.example?key=1", apiKey: "k" } },
      "plugs.messaging.baseUrl",
      /query/,
    ],
    "a remote server without a key": [
      { messaging: { baseUrl: "https://messaging.example" } },
      "plugs.messaging.apiKey",
      /https:\/\/messaging\.example.*configVariable/,
    ],
    "an empty key": [{ messaging: { apiKey: "" } }, "plugs.messaging.apiKey", /configVariable/],
    "a key that is undefined in the environment": [
      { messaging: { baseUrl: "https://messaging.example", apiKey: undefined } },
      "plugs.messaging.apiKey",
      /is needed/,
    ],
    "plain http to another machine's gateway": [
      { gateway: { baseUrl: "http://gateway.example" } },
      "plugs.gateway.baseUrl",
      /must be https.*8645\/gateway/,
    ],
    "a password in the gateway's URL": [
      { gateway: { baseUrl: "https://u:p@gateway.example" } },
      "plugs.gateway.baseUrl",
      /password\.$/,
    ],
    "a key for the gateway, which takes none": [
      { gateway: { apiKey: "k" } },
      "plugs.gateway.apiKey",
      /Known: baseUrl, mock, deployment, network, contracts/,
    ],
    "a gateway with some of its contracts": [
      { gateway: { contracts: { ...contracts, forwarderBeacon: undefined } } },
      "plugs.gateway.contracts.forwarderBeacon",
      /40/,
    ],
    "a gateway's contract that is no address": [
      { gateway: { contracts: { ...contracts, asyncDeployer: "0x12" } } },
      "plugs.gateway.contracts.asyncDeployer",
      /40/,
    ],
    "plain http to another machine's swap API": [
      { swap: { baseUrl: "http://swap.example", apiKey: "k" } },
      "plugs.swap.baseUrl",
      /must be https.*8645\/swap/,
    ],
    "a password in the swap API's URL": [
      { swap: { baseUrl: "https://u:p@swap.example", apiKey: "k", affiliate: "our-app" } },
      "plugs.swap.baseUrl",
      /password: use apiKey\.$/,
    ],
    "a swap API elsewhere without a key": [
      { swap: { baseUrl: "https://swap.example", affiliate: "our-app" } },
      "plugs.swap.apiKey",
      /https:\/\/swap\.example.*configVariable\("SWAP_API_KEY"\).*apiKey: null/,
    ],
    "the swap API's host for keys without one": [
      { swap: { baseUrl: "https://dedicated-backend.socket.tech", affiliate: "our-app" } },
      "plugs.swap.apiKey",
      /is needed for https:\/\/dedicated-backend\.socket\.tech/,
    ],
    "a host that only begins like one without keys": [
      { swap: { baseUrl: "https://public-backend.socket.tech.example", affiliate: "our-app" } },
      "plugs.swap.apiKey",
      /is needed/,
    ],
    "a swap API elsewhere without an affiliate": [
      { swap: { baseUrl: "https://swap.example", apiKey: "k" } },
      "plugs.swap.affiliate",
      /is needed for https:\/\/swap\.example/,
    ],
    "the public host of the swap API without an affiliate": [
      { swap: { baseUrl: "https://public-backend.socket.tech" } },
      "plugs.swap.affiliate",
      /is needed for https:\/\/public-backend\.socket\.tech/,
    ],
    "no key for the messaging API, which has no host without": [
      { messaging: { baseUrl: "https://messaging.example", apiKey: null } },
      "plugs.messaging.apiKey",
      /must be configVariable/,
    ],
    "an affiliate that would break its header": [{ swap: { affiliate: "a\r\nb" } }, "plugs.swap.affiliate", /plain/],
    "an empty affiliate": [{ swap: { affiliate: "" } }, "plugs.swap.affiliate", /string/],
    "an unknown key of the swap API": [{ swap: { key: "k" } }, "plugs.swap.key", /Known: baseUrl, apiKey, affiliate/],
    "a slug of zero": [{ chains: { a: { slug: 0 } } }, "plugs.chains.a.slug", /4294967295/],
    "a deployment that is neither a file nor a name": [
      { gateway: { deployment: "stages" } },
      "plugs.gateway.deployment",
      /must be stage, dev or the path of a JSON file/,
    ],
    "a name where only a file can be": [{ messaging: { deployment: "stage" } }, "plugs.messaging.deployment", /path/],
    "a network of the gateway chain that is not there": [
      { gateway: { network: "nowhere" } },
      "plugs.gateway.network",
      /must name one of config.networks/,
    ],
    "a slug that does not fit": [{ chains: { a: { slug: 2 ** 32 } } }, "plugs.chains.a.slug", /4294967295/],
    "a slug in text": [{ chains: { a: { slug: "42161" } } }, "plugs.chains.a.slug", /whole number/],
    "two chains of one slug": [{ chains: { a: { slug: 1 }, b: { slug: 1 } } }, "plugs.chains.b.slug", /slug of a/],
    "a chain whose name looks like a slug": [{ chains: { "10": { slug: 10 } } }, "plugs.chains.10", /letter/],
    "a network that is not configured": [
      { chains: { a: { slug: 1, network: "arbitrun" } } },
      "plugs.chains.a.network",
      /arbitrum/,
    ],
    "a short socket address": [{ chains: { a: { slug: 1, socket: "0x12" } } }, "plugs.chains.a.socket", /40/],
    "port 0": [{ devnet: { port: 0 } }, "plugs.devnet.port", /65535/],
    "a devnet of one chain": [{ devnet: { chains: ["alpha"] } }, "plugs.devnet.chains", /at least two/],
    "a devnet chain without number": [
      { devnet: { chains: [{ name: "a" }] } },
      "plugs.devnet.chains.0.chainId",
      /whole/,
    ],
    "a devnet chain that would break its URL": [{ devnet: { chains: ["a/b"] } }, "plugs.devnet.chains.0", /letter/],
    "an origin with a wildcard": [
      { devnet: { allowedOrigins: ["http://localhost:5173", "http://*.example"] } },
      "plugs.devnet.allowedOrigins.1",
      /wildcard/,
    ],
    "allowed origins that are no list": [
      { devnet: { allowedOrigins: "http://localhost:5173" } },
      "plugs.devnet.allowedOrigins",
      /list of origins/,
    ],
    "a memory warning that is no number": [
      { devnet: { memoryWarning: "3GB" } },
      "plugs.devnet.memoryWarning",
      /whole number/,
    ],
    "two devnet chains of one name": [{ devnet: { chains: ["a", "a"] } }, "plugs.devnet.chains", /name a/],
    "two devnet chains of one number": [
      { devnet: { chains: ["a", { name: "b", chainId: 41001, slug: 5 }] } },
      "plugs.devnet.chains",
      /chainId 41001/,
    ],
    "a gateway chain with the id of a chain beside it": [
      { devnet: { gateway: { chainId: 41002 } } },
      "plugs.devnet.gateway.chainId",
      /41002 is the chainId of beta/,
    ],
    "a gateway chain with the slug of a chain beside it": [
      { devnet: { chains: ["a", { name: "b", chainId: 7, slug: 43 }], gateway: { chainId: 43 } } },
      "plugs.devnet.gateway.chainId",
      /43 is the slug of b/,
    ],
    "a fork that grows by chance": [{ forks: { mine: { grows: "yes" } } }, "plugs.forks.mine.grows", /true or false/],
    "a mock that is none": [{ swap: { mock: { fetch: 1 } } }, "plugs.swap.mock", /options of a client/],
    "a gateway chain id that is no slug": [
      { devnet: { gateway: { chainId: 2 ** 32 } } },
      "plugs.devnet.gateway.chainId",
      /4294967295/,
    ],
  }
  for (const [what, [plugs, place, says]] of Object.entries(bad)) {
    it(`refuses ${what}, and says where`, () => {
      const [first = "", ...others] = problemsOf(plugs)
      expect(first.split(" ")[0]).to.equal(place)
      expect(first).to.match(says)
      expect(others).to.deep.equal([])
    })
  }

  it("knows no network where the networks are no object", () => {
    const plugs = { chains: { own: { network: "arbitrum" } } }
    const said = [networks, undefined, "arbitrum"].map((given) =>
      validatePlugs({ networks: given, plugs } as HardhatUserConfig).map(({ path }) => path.join(".")),
    )
    expect(said).to.deep.equal([[], ["plugs.chains.own.network"], ["plugs.chains.own.network"]])
  })

  it("reports everything that is wrong at once", () => {
    expect(problemsOf({ messaging: { baseUrl: 1 }, devnet: { port: "x" }, chain: {} })).to.have.length(3)
  })

  it("never repeats a key that was written down in the wrong place", () => {
    expect(
      problemsOf({ messaging: { apiKey: { secret: "hunter2" }, baseUrl: "https://m.example/?k=hunter2" } }).join(),
    ).to.not.contain("hunter2")
  })
})
