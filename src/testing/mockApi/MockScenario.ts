import type { GatewayEntry } from "./wire/gatewayRoutes.js"
import type { MessagingEntry } from "./wire/messagingRoutes.js"
import type { SwapEntry } from "./wire/swapRoutes.js"

/** What each API answers. An entry that is listed first is preferred where several fit a request. */
export type MockScenario = {
  readonly messaging?: readonly MessagingEntry[] | undefined
  readonly gateway?: readonly GatewayEntry[] | undefined
  readonly swap?: readonly SwapEntry[] | undefined
}
