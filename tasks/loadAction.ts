import { importFile } from "#src/plugin/importFile.js"

/**
 * Imports a task's action when the task runs.
 *
 * @param path of the action's file, in this folder
 * @example
 * task("devnet").setAction(loadAction<typeof import("./devnet/devnet.js")>("devnet/devnet.js"))
 */
export function loadAction<Module>(path: string): () => Promise<Module> {
  return () => importFile<Module>(`tasks/${path}`)
}
