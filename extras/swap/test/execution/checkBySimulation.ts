import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import {
  type Abi,
  type Address,
  concat,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  maxUint256,
  parseUnits,
  zeroHash,
} from "viem"

import type { RouteRefusal } from "#extras/swap/src/checks/routeRefusals.js"
import { executeRoute } from "#extras/swap/src/execution/executeRoute.js"
import {
  createExecutionWorld,
  type ExecutionWorld,
  type Trader,
  usdcToEth,
} from "#extras/swap/test/fixtures/executionWorld.js"
import { tokenAbi } from "#src/onchain/tokens.js"
import { belongingsArtifact } from "#test/fixtures/artifacts/Belongings.js"
import { cheatingRouterArtifact } from "#test/fixtures/artifacts/CheatingRouter.js"
import { collectibleArtifact } from "#test/fixtures/artifacts/Collectible.js"
import { oldTaxedTokenArtifact } from "#test/fixtures/artifacts/OldTaxedToken.js"
import { crashAt } from "#test/fixtures/children/crash.js"
import { failure } from "#test/fixtures/failure.js"
import { rejection } from "#test/fixtures/servers/messagingApi.js"
import { deployRouteContract, sending } from "#test/fixtures/worlds/swap/routeContracts.js"

const thief: Address = "0x00000000000000000000000000000000DeaDBeef"

type Step = { readonly to: Address; readonly data: Hex; readonly value?: bigint }
type Scene = {
  readonly user: Address
  readonly router: Address
  readonly own: Address
  readonly one: Address
} & Record<"usdc" | "usdt" | "old", Address>

const call = (abi: Abi | readonly unknown[], to: Address, functionName: string, ...args: unknown[]): Step => ({
  to,
  data: encodeFunctionData({ abi: abi as Abi, functionName, args }),
})
const take = ({ user }: Scene, token: Address, amount: bigint, to: Address = thief): Step =>
  call(erc20Abi, token, "transferFrom", user, to, amount)
const own = (scene: Scene, functionName: string, ...args: unknown[]): Step =>
  call(belongingsArtifact.abi, scene.own, functionName, ...args)

const input = parseUnits("10", 6)
/** Takes the input for one, and leaves a millionth of it with another. */
const split = (scene: Scene, most: Address, least: Address): Step[] => [
  take(scene, scene.usdc, input, scene.router),
  call(erc20Abi, scene.usdc, "transfer", least, input / 1_000_000n),
  call(erc20Abi, scene.usdc, "transfer", most, input - input / 1_000_000n),
]
/** Makes the contract of the account log, as a pool does. */
const log = (scene: Scene): Step => own(scene, "approve", scene.router, 1n)

/** What a router does that is in the list, and what the route is refused for. */
const cheats: Readonly<Record<string, readonly [reason: RouteRefusal, steps: (scene: Scene) => Step[]]>> = {
  "takes more of the input than requested": ["TAKES_MORE_INPUT", (s) => [take(s, s.usdc, input + 1n)]],
  "takes the input in two parts that are too much together": [
    "TAKES_MORE_INPUT",
    (s) => [take(s, s.usdc, input), take(s, s.usdc, 1n)],
  ],
  "takes a token that is not swapped": ["TAKES_OTHER_TOKEN", (s) => [take(s, s.usdc, input), take(s, s.usdt, 1n)]],
  "takes a token that is one of a kind": [
    "TAKES_OTHER_TOKEN",
    (s) => [call(collectibleArtifact.abi, s.one, "transferFrom", s.user, thief, 7n)],
  ],
  "approves a thief": ["GRANTS_RIGHTS", (s) => [own(s, "approve", thief, 1n)]],
  "raises an allowance": ["GRANTS_RIGHTS", (s) => [own(s, "approve", s.router, maxUint256)]],
  "lets a thief have what is one of a kind": [
    "GRANTS_RIGHTS",
    (s) => [call(collectibleArtifact.abi, s.one, "approve", thief, 7n)],
  ],
  "makes a thief an operator": [
    "GRANTS_RIGHTS",
    (s) => [call(collectibleArtifact.abi, s.one, "setApprovalForAll", thief, true)],
  ],
  "gives away a contract": ["CHANGES_CONTROL", (s) => [own(s, "transferOwnership", thief)]],
  "gives away a contract for nobody": ["CHANGES_CONTROL", (s) => [own(s, "renounceOwnership")]],
  "gives away a role": ["CHANGES_CONTROL", (s) => [own(s, "revokeRole", zeroHash, s.user)]],
  "changes an implementation": ["CHANGES_CONTROL", (s) => [own(s, "upgradeTo", thief)]],
  "sends a share of the input to an account without code": ["SHARE_TO_STRANGER", (s) => split(s, s.router, thief)],
  "sends a share of the input to a contract that only receives": [
    "SHARE_TO_STRANGER",
    (s) => split(s, s.router, s.one),
  ],
  "sends a share to an account, and the rest to a pool": [
    "SHARE_TO_STRANGER",
    (s) => [...split(s, s.own, thief), log(s)],
  ],
}

