import { Hono } from "hono"
import { type Address, isHash, zeroAddress } from "viem"

import {
  addressesQuery,
  detailsByTxHashQuery,
  forwarderAddressQuery,
  timeoutQuery,
} from "../../../gateway/wire/querySchemas.js"
import type { GatewayViews } from "../../gateway/ledger/records.js"
import { readQuery } from "../readQuery.js"
import { requestOnTheWire } from "./requestOnTheWire.js"
import { timeoutOnTheWire } from "./timeoutOnTheWire.js"

/** What the gateway API asks the world behind it. */
export type GatewayBackend = {
  readonly books: GatewayViews
  /** The chains that app gateways can deploy to. */
  readonly slugs: readonly number[]
  /** Where the forwarder of a contract is or will be. */
  readonly forwarderOf: (chainSlug: number, onChainAddress: Address) => Address
}

/** The gateway helper API of the specification, answering from the devnet's state. It asks for no key. */
export function gatewayRoutes({ books, slugs, forwarderOf }: GatewayBackend): Hono {
  const app = new Hono()
  const chains = { argument: "chainSlug", slugs } as const

  app.get("/getDetailsByTxHash", (context) => {
    const query = readQuery(detailsByTxHashQuery, context.req.query())
    if ("problem" in query) {
      // This one text is the published API's own.
      const error = query.problem.startsWith("missing field") ? query.problem : "Invalid transaction hash"
      return context.json({ error }, 400)
    }
    const requests = books.requestsOf(query.txHash)
    return context.json({
      apiStatus: "SUCCESS",
      response: requests.map((request) => requestOnTheWire(request, { books, forwarderOf })),
    })
  })

  app.get("/timeout", (context) => {
    const query = readQuery(timeoutQuery, context.req.query())
    if ("problem" in query) return context.json({ error: query.problem }, 400)
    const timeoutId = query.timeoutId?.toLowerCase()
    if (timeoutId !== undefined && !isHash(timeoutId)) return context.json({ error: notBytes32("timeoutId") }, 400)
    const timeouts = books.timeouts({ ...query, timeoutId })
    return context.json({ status: "SUCCESS", response: timeouts.map(timeoutOnTheWire) })
  })

  app.get("/getAddresses", (context) => {
    const query = readQuery(addressesQuery, context.req.query(), chains)
    if ("problem" in query) return context.json({ error: query.problem }, 400)
    const { appGatewayAddress: appGateway, contractId, chainSlug } = query
    if (!isHash(contractId)) return context.json({ error: notBytes32("contractId") }, 400)
    const onChainAddress = books.deployment({ appGateway, contractId, chainSlug })?.onChainAddress
    return context.json({
      onchain: { chainSlug, deployedContract: onChainAddress ?? zeroAddress },
      offchain: {
        forwarder: onChainAddress === undefined ? zeroAddress : forwarderOf(chainSlug, onChainAddress),
        contractId,
      },
    })
  })

  app.get("/getForwarderAddress", (context) => {
    const query = readQuery(forwarderAddressQuery, context.req.query(), chains)
    if ("problem" in query) return context.json({ error: query.problem }, 400)
    const { chainSlug, onChainAddress } = query
    return context.json({
      chainSlug,
      onChainAddress,
      forwarderAddress: forwarderOf(chainSlug, onChainAddress),
      isDeployed: books.hasForwarder(chainSlug, onChainAddress),
    })
  })

  return app
}

function notBytes32(argument: string): string {
  return `${argument}: not 0x followed by 64 hexadecimal digits`
}
