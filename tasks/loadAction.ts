import { importFile } from "#src/plugin/importFile.js"

/**
 * Imports a task's action when the task runs.
 *
 * @param path of the action's file, from the folder that has `src` and `tasks`
 * @example
 * task("devnet").setAction(loadAction<typeof import("./devnet/devnet.js")>("tasks/devnet/devnet.js"))
 */
export function loadAction<Module>(path: string): () => Promise<Module> {
  return () => importFile<Module>(path)
}