/** What an honest router may do. */
const honest: Readonly<Record<string, (scene: Scene) => Step[]>> = {
  "takes exactly the input": (s) => [take(s, s.usdc, input, s.router)],
  "leaves the input with itself and a pool": (s) => [...split(s, s.router, s.own), log(s)],
  "leaves the input with two pools": (s) => [
    ...split(s, s.own, s.one),
    ...[log(s), call(collectibleArtifact.abi, s.one, "setApprovalForAll", s.router, false)],
  ],
  "takes the input and gives a part of it back": (s) => [
    take(s, s.usdc, input, s.router),
    call(erc20Abi, s.usdc, "transfer", s.user, 1n),
  ],
  "takes another token and gives it back": (s) => [
    take(s, s.usdt, 5n, s.router),
    call(tokenTransferAbi, s.usdt, "transfer", s.user, 5n),
  ],
  "lowers an allowance": (s) => [own(s, "approve", s.router, 1n)],
  "takes away an operator's right": (s) => [call(collectibleArtifact.abi, s.one, "setApprovalForAll", s.router, false)],
  "creates a contract that it owned": (s) => [call(cheatingRouterArtifact.abi, s.router, "create", thief)],
}

/** USDT returns nothing. */
const tokenTransferAbi = [
  {
    type: "function",
    name: "transfer",
    stateMutability: "nonpayable",
    inputs: [{ type: "address" }, { type: "uint256" }],
    outputs: [],
  },
] as const

