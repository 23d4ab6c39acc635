import type { OpenWorld } from "../OpenWorld.js"
import type { WorldCosts } from "./WorldCosts.js"

export function createCosts(opened: () => OpenWorld): () => Promise<WorldCosts> {
  return async () => {
    opened()
    return await Promise.resolve({ messages: [] })
  }
}
