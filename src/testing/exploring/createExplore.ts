import type { OpenWorld } from "../OpenWorld.js"
import type { WorldExplore } from "./WorldExplore.js"

export function createExplore(opened: () => OpenWorld): WorldExplore {
  return async (_options, scenario, invariant) => {
    opened()
    await scenario()
    await invariant()
  }
}
