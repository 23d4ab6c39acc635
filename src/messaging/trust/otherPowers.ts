import type { RoleName } from "../reading/roles.js"
import { timeoutOf } from "./forging.js"
import { any, impossible, type Need } from "./keySets.js"
import { anyHolder, eachHolder, everyHolder, governance, ownerOf } from "./needs.js"
import type { Way, WayCode } from "./Power.js"
import type { EndFacts, OwnedContract, PathFacts } from "./TrustFacts.js"

/** Lists the ways to censor, to freeze, to change the rules and to drain. All of them work at once. */
export function findOtherWays({ src, dst }: PathFacts): Way[] {
  return [
    ...(src === undefined ? unreadSource(dst) : findSourceWays(src)),
    ...findCensoringWays(dst),
    way("FREEZE_BY_TRIP", dst, tripper(dst)),
    way("RULES_BY_PLUG_OWNER", dst, ownerOf(dst, dst.plug)),
    way("RULES_BY_SWITCHBOARD_OWNER", dst, ownerOf(dst, dst.inbound)),
    ...findRuleWays(dst),
    ...findDrainingWays(dst, [dst.inbound]),
  ]
}

function way(code: WayCode, end: EndFacts, needs: Need): Way {
  return { code, end, needs, seconds: 0n, stoppers: impossible, evidence: [] }
}

function unreadSource(dst: EndFacts): Way[] {
  const codes = ["CENSOR_BY_NOT_SEALING", "CENSOR_BY_FEES", "RULES_BY_SIBLING_OWNER"] as const
  return codes.map((code) => way(code, dst, { kind: "unread" }))
}

function findSourceWays(src: EndFacts): Way[] {
  const { transmitManager, executionManager, outbound, siblingSlug: slug } = src
  const sibling = { ...src.plug, name: "sibling" }
  const updaters = [transmitManager, executionManager, outbound].map((contract) =>
    anyHolder(src, contract, { name: "FEES_UPDATER_ROLE", slug }, `fees updater of the ${contract.name}`),
  )
  return [
    way(
      "CENSOR_BY_NOT_SEALING",
      src,
      everyHolder(src, transmitManager, { name: "TRANSMITTER_ROLE", slug }, "transmitter"),
    ),
    way("CENSOR_BY_DISCONNECTING", src, ownerOf(src, sibling)),
    way("CENSOR_BY_REVOKING", src, any(ownerOf(src, transmitManager), governance(src))),
    way(
      "CENSOR_BY_FEES",
      src,
      any(...updaters, ...[transmitManager, executionManager, outbound].map((one) => ownerOf(src, one))),
    ),
    way("RULES_BY_SIBLING_OWNER", src, ownerOf(src, sibling)),
    ...findRuleWays(src),
    ...findDrainingWays(src, [outbound]),
  ]
}

function findCensoringWays(dst: EndFacts): Way[] {
  const { transmitManager, executionManager, inbound, plug, siblingSlug: slug } = dst
  const owners = [transmitManager, inbound, ...(executionManager.isOpen ? [] : [executionManager])]
  const found = [
    way(
      "CENSOR_BY_NOT_PROPOSING",
      dst,
      everyHolder(dst, transmitManager, { name: "TRANSMITTER_ROLE", slug }, "transmitter"),
    ),
    way("CENSOR_BY_DISCONNECTING", dst, ownerOf(dst, plug)),
    way("CENSOR_BY_REVOKING", dst, any(...owners.map((one) => ownerOf(dst, one)), governance(dst))),
  ]
  if (!executionManager.isOpen) {
    found.push(
      way("CENSOR_BY_NOT_EXECUTING", dst, everyHolder(dst, executionManager, { name: "EXECUTOR_ROLE" }, "executor")),
    )
  }
  if (inbound.rule === "fast" && timeoutOf(dst) === undefined) {
    const watchers = eachHolder(dst, inbound, { name: "WATCHER_ROLE", slug }, "watcher")
    found.push(way("CENSOR_BY_NOT_ATTESTING", dst, any(...watchers)))
  }
  return found
}

function tripper(dst: EndFacts): Need {
  const { inbound, siblingSlug: slug } = dst
  return any(
    anyHolder(dst, inbound, { name: "WATCHER_ROLE", slug }, "watcher"),
    anyHolder(dst, inbound, { name: "TRIP_ROLE" }, "tripper"),
    ownerOf(dst, inbound),
  )
}

function findRuleWays(end: EndFacts): Way[] {
  const { transmitManager, executionManager } = end
  return [
    way("RULES_BY_SOCKET", end, governance(end)),
    way("RULES_BY_MANAGER_OWNER", end, any(ownerOf(end, transmitManager), ownerOf(end, executionManager))),
  ]
}

function findDrainingWays(end: EndFacts, switchboards: readonly OwnedContract[]): Way[] {
  const { socket, transmitManager, executionManager } = end
  const holding = [transmitManager, executionManager, ...switchboards]
  const of = (contract: OwnedContract, name: RoleName): Need =>
    any(anyHolder(end, contract, { name }, `${name} of the ${contract.name}`), ownerOf(end, contract))
  return [
    way("DRAIN_BY_WITHDRAWING", end, any(...holding.map((one) => of(one, "WITHDRAW_ROLE")))),
    way("DRAIN_BY_RESCUING", end, any(...[socket, ...holding].map((one) => of(one, "RESCUE_ROLE")))),
  ]
}
