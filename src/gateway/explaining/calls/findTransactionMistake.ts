import { type Address, getAddress, type Hex, isAddressEqual, parseAbi, zeroAddress } from "viem"

import { readContract } from "viem/actions"

import { blockSource } from "../../../explaining/evidence.js"
import type { Evidence } from "../../../explaining/Explanation.js"
import { decodeRevertData } from "../../../primitives/reverts/decodeRevertData.js"
import { silentAppGateway } from "../../reverts.js"
import { type GatewayCase, type GatewayCause, toCause } from "../types.js"
import { authorErrorsAbi } from "../../onchain/watcherAbi.js"
import { functionText, simulatedOn } from "../words.js"
import { findSilentMistake, type SilentMistake } from "./findSilentMistake.js"

/**
 * Finds the mistake of an app gateway's author because of which the transaction reverted, such as a call outside `async`.
 *
 * @returns `undefined` if it is none of the known ones
 */
export async function findTransactionMistake(of: GatewayCase): Promise<GatewayCause | undefined> {
  const { transaction, gateway } = of.reading
  if (transaction === null) return undefined
  const { from, to, input: data, value, mined, revertData } = transaction
  if (revertData === null || from === null) return undefined
  const blockNumber = mined === null ? undefined : mined.blockNumber - 1n
  const source = simulatedOn(gateway, blockNumber ?? of.reading.head.number)
  const { name, args, reason } = decodeRevertData(revertData, [authorErrorsAbi])
  const seen: Evidence = { source, says: `The same call reverts: ${reason}.` }
  const called = to === null ? "its constructor" : functionText(data, of.abis)
  const author = `the author of the app gateway${to === null ? "" : ` ${to}`}`

  if (name === "AsyncModifierNotSet") {
    return toCause({
      name: "async-missing",
      says: `${called} calls another chain, or deploys or schedules something, outside async: a call of a forwarder is only queued within a function that has the modifier async.`,
      evidence: [seen],
      mend: { who: `${author}, who adds the modifier async to ${called} and deploys it again`, command: null },
    })
  }
  if (name === "CalledAsView") {
    return viewsCause({ by: to ?? zeroAddress, selector: args[0] as Hex }, { of, seen, author })
  }
  const wrong = await findWrongResolver(of, { to, name, args })
  if (wrong !== undefined) {
    return toCause({
      name: "wrong-resolver",
      says: `The app gateway ${to ?? "that was to be deployed"} has the address resolver ${wrong.resolver}, which is not that of ${gateway.name}: ${gateway.addressResolver}.`,
      evidence: [seen, ...(wrong.evidence === undefined ? [] : [wrong.evidence])],
      mend: {
        who: `${author}, who deploys it with the address resolver ${gateway.addressResolver} as the argument of _initializeAppGateway`,
        command: null,
      },
    })
  }
  if (revertData !== "0x" || to === null) return undefined
  const mistake = await findSilentMistake(gateway.client, { from, to, data, value, blockNumber })
  if (mistake !== undefined) return mistakeCause(mistake, { of, seen, author, source })
  return toCause({
    name: "transaction-reverted",
    certainty: "certain",
    says: `The transaction reverted on ${gateway.name}, so it asked for nothing: ${silentAppGateway}.`,
    evidence: [seen],
    mend: { who: `${author}, who checks these calls in ${called}`, command: null },
  })
}

type Told = { readonly of: GatewayCase; readonly seen: Evidence; readonly author: string }

function mistakeCause(mistake: SilentMistake, told: Told & { readonly source: string }): GatewayCause {
  const { of, seen, author, source } = told
  if (mistake.kind === "views") return viewsCause(mistake, told)
  if (mistake.kind === "returns") {
    const called = functionText(mistake.selector, of.abis)
    return toCause({
      name: "forwarder-function-returns",
      says: `The app gateway calls ${called} through an interface that declares it as returning something. A forwarder only queues the call and returns nothing, so the compiler's check of the result reverts without a reason.`,
      evidence: [
        seen,
        {
          source,
          says: `The forwarder ${mistake.forwarder} accepted the call and returned no data; ${mistake.by} reverted next.`,
        },
      ],
      mend: {
        who: `${author}, who declares ${called} without a return value, and takes the result in a callback of then`,
        command: null,
      },
    })
  }
  const at = getAddress(mistake.at)
  const evidence = [
    seen,
    { source, says: `${mistake.by} was about to call ${at}, where there is no code, and reverted.` },
  ]
  if (at === zeroAddress) {
    return toCause({
      name: "forwarder-zero",
      says: `The app gateway calls the zero address as a forwarder: nothing is deployed on that chain yet, so forwarderAddresses has no entry.`,
      evidence,
      mend: {
        who: `${author}, or whoever may deploy: deploy the contract to that chain first, and wait until npx hardhat gateway addresses shows its forwarder`,
        command: null,
      },
    })
  }
  return toCause({
    name: "forwarder-missing",
    says: `The app gateway calls ${at}, and ${of.reading.gateway.name} has no contract there: the forwarder is not deployed yet, or it is the address of a contract on another chain.`,
    evidence,
    mend: {
      who: `${author}, who calls asyncDeployer__().getOrDeployForwarderContract for the contract first, and uses the address that it returns`,
      command: null,
    },
  })
}

function viewsCause(
  { by, selector }: Pick<Extract<SilentMistake, { kind: "views" }>, "by" | "selector">,
  { of, seen, author }: Told,
): GatewayCause {
  const called = functionText(selector, of.abis)
  return toCause({
    name: "forwarder-function-views",
    says: `The app gateway ${by} calls ${called} of a forwarder through an interface that declares it as view or pure, so the call cannot be queued.`,
    evidence: [seen],
    mend: {
      who: `${author}, who declares ${called} without view and without a return value, and takes the result in a callback of then`,
      command: null,
    },
  })
}

const resolverAbi = parseAbi(["function addressResolver__() view returns (address)"])

/** An app gateway whose resolver is another one talks to contracts that are not the gateway's. */
async function findWrongResolver(
  { reading: { gateway, head } }: GatewayCase,
  { to, name, args }: { to: Address | null; name: string | undefined; args: readonly unknown[] },
): Promise<{ resolver: Address; evidence?: Evidence } | undefined> {
  if (name === "InvalidAddressResolver") return { resolver: args[0] as Address }
  if (name === "WatcherNotSet" && to === null) return { resolver: zeroAddress }
  if (to === null) return undefined
  const read = { abi: resolverAbi, address: to, functionName: "addressResolver__" } as const
  const resolver = await readContract(gateway.client, read).catch(() => undefined)
  if (resolver === undefined || isAddressEqual(resolver, gateway.addressResolver)) return undefined
  const source = blockSource(gateway, head.number)
  return { resolver, evidence: { source, says: `addressResolver__() of ${to} is ${resolver}.` } }
}
