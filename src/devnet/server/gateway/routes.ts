import { Hono } from "hono"
import type { Address } from "viem"
import { isHash } from "viem/utils"

import type { GatewayViews } from "../../gateway/ledger/types.js"
import { readQuery } from "../readRequest.js"
import { timeoutOnTheWire, triggerOnTheWire } from "./jobsOnTheWire.js"
import { payloadDetailsOnTheWire, requestOnTheWire, type WireContext } from "./requestOnTheWire.js"
import {
  addressesQuery,
  detailsByTxHashQuery,
  forwarderAddressQuery,
  payloadQuery,
  timeoutQuery,
  triggerQuery,
} from "#src/gateway/wire/querySchemas.js"
import { zeroAddress } from "#src/primitives/address.js"

export type GatewayBackend = Pick<WireContext, "forwarderOf"> & {
  readonly views: GatewayViews
  /** Slugs of the chains that app gateways can deploy to. */
  readonly slugs: readonly number[]
  /** The switchboard through which contracts of app gateways connect. It is the same on every chain. */
  readonly switchboard: Address
}

/** Creates the routes of the gateway API, which requires no key. */
export function gatewayRoutes({ views, slugs, forwarderOf, switchboard }: GatewayBackend): Hono {
  const app = new Hono()
  const chains = { argument: "chainSlug", slugs } as const

  app.get("/getDetailsByTxHash", (context) => {
    const query = readQuery(detailsByTxHashQuery, context)
    if ("problem" in query) {
      // The published API has this text.
      const error = query.problem.startsWith("txHash: ") ? "Invalid transaction hash" : query.problem
      return context.json({ error }, 400)
    }
    const requests = views.requestsOf(query.txHash)
    return context.json({
      apiStatus: "SUCCESS",
      status: "SUCCESS",
      response: requests.map((request) => requestOnTheWire(request, { views, forwarderOf })),
    })
  })

  app.get("/payload", (context) => {
    const query = readQuery(payloadQuery, context)
    if ("problem" in query) return context.json({ error: query.problem }, 400)
    const record = views.payload(query.payloadId)
    if (record === undefined) return context.json({ error: "payloadId: there is no payload with this id" }, 400)
    return context.json({ status: "SUCCESS", response: payloadDetailsOnTheWire(record, { switchboard }) })
  })

  // The documentation has the first name, a public test suite the second.
  for (const route of ["/trigger", "/inbox"]) {
    app.get(route, (context) => {
      const query = readQuery(triggerQuery, context)
      if ("problem" in query) return context.json({ error: query.problem }, 400)
      return context.json({ status: "SUCCESS", response: views.triggers(query).map(triggerOnTheWire) })
    })
  }

  app.get("/timeout", (context) => {
    const query = readQuery(timeoutQuery, context)
    if ("problem" in query) return context.json({ error: query.problem }, 400)
    const timeoutId = query.timeoutId?.toLowerCase()
    if (timeoutId !== undefined && !isHash(timeoutId)) return context.json({ error: notBytes32("timeoutId") }, 400)
    const timeouts = views.timeouts({ ...query, timeoutId })
    return context.json({ status: "SUCCESS", response: timeouts.map(timeoutOnTheWire) })
  })

  app.get("/getAddresses", (context) => {
    const query = readQuery(addressesQuery, context, chains)
    if ("problem" in query) return context.json({ error: query.problem }, 400)
    const { appGatewayAddress: appGateway, contractId, chainSlug } = query
    if (!isHash(contractId)) return context.json({ error: notBytes32("contractId") }, 400)
    const { onChainAddress, txHash, requestedAt } = views.deployment({ appGateway, contractId, chainSlug }) ?? {}
    return context.json({
      onchain: { chainSlug, deployedContract: onChainAddress ?? zeroAddress },
      offchain: {
        forwarder: onChainAddress === undefined ? zeroAddress : forwarderOf(chainSlug, onChainAddress),
        contractId,
      },
      // Not in the published API. A deployment counts as stuck five minutes after this.
      requestTxHash: txHash ?? null,
      requestedAt: requestedAt ?? null,
    })
  })

  app.get("/getForwarderAddress", (context) => {
    const query = readQuery(forwarderAddressQuery, context, chains)
    if ("problem" in query) return context.json({ error: query.problem }, 400)
    const { chainSlug, onChainAddress } = query
    return context.json({
      chainSlug,
      onChainAddress,
      forwarderAddress: forwarderOf(chainSlug, onChainAddress),
      isDeployed: views.hasForwarder(chainSlug, onChainAddress),
    })
  })

  return app
}

function notBytes32(argument: string): string {
  return `${argument}: not 0x followed by 64 hexadecimal digits`
}
