import type { OpenWorld } from "../OpenWorld.js"
import type { WorldFaults } from "./WorldFaults.js"

export function createFaults(opened: () => OpenWorld): WorldFaults {
  return {
    async clear() {
      opened()
      await Promise.resolve()
    },
  }
}
