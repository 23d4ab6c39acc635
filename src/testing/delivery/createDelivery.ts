import type { OpenWorld } from "../OpenWorld.js"
import type { Delivery } from "./Delivery.js"

export function createDelivery(opened: () => OpenWorld): Delivery {
  return {
    async deliver() {
      await opened().relay.idle()
    },
    hold(...stages) {
      opened().relay.pause(...stages)
    },
    release(...stages) {
      opened().relay.resume(...stages)
    },
  }
}
