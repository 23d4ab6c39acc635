import type { OpenWorld } from "../OpenWorld.js"
import { measureWorld } from "./measureWorld.js"
import { summarizeCosts } from "./summarizeCosts.js"
import type { WorldCosts } from "./WorldCosts.js"

/** Makes `costs`: lets the actors work, and sums up what the messages and requests have cost that are in the world now. */
export function createCosts(opened: () => OpenWorld): () => Promise<WorldCosts> {
  return async () => summarizeCosts(await measureWorld(opened()))
}