describe("S-04 executeRoute, with a router in the list that cheats", function () {
  let world: ExecutionWorld
  // What is refused, or stopped before it is sent, leaves them as they were.
  let trader: Trader
  let scene: Scene
  before(async () => {
    world = await createExecutionWorld()
    ;({ trader, scene } = await open())
  })
  after(() => world[Symbol.asyncDispose]())

  async function send(trader: Trader, { to, data }: Step): Promise<void> {
    const hash = await trader.walletClient.sendTransaction({
      account: trader.walletClient.account!,
      chain: world.alpha.publicClient.chain,
      to,
      data,
    })
    await world.alpha.publicClient.waitForTransactionReceipt({ hash })
  }

  /** A trader who trusts the router with everything. */
  async function open(): Promise<{ trader: Trader; scene: Scene }> {
    const trader = await world.trader("local")
    const user = trader.address
    const deploy = (artifact: Parameters<typeof deployRouteContract>[1], args: readonly unknown[]) =>
      deployRouteContract(world.alpha, artifact, args)
    const scene = {
      user,
      router: await deploy(cheatingRouterArtifact, []),
      own: await deploy(belongingsArtifact, [user]),
      one: await deploy(collectibleArtifact, [user]),
      old: await deploy(oldTaxedTokenArtifact, [user]),
      usdc: world.tokenOf("usdc"),
      usdt: world.tokenOf("usdt"),
    }
    for (const token of [scene.usdc, scene.usdt, scene.old]) {
      await send(trader, call(tokenAbi, token, "approve", scene.router, parseUnits("100", 6)))
    }
    await send(trader, call(tokenAbi, scene.own, "approve", scene.router, 50n))
    await send(trader, call(collectibleArtifact.abi, scene.one, "setApprovalForAll", scene.router, true))
    return { trader, scene }
  }

  /** An offer whose route makes the router do this. */
  async function offer(trader: Trader, { router }: Scene, steps: readonly Step[]) {
    const offered = await trader.offered(usdcToEth)
    const call = encodeFunctionData({
      abi: cheatingRouterArtifact.abi,
      functionName: "swap",
      args: [steps.map((step) => ({ value: 0n, ...step }))],
    })
    const data = concat([call, trader.address])
    const approval = { ...offered.route.approval!, spenderAddress: router }
    const route = { ...sending(offered.route, { to: router, data, value: 0n }), approval }
    return { ...offered, route, allowedTargets: [router], acceptUndecoded: true, timeout: 1_000 }
  }

  for (const [what, [reason, steps]] of Object.entries(cheats)) {
    it(`refuses one that ${what}, as ${reason}`, async () => {
      const before = await trader.transactions()
      const error = await failure(executeRoute(await offer(trader, scene, steps(scene))))
      expect(error.facts["reason"], error.message).to.equal(reason)
      expect(await trader.transactions()).to.equal(before)
    })
  }

  for (const [what, steps] of Object.entries(honest)) {
    it(`lets one pass that ${what}`, async () => {
      const offered = await offer(trader, scene, steps(scene))
      const stopped = await rejection(executeRoute({ ...offered, onStep: crashAt("SIGNED") }))
      expect(String(stopped)).to.match(/the process died/)
    })
  }

  describe("on one chain", () => {
    const sameChain = async (steps: (scene: Scene) => Step[]) => {
      const { router } = scene
      await world.transfer(world.alpha, "usdt", router, 100_000_000n)
      await send(trader, { to: router, data: "0x" })
      const offered = await offer(trader, scene, steps(scene))
      const request = { ...offered.request, destinationChainId: 41001, outputToken: scene.usdt }
      const token = { ...offered.route.output.token, chainId: 41001, address: scene.usdt, decimals: 6 }
      const output = { ...offered.route.output, token, amount: 10_000_000n, minAmountOut: 9_900_000n }
      const route = { ...offered.route, output }
      return { ...offered, request, route, quote: undefined }
    }
    const pay = (scene: Scene, to: Address, amount: bigint): Step[] => [
      take(scene, scene.usdc, input, scene.router),
      call(tokenTransferAbi, scene.usdt, "transfer", to, amount),
    ]

    it("refuses a router that pays somebody else, or less than was promised", async () => {
      for (const steps of [(s: Scene) => pay(s, thief, 10_000_000n), (s: Scene) => pay(s, s.user, 9_899_999n)]) {
        const offered = await sameChain(steps)
        const before = await trader.transactions()
        expect((await failure(executeRoute(offered))).facts["reason"]).to.equal("GIVES_TOO_LITTLE")
        expect(await trader.transactions()).to.equal(before)
      }
    })

    it("lets one pass that pays the least that was promised", async () => {
      const offered = await sameChain((s) => pay(s, s.user, 9_900_000n))
      expect(String(await rejection(executeRoute({ ...offered, onStep: crashAt("SIGNED") })))).to.match(/died/)
    })

    it("lets the devnet's own routes pass, to and from native currency too", async () => {
      for (const [of, into] of [
        ["usdc", "weth"],
        ["native", "usdc"],
        ["usdc", "native"],
      ] as const) {
        const trader = await world.trader("local")
        const offered = await trader.offered({ amount: "1", of, into, to: world.alpha, includeProvider: ["curve"] })
        expect((await executeRoute(offered)).route.status, `${of} into ${into}`).to.equal("COMPLETED")
      }
    })
  })

  it("lets a token pass that taxes transfers and logs an allowance that a transfer lowers", async () => {
    const offered = await offer(trader, scene, [take(scene, scene.old, 500n, scene.router)])
    const request = { ...offered.request, inputToken: scene.old, inputAmount: 500n }
    const approval = { ...offered.route.approval, tokenAddress: scene.old, amount: 500n }
    const route = { ...offered.route, approval }
    const old = { ...offered, request, route, quote: undefined }
    const stopped = await rejection(executeRoute({ ...old, onStep: crashAt("SIGNED") }))
    expect(String(stopped)).to.match(/the process died/)
    const less = { ...old, request: { ...request, inputAmount: 499n }, route: { ...route, approval: null } }
    const refused = await failure(executeRoute({ ...less, route: { ...less.route, quoteId: `${route.quoteId}0` } }))
    expect(refused.facts["reason"]).to.equal("TAKES_MORE_INPUT")
  })
})
